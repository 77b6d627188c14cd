"""The short way for plain letters: P, B, T and V, millions a second."""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from baccarat.game.coup import OUTCOMES
from baccarat.game.table import Table
from baccarat.history.history import History

_COMMENT_LINES: Final = re.compile(rb"^[ \t]*#[^\n]*(?:\n|\Z)", re.MULTILINE)
_COMMENTS: Final = re.compile(rb"#[^\n]*")
_SHOE_ENDS: Final = re.compile(rb"\n[ \t]*(?=\n)|\|")
_SEPARATORS: Final = b" \t,;"
_TO_CAPITALS: Final = bytes.maketrans(b"pbtv", b"PBTV")
_MIXED: Final = re.compile(rb"[PBT][pbtv]|[pbtv][PBTV]")
_CODES: Final = bytes.maketrans(OUTCOMES.encode(), bytes(range(len(OUTCOMES))))


def read_letters(text: str, name: str, table: Table | None) -> History | None:
    r"""Read a text of the letters P, B, T and V alone.

    Parameters
    ----------
    text : str
        Letters in either case, with or without spaces, commas or semicolons; ``#`` begins a
        comment; a blank line or ``|`` a new shoe.
    name : str
        The file's name.
    table : Table, optional
        The table of the history.

    Returns
    -------
    History or None
        None if the text holds no letter, anything else, or words of both cases, where a small
        letter may mark a pair.

    Examples
    --------
    >>> read_letters("PBB # so far\n\nTP", "x", None).text()
    'PBB\nTP'
    >>> read_letters("B9 P7", "x", None) is read_letters("Bp P", "x", None) is None
    True
    """
    head = text.partition("#")[0][:4096]
    if not head.isascii() or head.encode().translate(None, b"PBTVpbtv,; \t\r\n|"):
        return None
    data = text.encode("utf-8", "surrogatepass")
    if b"\r" in data:
        data = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if b"#" in data:
        data = _COMMENTS.sub(b"", _COMMENT_LINES.sub(b"", data))
    if data.translate(None, b"PBTVpbtv,; \t\n|") or _mixed(data):
        return None
    capitals = data.translate(_TO_CAPITALS)
    shoes = [
        shoe
        for each in _SHOE_ENDS.split(capitals)
        if (shoe := each.translate(None, _SEPARATORS + b"\n"))
    ]
    if not shoes:
        return None
    outcomes = np.frombuffer(b"".join(shoes).translate(_CODES), dtype=np.uint8)
    starts = np.cumsum([0, *map(len, shoes)])
    return History(outcomes, starts, table=table, source=name.rpartition("/")[2])


def _mixed(data: bytes) -> bool:
    """Say whether a word has letters of both cases."""
    if data.isupper() or data.islower():
        return False
    return _MIXED.search(data) is not None
