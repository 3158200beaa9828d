"""Songo Ewondo, the game of the Ekang (Cameroon, Gabon, Equatorial Guinea)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from ..board import NAMES, OTHER, SOUTH, Seeds, Side
from ..errors import IllegalMove
from ..game import Cite, Game, Option, Reading, Senseless, applies, editors, inferred, says
from ..position import Position
from ..turn import Event, Outcome

HOUSES: Final = 7  # of each player; houses 7 to 13 of a sowing are the opponent's 1 to 7
HEAD: Final = 6  # the leftmost house, number 7
FIRST: Final = 7  # the opponent's house 1
BIG: Final = 14

TEXT: Final = Cite("mancala-world-songo", "section “Rules”")
CAMEROON: Final = (Cite("lesongo", "rules and engine"), Cite("clubawale"))
PROGRAM: Final = Cite("lesongo", "engine")
GABON: Final = Cite("songofish", "rules.py")


@applies("sow", "fourteen")
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
            "leftmost",
            "leftmost",
            "when the leftmost house may be emptied while it holds few seeds",
            {
                "excused": "With one or two seeds only if it is the one house with seeds, or to capture, or to feed an "
                "opponent without seeds to whom no other house can give three.",
                "last-resort": "With one or two seeds only if it is the one house with seeds.",
                "single": "With one seed only if it is the one house with seeds; with two at any time.",
            },
        ),
        Option(
            "feed",
            "feed",
            "how many seeds an opponent without seeds must be given",
            {
                "seven": "Seven or more, or else the most possible.",
                "one": "One or more.",
            },
        ),
        Option(
            "cannot_feed",
            "cannot-feed",
            "what happens if an opponent without seeds cannot be given any",
            {"move": "The player moves all the same.", "end": "The game ends."},
        ),
        Option(
            "capture_counts",
            "capture",
            "what the last seed must bring a house to",
            {"2-3-4": "Two, three or four seeds.", "2-4": "Two or four seeds.", "3-4": "Three or four seeds."},
        ),
        Option(
            "first_house",
            "first-house",
            "whether the opponent's house 1 may be captured",
            {
                "capturable": "Like any other house.",
                "not-alone": "Not if the last seed falls there, but in a chain from further on.",
                "never": "Not at all: a chain stops before it.",
            },
        ),
        Option(
            "chain",
            "chain",
            "how captures go on",
            {
                "by-seeds": "Back from seed to seed, so that after a very long sowing house 7 can follow on house 1.",
                "by-houses": "Back from house to house, as far as house 1.",
            },
        ),
        Option(
            "last_seed",
            "last-seed",
            "what becomes of a player's only seed if it lies in the leftmost house",
            {"captured": "Its owner takes it.", "sown": "It is sown like any other."},
        ),
        Option(
            "grand_slam",
            "grand-slam",
            "when a capture that takes everything is forfeited",
            {
                "forfeit": "Always.",
                "all-seven": "Only if the last seed falls into house 7 and all seven houses would be taken.",
            },
        ),
        Option(
            "end_below",
            "few-left",
            "with how few seeds on the board the game ends",
            {0: "It goes on whatever is left.", 10: "After a turn that leaves fewer than ten."},
        ),
        Option(
            "remainder",
            "remainder",
            "who gets the seeds that are left on the board",
            {"last-mover": "The player who moved last.", "own-row": "Each player those of their own rank."},
        ),
        Option(
            "win_at",
            "win",
            "how many seeds win",
            {
                "most": "More than the other has.",
                36: "The first to have captured 36 has won; at the end, more than the other has.",
                40: "The first to have captured 40 has won; at the end it takes 40, or the game is drawn.",
            },
        ),
        Option(
            "repetition",
            "repetition",
            "what becomes of a position that comes back without a capture between",
            {
                "share": "The game ends, and each player has the seeds of their own rank.",
                "draw": "The game is drawn at the first return.",
            },
        ),
    )
    senseless = (Senseless({"grand_slam": ("all-seven",), "first_house": ("never",)}, "option.all-seven"),)
    sources: ClassVar[Mapping[str, str]] = {
        "mancala-world-songo": "Mancala World, Songo Ewondo",
        "lesongo": "LE-SONGO",
        "clubawale": "Club Awalé",
        "songofish": "songo-fish",
    }
    readings = (
        Reading(
            "mancala-world",
            "the older text of Mancala World",
            {
                "leftmost": says("excused", TEXT),
                "feed": says("seven", TEXT),
                "cannot_feed": inferred("move", TEXT),
                "capture_counts": says("2-3-4", TEXT),
                "first_house": says("capturable", TEXT),
                "chain": says("by-seeds", TEXT),
                "last_seed": says("captured", TEXT),
                "grand_slam": says("forfeit", TEXT),
                "end_below": inferred(0, TEXT),
                "remainder": says("last-mover", TEXT),
                "win_at": says("most", TEXT),
                "repetition": editors("share"),
            },
        ),
        Reading(
            "cameroon",
            "as in Cameroon: LE-SONGO, and Club Awalé, which follows Mbarga Owona",
            {
                "leftmost": says("last-resort", Cite("lesongo", "rules and engine")),
                "feed": says("seven", Cite("lesongo", "rules and engine")),
                "cannot_feed": says("end", Cite("lesongo", "rules and engine")),
                "capture_counts": says("2-3-4", *CAMEROON),
                "first_house": says("not-alone", PROGRAM, Cite("clubawale")),
                "chain": says("by-houses", Cite("lesongo", "rules and engine")),
                "last_seed": says("sown", PROGRAM),
                "grand_slam": says("forfeit", Cite("lesongo", "rules and engine")),
                "end_below": says(10, Cite("lesongo", "rules and engine")),
                "remainder": says("own-row", Cite("lesongo", "rules and engine")),
                "win_at": says(40, Cite("lesongo", "rules and engine")),
                "repetition": editors("share"),
            },
        ),
        Reading(
            "gabon",
            "as in Gabon: the program songo-fish",
            {
                "leftmost": says("single", GABON),
                "feed": says("one", GABON),
                "cannot_feed": says("end", GABON),
                "capture_counts": says("2-3-4", GABON),
                "first_house": says("not-alone", GABON),
                "chain": says("by-houses", GABON),
                "last_seed": says("captured", GABON),
                "grand_slam": says("all-seven", GABON),
                "end_below": says(0, GABON),
                "remainder": says("own-row", GABON),
                "win_at": says(36, GABON),
                "repetition": editors("share"),
            },
        ),
    )

    def settle(self) -> None:
        """Draw from the option values what the rules ask for most often."""
        values = self.values
        self._captured = frozenset(map(int, str(values["capture_counts"]).split("-")))
        self._enough = HOUSES if values["feed"] == "seven" else 1
        self._end_below = int(values["end_below"])
        self._target = None if values["win_at"] == "most" else int(values["win_at"])

    @applies("setup")
    def opening(self) -> Seeds:
        """Five seeds in every house."""
        return (5,) * HOUSES

    # ---- which house may be emptied

    @applies("feed", "cannot-feed", "must-move")
    def candidates(self, position: Position) -> list[int]:
        """Return the houses that may be emptied."""
        own, enemy = position.own, position.enemy
        houses = [house for house, count in enumerate(own) if count]
        if self._leftmost_is_barred(own, enemy):
            houses.remove(HEAD)
        if any(enemy):
            return houses
        enough = min(self._enough, max((self._gives(own, house) for house in houses), default=0))
        return [house for house in houses if self._gives(own, house) >= enough]

    def _is_weak(self, own: Seeds) -> bool:
        """Tell whether the leftmost house holds seeds, but too few to be emptied freely."""
        return 0 < own[HEAD] <= (1 if self.values["leftmost"] == "single" else 2)

    @applies("leftmost")
    def _leftmost_is_barred(self, own: Seeds, enemy: Seeds) -> bool:
        """Tell whether the leftmost house holds too few seeds and nothing excuses emptying it."""
        others = own[:HEAD]
        if not self._is_weak(own) or not any(others):
            return False
        if self.values["leftmost"] != "excused":
            return True
        if any(enemy):
            return not self._takes(own, enemy, HEAD)
        return max(fed(house, count) for house, count in enumerate(others)) >= 3

    @applies("last-seed")
    def _is_last_seed(self, own: Seeds) -> bool:
        """Tell whether the player's only seed lies in the leftmost house, to be taken."""
        return own[HEAD] == sum(own) == 1 and self.values["last_seed"] == "captured"

    def _gives(self, own: Seeds, house: int) -> int:
        """Return how many seeds emptying this house gives to the opponent; a seed that is taken is not given."""
        return 0 if self._is_last_seed(own) else fed(house, own[house])

    def refusal(self, position: Position, index: int) -> IllegalMove:
        """Return why one of the mover's own houses may not be emptied, and which seeds make it so."""
        own, enemy = position.own, position.enemy
        names, owner = self.board.holes[position.mover], NAMES[OTHER[position.mover]]
        hole = names[index]
        if not own[index]:
            return IllegalMove("illegal.empty", self.clause("sow"), hole=hole)
        if index == HEAD and self._leftmost_is_barred(own, enemy):
            why = {
                "excused": "illegal.leftmost" if any(enemy) else "illegal.leftmost-feed",
                "last-resort": "illegal.leftmost-last",
                "single": "illegal.leftmost-single",
            }
            other = max(range(HEAD), key=lambda house: (fed(house, own[house]), own[house]))
            return IllegalMove(
                why[str(self.values["leftmost"])],
                self.clause("leftmost"),
                hole=hole,
                seeds=own[HEAD],
                owner=owner,
                other=names[other],
                held=own[other],
                given=fed(other, own[other]),
            )
        given = self._gives(own, index)
        return IllegalMove(
            "illegal.feed-one" if self._enough == 1 else "illegal.feed.one" if given == 1 else "illegal.feed",
            self.clause("feed"),
            hole=hole,
            owner=owner,
            fed=given,
            most=max(self._gives(own, house) for house in self.candidates(position)),
        )

    # ---- a ply

    def _sown(self, own: Seeds, enemy: Seeds, house: int) -> tuple[list[int], list[int]]:
        """Return the fourteen counts after a sowing, and where its seeds fell."""
        counts, way = [*own, *enemy], path(house, own[house])
        counts[house] = 0
        for hole in way:
            counts[hole] += 1
        return counts, way

    @applies("first-house")
    def _is_protected(self, counts: list[int], way: list[int]) -> bool:
        """Tell whether the last seed alone would capture the opponent's house 1, and may not."""
        may = self.values["first_house"] == "capturable" or _ends_a_lap(way)
        return not may and way[-1] == FIRST and counts[FIRST] in self._captured

    @applies("capture", "chain", "full-lap", "first-house")
    def _captures(self, counts: list[int], way: list[int]) -> dict[int, int]:
        """Return what a sowing takes before any forfeit: how many seeds from which of the holes 7 to 13."""
        if _ends_a_lap(way):
            return {FIRST: 1}
        if self._is_protected(counts, way):
            return {}
        last, first = way[-1], FIRST + (self.values["first_house"] == "never")
        back = reversed(way) if self.values["chain"] == "by-seeds" else range(last, FIRST - 1, -1)
        taken: dict[int, int] = {}
        for hole in back:
            if hole < first or counts[hole] not in self._captured:
                break
            taken[hole] = counts[hole]
        return taken

    @applies("grand-slam")
    def _is_forfeited(self, counts: list[int], way: list[int], taken: dict[int, int]) -> bool:
        """Tell whether a capture takes all of the opponent's seeds in a way that forfeits it."""
        if not taken or sum(taken.values()) != sum(counts[HOUSES:]):
            return False
        return self.values["grand_slam"] == "forfeit" or (way[-1] == 13 and len(taken) == HOUSES)

    def _takes(self, own: Seeds, enemy: Seeds, house: int) -> bool:
        """Tell whether emptying this house captures anything (a forfeited capture does not)."""
        counts, way = self._sown(own, enemy, house)
        taken = self._captures(counts, way)
        return bool(taken) and not self._is_forfeited(counts, way, taken)

    def after(self, position: Position, ply: int, events: list[Event] | None = None) -> Position | None:
        """Return the position after a house is sown and what it captures is taken."""
        own, enemy = position.own, position.enemy
        names = self.board.holes[position.mover] + self.board.holes[OTHER[position.mover]]
        if self._is_last_seed(own):
            if events is not None:
                events.append(Event("last-seed", names[HEAD], 1, self.clause("last-seed")))
            return position.then((0,) * HOUSES, enemy, 1)
        counts, way = self._sown(own, enemy, ply)
        taken = self._captures(counts, way)
        forfeited = self._is_forfeited(counts, way, taken)
        if events is not None:
            events.append(Event("sow", names[ply], own[ply], self._begins_with(own, enemy, ply), names[way[-1]]))
            if self._is_protected(counts, way):
                events.append(Event("protected", names[FIRST], counts[FIRST], self.clause("first-house")))
            elif forfeited:
                events.append(Event("forfeit", names[way[-1]], sum(taken.values()), self.clause("grand-slam")))
            else:
                clause = self.clause("full-lap") if _ends_a_lap(way) else self.clause("capture")
                for hole, seeds in taken.items():
                    events.append(Event("capture", names[hole], seeds, clause))
                    clause = self.clause("chain")
        if forfeited:
            taken = {}
        for hole, seeds in taken.items():
            counts[hole] -= seeds
        return position.then(tuple(counts[:HOUSES]), tuple(counts[HOUSES:]), sum(taken.values()))

    def path(self, mover: Side, ply: int, seeds: int) -> list[str]:
        """Return the houses into which seeds fall."""
        names = self.board.holes[mover] + self.board.holes[OTHER[mover]]
        return [names[house] for house in path(ply, seeds)]

    def _begins_with(self, own: Seeds, enemy: Seeds, house: int) -> str:
        """Return the id of the clause by which this house is the one that is sown."""
        if own[house] >= BIG:
            return self.clause("fourteen")
        if not any(enemy):
            return self.clause("feed") if self._gives(own, house) else self.clause("cannot-feed")
        return self.clause("leftmost") if house == HEAD and self._is_weak(own) else self.clause("sow")

    def free_clause(self, position: Position) -> str:
        """Return the clause of captures: Songo knows no free ones."""
        return self.clause("capture")

    def pass_clause(self) -> str:
        """Return the clause by which nobody may pass."""
        return self.clause("must-move")

    # ---- the end

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome: enough was captured, too little is left, or the player to move cannot move."""
        own, enemy = position.own, position.enemy
        if self._target and max(position.captured) >= self._target:
            return self._won(self.clause("win"), position.captured)
        if position.turn and sum(own) + sum(enemy) < self._end_below:
            return self._won(self.clause("few-left"), self._shared(position))
        if not any(own):
            return self._won(self.clause("end"), self._shared(position))
        if self.values["cannot_feed"] == "end" and not any(enemy):
            given = max(self._gives(own, house) for house in self.candidates(position))
            return None if given else self._won(self.clause("cannot-feed"), self._shared(position))
        return None

    def repeated(self, position: Position) -> Outcome:
        """Return the outcome by repetition: a draw, or what each side has with its own rank."""
        if self.values["repetition"] == "draw":
            return Outcome(None, self.clause("repetition"), position.captured)
        return self._won(self.clause("repetition"), self._with_own_rows(position))

    @applies("remainder")
    def _shared(self, position: Position) -> tuple[int, int]:
        """Return what South and North have when the seeds on the board are given to whom they belong."""
        if self.values["remainder"] == "own-row":
            return self._with_own_rows(position)
        south, north = position.captured
        rest = sum(position.own) + sum(position.enemy)
        return (south, north + rest) if position.mover == SOUTH else (south + rest, north)

    @staticmethod
    def _with_own_rows(position: Position) -> tuple[int, int]:
        south, north = position.captured
        return south + sum(position.south), north + sum(position.north)

    @applies("win")
    def _won(self, clause: str, score: tuple[int, int]) -> Outcome:
        """Return the outcome by this clause: more seeds win, if they are enough where that is asked."""
        south, north = score
        drawn = south == north or (self._target == 40 and max(score) < 40)
        winner = None if drawn else SOUTH if south > north else OTHER[SOUTH]
        return Outcome(winner, clause, score)
