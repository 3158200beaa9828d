"""A second engine for the four games and all their readings, slow and plain on purpose, to play against the real one.

Two programs written from the same rules by different hands rarely make the same mistake, so the tests let
this one and ``mancala_ref`` play the same random games and compare every position, every list of turns and
every result. That is worth something only while the two share nothing: this module imports no line of
``mancala_ref``, and should stay that way. When both need the same correction, make it twice.

It plays as a person with fingers on a board would. A board is a dict from hole name to seeds. Seeds drop one
at a time, the next hole is found by walking along the rank and turning at its end, what faces a hole is read
off the printed board (the same column number), and a sowing that never ends is known because the same board
with the same hole in hand has been seen before in that sowing. Such cycles can run to a million laps on
boards of ten and more columns: nothing here is quick enough for those.

Positions are position texts, turns are turn texts. The reader accepts what is well formed and does not try
to explain what is not; ``ValueError`` is all a wrong text gets.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import combinations, groupby

SONGO = "songo-ewondo"

Rules = Mapping[str, str | int]  # every option of a game, and its value

# The readings of each game, the default one first, typed in from the descriptions of the rules and not taken from
# the engine. An option for which no reading has a choice is left out, and passed over where rules have it.
READINGS: dict[str, dict[str, dict[str, str | int]]] = {
    "mefuvha": {
        "mancala-world": {
            "free_captures": 2,
            "singles": "empty-only",
            "no_move": "pass",
            "free_duty": "all",
            "stylised_first_move": "none",
        },
        "stayt-1931": {
            "free_captures": 1,
            "singles": "any-relay",
            "no_move": "pass",
            "free_duty": "all",
            "stylised_first_move": "both",
        },
    },
    "ntchuva": {
        "portuguese-text": {"free_captures": 1, "singles": "any-relay", "no_move": "pass", "free_duty": "all"},
        "unilurio": {"free_captures": 0, "singles": "empty-only", "no_move": "pass", "free_duty": "all"},
        "tchadji": {"free_captures": 1, "singles": "empty-only", "no_move": "pass", "free_duty": "all"},
    },
    "nakabili": {
        "mancala-world": {
            "free_captures": 1,
            "singles": "prefer-occupied",
            "no_move": "pass",
            "free_duty": "all",
            "first_capture_bonus": "add",
            "setup": "left",
        },
    },
    SONGO: {
        "mancala-world": {
            "first_house": "capturable",
            "capture_counts": "2-3-4",
            "chain": "by-seeds",
            "grand_slam": "forfeit",
            "leftmost": "excused",
            "last_seed": "captured",
            "feed": "seven",
            "cannot_feed": "move",
            "end_below": 0,
            "win_at": "most",
            "remainder": "last-mover",
            "repetition": "share",
        },
        "cameroon": {
            "first_house": "not-alone",
            "capture_counts": "2-3-4",
            "chain": "by-houses",
            "grand_slam": "forfeit",
            "leftmost": "last-resort",
            "last_seed": "sown",
            "feed": "seven",
            "cannot_feed": "end",
            "end_below": 10,
            "win_at": 40,
            "remainder": "own-row",
            "repetition": "share",
        },
        "gabon": {
            "first_house": "not-alone",
            "capture_counts": "2-3-4",
            "chain": "by-houses",
            "grand_slam": "all-seven",
            "leftmost": "single",
            "last_seed": "captured",
            "feed": "one",
            "cannot_feed": "end",
            "end_below": 0,
            "win_at": 36,
            "remainder": "own-row",
            "repetition": "share",
        },
    },
}

# On how many columns each reading is played.
SIZES = {
    ("mefuvha", "mancala-world"): (6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28),
    ("mefuvha", "stayt-1931"): (6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28),
    ("ntchuva", "portuguese-text"): (4, 8, 16, 32),
    ("ntchuva", "unilurio"): (6, 8),
    ("ntchuva", "tchadji"): (8, 12),
    ("nakabili", "mancala-world"): (8,),
    (SONGO, "mancala-world"): (7,),
    (SONGO, "cameroon"): (7,),
    (SONGO, "gabon"): (7,),
}

# Which way a finger walks on each rank, and the rank it changes to, in the same column, where a rank ends.
FOUR_RANK_WALK = {"a": (+1, "b"), "b": (-1, "a"), "c": (+1, "d"), "d": (-1, "c")}
TWO_RANK_WALK = {"a": (-1, "b"), "b": (+1, "a")}
# For an inner hole of ours: the enemy's inner rank that faces it, and the outer rank behind that.
FACING = {"b": "cd", "c": "ba"}


@dataclass
class Table:
    """A board with everything else a position text says."""

    holes: dict[str, int]
    ranks: str  # letters as printed, top to bottom
    mover: str
    captured: dict[str, int]
    free: int = 0
    turn: int = 0

    def side(self, player: str) -> list[str]:
        """The holes of one player, by rank letter and then by column."""
        half = len(self.ranks) // 2
        letters = self.ranks[half:] if player == "S" else self.ranks[:half]
        return sorted((hole for hole in self.holes if hole[0] in letters), key=by_name)

    def seeds(self, player: str) -> int:
        return sum(self.holes[hole] for hole in self.side(player))

    def occupied(self, player: str) -> list[str]:
        return [hole for hole in self.side(player) if self.holes[hole] > 0]

    def next(self, hole: str) -> str:
        """The hole that a finger comes to after this one."""
        walk = FOUR_RANK_WALK if len(self.ranks) == 4 else TWO_RANK_WALK
        step, other_rank = walk[hole[0]]
        beside = f"{hole[0]}{int(hole[1:]) + step}"
        return beside if beside in self.holes else other_rank + hole[1:]

    def copy(self) -> Table:
        return replace(self, holes=dict(self.holes), captured=dict(self.captured))

    def take(self, hole: str, seeds: int) -> None:
        """Move seeds from a hole to the mover's captured ones."""
        self.holes[hole] -= seeds
        self.captured[self.mover] += seeds

    def finish(self) -> None:
        """Hand the board over: the turn is complete."""
        self.free = 0
        self.turn += 1
        self.mover = enemy(self.mover)


