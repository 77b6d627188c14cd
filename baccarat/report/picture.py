"""The first figure of a page as a small picture, for the page that lists all of them."""

import re
from collections.abc import Iterator
from html import escape
from typing import Any
from xml.etree import ElementTree

from nbformat import NotebookNode

from baccarat.words.messages import say

WIDTH = 320
_KIND = "image/svg+xml"
# An image can't take the colours of the page around it: it brings both, ink and paper, and turns
# them where the reader's system is dark. A viewer that knows no such rule shows the light pair.
_COLOURS = (
    "svg:root{color:#1d2126;background:#fdfcf9}"
    "@media(prefers-color-scheme:dark){svg:root{color:#e4e1da;background:#1c2024}}"
)


def _figures(notebook: NotebookNode) -> Iterator[tuple[str, str]]:
    """Give each drawing with its alternative text."""
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            if _KIND in output.get("data", {}):
                about: dict[str, Any] = output.get("metadata", {}).get(_KIND, {})
                yield "".join(output.data[_KIND]), str(about.get("alt") or say("a figure"))


def _attribute(head: str, name: str) -> str | None:
    found = re.search(rf'\s{name}="([^"]*)"', head)
    return found[1] if found else None


def _length(text: str | None) -> float | None:
    found = re.fullmatch(r"\s*([\d.]+)\s*(?:pt|px)?\s*", text or "")
    return float(found[1]) if found else None


def _box(head: str) -> tuple[str, float, float] | None:
    """Return a drawing's view box, width and height; None where it tells no size."""
    box = _attribute(head, "viewBox")
    if box is None:
        width, height = (_length(_attribute(head, name)) for name in ("width", "height"))
        if width is None or height is None:
            return None
        box = f"0 0 {width:g} {height:g}"
    sides = [float(side) for side in re.split(r"[\s,]+", box.strip())]
    if len(sides) != 4 or sides[2] <= 0 or sides[3] <= 0:
        return None
    return box, sides[2], sides[3]


def _small(drawing: str, alt: str) -> str | None:
    """Return a drawing as a document of its own, `WIDTH` pixels wide."""
    head, _, rest = drawing[drawing.index("<svg") :].partition(">")
    box = _box(head)
    if box is None:
        return None
    view, width, height = box
    kept = re.sub(r'\s(?:width|height|viewBox|style|role|aria-label|xmlns)="[^"]*"', "", head)
    rest = re.sub(r"<metadata>.*?</metadata>", "", rest, flags=re.DOTALL)
    small = (
        f'{kept.rstrip("/")} xmlns="http://www.w3.org/2000/svg" viewBox="{view}" width="{WIDTH}" '
        f'height="{WIDTH * height / width:.0f}">'
        f"<title>{escape(alt, quote=False)}</title><style>{_COLOURS}</style>{rest or '</svg>'}"
    )
    return small if _well_formed(small) else None


def _well_formed(drawing: str) -> bool:
    """Whether a drawing stands alone; in a page a browser forgives what in a file it refuses."""
    try:
        ElementTree.fromstring(drawing)
    except ElementTree.ParseError:
        return False
    return True


def first_picture(notebook: NotebookNode) -> str | None:
    """Return the first drawing of an executed notebook as a small SVG file.

    Parameters
    ----------
    notebook
        As papermill leaves it.

    Returns
    -------
    str or None
        An SVG document `WIDTH` pixels wide with colours of its own, so that it can be read on a
        light page and on a dark one; its ``title`` is the alternative text of the figure. None
        for a notebook that draws nothing, or nothing with a size that stands alone.

    Examples
    --------
    >>> import nbformat
    >>> cell = nbformat.v4.new_code_cell("plot()")
    >>> notebook = nbformat.v4.new_notebook(cells=[cell])
    >>> first_picture(notebook) is None
    True
    >>> data = {"image/svg+xml": '<svg viewBox="0 0 4 3"></svg>'}
    >>> cell.outputs = [nbformat.v4.new_output("display_data", data=data)]
    >>> 'width="320" height="240"' in first_picture(notebook)
    True
    """
    drawings = (_small(drawing, alt) for drawing, alt in _figures(notebook) if "<svg" in drawing)
    return next((drawing for drawing in drawings if drawing), None)
