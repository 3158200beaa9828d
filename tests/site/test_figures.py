"""Figures of play: what is measured, against tests/naive.py and counts by hand; plots, tables, sentences and errors."""

from __future__ import annotations

import json
import re
import statistics
from collections.abc import Callable
from itertools import pairwise
from math import comb, sqrt
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import figures
import measure
import naive
import pytest
from elements import Elements
from measure import KINDS, Draw, Kind, Longest, Record, Step
from projects import Project

from mancala_ref import GAMES

ROOT = Path(__file__).parents[2]
FILE = ROOT / "docs" / figures.FILE
DATA: dict[str, Any] = json.loads(FILE.read_text("utf-8"))
SERIES: dict[str, dict[str, Any]] = DATA["series"]
FOUR_RANKS = {id: of for id, of in SERIES.items() if GAMES[of["game"]].ranks == 4}
PAGE = (ROOT / "docs" / "guide" / "figures.md").read_text("utf-8")
SMALL = [kind for kind in KINDS if kind.columns <= 12]


# ---- the games, played again by tests/naive.py


def circuit(table: naive.Table, player: str, columns: int) -> list[str]:
    """Return a player's holes in the order of sowing, from the first one."""
    if len(table.ranks) == 2:
        return naive.houses(player)
    way = ["a1" if player == "S" else f"d{columns}"]
    while len(way) < 2 * columns:
        way.append(table.next(way[-1]))
    return way


def sown(table: naive.Table, start: str) -> tuple[int, int]:
    """Count the laps of a sowing and the seeds in them, as a finger would."""
    if len(table.ranks) == 2:
        return 1, table.holes[start]
    table, hole, laps, seeds = table.copy(), start, 0, 0
    while laps == 0 or table.holes[hole] > 1:
        hand, table.holes[hole] = table.holes[hole], 0
        laps, seeds = laps + 1, seeds + hand
        for _ in range(hand):
            hole = table.next(hole)
            table.holes[hole] += 1
    return laps, seeds


def by_hand(kind: Kind, draw: Draw) -> Record:
    """Play a random game as conf/measure.py does, without the engine."""
    rules = naive.READINGS[kind.game][kind.reading]
    text = naive.start(kind.game, kind.columns, rules)
    seen, steps, longest = {text}, [], Longest(0, 0, "", "")
    outcome = naive.outcome(kind.game, text, rules)
    while outcome is None:
        table = naive.read(text)
        turns = naive.turns(kind.game, text, rules)
        legal = {turn.split("x")[0] for turn in turns}
        starts = [hole for hole in circuit(table, table.mover, kind.columns) if hole in legal]
        allowed = naive.start_rule(table, table.mover, rules) if kind.game != naive.SONGO else starts
        if starts:
            start = starts[draw(len(starts))]
            chosen = captured(kind, table, start, draw)
            laps, seeds = sown(table, start)
            if rules.get("last_seed") == "captured" and table.seeds(table.mover) == 1 and start in ("a1", "b7"):
                laps = seeds = 0
        else:
            start, chosen, laps, seeds = "-", [], draw(1), 0
        move = "x".join([start, *sorted(chosen, key=naive.by_name)])
        after = naive.play(kind.game, text, move, rules)
        taken = sum(naive.captured(naive.read(after))) - sum(naive.captured(table))
        steps.append(Step(len(starts), len(allowed) - len(starts), len(turns), laps, seeds, taken))
        if (laps, seeds) > longest[:2]:
            longest = Longest(laps, seeds, text, move)
        text, key = after, re.sub(" turn=.*", "", after)
        outcome = naive.outcome(kind.game, text, rules)
        if outcome is None and key in seen:
            outcome = naive.repeated(kind.game, text, rules)[0], f"{kind.game}.repetition"
        seen.add(key)
    return Record(*outcome, tuple(steps), longest)


def captured(kind: Kind, table: naive.Table, start: str, draw: Draw) -> list[str]:
    """Draw the free captures of a turn, one by one."""
    if kind.game == naive.SONGO:
        return []
    ended = naive.sow(table, start)
    assert ended
    after = naive.captures(*ended, naive.READINGS[kind.game][kind.reading])
    prey = [hole for hole in circuit(after, naive.enemy(after.mover), kind.columns) if after.holes[hole]]
    return [prey.pop(draw(len(prey))) for _ in range(min(after.free, len(prey)))]