def enemy(player: str) -> str:
    return "N" if player == "S" else "S"


def captured(table: Table) -> tuple[int, int]:
    return table.captured["S"], table.captured["N"]


def by_name(hole: str) -> tuple[str, int]:
    return hole[0], int(hole[1:])


# Position texts


def read(text: str) -> Table:
    board, mover, *fields = text.replace("_", " ").split(" ")
    rows = board.split("/")
    if len(rows) not in (2, 4) or mover not in ("S", "N"):
        raise ValueError(f"not a position: {text!r}")
    table = Table({}, "dcba"[-len(rows) :], mover, {"S": 0, "N": 0})
    for letter, row in zip(table.ranks, rows, strict=True):
        column = 0
        for run in row.split(","):
            seeds, _, times = run.partition("*")
            for _ in range(int(times or 1)):
                column += 1
                table.holes[f"{letter}{column}"] = int(seeds)
    for field in fields:
        name, _, value = field.partition("=")
        if name == "captured":
            south, north = value.split("-")
            table.captured = {"S": int(south), "N": int(north)}
        elif name == "free":
            table.free = int(value)
        elif name == "turn":
            table.turn = int(value)
        else:
            raise ValueError(f"no such field: {field!r}")
    return table


def write(table: Table) -> str:
    rows = []
    for letter in table.ranks:
        row = [seeds for hole, seeds in table.holes.items() if hole[0] == letter]
        runs = [(seeds, len(list(same))) for seeds, same in groupby(row)]
        rows.append(",".join(f"{seeds}*{times}" if times > 1 else f"{seeds}" for seeds, times in runs))
    words = ["/".join(rows), table.mover]
    if table.captured != {"S": 0, "N": 0}:
        words.append(f"captured={table.captured['S']}-{table.captured['N']}")
    if table.free:
        words.append(f"free={table.free}")
    if table.turn:
        words.append(f"turn={table.turn}")
    return " ".join(words)


# Mefuvha, Ntchuva, Nakabili


