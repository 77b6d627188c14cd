"""How figures are drawn and shown: style, SVG, alternative text."""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import matplotlib as mpl
import seaborn as sns
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, PercentFormatter, ScalarFormatter

from baccarat.words.language import language
from baccarat.words.messages import say
from baccarat.words.number import number

COLOURS: Final = {"player": "#1f83c9", "banker": "#d9651a"}
QUIET: Final = "#8a8f98"
INK: Final = "#010203"  # stands for the colour of the text around the figure
_STYLE: Final[Any] = {
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.facecolor": "none",
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "figure.facecolor": "none",
    "figure.titlesize": 12,
    "figure.titleweight": "bold",
    "font.family": "sans-serif",
    "font.size": 10,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
}


def svg(fig: Figure, name: str) -> str:
    """Draw a figure as SVG that takes its text colour from the page.

    Parameters
    ----------
    fig : Figure
        What to draw.
    name : str
        Tells its inner names from those of other figures; the same name gives the same bytes.

    Returns
    -------
    str
        An ``<svg>`` element without header or date.

    Examples
    --------
    >>> svg(Figure(), "empty")[:4]
    '<svg'
    """
    _localise(fig)
    buffer = io.StringIO()
    with mpl.rc_context({**_STYLE, "svg.hashsalt": name}):
        fig.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    drawn = buffer.getvalue()
    drawn = re.sub(r"<metadata>.*?</metadata>", "", drawn[drawn.index("<svg") :], flags=re.DOTALL)
    return drawn.replace(INK, "currentColor").strip()


def _localise(fig: Figure) -> None:
    """Give the ticks that matplotlib writes by itself the comma of the language in force."""
    for ax in fig.axes if language() == "fr" else ():
        for axis in (ax.xaxis, ax.yaxis):
            if type(axis.get_major_formatter()) is ScalarFormatter:
                axis.set_major_formatter(_CommaFormatter())


class _CommaFormatter(ScalarFormatter):
    def __call__(self, x: float, pos: int | None = None) -> str:
        return super().__call__(x, pos).replace(".", ",")


def percent_ticks() -> PercentFormatter:
    """Write shares as whole percent.

    Examples
    --------
    >>> percent_ticks().format_pct(0.5, 1)
    '50%'
    """
    return PercentFormatter(1, decimals=0, symbol=say("%"))


def number_ticks(form: str = ",.0f") -> FuncFormatter:
    """Write numbers in a format, as the language in force does.

    Parameters
    ----------
    form : str
        As for `format`.

    Examples
    --------
    >>> number_ticks()(1234.0, 0)
    '1,234'
    """
    return FuncFormatter(lambda value, _: number(value, form))


def show(fig: Figure, *, alt: str, caption: str = "", name: str = "") -> None:
    """Show a figure in a notebook, with the text that stands for it where it can't be seen.

    Parameters
    ----------
    fig : Figure
        What to show.
    alt : str
        What the figure shows, for those who don't see it.
    caption : str
        A line below it.
    name : str
        A short name; default one made from the text.

    Raises
    ------
    ValueError
        If there is no alternative text.

    Examples
    --------
    >>> show(Figure(), alt="")
    Traceback (most recent call last):
    ...
    ValueError: a figure needs alt, what it shows for those who can't see it
    """
    show_svg(svg(fig, name := name or _name(alt)), alt=alt, caption=caption, name=name)


def show_svg(drawing: str, *, alt: str, caption: str = "", name: str = "") -> None:
    """Show a ready drawing, such as `baccarat.board_svg` gives, as `show` shows a figure.

    Parameters
    ----------
    drawing : str
        An ``<svg>`` element.
    alt, caption, name
        As for `show`.

    Raises
    ------
    ValueError
        If there is no alternative text.

    Examples
    --------
    >>> show_svg("<svg/>", alt="")
    Traceback (most recent call last):
    ...
    ValueError: a figure needs alt, what it shows for those who can't see it
    """
    from IPython.display import display

    if not alt.strip():
        raise ValueError("a figure needs alt, what it shows for those who can't see it")
    about = {
        "alt": alt, "caption": caption, "name": name or _name(alt), "needs_background": "light"
    }  # fmt: skip
    data = {"image/svg+xml": drawing, "text/plain": alt}
    display(data, raw=True, metadata={"image/svg+xml": about})  # type: ignore[no-untyped-call]


def _name(alt: str) -> str:
    return f"figure-{zlib.crc32(alt.encode()):08x}"


@contextmanager
def style() -> Iterator[None]:
    """Draw in the style of the reports.

    Examples
    --------
    >>> with style():
    ...     mpl.rcParams["legend.frameon"]
    False
    """
    with sns.axes_style("ticks", rc=_STYLE), mpl.rc_context(_STYLE):
        yield
