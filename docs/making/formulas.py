"""Formulas drawn when a page is made, as the reports have them; and text without loose ends."""

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from baccarat.report.maths import Typesetter


def draw(page: HTML5Translator, node: nodes.Element, *, inline: bool) -> None:
    """Put a formula on a page as SVG; each page numbers its own."""
    if not hasattr(page, "typesetter"):
        page.typesetter = Typesetter()
    page.body.append(page.typesetter(node.astext(), inline=inline))
    raise nodes.SkipNode


def draw_inline(page: HTML5Translator, node: nodes.Element) -> None:
    """Draw a formula in a line of text."""
    draw(page, node, inline=True)


def draw_display(page: HTML5Translator, node: nodes.Element) -> None:
    """Draw a formula that stands alone."""
    draw(page, node, inline=False)


def tidy(app: Sphinx, document: nodes.document) -> None:
    """Take off what writing needs and reading does not.

    That is the blank line that doctest needs before a closing fence, and the two hyphens between a
    parameter and what is said of it.
    """
    for block in document.findall(nodes.literal_block):
        text = block.astext().rstrip()
        block.rawsource, block.children = text, [nodes.Text(text)]
    for text in [text for text in document.findall(nodes.Text) if text == " -- "]:
        text.parent.replace(text, nodes.Text(" – "))


def setup(app: Sphinx) -> dict:
    """Register with Sphinx."""
    app.add_html_math_renderer("drawn", (draw_inline, None), (draw_display, None))
    app.connect("doctree-read", tidy)
    return {"parallel_read_safe": True}
