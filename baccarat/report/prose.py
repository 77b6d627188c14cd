"""Markdown to HTML: headings with ids of their own, set formulas, tables that scroll."""

import re
import unicodedata
from dataclasses import dataclass, field
from html import escape, unescape
from typing import Any

from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from baccarat.report.maths import Typesetter, spoken
from baccarat.report.parts import region
from baccarat.words.messages import say

# Ids that the template itself uses.
_TAKEN = ("main", "contents", "title", "settings")


class PageError(ValueError):
    """A notebook that cannot become a page; the message names the place."""


def slug(text: str) -> str:
    """Return an id made of a heading's words.

    Examples
    --------
    >>> slug("What would change our mind?")
    'what-would-change-our-mind'
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-") or "section"


def text_of(html: str) -> str:
    """Return the words of a piece of HTML, formulas by their source."""
    return unescape(re.sub(r"<[^>]+>", "", spoken(html))).strip()


@dataclass
class Outline:
    """What the pieces of one page share: title, headings, ids and numbers."""

    title: str | None = None
    contents: list[tuple[str, str]] = field(default_factory=list)
    typeset: Typesetter = field(default_factory=Typesetter)
    tables: int = 0
    _ids: set[str] = field(default_factory=lambda: set(_TAKEN))

    def anchor(self, text: str) -> str:
        """Return an id that no other heading of the page has."""
        base = slug(text)
        found, number = base, 2
        while found in self._ids:
            found, number = f"{base}-{number}", number + 1
        self._ids.add(found)
        return found

    def table_label(self) -> str:
        """Return a name for a table that brings no caption."""
        self.tables += 1
        return say("Table {number}", number=self.tables)


class _Renderer(IPythonRenderer):
    """HTML as the page wants it; mistune finds these methods by their names."""

    def __init__(self, outline: Outline, folder: str, attachments: dict[str, Any]) -> None:
        super().__init__(escape=False, path=folder, attachments=attachments)
        self.outline = outline

    def heading(self, text: str, level: int, **attrs: Any) -> str:
        if level == 1 and self.outline.title is None:
            self.outline.title = text
            return ""
        # A page has one h1, and it is the title.
        level, words = max(level, 2), text_of(text)
        anchor = self.outline.anchor(words)
        if level == 2:
            self.outline.contents.append((anchor, words))
        return f'<h{level} id="{anchor}">{text}</h{level}>\n'

    def inline_math(self, body: str) -> str:
        return self.outline.typeset(body, inline=True)

    def block_math(self, body: str) -> str:
        return self.outline.typeset(body, inline=False)

    def latex_environment(self, name: str, body: str) -> str:
        whole = rf"\begin{{{name}}}{body}\end{{{name}}}"
        return self.outline.typeset(whole, inline=False)

    def block_mermaidjs(self, code: str) -> str:
        return f"<pre><code>{escape(code)}</code></pre>\n"

    def image(self, text: str, url: str, title: str | None = None) -> str:
        if not text.strip():
            raise PageError(
                f"the image {url!r} has no alternative text; write ![what it shows]({url})"
            )
        source = url
        if not re.match(r"data:|attachment:|[a-z]+://", url):
            source = self._src_to_base64(url) or ""
        if not source:
            raise PageError(f"the image {url!r} does not exist beside the notebook")
        return str(super().image(text, source, title))

    def table(self, text: str) -> str:
        return region(f"<table>\n{text}</table>\n", self.outline.table_label())

    def table_cell(self, text: str, align: str | None = None, head: bool = False) -> str:
        style = f' style="text-align:{align}"' if align else ""
        if head and text:
            return f'<th scope="col"{style}>{text}</th>\n'
        return f"<td{style}>{text}</td>\n"


def render_prose(
    source: str, outline: Outline, folder: str, attachments: dict[str, Any] | None = None
) -> str:
    """Turn one markdown cell into HTML, adding its headings to the page's outline.

    Parameters
    ----------
    source
        The markdown.
    outline
        Shared by all cells of the page.
    folder
        Where the images it names lie.
    attachments
        Images kept in the cell itself.
    """
    renderer = _Renderer(outline, folder, attachments or {})
    return MarkdownWithMath(renderer=renderer).render(source)
