"""Songo Ewondo, the game of the Ekang (Cameroon, Gabon, Equatorial Guinea)."""

from __future__ import annotations

from typing import Final

from ..board import NAMES, OTHER, SOUTH, Seeds
from ..errors import IllegalMove
from ..game import Game, Option, Reading, Setting
from ..position import Position
from ..turn import Event, Outcome

TEXT = "Songo Ewondo, a copy of an older Mancala World text"
HOUSES: Final = 7  # of each player; houses 7 to 13 of a sowing are the opponent's 1 to 7
HEAD: Final = 6  # the leftmost house, number 7
LEFTMOST_MIN: Final = 3
FEED: Final = 7
CAPTURED: Final = range(2, 5)  # what the last seed brings a house to
BIG: Final = 14


def path(house: int, seeds: int) -> list[int]:
    """Return where the seeds of a house fall, in order: the mover's houses are 0 to 6, the opponent's 7 to 13.

    The first thirteen go once round the other houses; any more fall only on the opponent's side.

    >>> path(0, 5)
    [1, 2, 3, 4, 5]
    >>> path(5, 15)[-3:]
    [4, 7, 8]
    """
    round_ = [(house + k) % 14 for k in range(1, min(seeds, BIG - 1) + 1)]
    return round_ + [HOUSES + k % HOUSES for k in range(seeds - (BIG - 1))]


def fed(house: int, seeds: int) -> int:
    """Return how many of a house's seeds fall on the opponent's side."""
    return sum(hole >= HOUSES for hole in path(house, seeds))


def _ends_a_lap(way: list[int]) -> bool:
    """Tell whether 14, 21, 28, ... seeds were sown: the last of them falls into the opponent's first house."""
    return len(way) >= BIG and (len(way) - BIG) % HOUSES == 0


