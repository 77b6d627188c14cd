"""LaTeX set as inline SVG when the page is made, so that a reader needs no network."""

import re
import warnings
from functools import cache
from html import escape
from itertools import count
from typing import Any

_SIZE = 16.0
# STIX looks small beside the text faces of most systems.
_SCALE = 1.06


class MathsError(ValueError):
    """A formula that cannot be set."""


@cache
def _latex() -> Any:
    """Load ziamath when the first formula comes; it opens its font in a way python deprecates."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        from ziamath.zmath import Latex
    return Latex


@cache
def _svg(latex: str, inline: bool) -> str:
    try:
        formula = _latex()(latex, size=_SIZE, color="currentColor", inline=inline)
        return str(formula.svg())
    except Exception as error:  # ziamath raises whatever its parser stumbled over, even asserts
        raise MathsError(
            f"cannot set the formula {latex!r}: {error or type(error).__name__}"
        ) from None


def prefix_ids(svg: str, prefix: str) -> str:
    """Make the ids of a drawing its own, so that two drawings on a page never share one.

    Examples
    --------
    >>> prefix_ids('<path id="a"/><use xlink:href="#a"/><g clip-path="url(#a)"/>', "f1-")
    '<path id="f1-a"/><use xlink:href="#f1-a"/><g clip-path="url(#f1-a)"/>'
    """
    svg = re.sub(r'(\sid=")', rf"\g<1>{prefix}", svg)
    svg = re.sub(r"""(url\(['"]?#)""", rf"\g<1>{prefix}", svg)
    return re.sub(r'(href="#)', rf"\g<1>{prefix}", svg)


def _em(value: float) -> str:
    return f"{value * _SCALE / _SIZE:.3f}em"


def _styled(svg: str) -> str:
    """Give a drawing its size in ems and hang it on the baseline of the text around it."""
    found = re.search(r'width="([\d.]+)" height="([\d.]+)" viewBox="\S+ (\S+) ', svg)
    if found is None:
        raise MathsError("the drawing of a formula has no size")
    width, height, top = map(float, found.groups())
    style = f"width:{_em(width)};height:{_em(height)};vertical-align:{_em(-(top + height))}"
    return re.sub(
        r' width="[\d.]+" height="[\d.]+"', f' style="{style}" aria-hidden="true"', svg, count=1
    )


class Typesetter:
    """Sets the formulas of one page; every formula's ids are its own."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def __call__(self, latex: str, *, inline: bool) -> str:
        """Return HTML for a formula; its label for screen readers is the LaTeX source."""
        source = latex.strip()
        drawn = _styled(prefix_ids(_svg(source, inline), f"m{next(self._numbers)}-"))
        # One that stands alone scrolls where a screen is narrower, and the keyboard must reach it.
        kind, stop = ("maths", "") if inline else ("maths display", ' tabindex="0"')
        label = f'role="img" aria-label="{escape(source)}"'
        return f'<span class="{kind}" {label}{stop}>{drawn}</span>'


def spoken(html: str) -> str:
    """Put the LaTeX source in the place of each formula, where a text can hold no drawing."""
    return re.sub(
        r'<span class="maths[^"]*" role="img" aria-label="([^"]*)"[^>]*>.*?</svg></span>',
        r"\1",
        html,
        flags=re.DOTALL,
    )
