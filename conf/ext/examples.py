"""Worked examples under a clause: the directive `example`.

    ```{example} 0,1,0,4,0*2/0,3,0*4/0*3,2,0*2/0*6 S
    :move: b4xd4
    :after: 0*6/0*6/0,1*2,0*3/0*6 N captured=8-0 turn=1
    :outcome: S mefuvha.end
    :origin: counted by hand

    What there is to see.
    ```

The argument is a position text, or `opening` with `:columns:`, whose `:after:` is the text of that opening. `:move:`
has one turn or several, `:reading:` and `:option:` (`key=value key=value`) the rules if they are not the default.
What is expected is `:after:`, a position, and `:outcome:`, `S|N|draw CLAUSE` and perhaps a score `30-40`; or
`:refused: CLAUSE`, for a last move that this clause forbids. `:origin:` says where the expected result comes from.

The first example of a turn on a page also tells what the rings in its pictures mean.

The engine plays the example while the page is read; it has to come out as expected, and to show the clause under
which it stands. A difference is an error at its line.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any, ClassVar, NamedTuple

from boards import drawn, options_of
from docutils import nodes
from docutils.parsers.rst import directives
from plays import Played, play
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import OptionSpec

from mancala_ref import Game, MancalaError, Move, Outcome, Position
from mancala_ref.games import game_at
from mancala_ref.messages import say_outcome

OPENING = "opening"
RINGS = "Rings mark the holes that the move names (before), and where the turn began, ended and captured (after)."
_OUTCOME = re.compile(r"(S|N|draw) (\S+)(?: (\d+)-(\d+))?", re.ASCII)


class Example(NamedTuple):
    """A worked example: what examples.json has of it, without clause and origin, and the origin as on the page."""

    data: dict[str, Any]
    origin: nodes.paragraph


class Reader(NamedTuple):
    """The clause whose content is being read: its id, whether code names it by `@applies` alone, its examples."""

    clause: str
    only_applied: bool
    examples: list[Example]


class ExampleDirective(SphinxDirective):
    """Shows what a clause does, in a position."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[OptionSpec] = {
        "columns": directives.positive_int,
        **dict.fromkeys(
            ("reading", "option", "move", "after", "outcome", "refused", "origin"), directives.unchanged_required
        ),
    }

    def run(self) -> list[nodes.Node]:
        """Play the example, compare, note it, and return its figure."""
        reader: Reader | None = self.env.temp_data.get("rules:reader")
        if reader is None:
            raise self.error("an example stands inside the clause that it shows")
        self.clause = reader.clause
        self._check_form()
        moves = self.options.get("move", "").split()
        try:
            options = options_of(self.options.get("option", ""))
            game, start = self._start(options)
            played = play(game, start, moves)
            expected = self._expected(game)
        except MancalaError as error:
            raise self._fault(str(error)) from None
        self._compare(expected, moves, played)
        self._check_that_it_shows(reader, played)
        origin = nodes.paragraph("", "", *self.parse_inline(self.options["origin"])[0])
        is_opening = self.arguments[0] == OPENING
        position: dict[str, object] = {"columns": start.board.columns} if is_opening else {}
        position["position"] = OPENING if is_opening else start.text
        rules = {"reading": game.reading.id, "options": {key: game.values[key] for key in options}}
        reader.examples.append(Example({**position, **rules, "moves": moves, **expected}, origin))
        return [self._figure(game, start, moves, played, origin, self._rings(reader, played))]

    def _fault(self, sentence: str) -> Exception:
        return self.error(f"example of {self.clause}: {sentence}")

    def _check_form(self) -> None:
        """See that the options are such as belong together."""
        given = set(self.options)
        ends = given & {"after", "outcome"}
        if "origin" not in given:
            raise self._fault("':origin:' is missing: say where the expected result comes from")
        if ("refused" in given) == bool(ends):
            raise self._fault("it expects ':after:' or ':outcome:' or both, or else ':refused:'")
        if self.arguments[0] == OPENING:
            if not {"columns", "after"} <= given or given & {"move", "outcome", "refused"}:
                raise self._fault("the opening needs ':columns:' and ':after:', and has no move")
        elif "columns" in given:
            raise self._fault("':columns:' is for the opening: a position has its own")
        elif "move" not in given and ends != {"outcome"}:
            raise self._fault("':move:' is missing: only the opening, or an outcome that is there already, needs none")

    # ---- what the engine makes of it

    def _start(self, options: dict[str, str | int]) -> tuple[Game, Position]:
        position = None if self.arguments[0] == OPENING else self.arguments[0]
        game = self.clause.partition(".")[0]
        return game_at(game, position, self.options.get("columns"), self.options.get("reading"), options)

    def _expected(self, game: Game) -> dict[str, Any]:
        """Return what the options expect, as examples.json has it. Raises PositionError."""
        expected: dict[str, Any] = {}
        if "after" in self.options:
            expected["after"] = game.parse(self.options["after"]).text
        if "outcome" in self.options:
            match = _OUTCOME.fullmatch(self.options["outcome"])
            if not match:
                raise self._fault(
                    f"':outcome:' is {self.options['outcome']}: expected S, N or draw, a clause, perhaps a score 30-40"
                )
            winner, clause, *score = match.groups()
            expected["outcome"] = {"winner": None if winner == "draw" else winner, "clause": clause}
            if score[0]:
                expected["outcome"]["score"] = [int(seeds) for seeds in score]
        if "refused" in self.options:
            expected["refused"] = self.options["refused"]
        return expected

    def _compare(self, expected: dict[str, Any], moves: Sequence[str], played: Played) -> None:
        """See that everything came out as expected; only the last move may be refused, if that is expected."""
        refusal = played.refusal
        if refusal and ("refused" not in expected or len(played.turns) + 1 < len(moves)):
            raise self._fault(f"the engine refuses {moves[len(played.turns)]}: {refusal}")
        if wanted := expected.get("refused"):
            if refusal is None:
                raise self._fault(f"expected the last move to be refused by {wanted}, but the engine plays it")
            if refusal.clause != wanted:
                raise self._fault(f"expected a refusal by {wanted}, but the engine's is: {refusal}")
        if "after" in expected and expected["after"] != played.position.text:
            raise self._fault(f"expected {expected['after']}, but the engine's result is {played.position.text}")
        if "outcome" in expected:
            found = played.outcome.as_dict() if played.outcome else {}
            if {key: found.get(key) for key in expected["outcome"]} != expected["outcome"]:
                told = _written(played.outcome)
                raise self._fault(f"expected the outcome {self.options['outcome']}, but the engine's is {told}")

    def _check_that_it_shows(self, reader: Reader, played: Played) -> None:
        """See that the clause is at work here, if a step, an end or a refusal can tell."""
        opens = self.arguments[0] == OPENING and self.clause.endswith(".board")
        if reader.only_applied or opens or self.clause in played.clauses():
            return
        shown = ", ".join(sorted(played.clauses())) or "no clause"
        raise self._fault(f"it does not show that clause: the last move shows {shown}")

    # ---- what the page shows

    def _rings(self, reader: Reader, played: Played) -> list[nodes.Node]:
        """Return what rings mean, if this is the first turn that the page shows; further examples are folded away."""
        known = self.env.temp_data
        if len(reader.examples) > 1 or played.last is None or played.refusal is not None or "rules:rings" in known:
            return []
        known["rules:rings"] = True
        return [nodes.paragraph("", RINGS, classes=["rings"])]

    def _figure(
        self, game: Game, start: Position, moves: list[str], played: Played, origin: nodes.paragraph,
        rings: list[nodes.Node],
    ) -> nodes.Node:  # fmt: skip
        """Return the boards before and after, side by side, or the one board that there is, and what it means."""
        boards = nodes.container("", classes=["example-boards"])
        if played.refusal is not None:
            boards += self._board("", game, played.position, _holes(moves[-1], game))
        elif played.last is None:
            boards += self._board("", game, start, outcome=played.outcome)
        else:
            boards += self._board("Before", game, start, _holes(moves[0], game))
            boards += self._board("After", game, played.position, played.marks(), played.outcome)
        facts: list[nodes.Node] = []
        for move in moves:
            facts += [nodes.Text(" " if facts else "Played: "), nodes.literal("", move)]
        if played.refusal is not None:
            facts.append(nodes.Text(f", and refused: {played.refusal.sentence}"))
        if played.outcome is not None:
            facts.append(nodes.Text(f"{' · ' * bool(facts)}{say_outcome(played.outcome)}"))
        if not game.is_default:
            facts += [nodes.Text(f"{' · ' * bool(facts)}Under "), nodes.literal("", game.reading.id)]
            for name, value in game.changed.items():
                facts += [nodes.Text(" "), nodes.literal("", f"{name}={value}")]
        facts += [nodes.Text(f"{' · ' * bool(facts)}How we know: "), *origin.deepcopy().children]
        told = nodes.paragraph("", "", *facts, classes=["facts"])
        legend = nodes.legend("", *self.parse_content_to_nodes(), told, *rings)
        figure = nodes.figure("", boards, legend, classes=["example"])
        self.set_source_info(figure)
        return figure

    def _board(
        self, label: str, game: Game, position: Position, marks: Collection[str] = (), outcome: Outcome | None = None
    ) -> nodes.Node:
        said = [nodes.paragraph("", label, classes=["example-label"])] if label else []
        return nodes.container("", *said, drawn(self.env, game, position, marks, outcome), classes=["example-board"])


def _holes(move: str, game: Game) -> list[str]:
    """Return the holes that a move names."""
    start, free = Move.parse(move, game.board)
    return [*free, *([start] if start else [])]


def _written(outcome: Outcome | None) -> str:
    """Write an outcome as the option has it."""
    if outcome is None:
        return "none: the game goes on"
    return f"{outcome.winner or 'draw'} {outcome.clause} {outcome.score[0]}-{outcome.score[1]}"