class SongoEwondo(Game):
    """One lap of sowing, clockwise; captures of two, three or four; duties towards an opponent without seeds."""

    id = "songo-ewondo"
    name = "Songo Ewondo"
    ranks = 2
    sizes = (HOUSES,)
    default_columns = HOUSES
    options = (
        Option(
            "repetition",
            ("share",),
            "a position that comes back without a capture between ends the game; each side keeps its own rank's seeds",
        ),
    )
    readings = (
        Reading(
            "mancala-world",
            TEXT,
            {"repetition": Setting("share", "the editors: the source is silent")},
        ),
    )
    slugs = (
        "board",
        "setup",
        "own-side",
        "sow",
        "fourteen",
        "leftmost",
        "feed",
        "must-move",
        "capture",
        "chain",
        "full-lap",
        "last-seed",
        "grand-slam",
        "end",
        "remainder",
        "win",
        "repetition",
    )
    pass_slug = "must-move"

    def opening(self) -> Seeds:
        """Five seeds in every house."""
        return (5,) * HOUSES

    # ---- which house may be emptied

    def candidates(self, position: Position) -> list[int]:
        """Return the houses that may be emptied."""
        own, enemy = position.own, position.enemy
        houses = [house for house, count in enumerate(own) if count]
        if self._leftmost_is_barred(own, enemy):
            houses.remove(HEAD)
        if any(enemy):
            return houses
        enough = min(FEED, max((fed(house, own[house]) for house in houses), default=0))
        return [house for house in houses if fed(house, own[house]) >= enough]

    def _is_weak(self, own: Seeds) -> bool:
        """Tell whether the leftmost house holds seeds, but too few to be emptied freely."""
        return 0 < own[HEAD] < LEFTMOST_MIN

    def _leftmost_is_barred(self, own: Seeds, enemy: Seeds) -> bool:
        """Tell whether the leftmost house holds one or two seeds and nothing excuses emptying it."""
        others = own[:HEAD]
        if not self._is_weak(own) or not any(others):
            return False
        if any(enemy):
            return not self._takes(own, enemy, HEAD)
        return max(fed(house, count) for house, count in enumerate(others)) >= LEFTMOST_MIN

    def refusal(self, position: Position, index: int) -> IllegalMove:
        """Return why one of the mover's own houses may not be emptied."""
        own, enemy = position.own, position.enemy
        hole = self.board.holes[position.mover][index]
        if not own[index]:
            return IllegalMove("illegal.empty", self.clause("sow"), hole=hole)
        if index == HEAD and self._leftmost_is_barred(own, enemy):
            return IllegalMove("illegal.leftmost", self.clause("leftmost"), hole=hole, seeds=own[HEAD])
        return IllegalMove(
            "illegal.feed",
            self.clause("feed"),
            hole=hole,
            owner=NAMES[OTHER[position.mover]],
            fed=fed(index, own[index]),
            most=max(fed(house, own[house]) for house in self.candidates(position)),
        )

    # ---- a ply

    def _sown(self, own: Seeds, enemy: Seeds, house: int) -> tuple[list[int], list[int]]:
        """Return the fourteen counts after a sowing, and where its seeds fell."""
        counts, way = [*own, *enemy], path(house, own[house])
        counts[house] = 0
        for hole in way:
            counts[hole] += 1
        return counts, way

    def _captures(self, counts: list[int], way: list[int]) -> dict[int, int]:
        """Return what a sowing takes before any forfeit: how many seeds from which of the holes 7 to 13."""
        if _ends_a_lap(way):
            return {way[-1]: 1}
        taken: dict[int, int] = {}
        for hole in reversed(way):
            if hole < HOUSES or counts[hole] not in CAPTURED or hole in taken:
                break
            taken[hole] = counts[hole]
        return taken

    def _takes(self, own: Seeds, enemy: Seeds, house: int) -> bool:
        """Tell whether emptying this house captures anything (a forfeited capture does not)."""
        counts, way = self._sown(own, enemy, house)
        return 0 < sum(self._captures(counts, way).values()) < sum(counts[HOUSES:])

    def after(self, position: Position, ply: int, events: list[Event] | None = None) -> Position | None:
        """Return the position after a house is sown and what it captures is taken."""
        own, enemy = position.own, position.enemy
        names = self.board.holes[position.mover] + self.board.holes[OTHER[position.mover]]
        if own[HEAD] == sum(own) == 1:
            if events is not None:
                events.append(Event("last-seed", names[HEAD], 1, self.clause("last-seed")))
            return position.then((0,) * HOUSES, enemy, 1)
        counts, way = self._sown(own, enemy, ply)
        taken = self._captures(counts, way)
        total = sum(taken.values())
        forfeited = 0 < total == sum(counts[HOUSES:])
        if events is not None:
            clause = self.clause(self._begins_with(own, enemy, ply))
            events.append(Event("sow", names[ply], own[ply], clause, names[way[-1]]))
            if forfeited:
                events.append(Event("forfeit", names[way[-1]], total, self.clause("grand-slam")))
            else:
                slug = "full-lap" if _ends_a_lap(way) else "capture"
                for hole, seeds in taken.items():
                    events.append(Event("capture", names[hole], seeds, self.clause(slug)))
                    slug = "chain"
        if forfeited:
            total = 0
        else:
            for hole, seeds in taken.items():
                counts[hole] -= seeds
        return position.then(tuple(counts[:HOUSES]), tuple(counts[HOUSES:]), total)

    def _begins_with(self, own: Seeds, enemy: Seeds, house: int) -> str:
        """Return the slug of the clause by which this house is the one that is sown."""
        if own[house] >= BIG:
            return "fourteen"
        if not any(enemy):
            return "feed"
        return "leftmost" if house == HEAD and self._is_weak(own) else "sow"

    def free_clause(self, position: Position) -> str:
        """Return the clause of captures: Songo knows no free ones."""
        return self.clause("capture")

    # ---- the end

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome once the player to move has no seeds: the other, who moved last, has the rest."""
        own, enemy = position.own, position.enemy
        if any(own):
            return None
        south, north = position.captured
        rest = sum(enemy)
        return self._won("end", (south, north + rest) if position.mover == SOUTH else (south + rest, north))

    def repeated(self, position: Position) -> Outcome:
        """Return the outcome by repetition: each side keeps the seeds of its own rank."""
        south, north = position.captured
        return self._won("repetition", (south + sum(position.south), north + sum(position.north)))

    def _won(self, slug: str, score: tuple[int, int]) -> Outcome:
        south, north = score
        winner = None if south == north else SOUTH if south > north else OTHER[SOUTH]
        return Outcome(winner, self.clause(slug), score)
