"""Measures play: random games of each kind.

    python3 -m conf.measure

in the top folder of a clone writes docs/guide/figures.json, from which the site draws its figures of play. It needs
nothing but Python, and some minutes. The same seed, on the same version of the engine, gives the same file, except for
the date and the version of Python in it: each game draws its own random numbers, made from the seed, its kind and its
number, so that no result depends on what else is measured. Only `random()` itself is used, which Python promises not
to change.

A random game starts from the opening. A turn's start hole is drawn from all that are legal, each as likely as any
other; then each free capture from the enemy holes that still have seeds. The game goes on until the rules end it.
"""

from __future__ import annotations

import argparse
import datetime
import json
import platform
import sys
import time
import tomllib
from collections.abc import Callable, Iterable, Sequence
from math import ceil, comb, floor, sqrt
from pathlib import Path
from random import Random
from statistics import fmean, quantiles
from typing import Any, Final, NamedTuple

from mancala_ref import GAMES, Event, Game, Move, Position, game
from mancala_ref.board import OTHER, SOUTH
from mancala_ref.game import PASS
from mancala_ref.turn import in_board_order

ROOT: Final = Path(__file__).resolve().parents[1]
OUT: Final = ROOT / "docs" / "guide" / "figures.json"
Z: Final = 1.959964  # 95 % of a normal distribution lie within so many standard deviations
FIRST: Final = 3  # so many games of each kind are written down, for the tests to compare
STAGES: Final = 20  # parts of a game
LAPS: Final = (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200)

Draw = Callable[[int], int]
"""Gives a whole number from 0 to below n, each as likely as any other."""


class Kind(NamedTuple):
    """What is played: a game, on so many columns, under a reading."""

    game: str
    columns: int
    reading: str

    @property
    def id(self) -> str:
        """Its name in the data, such as `mefuvha-16` or, if not by the default reading, `ntchuva-8-tchadji`."""
        default = GAMES[self.game].readings[0].id
        return f"{self.game}-{self.columns}" + ("" if self.reading == default else f"-{self.reading}")

    def rules(self) -> Game:
        """Return its rules."""
        return game(self.game, columns=self.columns, reading=self.reading)


KINDS: Final = tuple(
    Kind(id, columns, reading)
    for id, reading, sizes in (
        ("mefuvha", "mancala-world", (6, 8, 12, 16, 20, 24, 28)),
        ("mefuvha", "stayt-1931", (8, 16, 28)),
        ("ntchuva", "portuguese-text", (4, 8, 16, 32)),
        ("ntchuva", "unilurio", (6, 8)),
        ("ntchuva", "tchadji", (8, 12)),
        ("nakabili", "mancala-world", (8,)),
        ("songo-ewondo", "mancala-world", (7,)),
        ("songo-ewondo", "cameroon", (7,)),
        ("songo-ewondo", "gabon", (7,)),
    )
    for columns in sizes
)


def drawing(*names: object) -> Draw:
    """Return a source of random numbers of its own for what has these names."""
    random = Random("/".join(map(str, names))).random
    return lambda n: int(random() * n)


# ---- one game


class Step(NamedTuple):
    """What is measured of a turn.

    How many holes it could start from, how many more the start rule allowed whose sowing never ends, how many
    complete turns there were to choose from; and of the one that was played its laps, the seeds lifted in them, and
    the seeds that it captured. A pass has 0 holes to start from, 1 turn to choose from, and 0 laps.
    """

    starts: int
    endless: int
    choices: int
    laps: int
    seeds: int
    taken: int


class Longest(NamedTuple):
    """The longest of some turns: its laps, the seeds lifted in them, and how to play it again."""

    laps: int
    seeds: int
    position: str
    move: str


class Record(NamedTuple):
    """What is measured of a game: who won (None: drawn) by which clause, its turns, and the longest of them."""

    winner: str | None
    clause: str
    steps: tuple[Step, ...]
    longest: Longest


def play(rules: Game, draw: Draw) -> Record:
    """Play a random game."""
    position = rules.start()
    seen = {position}
    steps: list[Step] = []
    longest = Longest(0, 0, "", "")
    outcome = rules.outcome(position)
    while outcome is None:
        allowed, begun = len(rules.candidates(position)), rules.begun(position)
        choices = sum(comb(len(rules.candidates(after)) if after.free else 0, after.free) for _, after in begun)
        ply, _ = begun[draw(len(begun))]
        assert ply is not None  # only in the middle of a turn
        events: list[Event] = []
        after, chosen = _sure(rules.after(position, ply, events)), []
        while after.free:
            holes = rules.candidates(after)
            chosen.append(holes[draw(len(holes))])
            after = _sure(rules.after(after, chosen[-1]))
        laps, seeds = _sown(events)
        starts = len(begun) if allowed else 0
        taken = sum(after.captured) - sum(position.captured)
        steps.append(Step(starts, allowed - starts, choices, laps, seeds, taken))
        if (laps, seeds) > longest[:2]:
            longest = Longest(laps, seeds, position.text, _move(position, ply, chosen))
        position, key = after, after._replace(turn=0)
        outcome = rules.outcome(position) or (rules.repeated(position) if key in seen else None)
        seen.add(key)
    return Record(outcome.winner, outcome.clause, tuple(steps), longest)


