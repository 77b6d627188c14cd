"""The promise that a page asks nothing of any network, checked on the page itself."""

import re
from html.parser import HTMLParser

from baccarat.report.assets import own_scripts

# Attributes that make a browser fetch something; a link to follow (a href) does not.
_FETCHING = {"src", "srcset", "poster", "data", "background", "action", "formaction", "ping"}
_FETCHING_HREF = {"link", "use", "image", "feimage", "base"}
_LOCAL = re.compile(r"\s*(data:|#|$)", re.IGNORECASE)
_CSS = re.compile(r"@import\s*([^;]+)|url\(\s*['\"]?([^)'\"]*)", re.IGNORECASE)


def _fetches(tag: str, attribute: str) -> bool:
    if attribute in ("href", "xlink:href"):
        return tag in _FETCHING_HREF
    return attribute in _FETCHING


def _css_requests(css: str) -> list[str]:
    found = (imported or url for imported, url in _CSS.findall(css))
    return [target.strip() for target in found if not _LOCAL.match(target)]


class _Watcher(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._in_style = False
        self._script: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._in_style = tag == "style"
        if tag == "script":
            self._script = []
        for name, value in attrs:
            if _fetches(tag, name) and not _LOCAL.match(value or ""):
                self.found.append(f"<{tag} {name}={value!r}>")
            # Presentation attributes of SVG can fetch too: fill="url(http:...)".
            if name not in ("href", "aria-label", "alt", "title"):
                self.found += _css_requests(value or "")

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.found += _css_requests(data)
        if self._script is not None:
            self._script.append(data)

    def handle_endtag(self, tag: str) -> None:
        self._in_style = False
        if tag == "script":
            self._close_script()

    def _close_script(self) -> None:
        """Pass our own scripts, known by their every letter; they ask nothing of anybody."""
        if self._script is not None and "".join(self._script).strip() not in own_scripts():
            self.found.append("<script>")
        self._script = None

    def close(self) -> None:
        super().close()
        self._close_script()  # one that nobody closed runs as well


def requests_of(html: str) -> list[str]:
    """Return all that a page would make a browser fetch, and every script that is not ours.

    Examples
    --------
    >>> requests_of('<a href="https://example.org">a source</a>')
    []
    >>> requests_of('<img src="dice.png">')
    ["<img src='dice.png'>"]
    """
    watcher = _Watcher()
    watcher.feed(html)
    watcher.close()
    return watcher.found