def sow(table: Table, start: str) -> tuple[Table, str] | None:
    """The board after all laps, and the hole where the last seed lies; None when the laps never end."""
    table = table.copy()
    hole = start
    seen = set()
    while True:
        state = (tuple(table.holes.values()), hole)
        if state in seen:
            return None
        seen.add(state)
        hand, table.holes[hole] = table.holes[hole], 0
        while hand > 0:
            hole = table.next(hole)
            table.holes[hole] += 1
            hand -= 1
        if table.holes[hole] == 1:
            return table, hole


def start_rule(table: Table, player: str, rules: Rules) -> list[str]:
    """The holes from which the player may begin, before never-ending sowings are struck off."""
    bound = rules.get("stylised_first_move")
    if (bound == "both" and table.turn <= 1) or (bound == "first" and table.turn == 0):
        third = "b3" if player == "S" else f"c{len(table.holes) // 4 - 2}"
        if table.holes[third] >= 2:
            return [third]
    if rules["singles"] == "any":
        return table.occupied(player)
    larger = [hole for hole in table.side(player) if table.holes[hole] >= 2]
    if larger:
        return larger
    singles = table.occupied(player)
    blocked = [hole for hole in singles if table.holes[table.next(hole)] > 0]
    if rules["singles"] == "empty-only":
        return [hole for hole in singles if hole not in blocked]
    if rules["singles"] == "prefer-occupied" and blocked:
        return blocked
    return singles


def captures(table: Table, last: str, rules: Rules) -> Table:
    """The board after the column is taken, with the number of free captures that follow in ``free``."""
    table = table.copy()
    free = int(rules["free_captures"])
    if table.captured[table.mover] == 0:
        if rules.get("first_capture_bonus") == "add":
            free = free + 2
        if rules.get("first_capture_bonus") == "replace":
            free = 2
    if last[0] in FACING:
        inner, outer = (rank + last[1:] for rank in FACING[last[0]])
        if table.holes[inner] > 0:
            table.take(inner, table.holes[inner])
            table.take(outer, table.holes[outer])
            table.free = free
    return table


def choices(table: Table, rules: Rules) -> list[tuple[str, ...]]:
    """Every set of enemy holes with which the free captures can be made; one empty set if none is due."""
    prey = table.occupied(enemy(table.mover))
    most = min(table.free, len(prey))
    fewest = 0 if rules["free_duty"] == "optional" else most
    return [chosen for number in range(fewest, most + 1) for chosen in combinations(prey, number)]


def four_rank_turns(table: Table, rules: Rules) -> list[str]:
    if table.free:
        return ["".join(f"x{hole}" for hole in chosen) or "-" for chosen in choices(table, rules)]
    starts = start_rule(table, table.mover, rules)
    if not starts:
        return ["-"]
    found = []
    for start in starts:
        sown = sow(table, start)
        if sown:
            for chosen in choices(captures(*sown, rules), rules):
                found.append("x".join((start, *chosen)))
    return found


def four_rank_play(table: Table, turn: str, rules: Rules) -> Table:
    start, *chosen = turn.split("x")
    if start in table.holes:
        sown = sow(table, start)
        if not sown:
            raise ValueError(f"{start} never ends")
        table = captures(*sown, rules)
    if tuple(sorted(chosen, key=by_name)) not in choices(table, rules):
        raise ValueError(f"wrong free captures in {turn}")
    for hole in chosen:
        table.take(hole, table.holes[hole])
    table.finish()
    return table


def four_rank_outcome(game_id: str, table: Table, rules: Rules) -> tuple[str | None, str] | None:
    alive = [player for player in "SN" if table.seeds(player) > 0]
    if len(alive) < 2:
        return (alive[0] if alive else None), f"{game_id}.end"
    if table.free:
        return None
    starts = start_rule(table, table.mover, rules)
    if not starts and rules["no_move"] == "lose":
        return enemy(table.mover), f"{game_id}.no-move"
    if not starts and not start_rule(table, enemy(table.mover), rules):
        return None, f"{game_id}.no-move"
    if starts and all(sow(table, start) is None for start in starts):
        return None, f"{game_id}.never-ending"
    return None


# Songo Ewondo