def _sure(position: Position | None) -> Position:
    """Return the position after a legal ply, which there always is."""
    assert position is not None
    return position


def _sown(events: Iterable[Event]) -> tuple[int, int]:
    """Return how many laps a turn had, and how many seeds were lifted in them."""
    laps = [event.seeds for event in events if event.type in ("sow", "relay")]
    return len(laps), sum(laps)


def _move(position: Position, ply: int, chosen: Iterable[int]) -> str:
    """Return the text of a turn."""
    own, enemy = (position.board.holes[side] for side in (position.mover, OTHER[position.mover]))
    return str(Move(None if ply == PASS else own[ply], in_board_order([enemy[hole] for hole in chosen])))


# ---- many games


def spread(values: Sequence[int]) -> dict[str, float]:
    """Return how some numbers, one or more, are spread: quantiles (between two of the numbers if need be), and mean."""
    twentieths = quantiles(values if len(values) > 1 else [*values, *values], n=20, method="inclusive")
    at = {"p5": 0, "q1": 4, "median": 9, "q3": 14, "p95": 18}
    found = {name: round(twentieths[index], 2) for name, index in at.items()}
    return {"min": min(values), **found, "max": max(values), "mean": round(fmean(values), 2)}


def median_interval(values: Sequence[int]) -> dict[str, int]:
    """Return between which numbers the median of all games lies, with 95 % confidence, given those of a sample.

    The numbers are those of the sample whose rank a binomial distribution (here its normal approximation) tells.
    """
    ranked, n = sorted(values), len(values)
    low, high = floor((n - Z * sqrt(n)) / 2), ceil((n + Z * sqrt(n)) / 2)  # counted from 1: low, and high + 1
    return {"low": ranked[max(low - 1, 0)], "high": ranked[min(high, n - 1)]}


def share(count: int, of: int) -> dict[str, float]:
    """Return a share of independent cases, and Wilson's interval of 95 % confidence for it."""
    found = count / of
    middle = found + Z * Z / (2 * of)
    half = Z * sqrt(found * (1 - found) / of + Z * Z / (4 * of * of))
    low, high = ((middle + side) / (1 + Z * Z / of) for side in (-half, half))
    return _share(count, of, low, high)


def share_of_turns(counts: Sequence[tuple[int, int]]) -> dict[str, float]:
    """Return a share of all turns, given each game's count of such turns and of all its turns.

    The turns of one game are not independent of each other, but games are: the interval of 95 % confidence is that of
    a ratio of two sums over the games.
    """
    games, count, of = len(counts), sum(count for count, _ in counts), sum(turns for _, turns in counts)
    found = count / of
    off = sum((count - found * turns) ** 2 for count, turns in counts)
    half = Z * sqrt(off * games / (games - 1)) / of if games > 1 else 1.0
    return _share(count, of, found - half, found + half)


def _share(count: int, of: int, low: float, high: float) -> dict[str, float]:
    low, high = max(low, 0.0), min(high, 1.0)
    return {"count": count, "of": of, "share": round(count / of, 4), "low": round(low, 4), "high": round(high, 4)}


def at_least(values: Sequence[int]) -> dict[int, float]:
    """Return for each of LAPS, as long as there are any, what share of the numbers is as large."""
    found = {mark: sum(value >= mark for value in values) for mark in LAPS}
    return {mark: round(count / len(values), 6) for mark, count in found.items() if count}


