"""Looking ahead: alpha-beta search, one turn deeper each time, in slices short enough to keep a page responsive.

A free capture is a ply of its own after which the same player goes on, so that its value keeps its sign; depth is
counted in turns. In the last turn that is looked at, only the fullest holes are captured freely: seeds are all that
counts there. A position that comes back within a line or a match, and nothing captured since, has the value that the
game gives to its return.

No values are kept by position. Once sets of free captures are tried in one order only, few positions are reached in
two ways, and a value that depends on what may not come back would hold for one of them only.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from time import monotonic
from typing import Final, NamedTuple

from .board import OTHER
from .game import PASS, Game
from .position import Position
from .turn import PASS_TEXT

WIN: Final = 10_000_000  # more seeds than there can be on a board and in hands
DEEPEST: Final = 40  # turns: each can be several plies, and each ply is a frame on Python's stack
SLICE: Final = 50  # positions made between two pauses, and those that one position leads to

Choice = tuple[int, Position]  # a ply and the position after it


class Thought(NamedTuple):
    """What a player means to play.

    `plies` is the rest of the turn as clicks, in order: hole names, and `-` for a pass or to leave the free captures
    that are due. `turns` is how many turns, this one included, were looked ahead in full; 0 where none were.
    `score` is how many seeds the player expects to be ahead (see `standing`) when the turns looked at are played or,
    if the end of the game is in sight, `WIN` less the number of turns to a win, the negative of that for a loss, and
    0 for a draw.
    """

    plies: tuple[str, ...]
    turns: int
    score: int

    @property
    def ends_in(self) -> int | None:
        """In how many turns, this one included, the player wins (`score` above 0) or loses; None if not in sight."""
        turns = WIN - abs(self.score)
        return turns if turns <= DEEPEST else None


def standing(position: Position) -> int:
    """Return how many seeds the player to move is ahead.

    With four ranks no seed changes sides: those on a player's side are what he has left, and what he has lost the
    other has captured. With two ranks the captured seeds count.
    """
    if position.board.ranks == 4:
        return sum(position.own) - sum(position.enemy)
    return position.own_captured - position.enemy_captured


def promise(choice: Choice) -> int:
    """Return how many seeds the player who makes a ply will have captured, with the fullest holes that are due."""
    _, after = choice
    if after.free:
        return after.own_captured + sum(sorted(after.enemy)[-after.free :])
    return after.enemy_captured


def plies(game: Game, position: Position) -> list[int]:
    """Return what may be chosen in a game that is not over; a sowing among it may never end.

    Free captures come with the fullest hole first, and the pass that leaves them last.
    """
    holes = game.candidates(position)
    if not position.free:
        return holes or [PASS]
    holes.sort(key=position.enemy.__getitem__, reverse=True)
    return [*holes, PASS] if game.may_decline else holes


def choices(game: Game, position: Position, found: Iterable[int]) -> Iterator[Choice]:
    """Yield each of the plies `found` that is legal, with the position after it."""
    for ply in found:
        if after := game.after(position, ply):
            yield ply, after


def thought(game: Game, position: Position, turn: Iterable[int], turns: int = 0, score: int | None = None) -> Thought:
    """Return the thought that is a turn's plies; its score, if none is given, is how the player then stands."""
    clicks = []
    for ply in turn:
        side = OTHER[position.mover] if position.free else position.mover
        clicks.append(PASS_TEXT if ply == PASS else position.board.holes[side][ply])
        ((_, position),) = choices(game, position, [ply])
    return Thought(tuple(clicks), turns, -standing(position) if score is None else score)


