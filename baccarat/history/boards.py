"""Scoreboards as a drawing: what players see above a table, as SVG that needs no other program.

Banker and red marks are drawn heavier than player and blue ones everywhere (thick and thin rings,
large and small discs, thick and thin slashes), and the bead plate says P, B, T, so that a board can
be read without its colours. Letters and grid take the colour of the text around the drawing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Final, Literal, TypeAlias

from baccarat.game.sketches import BLUE, RED
from baccarat.history.grid import ROADS, Place, Road
from baccarat.history.marks import Mark
from baccarat.history.roads import Roads
from baccarat.words.messages import say, say_many, translated

GREEN: Final = "#238a4c"
"""As red and blue, it stands out from white and from near black by 3.7 to 1 or more."""

_CELL: Final = 22
_SMALL: Final = 12
_GAP: Final = 16
_HEAD: Final = 20
_WIDEST: Final = 920
_LEAST: Final[Mapping[str, int]] = {"bead": 12, "big": 24}
_OTHERWISE: Final = 20
_WORDS: Final = {"P": "player", "B": "banker", "T": "tie"}
_LEGEND_WIDTH: Final = 800
_FOOT: Final = 50


@dataclass(frozen=True)
class _Panel:
    """One road, drawn from its own upper left corner."""

    road: Road
    columns: int
    rows: int
    cell: int
    marks: str

    @property
    def width(self) -> int:
        return self.columns * self.cell

    @property
    def height(self) -> int:
        return _HEAD + self.rows * self.cell


def board_svg(roads: Roads, road: Road | Literal["all"] = "all", *, name: str = "board") -> str:
    """Draw a scoreboard.

    Parameters
    ----------
    roads : Roads
        As `roads` gives them.
    road : str
        "bead", "big", "big_eye", "small", "cockroach", or all five.
    name : str
        Begins the ids inside, so that each drawing on a page can have its own.

    Returns
    -------
    str
        An ``<svg>`` element with a title and a description. The same shoe gives the same bytes.

    Raises
    ------
    ValueError
        If there is no such road.

    Examples
    --------
    >>> from baccarat.history.roads import roads
    >>> board_svg(roads("PBBTP"), "big")[:4]
    '<svg'
    """
    if road != "all" and road not in ROADS:
        raise ValueError(f"road must be all or among {', '.join(ROADS)}; got {road!r}")
    chosen = list(ROADS) if road == "all" else [road]
    placed, width, height = _flow([_panel(roads, one) for one in chosen])
    body = "".join(_framed(panel, x, y, name) for panel, x, y in placed)
    if road == "all":
        body, width, height = body + _legend(height), max(width, _LEGEND_WIDTH), height + _FOOT
    title, description = _words(roads, road)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" id="{escape(name)}" role="img" '
        f'aria-label="{escape(title)}" viewBox="-1 -1 {width + 2} {height + 2}" '
        f'width="{width + 2}" height="{height + 2}" style="max-width:100%;height:auto" '
        'font-family="sans-serif" fill="currentColor">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{body}</svg>"
    )


def _legend(top: int) -> str:
    lines = (
        say(
            "Banker red and heavy, player blue and light; green: ties (a slash for one, or their "
            "number). Dots: pairs, banker's top left, player's bottom right."
        ),
        say("Derived roads: red and heavy is regular, blue and light irregular, whoever won."),
    )
    return "".join(
        f'<text y="{top + 26 + 16 * n}" font-size="11">{line}</text>'
        for n, line in enumerate(lines)
    )


def _words(roads: Roads, road: Road | Literal["all"]) -> tuple[str, str]:
    """Give a board's title and what it holds."""
    letters = roads.letters("bead")
    title = say(
        "{board} of a shoe: {players}, {bankers}, {ties}",
        board=say("Scoreboard") if road == "all" else translated(ROADS[road]).capitalize(),
        players=say_many(letters.count("P"), "{count} player", "{count} players"),
        bankers=say_many(letters.count("B"), "{count} banker", "{count} bankers"),
        ties=_tie_count(letters.count("T")),
    )
    runs = " ".join(f"{column.side}{column.length}" for column in roads.columns)
    description = say(
        "Columns of the big road: {runs}. Big eye boy {big_eye}, small road {small}, cockroach pig "
        "{cockroach}.",
        runs=runs or say("none"),
        big_eye=roads.big_eye or say("empty"),
        small=roads.small or say("empty"),
        cockroach=roads.cockroach or say("empty"),
    )
    return title, description


def _tie_count(number: int) -> str:
    return say_many(number, "{count} tie", "{count} ties")


def _flow(panels: list[_Panel]) -> tuple[list[tuple[_Panel, int, int]], int, int]:
    """Set panels side by side as far as they fit the widest of them; give the size too."""
    widest = max(_WIDEST, *(panel.width for panel in panels))
    placed, x, y, tall, width = [], 0, 0, 0, 0
    for panel in panels:
        if x and x + panel.width > widest:
            x, y, tall = 0, y + tall + _GAP, 0
        placed.append((panel, x, y))
        width = max(width, x + panel.width)
        x, tall = x + panel.width + _GAP, max(tall, panel.height)
    return placed, width, y + tall


