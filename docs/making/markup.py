"""Directives that write reStructuredText or tables into a Markdown page."""

from collections.abc import Iterable, Sequence

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective


class Written(SphinxDirective):
    """A directive whose content is made of reStructuredText."""

    def parsed(self, lines: Iterable[str]) -> list[nodes.Node]:
        """Parse lines of reStructuredText, wherever the page is Markdown."""
        # Four tildes, for a docstring may hold a fence of backticks.
        text = ["~~~~{eval-rst}", *lines, "~~~~"]
        box = nodes.container()
        self.state.nested_parse(StringList(text, self.get_source_info()[0]), 0, box)
        return box.children


def indented(lines: Iterable[str], depth: int = 3) -> list[str]:
    """Move lines to the right."""
    return [(" " * depth + line).rstrip() for line in lines]


def table(heads: Sequence[str], rows: Iterable[Sequence[str]], widths: str = "auto") -> list[str]:
    """Write a table whose cells are reStructuredText of one paragraph."""
    lines = [".. list-table::", "   :header-rows: 1", f"   :widths: {widths}", ""]
    for row in (heads, *rows):
        for place, cell in enumerate(row):
            lines.append(f"   {'* -' if place == 0 else '  -'} {cell}".rstrip())
    return [*lines, ""]


def code(text: str) -> str:
    """Mark a text as code."""
    return f"``{text}``"
