"""What pages carry in themselves: the style, the few lines of script, the rule that binds them."""

import base64
import hashlib
from functools import cache
from pathlib import Path

TEMPLATE = Path(__file__).parent / "template"


@cache
def css() -> str:
    """Return the style sheet that all pages share."""
    return (TEMPLATE / "page.css").read_text(encoding="utf-8")


@cache
def script(name: str) -> str:
    """Return one of our scripts: ``sorting`` for long tables, ``finding`` for the index.

    Examples
    --------
    >>> "aria-sort" in script("sorting")
    True
    """
    return (TEMPLATE / f"{name}.js").read_text(encoding="utf-8").strip()


def own_scripts() -> frozenset[str]:
    """Return all scripts that a page of ours may hold."""
    return frozenset({script("sorting"), script("finding")})


def _hash(text: str) -> str:
    """Return the name by which a content security policy knows a script.

    References
    ----------
    W3C, Content Security Policy Level 3, section 2.3.1, "hash-source".
    """
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def policy(*scripts: str, pictures: bool = False) -> str:
    """Return the content security policy of a page: what it may load, which is next to nothing.

    The browser itself then refuses what a later notebook might smuggle in.

    Parameters
    ----------
    scripts
        Names of our scripts that the page holds.
    pictures
        Whether picture files beside the page are shown.

    Examples
    --------
    >>> policy().split("; ")[0]
    "default-src 'none'"
    """
    images = "img-src data: 'self' file:" if pictures else "img-src data:"
    allowed = " ".join(_hash(script(name)) for name in scripts) or "'none'"
    return "; ".join(
        (
            "default-src 'none'",
            "style-src 'unsafe-inline'",
            images,
            f"script-src {allowed}",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