@pytest.mark.parametrize("kind", SMALL, ids=lambda kind: kind.id)
def test_a_second_engine_plays_and_measures_the_same_games(kind: Kind) -> None:
    for number in range(2):
        names = DATA["seed"], kind.id, number
        record = by_hand(kind, measure.drawing(*names))
        assert record == measure.play(kind.rules(), measure.drawing(*names))
        assert [len(record.steps), record.winner, record.clause] == SERIES[kind.id]["first"][number]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_the_file_is_what_the_engine_plays_today(kind: Kind) -> None:
    """When a rule has changed, this says so: run conf/measure.py again, and read the page with the new numbers."""
    first = measure.measured(kind, DATA["seed"], measure.FIRST)["first"]
    assert [list(game) for game in first] == SERIES[kind.id]["first"]


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
def test_the_longest_turns_can_be_played_again(kind: Kind) -> None:
    found = SERIES[kind.id]["longest"]
    rules = naive.READINGS[kind.game][kind.reading]
    assert sown(naive.read(found["position"]), found["move"].split("x")[0]) == (found["laps"], found["seeds"])
    after = naive.play(kind.game, found["position"], found["move"], rules)
    game = kind.rules()
    assert game.play(game.parse(found["position"]), found["move"]).position.text == after
    assert found["laps"] == SERIES[kind.id]["laps"]["max"]


# What two earlier programs, written apart from these, came to in random games: the median of their turns, and in how
# many of 1000 games a sowing that never ends was among the moves.
MEDIANS = {"mefuvha-16": 96, "mefuvha-28": 217, "ntchuva-4": 19, "ntchuva-8": 53, "ntchuva-32": 373,
           "ntchuva-8-unilurio": 106, "nakabili-8": 48}  # fmt: skip
ENDLESS = {"ntchuva-4": 87, "ntchuva-8": 19, "ntchuva-8-unilurio": 57, "nakabili-8": 12, "mefuvha-16": 0}


@pytest.mark.parametrize("id", MEDIANS)
def test_games_are_as_long_as_by_an_earlier_count(id: str) -> None:
    assert SERIES[id]["length"]["median"] == pytest.approx(MEDIANS[id], rel=0.05, abs=1)


@pytest.mark.parametrize("id", ENDLESS)
def test_endless_sowings_are_as_rare_as_by_an_earlier_count(id: str) -> None:
    earlier, ours = measure.share(ENDLESS[id], 1000), SERIES[id]["endless"]
    assert earlier["low"] <= ours["high"]
    assert ours["low"] <= earlier["high"]


# ---- statistics


def test_quantiles_of_numbers_in_a_row() -> None:
    expected = {"min": 0, "p5": 1, "q1": 5, "median": 10, "q3": 15, "p95": 19, "max": 20, "mean": 10}
    assert measure.spread(range(20, -1, -1)) == expected
    assert measure.spread([1, 2])["median"] == 1.5
    assert set(measure.spread([7]).values()) == {7}


def test_the_interval_of_a_median_is_the_narrowest_that_is_sure_enough() -> None:
    """Of 100 numbers, how likely the median lies between two of them is a binomial distribution's to tell."""
    found = measure.median_interval(range(100, 0, -1))  # each number is its own rank
    low, high = found["low"], found["high"]

    def sure(low: int, high: int) -> float:
        return sum(comb(100, below) for below in range(low, high)) / 2**100

    assert sure(low, high) >= 0.95 > sure(low + 1, high - 1)
    assert low + high == 101


@pytest.mark.parametrize(("count", "of"), [(0, 20), (1, 29), (15, 148), (81, 263), (263, 263), (153, 2000)])
def test_wilsons_interval_is_where_a_share_is_off_by_so_much(count: int, of: int) -> None:
    """Its ends are the shares from which the one found is 1.96 standard deviations away; here they are searched for."""

    def end(inside: float, outside: float) -> float:
        for _ in range(60):
            middle = (inside + outside) / 2
            off = abs(count / of - middle) > 1.959964 * sqrt(middle * (1 - middle) / of)
            inside, outside = (inside, middle) if off else (middle, outside)
        return inside

    found = measure.share(count, of)
    assert (found["count"], found["of"], found["share"]) == (count, of, round(count / of, 4))
    assert found["low"] == pytest.approx(end(count / of, 0), abs=6e-5)
    assert found["high"] == pytest.approx(end(count / of, 1), abs=6e-5)


