"""What notebooks and pages share: names and pieces of HTML, with nothing heavy to import."""

from html import escape

HEADLINE = "application/vnd.baccarat.headline+json"
ALERTS = "application/vnd.baccarat.alerts+json"

VERDICTS = {
    "deviation": "the corrected test rejects chance",
    "consistent with chance": "chance explains the data, and an effect large enough "
    "to break even is ruled out",
    "inconclusive": "neither chance nor an effect that matters is ruled out",
}

LONG = 12
"""Rows beyond which a table can be sorted by a reader and may be cut between pages."""


def region(table: str, label: str) -> str:
    """Wrap a table so that a narrow screen scrolls it and not the page.

    Examples
    --------
    >>> region("<table></table>", "Odds & ends").partition("tabindex")[2]
    '="0" aria-label="Odds &amp; ends"><table></table></div>'
    """
    head = '<div class="table-region" role="region" tabindex="0"'
    return f'{head} aria-label="{escape(label)}">{table}</div>'