class Search:
    """A search from one position of a game that is not over.

    `earlier` are the positions of the match, `turn` the plies of a turn to try first. The search ends after so many
    `seconds` or, if `nodes` is given, once it has made so many positions instead.
    """

    def __init__(
        self,
        game: Game,
        position: Position,
        earlier: Iterable[Position],
        turn: Iterable[int],
        seconds: float,
        nodes: int | None = None,
    ) -> None:
        self.game = game
        self.root = position
        self.seconds = seconds
        self.most = nodes
        self.nodes = 0
        self._pause = SLICE
        self._line = {_key(p) for p in (*earlier, position)}  # the positions that may not come back
        self._best: dict[Position, int] = {}  # the ply to try first
        self._refuting: dict[tuple[int, int], int] = {}  # by turn and free captures due, the ply that last did
        self._estimates = False  # whether a value of this look is one
        for ply in turn:
            self._best[position] = ply
            ((_, position),) = choices(game, position, [ply])

    def run(self) -> Generator[Thought | None, None, Thought]:
        """Look one turn ahead, then two, and so on while time allows and there is something left to find out.

        Yield None as a pause, and a thought after each deeper look; return the last thought.
        """
        until = monotonic() + self.seconds
        found = thought(self.game, self.root, self._turn())
        for depth in range(1, DEEPEST + 1):
            for _ in self._look(depth):
                yield None
                if self.nodes >= self.most if self.most is not None else monotonic() >= until:
                    # a look begins with the best turn so far: if the unfinished one has found another, it is better
                    return thought(self.game, self.root, self._turn(), found.turns, found.score)
            found = thought(self.game, self.root, self._turn(), depth, self._score)
            yield found
            if found.ends_in or not self._estimates:
                break
        return found

    def _turn(self) -> Iterator[int]:
        """Yield the plies of the best turn so far."""
        position = self.root
        while position.mover == self.root.mover:
            ply = self._best[position]
            yield ply
            ((_, position),) = choices(self.game, position, [ply])

    def _look(self, depth: int) -> Iterator[None]:
        """Look so many turns ahead."""
        self._estimates = False
        self._score = yield from self._value(self.root, depth, -WIN, WIN, plies(self.game, self.root))

    def _value(
        self, position: Position, depth: int, alpha: int, beta: int, left: list[int]
    ) -> Generator[None, None, int]:
        """Return the value for the player to move, so many turns ahead: exact between alpha and beta, else a bound.

        `left` are the plies to try. Free captures are a set: those tried before another are not tried after it again,
        and where so few are left that the turn cannot be completed, the bound is alpha.
        """
        left = left[:]
        for ply, after in self._choices(position, depth, left[:]):
            if self.nodes >= self._pause:
                self._pause = self.nodes + SLICE
                yield None
            if position.free and ply != PASS:
                left.remove(ply)
            if after.free:
                rest = left if position.free else plies(self.game, after)
                value = yield from self._value(after, depth, alpha, beta, rest)
            elif (ended := self._ended(after)) is not None:
                value = -ended
            elif depth == 1:
                self._estimates = True
                value = -standing(after)
            else:
                self._line.add(_key(after))
                value = yield from self._value(after, depth - 1, -beta, -alpha, plies(self.game, after))
                self._line.remove(_key(after))
                value = -value
            if value > alpha:
                alpha = value
                if depth > 1 or position.turn == self.root.turn:  # in other last turns it is not worth the memory
                    self._best[position] = ply
                if value >= beta:
                    self._refuting[position.turn, position.free] = ply
                    break
        return alpha

    def _choices(self, position: Position, depth: int, found: list[int]) -> Iterator[Choice]:
        """Yield these plies with the position after each, what is likely to be best first; no never-ending sowings.

        In the last turn only the fullest hole is taken freely.
        """
        if position.free and depth == 1:
            found = found[:1]
        first = self._best.get(position, self._refuting.get((position.turn, position.free)))
        if first in found:
            found.remove(first)
            yield from self._made(position, [first])
        others = self._made(position, found)
        if depth > 1 and not position.free:  # in the last turn sorting costs more than it saves
            others = iter(sorted(others, key=promise, reverse=True))
        yield from others

    def _made(self, position: Position, found: Iterable[int]) -> Iterator[Choice]:
        """Yield each of these plies that is legal, with the position after it."""
        for choice in choices(self.game, position, found):
            self.nodes += 1
            yield choice

    def _ended(self, position: Position) -> int | None:
        """Return what a position is worth to its player to move if the game ends with it; None if it goes on."""
        outcome = self.game.outcome(position)
        if outcome is None and _key(position) in self._line:
            outcome = self.game.repeated(position)
        if outcome is None:
            return None
        if outcome.winner is None:
            return 0
        worth = WIN - (position.turn - self.root.turn)
        return worth if outcome.winner == position.mover else -worth


def _key(position: Position) -> tuple[object, ...]:
    """Return what is the same when a position comes back: all but the number of turns."""
    return position[1:7]