def stages(records: Iterable[Record]) -> list[float | None]:
    """Return the mean number of holes to start from in each twentieth of the games; None where no turn falls in it."""
    found: list[list[int]] = [[] for _ in range(STAGES)]
    for record in records:
        for turn, step in enumerate(record.steps):
            found[STAGES * turn // len(record.steps)].append(step.starts)
    return [round(fmean(values), 2) if values else None for values in found]


def summary(records: Sequence[Record]) -> dict[str, Any]:
    """Return what figures.json has of the games of a kind.

    `length` is in turns. `south` and `drawn` are shares of the games; `ends` has who won how many by which clause. Of
    all turns: `starts`, the holes to start from (`stages`: their mean in each twentieth of the games); `choices`, the
    complete turns; `capturing`, the share that capture, and `taken`, the seeds that these take; `laps` and `seeds` of
    the sowing (`at_least`: the share with so many laps or more). `endless` and `passes` are the shares of the games in
    which a sowing that never ends could be chosen but for its clause, and in which a player passed; and in how many
    turns. `longest` is the longest turn, and `first` has the turns, winner and clause of the first games.
    """
    steps = [step for record in records for step in record.steps]
    games, lengths = len(records), [len(record.steps) for record in records]
    ends: dict[str, dict[str, int]] = {}
    for record in records:
        by = ends.setdefault(record.clause, {"S": 0, "N": 0, "drawn": 0})
        by[record.winner or "drawn"] += 1
    return {
        "length": {**spread(lengths), **{f"median_{side}": n for side, n in median_interval(lengths).items()}},
        "south": share(sum(record.winner == SOUTH for record in records), games),
        "drawn": share(sum(record.winner is None for record in records), games),
        "ends": dict(sorted(ends.items())),
        "starts": {**spread([step.starts for step in steps]), "stages": stages(records)},
        "choices": spread([step.choices for step in steps]),
        "capturing": share_of_turns([(sum(step.taken > 0 for step in r.steps), len(r.steps)) for r in records]),
        "taken": spread([step.taken for step in steps if step.taken] or [0]),
        "laps": {**spread([step.laps for step in steps]), "at_least": at_least([step.laps for step in steps])},
        "seeds": spread([step.seeds for step in steps]),
        "endless": {
            **share(sum(any(step.endless for step in record.steps) for record in records), games),
            "turns": sum(step.endless > 0 for step in steps),
        },
        "passes": {
            **share(sum(any(not step.starts for step in record.steps) for record in records), games),
            "turns": sum(not step.starts for step in steps),
        },
        "longest": max((record.longest for record in records), key=lambda longest: longest[:2])._asdict(),
        "first": [(len(record.steps), record.winner, record.clause) for record in records[:FIRST]],
    }


def measured(kind: Kind, seed: int, games: int) -> dict[str, Any]:
    """Play games of a kind and return what figures.json has of them."""
    rules = kind.rules()
    return {**kind._asdict(), **summary([play(rules, drawing(seed, kind.id, number)) for number in range(games)])}


# ---- all of it


def timed(kind: Kind, seed: int, games: int) -> dict[str, Any]:
    """Return what is measured of a kind, and tell on standard error how long it took."""
    begun = time.perf_counter()
    found = measured(kind, seed, games)
    print(f"{kind.id}: {time.perf_counter() - begun:.1f} s", file=sys.stderr, flush=True)
    return found


def everything(seed: int, games: int, date: str) -> dict[str, Any]:
    """Return what figures.json has. `south` is South's share of the four-rank games that somebody won."""
    series = {kind.id: timed(kind, seed, games) for kind in KINDS}
    won = [by for of in series.values() if GAMES[of["game"]].ranks == 4 for by in of["ends"].values()]
    south, north = (sum(by[side] for by in won) for side in "SN")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return {
        "date": date,
        "command": f"python3 -m conf.measure --seed {seed} --games {games} --date {date}",
        "engine": project["version"],
        "python": platform.python_version(),
        "seed": seed,
        "games": games,
        "south": share(south, south + north),
        "series": series,
    }


def as_text(found: dict[str, Any]) -> str:
    """Return JSON with a line for each kind, so that one sees where it has changed."""
    lines = [f' "{key}": {json.dumps(value)}' for key, value in found.items() if key != "series"]
    series = ",\n".join(f'  "{id}": {json.dumps(of)}' for id, of in found["series"].items())
    return "{\n" + ",\n".join([*lines, f' "series": {{\n{series}\n }}']) + "\n}\n"


def count(text: str) -> int:
    """Read a number of games."""
    if not text.isdecimal() or not int(text):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1 upward")
    return int(text)


def main(arguments: Sequence[str] | None = None) -> None:
    """Carry out the command."""
    parser = argparse.ArgumentParser(
        prog="python3 -m conf.measure", description="Measure play, and write docs/guide/figures.json."
    )
    day = datetime.date
    parser.add_argument("--seed", type=int, default=1, help="for the random numbers (default: %(default)s)")
    parser.add_argument("--games", type=count, default=2000, help="of each kind (default: %(default)s)")
    parser.add_argument("--date", type=day.fromisoformat, default=day.today(), help="to note (default: %(default)s)")
    given = parser.parse_args(arguments)
    OUT.write_text(as_text(everything(given.seed, given.games, str(given.date))), "utf-8")


if __name__ == "__main__":
    main()
