"""What cells put out, made fit for a page: figures, tables, text, tracebacks."""

import re
from collections.abc import Mapping
from html import escape
from itertools import count
from typing import Any

from baccarat.report.maths import prefix_ids
from baccarat.report.parts import ALERTS, HEADLINE, region
from baccarat.report.prose import Outline, PageError, render_prose
from baccarat.words.messages import say

_ANSI = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
_PICTURES = ("image/svg+xml", "image/png", "image/jpeg")


def plain(text: str) -> str:
    """Take terminal colours out of a text."""
    return _ANSI.sub("", text)


def scrolling(text: str, kind: str = "text") -> str:
    """Set a text with its own line breaks; the keyboard can scroll it."""
    return f'<pre class="{kind}" tabindex="0">{text}</pre>'


def joined(value: Any) -> str:
    """Return a MIME payload as one text; notebooks may keep it as lines."""
    return "".join(value) if isinstance(value, list) else str(value)


def clean_svg(svg: str, name: str) -> str:
    """Make an SVG document a part of a page.

    The header goes, ids and style rules become the drawing's own, the size follows the page.
    """
    svg = svg[svg.index("<svg") :] if "<svg" in svg else svg
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg, flags=re.DOTALL)
    svg = prefix_ids(svg, f"{name}-")
    # matplotlib styles "*", which on a page would be every element of it.
    svg = re.sub(r"(<style[^>]*>\s*)\*", rf"\g<1>#{name} *", svg)
    head, rest = svg.split(">", 1)
    head = re.sub(r'\sid="[^"]*"', "", head).replace("<svg", f'<svg id="{name}"', 1)
    return f"{head}>{rest}".strip()


def _tidy_cells(table: str) -> str:
    """Give pandas' own table header cells a scope and no empty ones."""
    table = re.sub(r"<th([^>]*)>\s*</th>", r"<td\1></td>", table)
    head, end, body = table.partition("</thead>")
    return (
        re.sub(r"<th(?![^>]*scope)(?=[\s>])", '<th scope="col"', head)
        + end
        + re.sub(r"<th(?![^>]*scope)(?=[\s>])", '<th scope="row"', body)
    )


def clean_html(html: str, outline: Outline) -> str:
    """Make HTML output, such as a bare DataFrame, fit in with the page."""
    html = re.sub(r"<style scoped>.*?</style>", "", html, flags=re.DOTALL)
    html = html.replace(' border="1"', "").replace('<tr style="text-align: right;">', "<tr>")
    if "<table" not in html or 'role="region"' in html:
        return html
    return region(_tidy_cells(html), outline.table_label())


class Outputs:
    """Turns outputs into HTML for one page.

    Parameters
    ----------
    outline
        Shared with the prose of the page.
    folder
        Where the notebook lies.
    strict
        Whether a figure without alternative text is an error; a failed run's page shows what
        there is.
    """

    def __init__(self, outline: Outline, folder: str, *, strict: bool = True) -> None:
        self.outline = outline
        self.folder = folder
        self.strict = strict
        self._figures = count(1)

    def html(self, output: Mapping[str, Any], place: str) -> str:
        """Return one output as HTML; `place` names its cell in errors."""
        kind = output["output_type"]
        if kind == "stream":
            return self._stream(output)
        if kind == "error":
            return scrolling(escape(plain(joined_lines(output))), "traceback")
        return self._data(output["data"], output.get("metadata", {}), place)

    def _stream(self, output: Mapping[str, Any]) -> str:
        text = scrolling(escape(plain(joined(output["text"])).rstrip()))
        if output["name"] != "stderr":
            return text
        words = escape(say("Warnings"))
        return f'<details class="stderr"><summary>{words}</summary>{text}</details>'

    def _data(self, data: Mapping[str, Any], metadata: Mapping[str, Any], place: str) -> str:
        if HEADLINE in data or ALERTS in data:
            return ""  # these stand at the top of the page
        for kind in _PICTURES:
            if kind in data:
                return self._figure(kind, joined(data[kind]), metadata.get(kind, metadata), place)
        if "text/html" in data:
            return clean_html(joined(data["text/html"]), self.outline)
        if "text/markdown" in data:
            return render_prose(joined(data["text/markdown"]), self.outline, self.folder)
        if "text/latex" in data:
            return self._latex(joined(data["text/latex"]))
        text = joined(data.get("text/plain", ""))
        return scrolling(escape(plain(text))) if text else ""

    def _latex(self, latex: str) -> str:
        return f"<p>{self.outline.typeset(latex.strip().strip('$'), inline=False)}</p>"

    def _figure(self, kind: str, data: str, about: Mapping[str, Any], place: str) -> str:
        alt = str(about.get("alt", "")).strip()
        if not alt and self.strict:
            raise PageError(
                f"{place}: a figure without alternative text; "
                "show it with baccarat.plots.show(fig, alt='what it shows')"
            )
        alt = escape(alt or say("figure without a description"))
        name = f"figure-{next(self._figures)}"
        if kind == "image/svg+xml":
            drawing = clean_svg(data, name)
            # The keyboard must reach what scrolls on a narrow screen.
            body = f'<div role="img" tabindex="0" aria-label="{alt}">{drawing}</div>'
        else:
            packed = "".join(data.split())
            body = f'<img id="{name}" src="data:{kind};base64,{packed}" alt="{alt}">'
        caption = escape(str(about.get("caption") or ""))
        tail = f"<figcaption>{caption}</figcaption>" if caption else ""
        return f"<figure>{body}{tail}</figure>"


def joined_lines(output: Mapping[str, Any]) -> str:
    """Return an error output's traceback as one text."""
    lines = output.get("traceback") or [f"{output.get('ename')}: {output.get('evalue')}"]
    return "\n".join(lines)