def houses(player: str) -> list[str]:
    """House 1 to house 7 of a player, as he counts them: from his right hand to his left."""
    return [f"a{column}" for column in range(7, 0, -1)] if player == "S" else [f"b{column}" for column in range(1, 8)]


def songo_sow(table: Table, start: str) -> list[str]:
    """Sow on the table itself; the house of each seed in the order of sowing."""
    theirs = houses(enemy(table.mover))
    hand, table.holes[start] = table.holes[start], 0
    path: list[str] = []
    hole = start
    while hand > 0:
        hole = table.next(hole)
        if len(path) == 13 or (len(path) > 13 and hole not in theirs):
            hole = theirs[0]
        table.holes[hole] += 1
        path.append(hole)
        hand -= 1
    return path


def songo_catch(table: Table, path: list[str], rules: Rules) -> dict[str, int]:
    """How many seeds are captured from which houses, when the seeds have been sown along the path."""
    theirs = houses(enemy(table.mover))
    counts = [int(count) for count in str(rules["capture_counts"]).split("-")]
    last = path[-1]
    if last not in theirs:
        return {}
    if len(path) >= 14 and len(path) % 7 == 0:
        return {last: 1}
    if last == theirs[0] and rules["first_house"] in ("not-alone", "never"):
        return {}
    way_back = path[::-1]
    if rules["chain"] == "by-houses":
        way_back = theirs[theirs.index(last) :: -1]
    caught: dict[str, int] = {}
    for house in way_back:
        if house not in theirs or house in caught or table.holes[house] not in counts:
            break
        if house == theirs[0] and rules["first_house"] == "never":
            break
        caught[house] = table.holes[house]
    if rules["grand_slam"] == "forfeit" and sum(caught.values()) == table.seeds(enemy(table.mover)):
        return {}
    if rules["grand_slam"] == "all-seven" and last == theirs[6] and all(table.holes[h] in counts for h in theirs):
        return {}
    return caught


def songo_try(table: Table, start: str, rules: Rules) -> tuple[Table, int, int]:
    """The board after the move, how many seeds it gives to the enemy's row, how many it captures."""
    after = table.copy()
    if rules["last_seed"] == "captured" and table.seeds(table.mover) == 1 and start == houses(table.mover)[6]:
        after.take(start, 1)
        return after, 0, 1
    path = songo_sow(after, start)
    given = len([house for house in path if house in houses(enemy(table.mover))])
    caught = songo_catch(after, path, rules)
    for house, seeds in caught.items():
        after.take(house, seeds)
    return after, given, sum(caught.values())


def songo_starts(table: Table, rules: Rules) -> dict[str, int]:
    """The houses that house 7's own rule leaves, and how many seeds each would give to the enemy's row."""
    head = houses(table.mover)[6]
    given = {start: songo_try(table, start, rules)[1] for start in table.occupied(table.mover)}
    others = {start: seeds for start, seeds in given.items() if start != head}
    if head not in given or not others or table.holes[head] > 2:
        return given
    if rules["leftmost"] == "single" and table.holes[head] == 2:
        return given
    if rules["leftmost"] == "excused":
        if songo_try(table, head, rules)[2] > 0:
            return given
        if table.seeds(enemy(table.mover)) == 0 and all(seeds < 3 for seeds in others.values()):
            return given
    return others


def songo_turns(table: Table, rules: Rules) -> list[str]:
    given = songo_starts(table, rules)
    if table.seeds(enemy(table.mover)) > 0:
        return list(given)
    enough = {"seven": 7, "one": 1}[str(rules["feed"])]
    wanted = min(enough, max(given.values()))
    return [start for start, seeds in given.items() if seeds >= wanted]


def songo_play(table: Table, start: str, rules: Rules) -> Table:
    after = songo_try(table, start, rules)[0]
    after.finish()
    return after


