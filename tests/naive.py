"""A second engine for the four games, slow and plain on purpose, to play against the real one.

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

from copy import deepcopy
from dataclasses import dataclass
from itertools import combinations, groupby

SONGO = "songo-ewondo"
FREE_CAPTURES = {"mefuvha": 2, "ntchuva": 1, "nakabili": 1}
NAKABILI_FIRST_CAPTURE = 3

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
    table = deepcopy(table)
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


def start_rule(game_id: str, table: Table, player: str) -> list[str]:
    """The holes from which the player may begin, before never-ending sowings are struck off."""
    larger = [hole for hole in table.side(player) if table.holes[hole] >= 2]
    if larger:
        return larger
    singles = table.occupied(player)
    blocked = [hole for hole in singles if table.holes[table.next(hole)] > 0]
    if game_id == "mefuvha":
        return [hole for hole in singles if hole not in blocked]
    if game_id == "nakabili" and blocked:
        return blocked
    return singles


def captures(game_id: str, table: Table, last: str) -> Table:
    """The board after the column is taken, with the number of free captures that follow in ``free``."""
    table = deepcopy(table)
    free = FREE_CAPTURES[game_id]
    if game_id == "nakabili" and table.captured[table.mover] == 0:
        free = NAKABILI_FIRST_CAPTURE
    if last[0] in FACING:
        inner, outer = (rank + last[1:] for rank in FACING[last[0]])
        if table.holes[inner] > 0:
            table.take(inner, table.holes[inner])
            table.take(outer, table.holes[outer])
            table.free = free
    return table


def choices(table: Table) -> list[tuple[str, ...]]:
    """Every set of enemy holes with which the free captures can be made; one empty set if none is due."""
    prey = table.occupied(enemy(table.mover))
    return list(combinations(prey, min(table.free, len(prey))))


def four_rank_turns(game_id: str, table: Table) -> list[str]:
    if table.free:
        return ["".join(f"x{hole}" for hole in chosen) for chosen in choices(table)]
    starts = start_rule(game_id, table, table.mover)
    if not starts:
        return ["-"]
    found = []
    for start in starts:
        sown = sow(table, start)
        if sown:
            for chosen in choices(captures(game_id, *sown)):
                found.append("x".join((start, *chosen)))
    return found


def four_rank_play(game_id: str, table: Table, turn: str) -> Table:
    start, *chosen = turn.split("x")
    if start in table.holes:
        sown = sow(table, start)
        if not sown:
            raise ValueError(f"{start} never ends")
        table = captures(game_id, *sown)
    if tuple(sorted(chosen, key=by_name)) not in choices(table):
        raise ValueError(f"wrong free captures in {turn}")
    for hole in chosen:
        table.take(hole, table.holes[hole])
    table.finish()
    return table


def four_rank_outcome(game_id: str, table: Table) -> tuple[str | None, str] | None:
    alive = [player for player in "SN" if table.seeds(player) > 0]
    if len(alive) < 2:
        return (alive[0] if alive else None), f"{game_id}.end"
    if table.free:
        return None
    starts = start_rule(game_id, table, table.mover)
    if not starts and not start_rule(game_id, table, enemy(table.mover)):
        return None, f"{game_id}.no-move"
    if starts and all(sow(table, start) is None for start in starts):
        return None, f"{game_id}.never-ending"
    return None


# Songo Ewondo


def leftmost(player: str) -> str:
    """The player's house 7: his left hand is at column 1 for South, at column 7 for North."""
    return "a1" if player == "S" else "b7"


def is_last_seed(table: Table) -> bool:
    return table.seeds(table.mover) == 1 and table.holes[leftmost(table.mover)] == 1


def songo_sow(table: Table, start: str) -> list[str]:
    """Sow on the table itself; the house of each seed in the order of sowing."""
    theirs = table.side(enemy(table.mover))
    first_of_theirs = table.next(leftmost(table.mover))
    hand, table.holes[start] = table.holes[start], 0
    path: list[str] = []
    hole = start
    while hand > 0:
        hole = table.next(hole)
        if len(path) == 13 or (len(path) > 13 and hole not in theirs):
            hole = first_of_theirs
        table.holes[hole] += 1
        path.append(hole)
        hand -= 1
    return path


