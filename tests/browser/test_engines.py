"""The smoke test, in every browser engine that was asked for: a board plays a turn, takes it back, does it again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from browser import drivers
from browser.drivers import Driver, until
from browser.shown import READ, Shown, clicks, expected, read
from steps import Stop

import mancala_ref
from mancala_ref.messages import text

MEFUVHA = mancala_ref.game("mefuvha", columns=8)


@pytest.fixture
def driver(engine: str, request: pytest.FixtureRequest) -> Iterator[Driver]:
    """A page in the engine."""
    if engine == "chromium":
        with request.getfixturevalue("chromium").new_context() as context:
            yield drivers.Chromium(context.new_page())
        return
    try:
        if engine == "firefox":
            with drivers.firefox() as firefox:
                yield firefox
        else:
            with drivers.webkit() as webkit:
                yield webkit
    except Stop as stop:
        pytest.fail(str(stop), pytrace=False)


def shown(driver: Driver) -> Shown:
    return read(driver.run(f"() => ({READ})(document.querySelector('.mancala'))"))


def test_a_board_plays_a_turn_takes_it_back_and_does_it_again(driver: Driver, site_url: str) -> None:
    driver.open(f"{site_url}/games/mefuvha.html")
    until(lambda: bool(driver.run("() => Boolean(window.mancala)")), "the scripts of the page")
    driver.click(".mancala-play")
    phase = "() => document.querySelector('.mancala').dataset.live"
    until(lambda: driver.run(phase) not in (None, "starting"), "the start of Python")
    status = driver.run("() => document.querySelector('.mancala-status').textContent")
    assert (driver.run(phase), status) == ("ready", "")
    version = driver.run("() => document.querySelector('.mancala-live').dataset.version")
    assert version == mancala_ref.__version__
    driver.run("() => { document.querySelector('[data-set=speed]').value = 'fast'; }")
    start = MEFUVHA.start()
    assert shown(driver) == expected(MEFUVHA, start)

    def click(selector: str) -> Shown:
        rev = "() => document.querySelector('.mancala-live').dataset.rev"
        before = driver.run(rev)
        driver.click(selector)
        until(lambda: bool(driver.run(rev) != before), f"an answer to a click on {selector}")
        film = "() => document.querySelector('.mancala-live').dataset.film"
        until(lambda: driver.run(film) is None, "the end of the film")
        return shown(driver)

    turn = MEFUVHA.play(start, "b3xd2xd3")
    made = list(clicks(MEFUVHA, turn))
    for hole, position, said in made:
        turns = [] if position.free else [turn.move]
        assert click(f'.mancala-live [data-hole="{hole}"]') == expected(MEFUVHA, position, said, turns=turns, undo=True)
    positions = [start, *(each.position for each in made)]
    for before, each in zip(reversed(positions[:-1]), reversed(made), strict=True):
        begun = next((made.said for made in made if made.position == before), [])
        note = text("board.undone", hole=each.hole)
        done = expected(MEFUVHA, before, begun, note=note, turns=[turn.move], at=0, undo=before != start, redo=True)
        assert click("[data-act=undo]") == done
    for each in made:
        at, redo = int(not each.position.free), each != made[-1]
        done = expected(MEFUVHA, each.position, each.said, turns=[turn.move], at=at, undo=True, redo=redo)
        assert click("[data-act=redo]") == done
    assert driver.requests()
    assert [url for url in driver.requests() if not url.startswith((f"{site_url}/", "data:", "blob:"))] == []
