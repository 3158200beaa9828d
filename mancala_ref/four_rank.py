"""What the games of four ranks share: two circuits that never mix, relays, captures through the inner ranks.

The clauses named here are each game's own, by the same slug: `mefuvha.relay`, `ntchuva.relay`, `nakabili.relay`.
"""

from __future__ import annotations

from typing import ClassVar, Final

from .board import NAMES, OTHER, Seeds, Side
from .errors import IllegalMove
from .game import PASS, Game, Option, Senseless, applies, editors
from .position import Position
from .sowing import NEVER_ENDS, relay
from .turn import Event, Kind, Outcome

OPTIONS: Final = (
    Option(
        "free_captures",
        "free-captures",
        "how many further enemy holes a capture lets its player take",
        {
            0: "A capture brings no further hole.",
            1: "A capture brings one further hole.",
            2: "A capture brings two further holes.",
            3: "A capture brings three further holes.",
        },
    ),
    Option(
        "free_duty",
        "free-captures",
        "whether a player may leave a free capture",
        {
            "all": "All the free captures that are due are made.",
            "optional": "A player may make fewer free captures than are due, or none.",
        },
    ),
    Option(
        "singles",
        "singles",
        "when and where a single may move",
        {
            "empty-only": "Singles move only when no hole holds more, and then only into an empty hole.",
            "any-relay": "Singles move only when no hole holds more; one that meets seeds is sown on.",
            "prefer-occupied": "Singles move only when no hole holds more, and one that meets seeds goes first.",
            "any": "Any hole with seeds may start a turn at any time; a single that meets seeds is sown on.",
        },
    ),
    Option(
        "never_ending",
        "never-ending",
        "what becomes of a sowing that never ends",
        {"illegal": "It is not a legal move; if all that the start rule allows are such, the game is drawn."},
    ),
    Option(
        "no_move",
        "no-move",
        "what becomes of a player who has seeds but no hole to start from",
        {
            "pass": "The turn passes; if neither player can start, the game is drawn.",
            "lose": "That player has lost.",
        },
    ),
    Option(
        "repetition",
        "repetition",
        "what becomes of a position that comes back without a capture between",
        {"draw": "The game is drawn at the first return."},
    ),
)

ALWAYS_A_START: Final = Senseless(
    {"no_move": ("lose",), "singles": ("any-relay", "prefer-occupied", "any")}, "option.no-move"
)
NONE_TO_LEAVE: Final = Senseless({"free_duty": ("optional",), "free_captures": (0,)}, "option.free-duty")

EDITORS_SETTINGS: Final = {
    "never_ending": editors("illegal"),
    "no_move": editors("pass"),
    "repetition": editors("draw"),
}


