"""What a game does, found out by playing it: the engine gets small positions, and is asked what comes of them.

A probe takes a game under its rules and returns a sentence for the page that compares all games, or None if it does not
tell there. None of them knows a game: each puts seeds on the board, and looks where they are afterwards. The holes that
they name are those of South's turn; a game treats its two players alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise

from mancala_ref import Event, Game, Position
from mancala_ref.board import NAMES, NORTH, OTHER, SOUTH, Side
from mancala_ref.game import Reading
from mancala_ref.turn import in_board_order

LATE = 1000  # turns played: what is so in first turns only is over
PLENTY = 10  # seeds in a hole of the opponent's, where one more changes nothing
ENOUGH = 3  # seeds with which a hole may start in any game
WORDS = ("no", "one", "two", "three", "four")


def under(game: type[Game], reading: Reading) -> Game:
    """Return a game under a reading, on its default board, or else on the first of the reading's own."""
    sizes = reading.sizes or game.sizes
    return game(game.default_columns if game.default_columns in sizes else sizes[0], reading.id)


# ---- the board


def ranks(game: Game) -> str:
    """Tell how many ranks there are, and whose they are."""
    holes = game.board.holes
    whose = (f"{_and(sorted({hole[0] for hole in holes[side]}))} {NAMES[side]}’s" for side in (SOUTH, NORTH))
    return f"{WORDS[game.ranks].capitalize()}: {', '.join(whose)}"


def columns(game: Game) -> str:
    """Tell the numbers of columns, and which of them is meant where holes are named."""
    sizes, here = game.reading.sizes or game.sizes, game.board.columns
    if len(sizes) == 1:
        return str(here)
    if len(sizes) > 4 and {b - a for a, b in pairwise(sizes)} == {2}:
        numbers = f"{'Odd' if sizes[0] % 2 else 'Even'} numbers from {sizes[0]} to {sizes[-1]}"
    else:
        numbers = _or(list(map(str, sizes)))
    return f"{numbers}; here {here}"


def seeds(game: Game) -> str:
    """Tell with how many seeds a game begins: on the board here, and on the smallest and the largest."""
    sizes = game.reading.sizes or game.sizes
    shown = sorted({sizes[0], game.board.columns, sizes[-1]})
    found = [2 * sum(type(game)(size, game.reading.id).opening()) for size in shown]
    if len(found) == 1:
        return str(found[0])
    return f"{_and([f'{count} on {size}' for count, size in zip(found, shown, strict=True)])} columns"


def opening(game: Game) -> str:
    """Tell what South's holes hold at the start, rank by rank."""
    start = game.start()
    runs: list[list[str]] = []
    for hole in in_board_order(game.board.holes[SOUTH]):
        if runs and runs[-1][0][0] == hole[0] and start.seeds(runs[-1][0]) == start.seeds(hole):
            runs[-1].append(hole)
        else:
            runs.append([hole])
    return "; ".join(f"{_span(run)}: {start.seeds(run[0])}" for run in runs)


# ---- a turn


def way(game: Game) -> str | None:
    """Tell in which order the seeds of a sowing fall, for both players."""
    south, north = (_ring(game, side) for side in (SOUTH, NORTH))
    if not south or not north:
        return None
    if set(south) == set(north):
        at = north.index(south[0])
        both = north[at:] + north[:at] == south
        return f"Both players: {_path(south)}." if both else None
    return f"South: {_path(south)}. North: {_path(north)}."


def coming_round(game: Game) -> str | None:
    """Tell what becomes of the hole that was lifted when its seeds come round."""
    ring = _ring(game, SOUTH)
    if not ring:
        return None
    start, count = ring[0], len(ring)
    end = _first_lap(game, SOUTH, start, count)
    if end is None:
        return None
    if end == start:
        return f"The emptied hole gets a seed: of {count} from {start}, the last falls into {start}."
    said = f"The emptied hole gets none: of {count} seeds from {start}, the last falls into {end}."
    further = {_first_lap(game, SOUTH, start, count + more) for more in range(count)}
    if None in further or further >= {*ring} - {start}:
        return said
    return f"{said} More fall only into {_spans([hole for hole in ring if hole in further])}."


def laps(game: Game) -> str | None:
    """Tell whether a turn goes on where the last seed of a lap meets others."""
    found = _goes_on(game)
    if found == {True}:
        return "Lap after lap: if the last seed of one meets others, all of them are sown on."
    return "One: the sowing ends with its last seed, whatever lies there." if found == {False} else None


def needed(game: Game) -> str | None:
    """Tell how many seeds a hole needs to start a turn."""
    fewest = _fewest(game)
    if not fewest:
        return None
    usual = _usual(fewest)
    said = [str(usual)]
    for hole, count in fewest.items():
        if count != usual:
            fewer = ", or fewer to capture" if _is_excused(game, hole, count) else ""
            said.append(f"in {hole} {count}{fewer}")
    return "1" if said == ["1"] else f"{'; '.join(said)}, while another hole holds more"