def test_the_interval_of_a_share_of_turns_is_that_of_a_mean_over_games() -> None:
    """With games of one length, the share is the mean of the games' own shares, and its error is theirs."""
    counts = [2, 3, 3, 5, 1, 4, 2, 2]
    found = measure.share_of_turns([(count, 10) for count in counts])
    half = 1.959964 * statistics.stdev(counts) / 10 / sqrt(len(counts))
    assert found["share"] == pytest.approx(22 / 80, abs=6e-5)
    assert found["low"] == pytest.approx(22 / 80 - half, abs=6e-5)
    assert found["high"] == pytest.approx(22 / 80 + half, abs=6e-5)


def step(starts: int, **others: int) -> Step:
    return Step(**{"starts": starts, "endless": 0, "choices": 1, "laps": 1, "seeds": 2, "taken": 0, **others})


def test_a_summary_counted_by_hand() -> None:
    long, short = Longest(6, 20, "long", "a1"), Longest(6, 19, "short", "a2")
    games = [
        Record("S", "x.end", (step(4, taken=6), step(2, endless=1), step(0, laps=0, seeds=0), step(1, laps=6)), short),
        Record(None, "x.repetition", (step(3, endless=2, taken=2), step(1, endless=1)), long),
        Record("N", "x.end", (step(2, laps=2, choices=9), step(2)), short),
    ]
    found = measure.summary(games)
    assert found["length"]["median"] == 2
    assert (found["south"]["count"], found["drawn"]["count"], found["south"]["of"]) == (1, 1, 3)
    assert found["ends"] == {"x.end": {"S": 1, "N": 1, "drawn": 0}, "x.repetition": {"S": 0, "N": 0, "drawn": 1}}
    assert (found["starts"]["median"], found["starts"]["max"], found["choices"]["max"]) == (2, 4, 9)
    assert (found["capturing"]["count"], found["capturing"]["of"], found["taken"]["median"]) == (2, 8, 4)
    assert found["laps"]["at_least"] == {1: 0.875, 2: 0.25, 3: 0.125, 4: 0.125, 5: 0.125, 6: 0.125}
    assert (found["endless"]["count"], found["endless"]["turns"]) == (2, 3)
    assert (found["passes"]["count"], found["passes"]["turns"]) == (1, 1)
    assert found["longest"] == long._asdict()
    stages = found["starts"]["stages"]  # at the start, half way, and at the quarters of the longer game
    assert {n: at for n, at in enumerate(stages) if at is not None} == {0: 3, 5: 2, 10: 1, 15: 1}


def test_the_numbers_agree_with_each_other() -> None:
    for of in SERIES.values():
        ended = [by for clause in of["ends"].values() for by in clause.values()]
        assert sum(ended) == of["south"]["of"] == DATA["games"]
        assert sum(by["S"] for by in of["ends"].values()) == of["south"]["count"]
        assert of["length"]["mean"] == pytest.approx(of["capturing"]["of"] / DATA["games"], abs=0.006)
        for name in ("length", "starts", "choices", "taken", "laps", "seeds"):
            values = [of[name][at] for at in ("min", "p5", "q1", "median", "q3", "p95", "max")]
            assert all(a <= b for a, b in pairwise(values))
        shares = list(of["laps"]["at_least"].values())
        assert all(a >= b for a, b in pairwise(shares))


# ---- the command


def test_the_same_seed_gives_the_same_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    texts = []
    for name, seed in ("a", 5), ("b", 5), ("c", 6):
        monkeypatch.setattr(measure, "OUT", tmp_path / name)
        measure.main(f"--seed {seed} --games 1 --date 2026-01-31".split())
        texts.append((tmp_path / name).read_text("utf-8"))
    assert texts[0] == texts[1]
    found, other = (json.loads(text) for text in texts[1:])
    assert found["series"] != other["series"]
    assert (found["date"], found["seed"], found["games"]) == ("2026-01-31", 5, 1)
    assert found["command"] == "python3 -m conf.measure --seed 5 --games 1 --date 2026-01-31"
    assert found["series"].keys() == SERIES.keys()
    assert "songo-ewondo-7-gabon" in capsys.readouterr().err


