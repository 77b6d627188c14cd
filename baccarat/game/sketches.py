"""Small pictures beside a table: a law as bars, an interval beside what would matter.

SVG that needs no other program, in the colour of the text around it but for the marks.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

RED: Final = "#d8403c"
BLUE: Final = "#2a80cf"
"""Each stands out from white and from near black by 3.7 to 1 or more."""

_WIDTH: Final = 360
_HEIGHT: Final = 84
_FOOT: Final = 18
_MOST_BARS: Final = 60
_WIDEST: Final = 24


def bars_svg(
    places: ArrayLike,
    weights: ArrayLike,
    *,
    alt: str,
    split: float = 0.0,
    mark: float | None = None,
) -> str:
    """Draw a law as bars.

    Parameters
    ----------
    places : array_like of float, shape (k,)
        Where the values are; more than 60 are put together, evenly along the range.
    weights : array_like of float, shape (k,)
        What each weighs, 0 or more.
    alt : str
        What it shows, for those who can't see it.
    split : float
        Values above it are blue, the others red.
    mark : float, optional
        A value to be marked with a line.

    Returns
    -------
    str
        An ``<svg>`` element.

    Raises
    ------
    ValueError
        If there is nothing to draw.

    Examples
    --------
    >>> bars_svg([-1, 1], [0.55, 0.45], alt="A coin.").count("<rect")
    2
    """
    at, weight = np.asarray(places, dtype=np.float64), np.asarray(weights, dtype=np.float64)
    if not at.size or not weight.any():
        raise ValueError("a law needs a value that weighs something to be drawn, got none")
    low, high = float(at.min()), float(at.max())
    step = max((high - low) / _MOST_BARS, _gap(at))
    which = np.floor((at - low) / step + 1e-9).astype(np.int64)
    heights, middles = np.bincount(which, weight), np.bincount(which, weight * at)
    room = _WIDTH / heights.size
    bars = "".join(
        _bar((i + 0.5) * room, min(0.8 * room, _WIDEST), height / heights.max(), middle > split)
        for i, (height, middle) in enumerate(
            zip(heights, middles / heights.clip(1e-300), strict=True)
        )
        if height > 0
    )
    line = "" if mark is None else _upright(((mark - low) / step + 0.5) * room)
    return _svg(_HEIGHT + _FOOT, alt, bars + line + _ends(low, high))


def _gap(at: NDArray[np.float64]) -> float:
    """Give the least distance between values, for bars that stand where the values are."""
    apart = np.diff(np.unique(at))
    return float(apart.min()) if apart.size else 1.0


def _bar(middle: float, width: float, share: float, above: bool) -> str:
    height = _HEIGHT * share
    return (
        f'<rect x="{middle - width / 2:.1f}" y="{_HEIGHT - height:.1f}" width="{width:.1f}" '
        f'height="{height:.1f}" fill="{BLUE if above else RED}"/>'
    )


def _upright(x: float) -> str:
    return (
        f'<path d="M{x:.1f} 0V{_HEIGHT}" stroke="currentColor" stroke-width="1.5" '
        'stroke-dasharray="4 3"/>'
    )


def _ends(low: float, high: float) -> str:
    words = [(0, "start", low), (_WIDTH, "end", high)]
    return f'<path d="M0 {_HEIGHT}H{_WIDTH}" stroke="currentColor"/>' + "".join(
        f'<text x="{x}" y="{_HEIGHT + 14}" text-anchor="{anchor}">{value:,.4g}</text>'
        for x, anchor, value in words
    )


def interval_svg(
    effect: float,
    low: float,
    high: float,
    *,
    alt: str,
    band: Sequence[float] = (),
    about: float = 0.0,
) -> str:
    """Draw an estimate with its interval, beside what is too small to matter.

    Parameters
    ----------
    effect, low, high : float
        The estimate and its interval.
    alt : str
        What it shows, for those who can't see it.
    band : sequence of float
        Two limits; effects between them are too small to matter. Default: none is drawn.
    about : float
        What the estimate would be if there were no effect.

    Returns
    -------
    str
        An ``<svg>`` element; empty where a number is missing.

    Examples
    --------
    >>> interval_svg(0.2, -1.8, 2.2, alt="0.2 points.", band=(-0.6, 0.6)).count("<rect")
    1
    >>> interval_svg(float("nan"), 0, 1, alt="nothing")
    ''
    """
    values = np.array([effect, low, high, about, *band], dtype=np.float64)
    if not np.isfinite(values).all():
        return ""
    span = float(np.ptp(values)) or 1.0
    dot, left, right, line, *edges = (10 + (values - values.min()) * (_WIDTH - 20) / span).tolist()
    box = ""
    if edges:
        box = (
            f'<rect x="{edges[0]:.1f}" y="5" width="{edges[1] - edges[0]:.1f}" height="22" '
            'fill="currentColor" opacity="0.15"/>'
        )
    drawn = (
        f'{box}<path d="M{line:.1f} 0V32" stroke="currentColor"/>'
        f'<path d="M{left:.1f} 16H{right:.1f}" stroke="{BLUE}" stroke-width="2.5"/>'
        f'<circle cx="{dot:.1f}" cy="16" r="5" fill="{BLUE}"/>'
    )
    return _svg(32, alt, drawn)


def _svg(height: int, alt: str, body: str) -> str:
    words = escape(alt)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-label="{words}" '
        f'viewBox="-2 -2 {_WIDTH + 4} {height + 4}" width="{_WIDTH + 4}" height="{height + 4}" '
        'style="max-width:100%;height:auto" font-family="sans-serif" font-size="11" '
        f'fill="currentColor"><title>{words}</title>{body}</svg>'
    )
