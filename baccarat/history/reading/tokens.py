"""Cutting a text into results as written, with what stands before and behind each."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from baccarat.history.reading.hints import Hints
from baccarat.history.reading.signs import PLAIN_ADVICE, NotSettledError
from baccarat.history.reading.words import VOCABULARY, plain

COMMENT_LINE: Final = "\x01"
"""What `tidy` leaves of a line that is a comment, as that is no blank line."""

_NUMBERED_COUP: Final = re.compile(r"\s*#\s?N?\d+\b.*\(")
_SEPARATORS: Final = re.compile(r"[\s,;、。·•/>→–—-]+")
_SIGNED: Final = re.compile(r"[\s,;|]*(?:[+-]?[01](?:[\s,;|]+|\Z))+")
_LONGEST: Final = sorted((w for w in VOCABULARY if len(w) > 1), key=len, reverse=True)
_WORD: Final = "|".join(re.escape(word) for word in _LONGEST)
_SPACED: Final = [word for word in _LONGEST if " " in word]
_SINGLE: Final = r"[^\W\d_]|[^\w\s.,;\x00-\x1f]"
_PAIRS: Final = re.compile(r"[A-Z][*\d]*(?:bp|pb|[bp])\*?(?![a-z])")


@dataclass(frozen=True, slots=True)
class Token:
    """One result as written: its sign, the number before it, what stands behind it."""

    sign: str
    count: str = ""
    marks: str = ""


class Cutter:
    """Cuts the lines of one text into tokens.

    Parameters
    ----------
    text : str
        All of the text, which tells what may stand in it.
    hints : Hints
        Told symbols.

    Examples
    --------
    >>> list(Cutter("2B P*", Hints()).tokens("2B P*"))
    [Token(sign='B', count='2', marks=''), Token(sign='P', count='', marks='*')]
    """

    def __init__(self, text: str, hints: Hints) -> None:
        told = sorted(map(re.escape, hints.signs), key=len, reverse=True)
        self.signed = "-1" in text and bool(_SIGNED.fullmatch(text))
        signs = "|".join([*told, f"(?i:{_WORD})", _SINGLE])
        digits = any(sign.isdecimal() for sign in hints.signs) or not re.search(
            _SINGLE, _SEPARATORS.sub("", text)
        )
        pairs = "(?:bp|pb|[bp])?" if _PAIRS.search(text) else ""
        self._counted = re.compile(rf"(?P<count>\d{{1,4}})(?P<sign>{signs})(?P<marks>)")
        self._marked = re.compile(
            rf"(?P<count>)(?P<sign>{signs})(?P<marks>\*?\d{{0,2}}\*?{pairs}\*?)"
        )
        if digits:
            self._marked = re.compile(rf"(?P<count>)(?P<sign>{signs}|[0-9])(?P<marks>)")
            self._counted = self._marked

    def tokens(self, line: str) -> Iterator[Token]:
        """Give the tokens of a line.

        Parameters
        ----------
        line : str
            The line.

        Yields
        ------
        Token

        Raises
        ------
        NotSettledError
            If something in it is none.
        """
        if self.signed:
            yield from (Token(sign) for sign in re.split(r"[\s,;]+", line) if sign)
            return
        for chunk in filter(None, _SEPARATORS.split(_keep_two_words(line))):
            yield from self._chunk(chunk)

    def _chunk(self, chunk: str) -> Iterator[Token]:
        pattern = self._counted if chunk[0].isdecimal() else self._marked
        place = 0
        while place < len(chunk):
            found = pattern.match(chunk, place)
            if found is None:
                raise NotSettledError(chunk[place], f"is no result; {PLAIN_ADVICE}")
            yield Token(found["sign"], found["count"], found["marks"])
            place = found.end()


def _keep_two_words(line: str) -> str:
    if line.isascii():
        return line
    for word in _SPACED:
        line = re.sub(re.escape(word), word.replace(" ", ""), line, flags=re.IGNORECASE)
    return line


def tidy(text: str, *, table: bool = False) -> tuple[str, list[str]]:
    r"""Take comments out of a text, so that each line keeps its number.

    Parameters
    ----------
    text : str
        The text. ``#`` begins a comment, but not before the number of a coup with its cards.
    table : bool
        Whether it is a table: only whole lines are comments then, and ``#`` may head a column.

    Returns
    -------
    text : str
        The rest; `COMMENT_LINE` for a line that is a comment.
    comments : list of str
        The comments.

    Examples
    --------
    >>> tidy("PB # so far\n# 1=banker")
    ('PB \n\x01', [' so far', ' 1=banker'])
    """
    if "#" not in text and "//" not in text:
        return plain("\n".join(text.splitlines()) if "\r" in text else text), []
    comments: list[str] = []
    lines = []
    opening = re.compile(r"^\s*#(?![,;\t|])" if table else r"#|//")
    for line in plain(text).splitlines():
        found = None if _NUMBERED_COUP.match(line) else opening.search(line)
        if found is None:
            lines.append(line)
            continue
        comments.append(line[found.end() :])
        kept = line[: found.start()]
        lines.append(kept if kept.strip() else COMMENT_LINE)
    return "\n".join(lines), comments
