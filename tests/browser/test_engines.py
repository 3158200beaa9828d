"""The smoke test, in every browser engine that was asked for: a board starts, plays a turn, takes it back."""

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


def test_a_board_starts_plays_a_turn_and_takes_it_back(driver: Driver, site_url: str) -> None:
    driver.open(f"{site_url}/games/mefuvha.html")
    until(lambda: bool(driver.run("() => Boolean(window.mancala)")), "the scripts of the page")
    driver.click(".mancala-play")
    phase = "() => document.querySelector('.mancala').dataset.live"
    until(lambda: driver.run(phase) not in (None, "starting"), "the start of Python")
    status = driver.run("() => document.querySelector('.mancala-status').textContent")
    assert (driver.run(phase), status) == ("ready", "")
    version = driver.run("() => document.querySelector('.mancala-live').dataset.version")
    assert version == mancala_ref.__version__
    start = MEFUVHA.start()
    assert shown(driver) == expected(MEFUVHA, start)

    def click(selector: str) -> Shown:
        rev = "() => document.querySelector('.mancala-live').dataset.rev"
        before = driver.run(rev)
        driver.click(selector)
        until(lambda: bool(driver.run(rev) != before), f"an answer to a click on {selector}")
        return shown(driver)

    turn = MEFUVHA.play(start, "b3xd2xd3")
    made = list(clicks(MEFUVHA, turn))
    for hole, position, said in made:
        turns = [] if position.free else [turn.move]
        assert click(f'.mancala-live [data-hole="{hole}"]') == expected(MEFUVHA, position, said, turns=turns, undo=True)
    positions = [start, *(each.position for each in made)]
    for before, each in zip(reversed(positions[:-1]), reversed(made), strict=True):
        begun = next((made.said for made in made if made.position == before), [])
        said = [*begun, (text("board.undone", hole=each.hole), None)]
        assert click("[data-act=undo]") == expected(MEFUVHA, before, said, undo=before != start)
    assert driver.requests()
    assert [url for url in driver.requests() if not url.startswith((f"{site_url}/", "data:", "blob:"))] == []
