"""The command line: `python -m mancala_ref` and `mancala-ref`."""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn

import mancala_ref

from .errors import MancalaError, OptionError
from .game import Game
from .games import GAMES, game_at
from .match import Match
from .messages import explain, one_line, say_outcome, say_rules, text
from .perft import divide, perft
from .position import Position
from .turn import Outcome


class _Parser(argparse.ArgumentParser):
    def __init__(self, prog: str, description: str, epilog: str | None = None) -> None:
        # an abbreviated option of today could be another one's tomorrow
        super().__init__(prog=prog, description=description, epilog=epilog, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        """Tell a wrong word of the command line in one line."""
        self.exit(2, f"{self.prog}: {one_line(message)}\n")


class _Version(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print the version, which is looked up only when asked for, and leave."""
        print(f"mancala-ref {mancala_ref.__version__}")
        parser.exit()


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return its exit status: 0, 2 for anything the user gave wrong, 130 if interrupted."""
    if sys.stdout is None:  # closed by whoever started us
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  it stays open to the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that cannot show «Ntchuva» must not end in a traceback
            stream.reconfigure(errors="backslashreplace")
    try:
        try:
            _run(list(sys.argv[1:] if argv is None else argv))
        finally:
            sys.stdout.flush()
    except MancalaError as error:
        print(f"mancala-ref: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # nothing more is to be written at exit
        if isinstance(error, BrokenPipeError):  # whoever reads our output, such as `head`, has seen enough
            return 0
        print(f"mancala-ref: {text('option.output', reason=error.strerror)}", file=sys.stderr)
        return 2
    return 0


def _run(words: list[str]) -> None:
    top, commands = _parsers()
    if not words or words[0] not in commands:
        top.parse_args(words[:1])
    # not argparse's own subcommands: these do not take options between a game and its moves
    args = commands[words[0]].parse_intermixed_args(words[1:])
    args.run(args)


def _parsers() -> tuple[_Parser, dict[str, _Parser]]:
    commands = {}

    def command(name: str, run: Callable[[argparse.Namespace], None], game: bool = True) -> _Parser:
        parser = commands[name] = _Parser(prog=f"mancala-ref {name}", description=text(f"help.{name}"))
        parser.set_defaults(run=run)
        parser.add_argument("--json", action="store_true", help=text("help.json"))
        if game:
            parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
            parser.add_argument("--columns", type=_number, metavar="N", help=text("help.columns"))
            parser.add_argument("--reading", metavar="ID", help=text("help.reading"))
            parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE", help=text("help.option"))
            parser.add_argument("--position", metavar="TEXT", help=text("help.position"))
        return parser

    command("games", _games, game=False)
    show = command("show", _show)
    show.add_argument("--svg", type=Path, metavar="FILE", help=text("help.svg"))
    play = command("play", _play)
    play.add_argument("moves", nargs="*", metavar="MOVE", help=text("help.moves"))
    legal = command("legal", _legal)
    legal.add_argument("--starts", action="store_true", help=text("help.starts"))
    count = command("perft", _perft)
    count.add_argument("depth", metavar="DEPTH", help=text("help.depth"))
    count.add_argument("--divide", action="store_true", help=text("help.divide"))

    top = _Parser(prog="mancala-ref", description=text("help.program"), epilog=text("help.more"))
    top.add_argument("--version", action=_Version, nargs=0, help=text("help.version"))
    top.add_argument("command", metavar="COMMAND", choices=commands, help=", ".join(commands))
    return top, commands


def _number(word: str) -> int | str:
    """Read a number; what is none is left to the engine, which says what would be right."""
    return int(word) if re.fullmatch(r"[0-9]{1,6}", word) else word


def _setting(args: argparse.Namespace) -> tuple[Game, Position]:
    """Return the game and the position that the common options ask for."""
    options = {}
    for pair in args.option:
        key, equals, value = pair.partition("=")
        if not (key and equals and value):
            raise OptionError("option.pair", found=pair)
        options[key] = value
    return game_at(args.game, args.position, args.columns, args.reading, options)


def _print_rules(rules: Game) -> None:
    """Tell by which rules is played, if they are not the default."""
    if not rules.is_default:
        print(say_rules(rules))


def _print_board(position: Position, outcome: Outcome | None) -> None:
    if outcome is None:
        print(position)
        return
    south, north = position.captured
    print(position.diagram)
    print(text("diagram.over", south=south, north=north, turn=position.turn))


def _print_json(value: object) -> None:
    print(json.dumps(value, ensure_ascii=False))


def _games(args: argparse.Namespace) -> None:
    if args.json:
        _print_json([_describe(found) for found in GAMES.values()])
        return
    for found in GAMES.values():
        print(text("list.game", id=found.id, name=found.name, ranks=found.ranks))
        print(f"  {text('list.columns', columns=_listed(found.sizes), default=found.default_columns)}")
        for index, reading in enumerate(found.readings):
            key = "list.reading" if index else "list.reading-default"
            print(f"  {text(key, id=reading.id, name=reading.name)}")
            if reading.sizes:
                print(f"    {text('list.reading-columns', columns=_listed(reading.sizes))}")
            for option in found.options:
                setting = reading.settings[option.name]
                print(f"    {option.name}={setting.value} ({found.who_says(setting)})")
        for option in found.options:
            clause = f"{found.id}.{option.slug}"
            print(f"  {text('list.option', clause=clause, name=option.name, meaning=option.meaning)}")
            for value, rule in option.values.items():
                print(f"    {value}: {rule}")


def _listed(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def _describe(found: type[Game]) -> dict[str, object]:
    return {
        "id": found.id,
        "name": found.name,
        "ranks": found.ranks,
        "columns": list(found.sizes),
        "default_columns": found.default_columns,
        "readings": [
            {
                "id": reading.id,
                "name": reading.name,
                "columns": list(reading.sizes or found.sizes),
                "settings": {
                    name: {
                        "value": setting.value,
                        "standing": setting.standing,
                        "source": found.who_says(setting),
                        "sources": [{**c._asdict(), "name": found.sources[c.key]} for c in setting.sources],
                    }
                    for name, setting in reading.settings.items()
                },
            }
            for reading in found.readings
        ],
        "options": [
            {
                "name": option.name,
                "clause": f"{found.id}.{option.slug}",
                "meaning": option.meaning,
                "values": list(option.values),
                "rules": {str(value): rule for value, rule in option.values.items()},
            }
            for option in found.options
        ],
    }


def _show(args: argparse.Namespace) -> None:
    rules, position = _setting(args)
    outcome = rules.outcome(position)
    starts = rules.starts(position)
    if args.svg:
        try:
            args.svg.write_text(position.svg() + "\n", encoding="utf-8")
        except OSError as error:
            raise OptionError("option.file", file=args.svg, reason=error.strerror) from None
    if args.json:
        _print_json(
            {
                "game": rules.id,
                "columns": rules.board.columns,
                "reading": rules.reading.id,
                "options": rules.values,
                "position": position.text,
                "mover": position.mover,
                "captured": list(position.captured),
                "free": position.free,
                "starts": starts,
                "outcome": outcome.as_dict() if outcome else None,
            }
        )
        return
    _print_rules(rules)
    _print_board(position, outcome)
    print(position.text)
    if outcome:
        print(f"{say_outcome(outcome)} ({outcome.clause})")
    elif not position.free:
        print(text("list.starts", clause=rules.id, holes=" ".join(starts)) if starts else text("list.pass"))


def _play(args: argparse.Namespace) -> None:
    rules, position = _setting(args)
    match = Match(rules, position)
    for number, move in enumerate(args.moves, 1):
        try:
            match.play(move)
        except MancalaError as error:
            raise OptionError("option.turn", number=number, move=move, fault=error) from None
    if args.json:
        for turn in match.turns:
            _print_json(turn.as_dict())
        return
    _print_rules(rules)
    for turn in match.turns:
        print(explain(turn))
        print(f"  {turn.position.text}")
    _print_board(match.position, match.outcome)


def _legal(args: argparse.Namespace) -> None:
    rules, position = _setting(args)
    found = rules.starts(position) if args.starts else [str(move) for move in rules.legal(position)]
    if args.json:
        _print_json(found)
    else:
        for move in found:
            print(move)


def _perft(args: argparse.Namespace) -> None:
    rules, position = _setting(args)
    if not re.fullmatch(r"[0-9]{1,6}", args.depth):
        raise OptionError("option.depth", found=args.depth)
    depth = int(args.depth)
    split = {str(move): count for move, count in divide(rules, position, depth)} if args.divide else {}
    total = sum(split.values()) if split else perft(rules, position, depth)
    if args.json:
        _print_json({"depth": depth, "count": total, **({"divide": split} if args.divide else {})})
        return
    for move, count in split.items():
        print(move, count)
    print(total)