class FourRank(Game):
    """The mechanism of the four-rank games; each game brings its opening, its sizes and its readings."""

    ranks = 4
    options: ClassVar[tuple[Option, ...]] = OPTIONS
    senseless: ClassVar[tuple[Senseless, ...]] = (ALWAYS_A_START, NONE_TO_LEAVE)

    def settle(self) -> None:
        """Draw from the option values what the rules ask for most often."""
        self.free_captures = int(self.values["free_captures"])
        self.may_decline = self.values["free_duty"] == "optional"
        self.where_singles = self.values["singles"]
        self._least = 1 if self.where_singles == "any" else 2  # seeds in a hole that may start at any time
        self._faces = 3 * self.board.columns - 1

    # ---- the start rule

    @applies("start")
    def starting_holes(self, own: Seeds) -> list[int]:
        """Return the holes from which the start rule lets a player with these seeds begin his turn."""
        least = self._least
        return [hole for hole, count in enumerate(own) if count >= least] or self.singles(own)

    @applies("singles")
    def singles(self, own: Seeds) -> list[int]:
        """Return the singles that may move when no hole holds two seeds or more."""
        on = 1 - len(own)  # own[hole + on] is the next hole: Python counts negative indices from the end
        if self.where_singles == "empty-only":
            return [hole for hole, count in enumerate(own) if count and not own[hole + on]]
        singles = [hole for hole, count in enumerate(own) if count]
        if self.where_singles == "prefer-occupied":
            return [hole for hole in singles if own[hole + on]] or singles
        return singles

    def candidates(self, position: Position) -> list[int]:
        """Return the holes that the start rule allows, or the enemy holes that a free capture may take."""
        if position.free:
            return [hole for hole, count in enumerate(position.enemy) if count]
        return self.starting_holes(position.own)

    def begins_with(self, position: Position, hole: int) -> str:
        """Return the id of the clause by which a turn begins with this hole."""
        return self.clause("sow") if position.own[hole] > 1 else self.clause("singles")

    # ---- a ply

    @applies("sow", "relay", "stop")
    def after(self, position: Position, ply: int, events: list[Event] | None = None) -> Position | None:
        """Return the position after a pass, a free capture, or a sowing with the capture that it brings."""
        _, _, own, enemy, captured, _, free, _ = position
        if free and ply == PASS:
            if events is not None:
                events.append(Event("decline", None, 0, self.free_clause(position)))
            return position.then(own, enemy)
        if free:
            if events is not None:
                self._tell_capture("free-capture", position, ply, self.free_clause(position), events)
            left = list(enemy)
            left[ply] = 0
            return position.then(own, tuple(left), enemy[ply], free - 1)
        if ply == PASS:
            if events is not None:
                events.append(Event("pass", None, 0, self.clause("pass")))
            return position.then(own, enemy)
        laps: list[tuple[int, int, int]] | None = None if events is None else []
        seeds, last = relay(own, ply, laps)
        if last == NEVER_ENDS:
            return None
        if events is not None and laps is not None:
            self._tell_laps(position, ply, laps, events)
        # The last seed lies in an empty hole. On the inner rank it faces an enemy hole: that one's index on the
        # enemy's circuit, and that of the outer hole behind it, follow from both circuits turning the same way.
        behind = last - self.board.columns
        facing = self._faces - last
        if behind < 0 or not enemy[facing]:
            return position.then(tuple(seeds), enemy)
        if events is not None:
            self._tell_capture("capture", position, facing, self.clause("capture"), events)
            if enemy[behind]:
                self._tell_capture("capture", position, behind, self.clause("capture-outer"), events)
        left = list(enemy)
        left[facing] = left[behind] = 0
        taken = enemy[facing] + enemy[behind]
        due = min(self.due(captured), len(left) - left.count(0))
        return position.then(tuple(seeds), tuple(left), taken, due)

    @applies("sow")
    def path(self, mover: Side, ply: int, seeds: int) -> list[str]:
        """Return the holes into which seeds fall: along the mover's circuit, the emptied hole not skipped."""
        names = self.board.holes[mover]
        return [names[(ply + step) % len(names)] for step in range(1, seeds + 1)]

    @applies("free-captures")
    def due(self, captured: int) -> int:
        """Return how many free captures a capture gives to a player who has captured so much before it."""
        return self.free_captures

    def most_free(self) -> int:
        """Return how many free captures one capture can give at most."""
        return self.due(0)

    def free_clause(self, position: Position) -> str:
        """Return the id of the clause that gives the free captures due in the position."""
        return self.clause("free-captures")

    def pass_clause(self) -> str:
        """Return the id of the clause by which a player without a start hole passes."""
        return self.clause("pass")

    def _tell_laps(self, position: Position, start: int, laps: list[tuple[int, int, int]], events: list[Event]) -> None:
        """Note the laps of a sowing and where it stopped."""
        names = self.board.holes[position.mover]
        kind: Kind = "sow"
        clause = self.begins_with(position, start)
        for lifted, seeds, last in laps:
            events.append(Event(kind, names[lifted], seeds, clause, names[last]))
            kind, clause = "relay", self.clause("relay")
        events.append(Event("stop", names[laps[-1][2]], 1, self.clause("stop")))

    def _tell_capture(self, kind: Kind, position: Position, hole: int, clause: str, events: list[Event]) -> None:
        """Note that an enemy hole is captured, and by which clause."""
        name = self.board.holes[OTHER[position.mover]][hole]
        events.append(Event(kind, name, position.enemy[hole], clause))

    # ---- the end

    def outcome(self, position: Position) -> Outcome | None:
        """Return the outcome: a player without seeds has lost; a game in which nobody can move is drawn."""
        if position.free:
            return None
        own, enemy = position.own, position.enemy
        if not any(own) or not any(enemy):
            winner = position.mover if any(own) else OTHER[position.mover] if any(enemy) else None
            return Outcome(winner, self.clause("end"), position.captured)
        holes = self.candidates(position)
        if not holes:
            if self.values["no_move"] == "lose":
                return Outcome(OTHER[position.mover], self.clause("no-move"), position.captured)
            if self.starting_holes(enemy):
                return None
            return Outcome(None, self.clause("no-move"), position.captured)
        if all(relay(own, hole)[1] == NEVER_ENDS for hole in holes):
            return Outcome(None, self.clause("never-ending"), position.captured)
        return None

    def repeated(self, position: Position) -> Outcome:
        """Return the draw by repetition."""
        return Outcome(None, self.clause("repetition"), position.captured)

    # ---- refusals

    def refusal(self, position: Position, index: int) -> IllegalMove:
        """Return why one of the mover's own holes may not start the turn, and which seeds make it so."""
        own = position.own
        names = self.board.holes[position.mover]
        hole, allowed = names[index], self.candidates(position)
        if index in allowed:
            return IllegalMove("illegal.never-ending", self.clause("never-ending"), hole=hole)
        if not allowed:
            return IllegalMove("illegal.must-pass", self.clause("pass"), player=NAMES[position.mover])
        if not own[index]:
            return IllegalMove("illegal.empty", self.clause("start"), hole=hole)
        if own[allowed[0]] > 1:
            return self.refuse_single(own, names, index, allowed)
        after = (index + 1) % self.board.size
        following = names[after]
        if own[after]:
            return IllegalMove(
                "illegal.single-blocked", self.clause("singles"), hole=hole, next=following, seeds=own[after]
            )
        return IllegalMove(
            "illegal.single-loose", self.clause("singles"), hole=hole, next=following, other=names[allowed[0]]
        )

    def refuse_single(self, own: Seeds, names: tuple[str, ...], index: int, allowed: list[int]) -> IllegalMove:
        """Return why a single may not move while the `allowed` holes hold more."""
        more = allowed[0]
        return IllegalMove(
            "illegal.single", self.clause("singles"), hole=names[index], more=names[more], seeds=own[more]
        )
