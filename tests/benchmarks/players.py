"""Matches between the players on each game, and how far and how fast the one that searches looks.

Each opening is a few random turns; both players of a pair play it from either side. A match that is not over after
so many turns is cut off and counted as such. The speed of the search, in positions made a second of thinking, is
also given as a ratio to the turns a second that a plain walk lists, which `perft` is made of, on the same machine in
the same run. The defaults allow a search what Pyodide, three to four times slower, makes of one second.

    python tests/benchmarks/players.py [--games 20] [--seconds 0.3] [--turns 200] [--seed 1] [--only mefuvha-8 ...]
"""

from __future__ import annotations

import argparse
import random
import time
from itertools import combinations
from typing import NamedTuple
from unittest.mock import patch

from mancala_ref import Game, Match, game, players, search

BOARDS = {
    "mefuvha-8": game("mefuvha", 8),
    "mefuvha-16": game("mefuvha", 16),
    "ntchuva-8": game("ntchuva", 8),
    "nakabili-8": game("nakabili", 8),
    "songo-ewondo-7": game("songo-ewondo"),
}


class Counted(search.Search):
    """A search that notes how much it has done, in how much time, in all its instances together."""

    made = thoughts = turns = 0
    spent = 0.0

    def run(self) -> players.Thinking:
        """Search as ever."""
        start = time.perf_counter()
        found = yield from super().run()
        Counted.spent += time.perf_counter() - start
        Counted.made += self.nodes
        Counted.thoughts += 1
        Counted.turns += found.turns
        return found


class Limits(NamedTuple):
    """How many matches a pair plays, how long a search may think, and how many turns a match may have."""

    games: int
    seconds: float
    turns: int


def finish(thinking: players.Thinking) -> players.Thought:
    """Return the last thought."""
    while True:
        try:
            next(thinking)
        except StopIteration as end:
            found: players.Thought = end.value
            return found


def opening(rules: Game, draw: random.Random) -> list[str]:
    """Return two to four random turns after which the game goes on."""
    while True:
        match = Match(rules)
        for _ in range(draw.randint(2, 4)):
            if not match.outcome:
                match.play(draw.choice(list(rules.legal(match.position))))
        if not match.outcome:
            return [str(turn.move) for turn in match.turns]


def result(rules: Game, moves: list[str], sides: dict[str, str], limits: Limits, draw: random.Random) -> str:
    """Play a match to its end, or to its cut; return who has won, `drawn` or `cut`."""
    match = Match(rules)
    for move in moves:
        match.play(move)
    while not match.outcome:
        if len(match.turns) >= limits.turns:
            return "cut"
        name = sides[match.position.mover]
        start, *free = finish(players.think(name, match, match.position, limits.seconds, draw)).plies
        match.play("x".join([start, *(hole for hole in free if hole != "-")]))
    return sides[match.outcome.winner] if match.outcome.winner else "drawn"


def walk(rules: Game, seconds: float, draw: random.Random) -> float:
    """Return the turns a second that are listed along random games."""
    listed, start, position = 0, time.perf_counter(), rules.start()
    while (spent := time.perf_counter() - start) < seconds:
        following = [after for _, after in rules.turns(position)]
        listed += len(following)
        position = draw.choice(following) if following and position.turn < 200 else rules.start()
    return listed / spent


def compare(name: str, limits: Limits, draw: random.Random) -> None:
    """Let each pair of players play on a board, and print how it went."""
    rules = BOARDS[name]
    plain = walk(rules, 2.0, draw)
    for weak, strong in combinations(players.PLAYERS, 2):
        Counted.made = Counted.thoughts = Counted.turns = 0
        Counted.spent = 0.0
        results: list[str] = []
        while len(results) < limits.games:
            moves = opening(rules, draw)
            for sides in ({"S": strong, "N": weak}, {"S": weak, "N": strong}):
                results.append(result(rules, moves, sides, limits, draw))
        counts = [results.count(who) for who in (strong, "drawn", weak, "cut")]
        row = f"{name:16}{f'{strong} - {weak}':18}" + "{:>5}{:>6}{:>5}{:>5}".format(*counts)
        if Counted.thoughts:
            rate = Counted.made / Counted.spent
            row += f"{Counted.turns / Counted.thoughts:>7.1f}{rate:>9,.0f}{rate / plain:>9.2f}"
        print(row, flush=True)


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20, help="of each pair on each board (default 20)")
    parser.add_argument("--seconds", type=float, default=0.3, help="for a turn of the search (default 0.3)")
    parser.add_argument("--turns", type=int, default=200, help="after which a match is cut off (default 200)")
    parser.add_argument("--seed", type=int, default=1, help="(default 1)")
    parser.add_argument("--only", nargs="+", choices=BOARDS, default=list(BOARDS), help="(default: all boards)")
    args = parser.parse_args()
    print(f"{'board':16}{'pair':18}{'won':>5}{'drawn':>6}{'lost':>5}{'cut':>5}{'ahead':>7}{'made/s':>9}{'to walk':>9}")
    with patch.object(players, "Search", Counted):
        for name in args.only:
            compare(name, Limits(args.games, args.seconds, args.turns), random.Random(args.seed))


if __name__ == "__main__":
    main()