def singles(game: Game) -> str | None:
    """Tell which singles may start a turn while another hole holds more, if most may."""
    fewest = _fewest(game)
    if not fewest or _usual(fewest) > 1:
        return None
    waiting = [hole for hole, count in fewest.items() if count > 1]
    return f"They start like any other hole{f', but {_and(waiting)} may have to wait' if waiting else ''}."


def first_turn(game: Game) -> str | None:
    """Tell from which holes the first turn of a game has to start, if any other turn could start from more."""
    start = game.start()
    first = game.candidates(start)
    if first == game.candidates(start._replace(turn=LATE)):
        return None
    return f"South’s from {_or(list(in_board_order([game.board.holes[SOUTH][hole] for hole in first])))}."


def any_first_turn(game: Game) -> str | None:
    """Tell that the first turn is like every other, if it is."""
    return None if first_turn(game) else "Like every other turn."


def always_ends(game: Game) -> str | None:
    """Tell that no sowing can go on for ever, if a turn is one lap."""
    return "There is none: a turn is one lap." if _goes_on(game) == {False} else None


# ---- captures


def where(game: Game) -> str | None:
    """Tell in which holes a sowing has to end to capture, and what it has to find there."""
    found: dict[tuple[int, ...], list[str]] = {}
    for hole in _ring(game, SOUTH) or ():
        before = tuple(count for count in range(PLENTY) if _capture(game, hole, count))
        if before:
            found.setdefault(before, []).append(hole)
    said = []
    for before, holes in found.items():
        if before == (0,):
            how = "found empty"
        elif len(before) == PLENTY:
            how = "whatever lies there"
        else:
            how = f"brought to {_or([str(count + 1) for count in before])}"
        said.append(f"{_spans(holes)}, {how}")
    return f"{'; '.join(said)}." if said else None


def takes(game: Game) -> str | None:
    """Tell what a capture empties, by an example: which of these holes it needs, and whether it goes on behind them."""
    ring = _ring(game, SOUTH) or []
    found = {hole: counts for hole in ring if (counts := [n for n in range(PLENTY) if _capture(game, hole, n)])}
    if not found:
        return None
    hole, counts = list(found.items())[-1]
    taken = _capture(game, hole, counts[0])
    said = f"Ending in {hole}: {_and(taken)}."
    vital = [each for each in taken if len(taken) > 1 and not _capture(game, hole, counts[0], {each: 0})]
    if vital:
        said += f" With {_or(vital)} empty: nothing."
    behind = ring[ring.index(hole) - 1]
    if behind not in taken and all(behind in _capture(game, hole, counts[0], {behind: count}) for count in counts):
        said += f" {behind} too, if it is brought to such a number."
    return said


def no_further(game: Game) -> str | None:
    """Tell that a capture brings no further hole, if it never does."""
    return None if game.most_free() else "None."


# ---- the end


def end(game: Game) -> str | None:
    """Tell when a game ends with a player who has no seeds."""
    ends = {side: game.outcome(_without(game, side)) is not None for side in NAMES}  # South is to move
    if all(ends.values()):
        return "The game ends, whoever is to move."
    if ends[SOUTH]:
        return "The game ends if it is this player’s turn."
    return "The game ends if it is the other’s turn." if ends[NORTH] else None


def winner(game: Game) -> str | None:
    """Tell whether a game that is over is won by who still has seeds, or by who has more."""
    over = _without(game, SOUTH)
    left = sum(over.enemy)
    most = 2 * sum(game.opening()) - left
    scores = ((most, 0), (left, 0), (0, most))
    ends = [game.outcome(over._replace(own_captured=own, enemy_captured=enemy)) for own, enemy in scores]
    winners = [found.winner for found in ends if found]
    if winners == [NORTH] * 3:
        return "The player who still has seeds; what was captured does not count."
    if winners == [SOUTH, None, NORTH]:
        return "The seeds are counted; with equal numbers the game is drawn."
    return None


# ---- positions to ask about


def _position(
    game: Game, side: Side, own: Mapping[str, int], enemy: Mapping[str, int] | None = None, usual: int = PLENTY
) -> Position:
    """Return a late position: a player to move has but the seeds told, the other `usual` ones in each other hole."""
    mine, theirs = game.board.holes[side], game.board.holes[OTHER[side]]
    counts = [(enemy or {}).get(hole, usual) for hole in theirs]
    return Position(game.board, side, tuple(own.get(hole, 0) for hole in mine), tuple(counts), turn=LATE)


def _without(game: Game, side: Side) -> Position:
    """Return a position in which a player has no seeds, and the other a dozen in one hole; South is to move."""
    one = {game.board.holes[OTHER[side]][1]: PLENTY + 2}
    return _position(game, SOUTH, one if side == NORTH else {}, one, usual=0)


def _sown(game: Game, position: Position, hole: str) -> tuple[Position, list[str]] | None:
    """Return the position after a hole is sown, and where each lap ended; None if it may not start or never ends."""
    ply = game.board.holes[position.mover].index(hole)
    events: list[Event] = []
    if ply not in game.candidates(position):
        return None
    after = game.after(position, ply, events)
    return (after, [event.to for event in events if event.to]) if after else None


