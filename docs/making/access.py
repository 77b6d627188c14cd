"""What the theme leaves out for those who use a keyboard or listen to a page."""

import re

from sphinx.application import Sphinx

SCROLLED = re.compile(r'<(pre|div class="table-wrapper[^"]*")>')


def reach_scrolled_parts(html: str) -> str:
    """Let the keyboard reach what is wider than a screen, so that it can be scrolled."""
    return SCROLLED.sub(r'<\1 tabindex="0">', html)


def level_captions(html: str) -> str:
    """Say of which level the headings of the navigation are."""
    return html.replace('role="heading"', 'role="heading" aria-level="2"')


def mend(app: Sphinx, pagename: str, templatename: str, context: dict, doctree: object) -> None:
    """Mend a page before it is written."""
    if "body" in context:
        context["body"] = reach_scrolled_parts(context["body"])
    if "furo_navigation_tree" in context:
        context["furo_navigation_tree"] = level_captions(context["furo_navigation_tree"])


def setup(app: Sphinx) -> dict:
    """Register with Sphinx, to come after the theme."""
    app.connect("html-page-context", mend, priority=900)
    return {"parallel_read_safe": True}