def songo_try(table: Table, start: str) -> tuple[Table, int, int]:
    """The board after the move, how many seeds it sowed in the enemy's row, how many it captured."""
    after = deepcopy(table)
    theirs = table.side(enemy(table.mover))
    path = songo_sow(after, start)
    fed = len([hole for hole in path if hole in theirs])
    taken: dict[str, int] = {}
    if len(path) >= 14 and len(path) % 7 == 0:
        taken[path[-1]] = 1
    else:
        for hole in reversed(path):
            if hole not in theirs or hole in taken or after.holes[hole] not in (2, 3, 4):
                break
            taken[hole] = after.holes[hole]
    if sum(taken.values()) == after.seeds(enemy(table.mover)):  # a grand slam (or nothing from nothing)
        taken = {}
    for hole, seeds in taken.items():
        after.take(hole, seeds)
    return after, fed, sum(taken.values())


def songo_turns(table: Table) -> list[str]:
    if is_last_seed(table):
        return [leftmost(table.mover)]
    starts = table.occupied(table.mover)
    fed = {start: songo_try(table, start)[1] for start in starts}
    starving = table.seeds(enemy(table.mover)) == 0
    head = leftmost(table.mover)
    if head in starts and table.holes[head] <= 2:
        others = [start for start in starts if start != head]
        takes = songo_try(table, head)[2] > 0
        must_feed = starving and all(fed[start] < 3 for start in others)
        if others and not takes and not must_feed:
            starts = others
    if starving:
        plenty = [start for start in starts if fed[start] >= 7]
        starts = plenty or [start for start in starts if fed[start] == max(fed[s] for s in starts)]
    return starts


def songo_play(table: Table, start: str) -> Table:
    if is_last_seed(table):
        after = deepcopy(table)
        after.take(start, 1)
    else:
        after = songo_try(table, start)[0]
    after.finish()
    return after


def songo_outcome(table: Table) -> tuple[str | None, str] | None:
    if table.seeds(table.mover) > 0:
        return None
    other = enemy(table.mover)
    mine, others = table.captured[table.mover], table.captured[other] + table.seeds(other)
    winner = None if mine == others else table.mover if mine > others else other
    return winner, f"{SONGO}.end"


# What the tests call


def start(game_id: str, columns: int) -> str:
    """The opening position as a position text; ``columns`` is 7 for Songo and 8 for Nakabili."""
    if game_id == SONGO:
        return write(read("5*7/5*7 S"))
    if game_id == "ntchuva":
        return write(read("/".join([f"2*{columns}"] * 4) + " S"))
    return write(read(f"2*{columns}/2*{columns - 2},1,0/0,1,2*{columns - 2}/2*{columns} S"))


def turns(game_id: str, text: str) -> list[str]:
    """All complete legal turns, sorted as strings; none when the game is over.

    In a position with ``free=K`` these are the ways to complete the turn, as ``xd2xd3``.
    """
    if outcome(game_id, text):
        return []
    table = read(text)
    return sorted(songo_turns(table) if game_id == SONGO else four_rank_turns(game_id, table))


def play(game_id: str, text: str, turn: str) -> str:
    """The position text after a complete turn; ``ValueError`` when the turn is not legal."""
    table = read(text)
    first = turn.split("x")[0]
    if outcome(game_id, text):
        raise ValueError("the game is over")
    if game_id == SONGO:
        allowed = songo_turns(table)
    elif table.free:
        allowed = [""]
    else:
        allowed = start_rule(game_id, table, table.mover) or ["-"]
    if first not in allowed:
        raise ValueError(f"{turn} is no turn of {game_id} in {text}")
    return write(songo_play(table, turn) if game_id == SONGO else four_rank_play(game_id, table, turn))


def outcome(game_id: str, text: str) -> tuple[str | None, str] | None:
    """None while the game goes on, else the winner (None for a draw) and the clause that ended it."""
    table = read(text)
    return songo_outcome(table) if game_id == SONGO else four_rank_outcome(game_id, table)
