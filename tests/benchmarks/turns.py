"""Turns per second of the engine against a hand-tight loop that plays the very same games.

Both play Mefuvha 4 x 16 at random, with the two fullest enemy holes as free captures. The loop knows no objects,
no legality beyond the obvious and a lap cap in place of the exact test; it is what plain Python can reach. The
engine plays with its trace off and its test for never-ending sowings on. The two first play the same games from
the same seed and must agree in every turn and seed; then they are timed in turn, several times.

    python tests/benchmarks/turns.py [--seconds 2] [--rounds 5] [--json]
"""

from __future__ import annotations

import argparse
import json
import platform
import random
import statistics
import time
from collections.abc import Callable

from mancala_ref import game

COLUMNS = 16
SIZE = 2 * COLUMNS
MOST_TURNS = 2000
Pick = Callable[[int], int]
Result = tuple[int, int, int]  # turns played, seeds left to the player to move, seeds left to the other

HOLES = range(SIZE)
WAY = [[tuple((h + 1 + k) % SIZE for k in range(n)) for n in range(2 * SIZE + 1)] for h in range(SIZE)]


def tight(pick: Pick) -> Result:
    """Play one game with nothing but two lists."""
    own = [2] * 30 + [1, 0]
    enemy = own[:]
    turns = 0
    while turns < MOST_TURNS:
        holes = [h for h in HOLES if own[h] > 1]
        if not holes:
            holes = [h for h in HOLES if own[h] and not own[(h + 1) & 31]]
            if not holes:
                break
        h = holes[pick(len(holes))]
        n = own[h]
        own[h] = 0
        laps = 0
        while True:
            laps += 1
            for h in WAY[h][n]:  # noqa: B020  the lap ends where the loop ends
                own[h] += 1
            n = own[h]
            if n == 1 or laps > 2000:
                break
            own[h] = 0
        turns += 1
        if h > 15 and enemy[47 - h]:
            enemy[47 - h] = 0
            enemy[h - 16] = 0
            enemy[enemy.index(max(enemy))] = 0
            enemy[enemy.index(max(enemy))] = 0
        own, enemy = enemy, own
    return turns, sum(own), sum(enemy)


mefuvha = game("mefuvha", columns=COLUMNS)


def engine(pick: Pick) -> Result:
    """Play one game with the engine, one ply at a time, as a search would."""
    candidates, after = mefuvha.candidates, mefuvha.after
    position = mefuvha.start()
    while position.turn < MOST_TURNS:
        plies = candidates(position)
        if not plies:
            break
        following = after(position, plies[pick(len(plies))])
        if following is None:
            continue  # it never ends: not a legal move, another is drawn
        while following.free:
            enemy = following.enemy
            following = after(following, enemy.index(max(enemy)))
            assert following is not None
        position = following
    return position.turn, sum(position.own), sum(position.enemy)


def same_games(count: int) -> None:
    """Play `count` games with both from the same seed; they must agree in turns and seeds."""
    for seed in range(count):
        results = [play(pick_from(seed)) for play in (tight, engine)]
        assert results[0] == results[1], (seed, results)


def pick_from(seed: int) -> Pick:
    """Return a function that picks a number below n at random."""
    draw = random.Random(seed).random
    return lambda n: int(draw() * n)


def rate(play: Callable[[Pick], Result], seconds: float, seed: int) -> float:
    """Return turns per second of random games."""
    pick = pick_from(seed)
    turns, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds:
        turns += play(pick)[0]
    return turns / spent


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=2.0, help="for each engine and round (default 2)")
    parser.add_argument("--rounds", type=int, default=5, help="(default 5)")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    same_games(200)
    rows = [(rate(tight, args.seconds, n), rate(engine, args.seconds, n)) for n in range(args.rounds)]
    loop, ours = (statistics.median(column) for column in zip(*rows, strict=True))
    ratio = statistics.median(b / a for a, b in rows)
    found = {
        "python": platform.python_version(),
        "loop": round(loop),
        "engine": round(ours),
        "ratio": round(ratio, 3),
    }
    if args.json:
        print(json.dumps(found))
    else:
        print(f"Python {found['python']}, turns per second: loop {loop:,.0f}, engine {ours:,.0f}, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