def _framed(panel: _Panel, x: int, y: int, name: str) -> str:
    size, grid = panel.cell, f"{escape(name)}-{panel.road}-grid"
    return (
        f'<g transform="translate({x} {y})"><text y="13" font-size="12" font-weight="bold">'
        f'{translated(ROADS[panel.road])}</text><g transform="translate(0 {_HEAD})">'
        f'<pattern id="{grid}" width="{size}" height="{size}" patternUnits="userSpaceOnUse">'
        f'<path d="M{size} 0H0V{size}" fill="none" stroke="currentColor" opacity="0.3"/></pattern>'
        f'<rect width="{panel.width}" height="{panel.rows * size}" fill="url(#{grid})" '
        f'stroke="currentColor" stroke-opacity="0.3"/>{panel.marks}</g></g>'
    )


def _panel(roads: Roads, road: Road) -> _Panel:
    size = _CELL if road in _LEAST else _SMALL
    draw: Mapping[Road, Callable[[Roads], Iterator[str]]] = {"bead": _beads, "big": _rings}
    marks = draw[road](roads) if road in draw else _derived(roads, road)
    across = max((column for column, _ in roads.places(road)), default=0)
    columns = max(across + 1, _LEAST.get(road, _OTHERWISE))  # room for the next coup
    return _Panel(road, columns, roads.rows, size, "".join(marks))


_Centre: TypeAlias = tuple[float, float]


def _centre(place: Place, size: int) -> _Centre:
    return (place[0] - 0.5) * size, (place[1] - 0.5) * size


def _beads(roads: Roads) -> Iterator[str]:
    colours = {"P": BLUE, "B": RED, "T": GREEN}
    for mark, place in zip(roads.marks, roads.bead, strict=True):
        x, y = _centre(place, _CELL)
        yield (
            f'<g><title>{_told(mark)}</title><circle cx="{x:g}" cy="{y:g}" r="9" '
            f'fill="{colours[mark.outcome]}"/>{_letters(x, y, mark.outcome, "#fff")}'
            f"{_pairs(mark, x, y)}</g>"
        )


def _rings(roads: Roads) -> Iterator[str]:
    cells = (mark for column in roads.columns for mark in column.marks)
    for mark, place, ties in zip(cells, roads.places("big"), roads.ties(), strict=True):
        x, y = _centre(place, _CELL)
        ring = _ring(x, y, 7.5, *((RED, 3.4) if mark.outcome == "B" else (BLUE, 1.7)))
        told = _told(mark) + (f", {_tie_count(ties)}" if ties else "")
        yield f"<g><title>{told}</title>{ring}{_ties(x, y, ties)}{_pairs(mark, x, y)}</g>"
    if not roads.columns:
        yield _ties(*_centre((1, 1), _CELL), roads.leading_ties)


def _derived(roads: Roads, road: Road) -> Iterator[str]:
    shape = {"big_eye": _small_ring, "small": _disc, "cockroach": _slash}[road]
    for letter, place in zip(roads.letters(road), roads.places(road), strict=True):
        yield shape(*_centre(place, _SMALL), letter == "R")


def _small_ring(x: float, y: float, red: bool) -> str:
    return _ring(x, y, 3.8, *((RED, 2.4) if red else (BLUE, 1.2)))


def _disc(x: float, y: float, red: bool) -> str:
    colour, radius = (RED, 4.8) if red else (BLUE, 3)
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius}" fill="{colour}"/>'


def _slash(x: float, y: float, red: bool) -> str:
    return _line(x, y, 4, *((RED, 2.8) if red else (BLUE, 1.2)))


def _ring(x: float, y: float, radius: float, colour: str, width: float) -> str:
    return (
        f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="none" stroke="{colour}" '
        f'stroke-width="{width}"/>'
    )


def _line(x: float, y: float, reach: float, colour: str, width: float) -> str:
    return (
        f'<path d="M{x - reach:g} {y + reach:g}L{x + reach:g} {y - reach:g}" stroke="{colour}" '
        f'stroke-width="{width}" stroke-linecap="round"/>'
    )


def _letters(x: float, y: float, words: str, colour: str) -> str:
    return (
        f'<text x="{x:g}" y="{y + 4:g}" font-size="11" font-weight="bold" text-anchor="middle" '
        f'fill="{colour}">{words}</text>'
    )


def _ties(x: float, y: float, ties: int) -> str:
    if ties > 1:
        return _letters(x, y, str(ties), GREEN)
    return _line(x, y, 7, GREEN, 2) if ties else ""


def _pairs(mark: Mark, x: float, y: float) -> str:
    dots = [(mark.banker_pair, -7, RED), (mark.player_pair, 7, BLUE)]
    return "".join(
        f'<circle cx="{x + away:g}" cy="{y + away:g}" r="3" fill="{colour}" stroke="#fff" '
        'stroke-width="0.8"/>'
        for pair, away, colour in dots
        if pair
    )


def _told(mark: Mark) -> str:
    marks = {
        "natural": mark.natural,
        "player pair": mark.player_pair,
        "banker pair": mark.banker_pair,
    }
    points = "" if mark.points is None else say(" with {points}", points=mark.points)
    told = say(
        "coup {coup}: {outcome}{points}",
        coup=mark.coup,
        outcome=translated(_WORDS[mark.outcome]),
        points=points,
    )
    return ", ".join([told, *(translated(words) for words, so in marks.items() if so)])
