"""Who can play against a reader: each player thinks about a position and says what it would choose."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from .errors import IllegalMove, OptionError
from .game import Game
from .match import Match
from .position import Position
from .search import Choice, Search, Thought, choices, plies, promise, thought

if TYPE_CHECKING:
    from random import Random

__all__ = ["PLAYERS", "Thought", "think"]

Thinking = Generator[Thought | None, None, Thought]
Player = Callable[[Match, Position, float, "Random", int | None], Thinking]


def think(
    player: str, match: Match, position: Position, seconds: float, random: Random, *, nodes: int | None = None
) -> Thinking:
    """Think about how the player of that name (see `PLAYERS`) goes on with his turn; the last thought is returned.

    `position` is where he stands: the match's position, or one inside the turn that follows it. Between two yields
    there are a few milliseconds of work: None is a mere pause, a thought what is best so far. A search ends after so
    many `seconds` or, if `nodes` is given, once it has made about so many positions, which is the same every time.

    OptionError if there is no such player, PositionError for another board, IllegalMove if the match is over.

    >>> from random import Random
    >>> from mancala_ref import Match, game
    >>> match = Match(game("mefuvha", columns=6), Position.parse("0*6/1,0*5/0*2,2,0,2,1/1,0,2*2,0,2 S"))
    >>> [thought for thought in think("search", match, match.position, 1.0, Random(1)) if thought]
    [Thought(plies=('b3',), turns=1, score=9999999)]
    """
    if player not in PLAYERS:
        raise OptionError("option.player", found=player, players=", ".join(PLAYERS))
    if over := match.outcome:
        raise IllegalMove("illegal.over", over.clause)
    return PLAYERS[player](match, match.game.check(position), seconds, random, nodes)


def _random(match: Match, position: Position, seconds: float, random: Random, nodes: int | None) -> Thinking:
    """Choose among all that may be chosen, each as likely as the other, ply by ply."""
    yield None
    return thought(match.game, position, _plies(match.game, position, random.choice))


def _greedy(match: Match, position: Position, seconds: float, random: Random, nodes: int | None) -> Thinking:
    """Take the most seeds that can be taken in this turn; chance decides between equals."""
    yield None
    return thought(match.game, position, _greedy_plies(match.game, position, random))


def _search(match: Match, position: Position, seconds: float, random: Random, nodes: int | None) -> Thinking:
    """Look ahead, from the greedy turn on; see `Search`."""
    game = match.game
    greedy = _greedy_plies(game, position, random)
    yield None
    if len(game.legal(position)) == 1:
        return thought(game, position, greedy)
    earlier = [match.start, *(turn.position for turn in match.turns)]
    return (yield from Search(game, position, earlier, greedy, seconds, nodes).run())


PLAYERS: Final[Mapping[str, Player]] = MappingProxyType({"random": _random, "greedy": _greedy, "search": _search})
"""The players by name, the weakest first."""


def _greedy_plies(game: Game, position: Position, random: Random) -> list[int]:
    def best(found: list[Choice]) -> Choice:
        most = max(map(promise, found))
        return random.choice([choice for choice in found if promise(choice) == most])

    return _plies(game, position, best)


def _plies(game: Game, position: Position, choose: Callable[[list[Choice]], Choice]) -> list[int]:
    """Return the plies of a turn, or of the rest of one, each chosen among all that may be chosen."""
    found, mover = [], position.mover
    while position.mover == mover:
        ply, position = choose(list(choices(game, position, plies(game, position))))
        found.append(ply)
    return found
