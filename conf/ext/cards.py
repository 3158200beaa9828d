"""The picture by which other sites show a link to a page: the board of a game in its opening position, as PNG."""

from __future__ import annotations

from io import BytesIO

from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyBboxPatch

from mancala_ref import GAMES, Position

WIDTH, HEIGHT = 1200, 630  # pixels, as those sites want them
PAPER, INK = "#fffaf0", "#2b1a0d"
WOOD, CUP, SEEDS = "#8a5a2e", "#4a2c14", "#ffffff"  # as the board's own drawing has them


PROPERTIES = (  # of Open Graph
    ("og:image:type", "image/png"),
    ("og:image:width", str(WIDTH)),
    ("og:image:height", str(HEIGHT)),
    ("og:image:alt", "A mancala board with the seeds of the opening position"),
)
SITE = "index"  # the picture of all pages that are not a game's


def name(page: str) -> str:
    """Return the name of a page's picture, without its ending."""
    game = page.rpartition("/")[2]
    return game if page == f"games/{game}" and game in GAMES else SITE


def cards(project: str, below: str) -> dict[str, bytes]:
    """Return all pictures by their names; that of the site has the name of the project, and the first game's board."""
    first = next(iter(GAMES.values()))
    found = {key: card(game.name, below, game().start()) for key, game in GAMES.items()}
    return {SITE: card(project, below, first(min(first.sizes)).start()), **found}


def card(title: str, below: str, position: Position) -> bytes:
    """Return the picture of a position, with words above and below it."""
    board = position.board
    figure = Figure(figsize=(WIDTH / 100, HEIGHT / 100), dpi=100, facecolor=PAPER)
    axes = figure.add_axes((0.04, 0.17, 0.92, 0.62))
    axes.set_axis_off()
    axes.set_aspect("equal")
    axes.set_xlim(-0.2, board.columns + 0.2)
    axes.set_ylim(-0.2, board.ranks + 0.2)
    wood = FancyBboxPatch((0, 0), board.columns, board.ranks, boxstyle="round,pad=0.1", color=WOOD)
    axes.add_patch(wood)
    for rank, letter in enumerate(board.letters):
        for column in range(board.columns):
            seeds, middle = position.seeds(f"{letter}{column + 1}"), (column + 0.5, rank + 0.5)
            axes.add_patch(Circle(middle, 0.4, color=CUP))
            if seeds:
                axes.annotate(str(seeds), middle, ha="center", va="center", color=SEEDS, size=260 / board.columns)
    figure.text(0.5, 0.89, title, ha="center", va="center", size=44, weight="bold", color=INK)
    figure.text(0.5, 0.08, below, ha="center", va="center", size=24, color=INK)
    out = BytesIO()
    figure.savefig(out, metadata={"Software": None})
    return out.getvalue()
