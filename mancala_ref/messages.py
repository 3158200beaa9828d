"""Every sentence that the engine says, once: Python, the command line and the board all take it from here.

Each is a whole sentence with named blanks, so that it can be translated; none is put together from parts. What fills
a blank is data: numbers, names, ids, what the caller gave, or another whole message. A key is the event or the fault,
then what makes the sentence another one: `.one` for the number 1, `.end` where a text ends too early, `.nearest` where a
name can be proposed. After `@` comes whose wording it is: a clause's (`@songo-ewondo.chain`) or a game's
(`@songo-ewondo`); without it, it is everybody's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from .game import Game
    from .turn import Event, Outcome, Turn

RELAYS_TOLD: Final = 4  # at either end of a turn; finite relays of thousands of laps occur

CATALOGUE: Final[dict[str, str]] = {
    # a step of a turn, keyed by the event's type
    "event.sow": "{seeds} seeds are lifted from {hole} and sown to {to}.",
    "event.sow.one": "The seed of {hole} is moved to {to}.",
    "event.relay": "The last seed met others: {seeds} seeds are lifted from {hole} and sown on to {to}.",
    "event.stop": "The last seed falls into {hole}, which was empty: the sowing ends.",
    "event.capture@songo-ewondo.chain": "The chain goes on: {seeds} seeds are captured from {hole}.",
    "event.capture": "{seeds} seeds are captured from {hole}.",
    "event.capture.one": "1 seed is captured from {hole}.",
    "event.free-capture": "{seeds} seeds are captured from {hole}, freely chosen.",
    "event.free-capture.one": "1 seed is captured from {hole}, freely chosen.",
    "event.decline": "The free captures that are still due are not made.",
    "event.forfeit": "The capture of all {seeds} seeds of the opponent is forfeited: they stay on the board.",
    "event.forfeit.one": "The capture of the opponent's only seed is forfeited: it stays on the board.",
    "event.protected": "{hole}, the opponent's first house, is protected: its {seeds} seeds are not captured.",
    "event.last-seed": "The last seed of the rank lies in {hole}: its owner takes it.",
    "event.pass": "No hole may be played: the turn passes.",
    # a turn and a match
    "turn.move": "{player}: {move}",
    "match.turns": "Turns: {moves}",
    # how a game ended, keyed by the slug of the outcome's clause
    "outcome.end.won": "{winner} wins: {loser} has no seeds left.",
    "outcome.end.drawn": "The game is drawn: no seeds are left.",
    "outcome.end.won@songo-ewondo": "The player to move has no seeds. {winner} wins, {south} to {north}.",
    "outcome.end.drawn@songo-ewondo": "The player to move has no seeds. The game is drawn, {south} to {north}.",
    "outcome.win.won": "{winner} wins: {winner} has captured enough, {south} to {north}.",
    "outcome.few-left.won": "Fewer than ten seeds are left on the board. {winner} wins, {south} to {north}.",
    "outcome.few-left.drawn": "Fewer than ten seeds are left on the board. The game is drawn, {south} to {north}.",
    "outcome.cannot-feed.won": "The player to move cannot give the other a seed. {winner} wins, {south} to {north}.",
    "outcome.cannot-feed.drawn": "The player to move cannot give the other a seed. The game is drawn, {south} to {north}.",
    "outcome.repetition.won": "The position has come back and nothing was captured: {winner} wins, {south} to {north}.",
    "outcome.repetition.drawn": "The position has come back and nothing was captured: the game is drawn.",
    "outcome.never-ending.drawn": "Every sowing that the start rule allows never ends: the game is drawn.",
    "outcome.no-move.won": "{winner} wins: {loser} has seeds but no hole to start from.",
    "outcome.no-move.drawn": "Neither player has a hole to start from: the game is drawn.",
    # what a move text or a move has wrong
    "move.unreadable": "move '{move}' cannot be read: expected a start hole and its free captures, such as b3 or b3xd2xd3, or - for a pass",
    "move.no-such-hole": "there is no hole '{hole}' on this board: expected one from a1 to {last}",
    "move.twice": "move '{move}' takes {hole} twice: each free capture is another hole",
    "illegal.over": "the game is over, no move can follow ({clause})",
    "illegal.own-side": "{hole} is {owner}'s: {player} moves from {player}'s own holes ({clause})",
    "illegal.own-side@songo-ewondo": "{hole} is {owner}'s: {player} moves from {player}'s own houses ({clause})",
    "illegal.empty": "{hole} is empty: a turn starts from a hole that holds seeds ({clause})",
    "illegal.empty@songo-ewondo": "{hole} is empty: a turn starts from a house that holds seeds ({clause})",
    "illegal.single": "{hole} holds one seed: a single may move only when no hole holds more, and {more} holds {seeds} ({clause})",
    "illegal.mutwi": "{hole} holds one seed: {more} is the only hole with two, the head, and must be moved ({clause})",
    "illegal.single-blocked": "{hole} holds a single and the next hole, {next}, holds {seeds}: a single moves only into an empty hole ({clause})",
    "illegal.first-move": "{hole} may not start the first turn: it starts from {third}, the third hole of the inner rank, which holds {seeds} ({clause})",
    "illegal.single-loose": "{hole} holds a single and the next hole, {next}, is empty: a single that meets seeds must move first, and {other} would ({clause})",
    "illegal.never-ending": "a sowing from {hole} never ends: it comes back to the position from which it started ({clause})",
    "illegal.pass": "{player} may not pass: there is a hole to play, such as {hole}, which holds {seeds} ({clause})",
    "illegal.pass@songo-ewondo": "{player} may not pass: there is a house to play, such as {hole}, which holds {seeds} ({clause})",
    "illegal.must-pass": "{player} has no hole to start from and passes: the move is - ({clause})",
    "illegal.free-due": "move '{move}' is not finished: {free} more holes of {owner}'s are to be captured, each written x and the hole ({clause})",
    "illegal.free-due.one": "move '{move}' is not finished: 1 more hole of {owner}'s is to be captured, written x and the hole ({clause})",
    "illegal.free-none": "move '{move}' takes {hole}, but no free capture is due ({clause})",
    "illegal.free-many": "move '{move}' takes {taken} holes, but {free} free captures are due ({clause})",
    "illegal.free-many.one": "move '{move}' takes {taken} holes, but 1 free capture is due ({clause})",
    "illegal.free-own": "{hole} is {player}'s own: a free capture takes a hole of {owner}'s ({clause})",
    "illegal.free-empty": "{hole} is empty: a free capture takes a hole that holds seeds ({clause})",
    "illegal.free-start.one": "{player} still has 1 free capture to make: write it as x and a hole, without a start hole ({clause})",
    "illegal.free-start": "{player} still has {free} free captures to make: write each as x and a hole, without a start hole ({clause})",
    "illegal.no-start": "move '{move}' has no start hole: {player} begins a new turn ({clause})",
    "illegal.no-start@songo-ewondo": "move '{move}' has no house to start from: {player} begins a new turn ({clause})",
    "illegal.leftmost": "{hole} is the leftmost house and holds {seeds}: with fewer than three it may be emptied only as the one house with seeds, or to capture, and here it captures nothing ({clause})",
    "illegal.leftmost-feed": "{hole} is the leftmost house and holds {seeds}: with fewer than three it has to wait while another house can give {owner} three seeds or more, and {other} can give {given} ({clause})",
    "illegal.leftmost-last": "{hole} is the leftmost house and holds {seeds}: with fewer than three it may be emptied only as the last resort, and {other} holds {held} ({clause})",
    "illegal.leftmost-single": "{hole} is the leftmost house and holds one seed: it may be emptied only when no other house of the rank holds seeds, and {other} holds {held} ({clause})",
    "illegal.feed-one": "{hole} would give {owner} no seed: {owner} has none and must be given at least one ({clause})",
    "illegal.feed.one": "{hole} would give {owner} 1 seed: {owner} has none and must be given seven or more, or else the most possible, here {most} ({clause})",
    "illegal.feed": "{hole} would give {owner} {fed} seeds: {owner} has none and must be given seven or more, or else the most possible, here {most} ({clause})",
    # what a position text has wrong
    "position.count-seeds": "position text, character {at}: expected a count of seeds, a whole number from 0 to {most}, found {found}",
    "position.count-seeds.end": "position text, character {at}: expected a count of seeds, a whole number from 0 to {most}, found the end",
    "position.count-holes": "position text, character {at}: expected a number of holes, a whole number from 0 to {most}, found {found}",
    "position.count-holes.end": "position text, character {at}: expected a number of holes, a whole number from 0 to {most}, found the end",
    "position.count-south": "position text, character {at}: expected South's captured seeds, a whole number from 0 to {most}, found {found}",
    "position.count-south.end": "position text, character {at}: expected South's captured seeds, a whole number from 0 to {most}, found the end",
    "position.count-north": "position text, character {at}: expected North's captured seeds, a whole number from 0 to {most}, found {found}",
    "position.count-north.end": "position text, character {at}: expected North's captured seeds, a whole number from 0 to {most}, found the end",
    "position.count-free": "position text, character {at}: expected a number of free captures, a whole number from 0 to {most}, found {found}",
    "position.count-free.end": "position text, character {at}: expected a number of free captures, a whole number from 0 to {most}, found the end",
    "position.count-turns": "position text, character {at}: expected a number of turns, a whole number from 0 to {most}, found {found}",
    "position.count-turns.end": "position text, character {at}: expected a number of turns, a whole number from 0 to {most}, found the end",
    "position.no-holes": "position text, character {at}: expected one hole or more, found {found}",
    "position.after-count": "position text, character {at}: expected ',', '/' or a space, found {found}",
    "position.after-ranks": "position text, character {at}: expected a space and the player to move, found {found}",
    "position.after-ranks.end": "position text, character {at}: expected a space and the player to move, found the end",
    "position.mover": "position text, character {at}: expected S or N, the player to move, found {found}",
    "position.mover.end": "position text, character {at}: expected S or N, the player to move, found the end",
    "position.field-captured": "position text, character {at}: expected captured= or free= or turn=, found {found}",
    "position.field-captured.end": "position text, character {at}: expected captured= or free= or turn=, found the end",
    "position.field-free": "position text, character {at}: expected free= or turn=, found {found}",
    "position.field-free.end": "position text, character {at}: expected free= or turn=, found the end",
    "position.field-turn": "position text, character {at}: expected turn=, found {found}",
    "position.field-turn.end": "position text, character {at}: expected turn=, found the end",
    "position.after-south": "position text, character {at}: expected '-' and North's captured seeds, found {found}",
    "position.after-south.end": "position text, character {at}: expected '-' and North's captured seeds, found the end",
    "position.after-field": "position text, character {at}: expected a space and a field, or the end, found {found}",
    "position.after-fields": "position text, character {at}: expected the end, found {found}",
    "position.columns": "position text, character {at}: expected {columns} holes in the rank, found {found}",
    "position.ranks": "position text, character {at}: expected {ranks} ranks, found {found}",
    "position.ranks-any": "position text, character {at}: expected 2 or 4 ranks, found {found}",
    "position.board": "the position is of a board of {found_ranks} ranks and {found_columns} columns: expected {ranks} ranks and {columns} columns",
    "position.read-as": "{fault} (PlayStrategy's form, read as '{ours}')",
    "position.playstrategy-ranks": "position text, character {at}: expected 2 ranks in PlayStrategy's form, found {found}",
    "position.playstrategy": "PlayStrategy's form is for boards of two ranks, this one has {ranks}",
    "position.free": "position text, character {at}: expected free captures that can be due here, {most} at most, found free={free}",
    # what else a caller may give wrong
    "option.game": "unknown game '{found}': expected one of {known}",
    "option.game.nearest": "unknown game '{found}': expected one of {known}; did you mean '{nearest}'?",
    "option.columns": "{name} has no board of {found} columns: expected {columns} ({clause})",
    "option.board": "there is no board of {ranks} ranks and {columns} columns: expected 2 or 4 ranks and 1 column or more",
    "option.columns-reading": "{name} has no board of {found} columns under the reading '{reading}': expected {columns} ({clause})",
    "option.columns-differ": "the position has {found} columns, but {columns} were asked for",
    "option.reading": "{name} has no reading '{found}': expected one of {known}",
    "option.reading.nearest": "{name} has no reading '{found}': expected one of {known}; did you mean '{nearest}'?",
    "option.name": "{name} has no option '{found}': expected one of {known}",
    "option.name.nearest": "{name} has no option '{found}': expected one of {known}; did you mean '{nearest}'?",
    "option.value": "option {option} of {name} cannot be '{found}': expected one of {known}",
    "option.value.nearest": "option {option} of {name} cannot be '{found}': expected one of {known}; did you mean '{nearest}'?",
    "option.no-move": "no_move=lose makes no sense with any singles but empty-only: a player with seeds then always has a hole to start from; expected no_move=pass or singles=empty-only",
    "option.free-duty": "free_duty=optional makes no sense with free_captures=0: there is none to leave; expected free_duty=all, or free_captures=1 or more",
    "option.replace": "first_capture_bonus=replace makes no sense with free_captures=2 or more: a first capture would bring no more than any other; expected free_captures=0 or 1",
    "option.all-seven": "grand_slam=all-seven makes no sense with first_house=never: house 1 is never taken, so no capture takes all seven; expected grand_slam=forfeit",
    "option.player": "unknown player '{found}': expected one of {players}",
    "option.pair": "option '{found}' cannot be read: expected KEY=VALUE",
    "option.depth": "depth {found} cannot be counted: expected a whole number, 0 or more",
    "option.turn": "turn {number}, {move}: {fault}",
    "option.output": "the output cannot be written: {reason}",
    "option.file": "{file} cannot be written: {reason}",
    "live.missing": 'the live board needs anywidget: pip install "mancala-ref[live]"',
    # whom a rule rests on
    "standing.source": "{sources}",
    "standing.inferred": "inferred from {sources}",
    "standing.editors": "the editors: the source is silent",
    # by which rules a game is played
    "rules.reading": "Rules: {reading}",
    "rules.changed": "Rules: {reading}, with {options}",
    # what the command line lists and shows
    "list.game": "{id}: {name}, {ranks} ranks",
    "list.columns": "columns: {columns} (default {default})",
    "list.reading": "reading: {id}: {name}",
    "list.reading-default": "reading: {id} (default): {name}",
    "list.reading-columns": "columns: {columns}",
    "list.option": "option: {name}: {meaning} ({clause})",
    "list.starts": "Start holes: {holes}",
    "list.starts@songo-ewondo": "Start houses: {holes}",
    "list.pass": "Start holes: - (a pass)",
    # the help of the command line
    "help.program": "Traditional African mancala games: positions, turns, and the clauses that made them.",
    "help.more": "Each command tells more with --help.",
    "help.version": "print the version",
    "help.games": "List the games, their sizes, readings and options.",
    "help.show": "Show a position, its start holes, and how the game ended, if it did.",
    "help.play": "Play turns and print every step with its clause.",
    "help.legal": "List the legal turns, free captures written out.",
    "help.perft": "Count the sequences of so many turns.",
    "help.json": "print JSON",
    "help.columns": "columns of the board",
    "help.reading": "the reading of the rules",
    "help.option": "the value of one option",
    "help.position": "where to begin (default: the opening)",
    "help.svg": "draw the position into FILE as well",
    "help.moves": "such as b3 or b3xd2xd3, or - for a pass",
    "help.starts": "list start holes only",
    "help.depth": "turns in a sequence",
    "help.divide": "count for each first turn",
    # the players
    "side.S": "South",
    "side.N": "North",
    # diagrams and boards
    "svg.rank": "Rank {rank}: {counts}.",
    "svg.player": "{player}: captured {captured}",
    "svg.player.moves": "{player}: captured {captured}, to move",
    "svg.hole": "{hole}: {seeds} seeds",
    "svg.hole.one": "{hole}: 1 seed",
    "diagram.move": "{player} to move. Captured: South {south}, North {north}. Turns played: {turn}.",
    "diagram.over": "The game is over. Captured: South {south}, North {north}. Turns played: {turn}.",
    "diagram.free.one": "{player} has 1 free capture to make. Captured: South {south}, North {north}. Turns played: {turn}.",
    "diagram.free": "{player} has {free} free captures to make. Captured: South {south}, North {north}. Turns played: {turn}.",
    # the live board: what it waits for, how it answers, what its parts are called
    "prompt.move": "{player} to move.",
    "prompt.free": "{player}: choose {free} more of {opponent}'s holes.",
    "prompt.free.one": "{player}: choose 1 more of {opponent}'s holes.",
    "prompt.free-optional": "{player}: choose up to {free} more of {opponent}'s holes, or leave them.",
    "prompt.free-optional.one": "{player}: choose 1 more of {opponent}'s holes, or leave it.",
    "prompt.pass": "{player} has no hole to start from and passes.",
    "prompt.thinking": "{player} is thinking.",
    "prompt.ahead": "{player} is thinking: {turns} turns ahead so far.",
    "prompt.ahead.one": "{player} is thinking: one turn ahead so far.",
    "prompt.over": "The game is over. {outcome}",
    "hole.inner": "{hole}, {owner}'s inner rank, {seeds} seeds",
    "hole.inner.one": "{hole}, {owner}'s inner rank, 1 seed",
    "hole.outer": "{hole}, {owner}'s outer rank, {seeds} seeds",
    "hole.outer.one": "{hole}, {owner}'s outer rank, 1 seed",
    "hole.only": "{hole}, {owner}'s house, {seeds} seeds",
    "hole.only.one": "{hole}, {owner}'s house, 1 seed",
    "event.relays": "{laps} more laps follow in the same way.",
    "event.relays.one": "1 more lap follows in the same way.",
    "board.undone": "{hole} is taken back.",
    "board.undone-pass": "The pass is taken back.",
    "board.undone-leave": "The captures that were left are due again.",
    "board.undone-new": "The new game is taken back.",
    "board.nothing": "there is nothing to take back",
    "board.message": "the board does not know the message {found}",
    "board.fault": "the engine failed ({fault}); the board stays as it was, please report this",
    "board.advice": "Hint: {move}. Looked {turns} turns ahead.",
    "board.advice.one": "Hint: {move}. Looked one turn ahead.",
    "board.undone-more": "{clicks} choices are taken back, the answers among them.",
    "board.undone-setup": "The change of the board is taken back.",
    "board.nothing-again": "there is nothing to do again",
    "board.turn": "there is no turn {found} in the record: expected 0 to {most}",
    "board.seeds": "{found} seeds cannot be set: expected a whole number from 0 to {most}",
    "board.person": "{player} is played by a person: choose a hole",
    "board.thinking": "{player} is thinking: wait, or press Stop",
    "record.elsewhere": "the record does not lead to the position that comes with it, but to {position}",
    "record.unfinished": "move '{move}' is not finished: only the last move of a record may end in x",
    "record.finished": "move '{move}' is finished: expected it without the x at its end",
    "record.illegal": "turn {number}, {move}: {fault} ({clause})",
    # who plays
    "player.person": "person",
    "player.random": "random",
    "player.greedy": "greedy",
    "player.search": "search",
    # what a choice would do, beside what its events say
    "look.ends": "From {hole}, {laps} laps would end in {to}.",
    "look.ends.one": "From {hole}, one lap would end in {to}.",
    "look.free": "{free} further holes are then to be captured, freely chosen.",
    "look.free.one": "1 further hole is then to be captured, freely chosen.",
    "look.free-optional": "{free} further holes may then be captured, freely chosen.",
    "look.free-optional.one": "1 further hole may then be captured, freely chosen.",
    # the front end's own words; what only it knows stays a blank
    "label.board": "Board",
    "label.pass": "Pass",
    "label.leave": "Capture no more",
    "label.undo": "Undo",
    "label.redo": "Redo",
    "label.hint": "Hint",
    "label.new": "New game",
    "label.think": "Let the machine move",
    "label.stop": "Stop",
    "label.S": "South",
    "label.N": "North",
    "label.film": "The turn, step by step",
    "label.back": "Step back",
    "label.replay-turn": "Play the turn again",
    "label.pause": "Pause",
    "label.step": "Step",
    "label.skip": "Skip to the end",
    "label.speed": "Speed",
    "label.speed-slow": "Slow",
    "label.speed-normal": "Normal",
    "label.speed-fast": "Fast",
    "label.speed-none": "At once",
    "label.record": "Record",
    "label.turns": "Turns",
    "label.start": "Start",
    "label.sheet": "Moves",
    "label.replay": "Replay these moves",
    "label.copy": "Copy",
    "label.copied": "Copied.",
    "label.not-copied": "This browser does not let the page copy: the text is selected, copy it by hand.",
    "label.setup": "Set up",
    "label.columns": "Columns",
    "label.reading": "Reading",
    "label.usual": "{value} (the reading's)",
    "label.edit": "Edit the board",
    "label.edit-help": "Choose a hole, then type a number, + or −; Delete empties it.",
    "label.edit-help@songo-ewondo": "Choose a house, then type a number, + or −; Delete empties it.",
    "label.done": "Done",
    "label.seeds": "Seeds in {hole}",
    "label.more": "One more",
    "label.less": "One less",
    "label.opening": "Opening",
    "label.clear": "Empty the board",
    "label.swap": "Swap sides",
    "label.mover": "To move",
    "label.captured-S": "Captured by South",
    "label.captured-N": "Captured by North",
    "label.share": "Position, link, picture",
    "label.position": "Position",
    "label.set": "Set",
    "label.link": "Copy link",
    "label.svg": "Save SVG",
    "label.png": "Save PNG",
    "label.cite": "Cite this position",
    "label.loading": "The references are being loaded.",
    "label.not-loaded": "The references could not be loaded: check the connection, then try again.",
    "label.reload": "Try again",
    "label.copy-reference": "Copy the reference in the style of {style}",
    "label.bib": "Save BibTeX",
    "label.ris": "Save RIS",
    "label.json": "Save CSL-JSON",
    "label.again": "Tap again to choose it.",
    "label.help": "Help",
    "label.help-rings": "White rings: holes that may be chosen. Dashed rings: what the last turn touched. Point at a hole to see where its sowing would end (↓) and what it would take (×). Green, with ★: a hint.",
    "label.help-rings@songo-ewondo": "White rings: houses that may be chosen. Dashed rings: what the last turn touched. Point at a house to see where its sowing would end (↓) and what it would take (×). Green, with ★: a hint.",
    "label.help-players": "Random plays anything, greedy takes the most at once, search looks ahead and is the strongest.",
    "label.help-touch": "On a touch screen, tap a hole to see, and again to choose it.",
    "label.help-touch@songo-ewondo": "On a touch screen, tap a house to see, and again to choose it.",
    "label.help-keys": "Keys: arrows move over the board, Enter chooses.",
    # the page around a board
    "page.play": "Play",
    "page.play-under": "Play it under {rules}",
    "page.code": "Code",
    "page.notebook": "{name} as a notebook",
    "page.board": "Board of {name}",
    "page.to-board": "To the board",
    "page.noscript": "Playing here, and seeing the position of a link, needs JavaScript; the rules do not.",
    "page.again": "Try again",
    "page.starting": "Python is starting in your browser. The first time takes longer, while it is downloaded.",
    "page.failed": "The live board did not start: {reason}. The picture still holds.",
    "page.failed_silent": "The live board did not start: no answer came in time. The picture still holds.",
    "page.failed_script": "The live board did not start: a script of this page was not loaded. The picture still holds.",
    "page.stopped_silent": "The live board stopped: no answer came in time. Its position is kept.",
    "page.stopped_script": "The live board stopped: a script of this page was not loaded. Its position is kept.",
    "page.stopped": "The live board stopped: {reason}. Its position is kept.",
    "page.restored": "Python was started again: the board goes on where it was, and its turns can still be taken back.",
    "page.defect": "The board could not do that: {reason}.",
    "page.disk": "The board cannot start from a file: the folder has to be served, see the guide 'Offline'.",
    "page.version": "This page is of version {page}, but the board plays version {engine}: reload the page.",
    "page.code_title": "Python with the board of {name}",
    "page.code_starting": "Python is starting below the board. The first time takes longer, while it is downloaded.",
    "page.code_slow": "Python has not answered yet. On a slow line it may still come; otherwise press Code again.",
    "page.code_refused": "Python could not make the board: what it says is below.",
    "page.code_failed": "Python could not be opened: its page was not loaded. Press Code to try again.",
    # a link to a board
    "page.link_from": "This board comes from the link. Rules: {reading}.",
    "page.link_changed": "This board comes from the link. Rules: {reading}, with {options}.",
    "page.link_own": "The page's own board",
    "page.link_failed": "The link's board could not be loaded: reload the page to try again; this is the page's own board.",
    "page.link_refused": "The link's board was refused: {reason}; this is the page's own board.",
    "page.link_position": "The link's board is not shown: it has no position; this is the page's own board.",
    "page.link_twice": "The link's board is not shown: it has {parameter} twice; this is the page's own board.",
    "page.link_long": "The link's board is not shown: its {parameter} is longer than {most} characters; this is the page's own board.",
    "page.link_character": "The link's board is not shown: character {at} of its {parameter} cannot be read, expected a text such as {example}; this is the page's own board.",
    "page.link_columns": "The link's board is not shown: the rank from character {at} of its {parameter} on has not the right number of holes, expected {columns}; this is the page's own board.",
    "page.link_ranks": "The link's board is not shown: its {parameter} has {found} ranks, expected {ranks}; this is the page's own board.",
    "page.link_record": "The link's board is not shown: character {at} of its record cannot be read, expected turns such as b3 or b3xd2xd3; this is the page's own board.",
    "page.link_reading": "The link's board is not shown: {name} has no such reading, expected one of {readings}; this is the page's own board.",
    "page.link_option": "The link's board is not shown: character {at} of its options begins none of {name}, expected one of {known}; this is the page's own board.",
    "page.link_value": "The link's board is not shown: at character {at} of its options {option} has no value that it can have, expected one of {values}; this is the page's own board.",
}


def text(key: str, **values: object) -> str:
    """Return the sentence of that key with its blanks filled.

    With `clause`, the id of a clause or of a game alone, it is in that clause's wording, or else in its game's.
    """
    return wording(str(values.get("clause", "")), key).format(**values)


def counted(key: str, count: int, **values: object) -> str:
    """Return the sentence as `text` does, in its wording for one where `count` is 1 and there is such a wording."""
    keys = (f"{key}.one", key) if count == 1 else (key,)
    return wording(str(values.get("clause", "")), *keys).format(**values)


def wording(clause: str, *keys: str) -> str:
    """Return the first of these keys' sentences, its blanks open, that the clause has, or its game, or everybody."""
    game = clause.partition(".")[0]
    for whose in (f"@{clause}", f"@{game}", ""):
        for key in keys:
            if key + whose in CATALOGUE:
                return CATALOGUE[key + whose]
    raise KeyError(keys[-1])