def _first_lap(game: Game, side: Side, start: str, count: int) -> str | None:
    """Return where a player's lap of so many seeds ends; None if it may not be sown, or nothing is."""
    found = _sown(game, _position(game, side, {start: count}), start)
    return found[1][0] if found and found[1] else None


def _falls(game: Game, side: Side, start: str) -> list[str]:
    """Return where the seeds of a hole fall one by one, until one falls where another has fallen before."""
    found: list[str] = []
    while (end := _first_lap(game, side, start, len(found) + 1)) not in (None, *found):
        found.append(str(end))
    return found


@cache
def _ring(game: Game, side: Side) -> list[str] | None:
    """Return the holes in the order in which a player sows round them, the player's first hole first.

    The seeds of two holes are followed, for a game may leave out the one that was lifted; None if they fall in
    different orders.
    """
    first, second = game.board.holes[side][:2]
    round_ = [second, *(hole for hole in _falls(game, side, second) if hole != second)]
    if first not in round_:
        return None
    at = round_.index(first)
    ring = round_[at:] + round_[:at]
    falls = _falls(game, side, first)
    return ring if falls in (ring[1:], [*ring[1:], first]) else None


def _goes_on(game: Game) -> set[bool]:
    """Return whether a sowing went on where its first lap ended among seeds: for all holes that could be asked."""
    ring = _ring(game, SOUTH) or []
    found = set()
    for start in game.board.holes[SOUTH] if ring else ():
        met = ring[(ring.index(start) + ENOUGH) % len(ring)]
        after = _sown(game, _position(game, SOUTH, {start: ENOUGH, met: 1}), start)
        if after:
            found.add(len(after[1]) > 1)
    return found


def _beside(game: Game, hole: str, count: int, usual: int = PLENTY) -> Position:
    """Return a position in which a hole of South's has so many seeds, another one more, and each of North's `usual`."""
    holes = game.board.holes[SOUTH]
    other = holes[(holes.index(hole) + ENOUGH) % len(holes)]
    return _position(game, SOUTH, {hole: count, other: count + 1}, usual=usual)


def _fewest(game: Game) -> dict[str, int]:
    """Return with how many seeds each of South's holes may start while another holds more; empty if one never may."""
    found = {}
    for index, hole in enumerate(game.board.holes[SOUTH]):
        may = (count for count in range(1, PLENTY) if index in game.candidates(_beside(game, hole, count)))
        if (count := next(may, None)) is None:
            return {}
        found[hole] = count
    return found


def _is_excused(game: Game, hole: str, count: int) -> bool:
    """Tell whether a hole that needs so many seeds to start may do with fewer where that captures."""
    for before in (_beside(game, hole, few, usual) for few in range(1, count) for usual in range(1, PLENTY)):
        sown = _sown(game, before, hole)
        if sown and sown[0].captured != before.captured:
            return True
    return False


def _usual(fewest: Mapping[str, int]) -> int:
    counts = list(fewest.values())
    return max(set(counts), key=counts.count)


def _capture(game: Game, end: str, count: int, enemy: Mapping[str, int] | None = None) -> list[str]:
    """Return the holes that one lap of South's empties by ending in a hole with so many seeds."""
    ring = _ring(game, SOUTH) or []
    theirs = {**(enemy or {}), **({end: count} if end in game.board.holes[NORTH] else {})}
    for seeds in (ENOUGH, *(n for n in range(1, len(ring)) if n != ENOUGH)):
        start = ring[ring.index(end) - seeds]
        if start not in game.board.holes[SOUTH]:
            continue
        before = _position(game, SOUTH, {end: count, start: seeds}, theirs)
        if not (sown := _sown(game, before, start)):
            continue
        after, ends = sown
        if ends != [end] or after.captured == before.captured:
            return []
        names = in_board_order(game.board.holes[NORTH])
        return [hole for hole in names if (before.seeds(hole) or hole == end) and not after.seeds(hole)]
    return []


# ---- words


def _and(words: Sequence[str], last: str = "and") -> str:
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def _or(words: Sequence[str]) -> str:
    return _and(words, "or")


def _span(holes: Sequence[str]) -> str:
    """Return holes of one rank, the middle ones left out."""
    return ", ".join(holes) if len(holes) < 3 else f"{holes[0]} … {holes[-1]}"


def _spans(holes: Sequence[str]) -> str:
    """Return holes rank by rank, if each rank's are all that lie between its first and its last."""
    names = in_board_order(list(holes))
    ranks_ = [[hole for hole in names if hole[0] == rank] for rank in sorted({hole[0] for hole in names})]
    gaps = any(int(rank[-1][1:]) - int(rank[0][1:]) >= len(rank) for rank in ranks_)
    return ", ".join(names if gaps else map(_span, ranks_))


def _path(ring: Sequence[str]) -> str:
    """Return a ring as an arrow from hole to hole, back to the first; of each rank the first two and the last."""
    shown: list[str] = []
    for rank in dict.fromkeys(hole[0] for hole in ring):
        run = [hole for hole in ring if hole[0] == rank]
        shown.append(" → ".join(run) if len(run) < 5 else f"{run[0]} → {run[1]} … {run[-1]}")
    return " → ".join([*shown, ring[0]])