def test_a_game_depends_on_no_other() -> None:
    [kind] = (kind for kind in KINDS if kind.id == "ntchuva-4")
    few, more = (measure.measured(kind, 3, games)["first"] for games in (2, 3))
    assert more[:2] == few
    assert measure.play(kind.rules(), measure.drawing(3, kind.id, 2)).steps != ()
    assert len({len(measure.play(kind.rules(), measure.drawing(3, kind.id, n)).steps) for n in range(20)}) > 5


@pytest.mark.parametrize("given", ["--games 0", "--games many", "--date yesterday", "--seed x"])
def test_what_cannot_be_measured_is_told(given: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        measure.main(given.split())
    assert stopped.value.code == 2
    assert given.split()[0] in capsys.readouterr().err.splitlines()[-1]


def test_the_file_says_how_it_was_made() -> None:
    assert DATA["command"].endswith(f"--seed {DATA['seed']} --games {DATA['games']} --date {DATA['date']}")
    assert [kind.id for kind in KINDS] == list(SERIES)
    assert FILE.stat().st_size < 60_000


# ---- what the page says in words


def test_what_the_page_says_without_a_number_is_so() -> None:
    def at(id: str, name: str) -> Any:
        return SERIES[id][name]

    def median(id: str) -> float:
        return float(at(id, "length")["median"])

    assert all(of["passes"]["turns"] == 0 for of in SERIES.values())
    for small, large in (("mefuvha-6", "mefuvha-12"), ("mefuvha-8", "mefuvha-16"), ("mefuvha-12", "mefuvha-24"),
                         ("ntchuva-4", "ntchuva-8"), ("ntchuva-8", "ntchuva-16"), ("ntchuva-16", "ntchuva-32"),
                         ("mefuvha-8-stayt-1931", "mefuvha-16-stayt-1931")):  # fmt: skip
        assert 2.5 < median(large) / median(small) < 3
    lengths = [at(id, "length") for id in ("ntchuva-8", "ntchuva-8-tchadji")]
    assert max(of["median_low"] for of in lengths) <= min(of["median_high"] for of in lengths)

    drawn = {clause: by["drawn"] for of in FOUR_RANKS.values() for clause, by in of["ends"].items()}
    other = {clause for clause, games in drawn.items() if games and not clause.endswith(".repetition")}
    assert other == {"ntchuva.never-ending"}
    assert at("ntchuva-4", "ends")["ntchuva.never-ending"] == {"S": 0, "N": 0, "drawn": 1}
    assert all(of["drawn"]["share"] < 0.02 for of in FOUR_RANKS.values())

    assert all(of["starts"]["stages"][0] > 2 * of["starts"]["stages"][5] for id, of in FOUR_RANKS.items()
               if "stayt" not in id)  # fmt: skip
    assert all(at(id, "choices")["max"] <= 7 for id in SERIES if id.startswith("songo"))

    assert at("ntchuva-4", "capturing")["share"] == pytest.approx(0.3, abs=0.03)
    assert at("ntchuva-32", "capturing")["share"] == pytest.approx(1 / 6, abs=0.01)
    assert len({at(id, "taken")["median"] for id in SERIES if re.fullmatch(r"mefuvha-\d+", id)}) == 1

    assert at("nakabili-8", "laps")["at_least"]["2"] == pytest.approx(0.5, abs=0.02)
    assert at("ntchuva-32", "laps")["at_least"]["20"] > 50 * at("ntchuva-32", "laps")["at_least"]["25"]
    longest = max(SERIES.values(), key=lambda of: int(of["laps"]["max"]))
    assert (longest["columns"], longest["reading"]) == (8, "unilurio")

    assert all(of["endless"]["count"] == 0 for of in FOUR_RANKS.values() if of["columns"] >= 16)
    assert at("mefuvha-12", "endless")["count"] > 0


def test_the_reckoning_from_another_table() -> None:
    """The mean of the legal moves in songo-fish's table, by how many positions there are with 1 to 7 of them."""
    positions = (56, 47, 73, 125, 130, 116, 28)
    assert sum(positions) == 575
    assert f"{sum(n * count for n, count in enumerate(positions, 1)) / 575:.1f}" == "4.2"
    assert "to 4.2 in the mean" in PAGE


def test_no_measured_number_is_typed_on_the_page() -> None:
    """Those of the boards and the rules may be; all others come from the file."""
    prose = re.sub(r"```.*?```|\{[a-z:]+\}`.*?`|\([^()]*\.md[^()]*\)|`.*?`", "", PAGE, flags=re.DOTALL)
    assert set(re.findall(r"\d+(?:[.,]\d+)*", prose)) == {"4", "4.2", "8", "12", "16", "23", "28", "32", "40", "70",
                                                          "575", "3.11", "6"}  # fmt: skip


# ---- plots


SVGS = {name: figure(DATA).svg for name, figure in figures.FIGURES.items() if name != "replays"}


@pytest.mark.parametrize("name", SVGS)
def test_a_plot_fits_into_a_page(name: str) -> None:
    """It is small, brings neither font nor style nor colour of its own, and no id that another plot has."""
    svg = SVGS[name]
    assert len(svg.encode()) <= 30_000
    assert not re.search(r"<style|<metadata|font-family|DejaVu|<\?xml|<!|href=\"http|#0000|\d{4}-\d\d-\d\d", svg)
    root = ElementTree.fromstring(svg.replace("<svg ", '<svg xmlns:xlink="http://www.w3.org/1999/xlink" ', 1))
    ids = [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    others = {id for other, text in SVGS.items() if other != name for id in re.findall(r' id="(.*?)"', text)}
    assert len(ids) == len(set(ids))
    assert not others.intersection(ids)
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', svg))
    assert used <= set(ids)
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-labelledby"].split() == [f"plot-{name}-title", f"plot-{name}-desc"]
    assert {"title", "desc"} <= {node.tag for node in root}
    assert all(node.text for node in root if node.tag in ("title", "desc"))
    assert float(root.attrib["viewBox"].split()[2]) < 280  # so that its letters of 9 units are 11 pixels on a phone
    sizes = {float(size) for size in re.findall(r"font-size: ([\d.]+)px", svg)}
    assert sizes == {9.0}


@pytest.mark.parametrize("name", SVGS)
def test_a_plot_is_drawn_the_same_each_time(name: str) -> None:
    assert figures.FIGURES[name](DATA).svg == SVGS[name]


def luminance(colour: str) -> float:
    """Return how light a colour is, as the guidelines for accessible pages (WCAG 2) define it."""
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(("theme", "paper"), [("light", "#ffffff"), ("dark", "#14181e")])
def test_the_colours_of_plots_stand_out(theme: str, paper: str) -> None:
    css = (ROOT / "conf" / "ext" / "static" / "figures.css").read_text("utf-8")
    rule = ":root" if theme == "light" else 'html[data-theme="dark"]'
    [block] = re.findall(rf"^{re.escape(rule)} \{{(.*?)\}}", css, re.DOTALL | re.MULTILINE)
    colours = dict(re.findall(r"(--plot-\S+): (#[0-9a-f]{6});", block))
    needed = set(re.findall(r"var\((--plot-[^)]+)\)", "".join(SVGS.values()))) - {"--plot-paper"}
    assert needed == colours.keys()
    for name, colour in colours.items():
        low, high = sorted([luminance(colour), luminance(paper)])
        assert (high + 0.05) / (low + 0.05) >= 3, name


# ---- the directives and the role

Build = Callable[..., Path]


@pytest.fixture
def build(project: Project) -> Build:
    """Return a function that builds one page from the measured file, and returns it; a warning is an error."""

    def run(text: str, builder: str = "html") -> Path:
        pages = {"a": f"# A\n\n{text}", "guide/figures": "# Figures of play\n"}
        out, warnings = project(pages, ["figures"], builder, files={"docs/guide/figures.json": FILE.read_text("utf-8")})
        assert not warnings
        return out / ("a.html" if builder == "html" else "a.txt")

    return run


def test_a_plot_has_its_numbers_under_it(build: Build) -> None:
    path = build("```{figures} length\n```\n")
    page, html = Elements(path), path.read_text("utf-8")
    assert len(page.named("plot")) == 1
    assert "<summary>The numbers</summary>" in html
    of = SERIES["ntchuva-8-tchadji"]["length"]
    cells = [
        "Ntchuva, 8 columns, tchadji",
        f"{of['median']:g}",
        f"{of['median_low']}–{of['median_high']}",
        f"{of['q1']:g}–{of['q3']:g}",
    ]
    row = "".join(rf"<t[hd][^>]*>\s*<p>{re.escape(cell)}</p>\s*</t[hd]>\s*" for cell in cells)
    assert re.search(row, html)
    assert any(
        attrs.get("href", "").split("?")[0].endswith("figures.css") for tag, attrs in page.found if tag == "link"
    )


def test_without_pictures_the_numbers_are_there(build: Build) -> None:
    text = build("```{figures} captures\n```\n", "text").read_text("utf-8")
    assert "svg" not in text
    assert str(SERIES["songo-ewondo-7-gabon"]["taken"]["max"]) in text


@pytest.mark.parametrize("name", figures.FIGURES)
def test_every_figure_has_a_row_for_each_kind_that_it_is_about(name: str) -> None:
    found = figures.FIGURES[name](DATA)
    about = FOUR_RANKS if name in ("laps", "endless") else SERIES
    assert len(found.rows) == len(about)
    assert {len(row) for row in found.rows} == {len(found.heads)}
    assert [row[0] for row in found.rows] == [figures.full(of) for of in about.values()]


def test_numbers_in_a_sentence(build: Build) -> None:
    at = SERIES["mefuvha-16"]
    text = (
        "Of {measured}`games`: {measured}`series.mefuvha-16.length.median`, {measured}`series.mefuvha-16.choices.max`, "
        "{measured}`series.mefuvha-16.capturing`, {measured}`series.mefuvha-16.laps.at_least.2`, {measured}`command`."
    )
    share, laps = at["capturing"]["share"], at["laps"]["at_least"]["2"]
    said = f"Of 2,000: {at['length']['median']:g}, {at['choices']['max']:,}, {100 * share:.1f}%, {100 * laps:.1f}%, "
    assert said + DATA["command"] in Elements(build(text)).text


@pytest.mark.parametrize(
    ("share", "said"),
    [(0.0, "0%"), (0.0005, "0.05%"), (0.0075, "0.75%"), (0.0512, "5.1%"), (0.31, "31.0%"), (1.0, "100.0%")],
)
def test_shares_are_written_in_per_cent(share: float, said: str) -> None:
    assert figures.percent(share) == said


@pytest.mark.parametrize("game", GAMES)
def test_a_game_page_says_what_random_games_came_to(build: Build, game: str) -> None:
    path = build(f"```{{play-figures}} {game}\n```\n")
    page = Elements(path)
    usual = next(of for of in SERIES.values() if of["game"] == game and of["columns"] == GAMES[game].default_columns)
    assert f"They lasted {usual['length']['median']:g} turns in the median" in page.text
    assert len(page.named("ours")) == 1
    assert any(attrs.get("href") == "guide/figures.html" for tag, attrs in page.found if tag == "a")
    rows = [tag for tag, _ in page.found if tag == "tr"]
    assert len(rows) == 1 + sum(of["game"] == game for of in SERIES.values())


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("```{figures} lengths\n```", "no figure is called 'lengths'; there are length, winners"),
        ("```{play-figures} go\n```", "nothing is measured of a game called 'go'"),
        ("{measured}`series.mefuvha-7.length`", "nothing is measured as series.mefuvha-7.length"),
        ("{measured}`series.mefuvha-16.length`", "nothing is measured as series.mefuvha-16.length"),
        ("{measured}`series.mefuvha-16.length.median.more`", "figures.json has no more"),
    ],
)
def test_a_name_that_is_not_known_is_told_with_its_line(project: Project, text: str, said: str) -> None:
    files = {"docs/guide/figures.json": FILE.read_text("utf-8")}
    warnings = project({"a": f"# A\n\n{text}\n", "guide/figures": "# F\n"}, ["figures"], files=files).warnings
    assert said in warnings
    assert "a.md:3" in warnings