def one_line(message: str) -> str:
    """Return a message as one line of visible characters, whatever it quotes."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in message)


def say(event: Event) -> str:
    """Return what an event means, as one sentence (its clause is named by whoever shows it)."""
    return counted(f"event.{event.type}", event.seeds, **event._asdict())


class Told(NamedTuple):
    """A sentence on what happened, the clause behind it, and the events that it tells: one, or many like laps."""

    text: str
    clause: str
    events: tuple[Event, ...] = ()


def told(events: Sequence[Event]) -> list[Told]:
    """Return what events say, step by step; of a long relay, its first and its last laps, and how many are between."""
    relays = [index for index, event in enumerate(events) if event.type == "relay"]
    left_out = relays[RELAYS_TOLD:-RELAYS_TOLD]
    found = []
    for index, event in enumerate(events):
        if left_out and index == left_out[0]:
            laps = len(left_out)
            found.append(
                Told(counted("event.relays", laps, laps=laps), event.clause, tuple(events[index : index + laps]))
            )
        elif index not in left_out[1:]:
            found.append(Told(say(event), event.clause, (event,)))
    return found


def say_outcome(outcome: Outcome) -> str:
    """Return how a game ended, as one sentence (its clause is named by whoever shows it)."""
    from .board import NAMES, OTHER, SOUTH

    slug, how = outcome.clause.split(".")[1], "drawn" if outcome.winner is None else "won"
    south, north = outcome.score
    winner = outcome.winner or SOUTH
    return text(
        f"outcome.{slug}.{how}",
        clause=outcome.clause,
        winner=NAMES[winner],
        loser=NAMES[OTHER[winner]],
        south=south,
        north=north,
    )


def say_rules(game: Game) -> str:
    """Return by which rules a game is played: its reading, and the option values that differ from it."""
    options = ", ".join(f"{option}={value}" for option, value in game.changed.items())
    return text("rules.changed" if options else "rules.reading", reading=game.reading.id, options=options)


def explain(turn: Turn) -> str:
    """Return a turn as lines of text: the move, then each step with its clause, then the outcome."""
    from .board import NAMES

    lines = [text("turn.move", player=NAMES[turn.player], move=turn.move)]
    lines += [f"  {say(event)} ({event.clause})" for event in turn.events]
    if turn.outcome:
        lines.append(f"  {say_outcome(turn.outcome)} ({turn.outcome.clause})")
    return "\n".join(lines)