def songo_end(table: Table, rules: Rules) -> tuple[str, tuple[int, int]] | None:
    """The clause that ends the game here, and what South and North then have; None while it goes on."""
    south, north = captured(table)
    if rules["win_at"] != "most" and max(south, north) >= int(rules["win_at"]):
        return "win", (south, north)
    mine, others = table.seeds(table.mover), table.seeds(enemy(table.mover))
    if table.turn > 0 and mine + others < int(rules["end_below"]):
        clause = "few-left"
    elif mine == 0:
        clause = "end"
    elif others == 0 and rules["cannot_feed"] == "end" and not any(songo_starts(table, rules).values()):
        clause = "cannot-feed"
    else:
        return None
    if rules["remainder"] == "last-mover":
        rest = {table.mover: 0, enemy(table.mover): mine + others}
    else:
        rest = {table.mover: mine, enemy(table.mover): others}
    return clause, (south + rest["S"], north + rest["N"])


def songo_winner(score: tuple[int, int], rules: Rules) -> str | None:
    south, north = score
    if south == north or (rules["win_at"] == 40 and max(score) < 40):
        return None
    return "S" if south > north else "N"


# What the tests call. `rules` are those of the game's default reading unless they are given.


def default(game_id: str) -> Rules:
    return next(iter(READINGS[game_id].values()))


def start(game_id: str, columns: int, rules: Rules | None = None) -> str:
    """The opening position as a position text; ``columns`` is 7 for Songo and 8 for Nakabili."""
    rules = rules or default(game_id)
    if game_id == SONGO:
        return write(read("5*7/5*7 S"))
    if game_id == "ntchuva":
        return write(read("/".join([f"2*{columns}"] * 4) + " S"))
    south, north = f"0,1,2*{columns - 2}", f"2*{columns - 2},1,0"  # the inner ranks as printed
    if rules.get("setup") == "right":
        south, north = north, south
    return write(read(f"2*{columns}/{north}/{south}/2*{columns} S"))


def turns(game_id: str, text: str, rules: Rules | None = None) -> list[str]:
    """All complete legal turns, sorted as strings; none when the game is over.

    In a position with ``free=K`` these are the ways to complete the turn, as ``xd2xd3``, or ``-`` to leave it at that.
    """
    rules = rules or default(game_id)
    if outcome(game_id, text, rules):
        return []
    table = read(text)
    return sorted(songo_turns(table, rules) if game_id == SONGO else four_rank_turns(table, rules))


def play(game_id: str, text: str, turn: str, rules: Rules | None = None) -> str:
    """The position text after a complete turn; ``ValueError`` when the turn is not legal."""
    rules = rules or default(game_id)
    table = read(text)
    first = turn.split("x")[0]
    if outcome(game_id, text, rules):
        raise ValueError("the game is over")
    if game_id == SONGO:
        allowed = songo_turns(table, rules)
    elif table.free:
        allowed = [""] if "x" in turn else ["-"]
    else:
        allowed = start_rule(table, table.mover, rules) or ["-"]
    if first not in allowed:
        raise ValueError(f"{turn} is no turn of {game_id} in {text}")
    return write(songo_play(table, turn, rules) if game_id == SONGO else four_rank_play(table, turn, rules))


def outcome(game_id: str, text: str, rules: Rules | None = None) -> tuple[str | None, str] | None:
    """None while the game goes on, else the winner (None for a draw) and the clause that ended it."""
    rules = rules or default(game_id)
    table = read(text)
    if game_id != SONGO:
        return four_rank_outcome(game_id, table, rules)
    ended = songo_end(table, rules)
    return (songo_winner(ended[1], rules), f"{SONGO}.{ended[0]}") if ended else None


def score(game_id: str, text: str, rules: Rules | None = None) -> tuple[int, int] | None:
    """None while the game goes on, else what South and North have: with four ranks, what they captured."""
    rules = rules or default(game_id)
    table = read(text)
    if game_id == SONGO:
        ended = songo_end(table, rules)
        return ended[1] if ended else None
    return captured(table) if four_rank_outcome(game_id, table, rules) else None


def repeated(game_id: str, text: str, rules: Rules | None = None) -> tuple[str | None, tuple[int, int]]:
    """The winner and the score if this position came back with nothing captured in between."""
    rules = rules or default(game_id)
    table = read(text)
    if rules.get("repetition") != "share":
        return None, captured(table)
    south, north = captured(table)
    shared = south + table.seeds("S"), north + table.seeds("N")
    return songo_winner(shared, rules), shared
