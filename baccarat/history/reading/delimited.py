"""Tables in text files: any delimiter, quoted cells, with a header or none."""

from __future__ import annotations

import csv
import io
import re
from typing import Final

import numpy as np
import pandas as pd

from baccarat.history.reading.columns import count_results, is_hand, tells_results
from baccarat.history.reading.headers import role_of
from baccarat.history.reading.hints import Hints
from baccarat.history.reading.sheet import Sheet
from baccarat.history.reading.tokens import COMMENT_LINE

_DELIMITERS: Final = ",;\t|"
_ENTRY: Final = re.compile(r"-?\d+([.,]\d+)*|[xX✓✔•●]|[^-]*\d-[^-]*")


def delimiter_of(text: str) -> str | None:
    r"""Find what parts the cells of a text.

    Parameters
    ----------
    text : str
        The text, comments taken out.

    Returns
    -------
    str or None
        One of comma, semicolon, tab and bar; None if no one parts all its lines alike.

    Examples
    --------
    >>> delimiter_of("coup;resultat\n1;Banque\n")
    ';'
    """
    sample = text[:20_000]
    lines = [line for line in sample.splitlines()[:50] if line.strip(" \t" + COMMENT_LINE)]
    quote = _quote_of(sample)
    widths = {
        sign: {
            len(row)
            for row in csv.reader(lines, delimiter=sign, skipinitialspace=True, quotechar=quote)
            if row
        }
        for sign in _DELIMITERS
        if sign in sample
    }
    even = [sign for sign, width in widths.items() if len(width) == 1 and max(width) > 1]
    if len(even) == 1:
        return even[0]
    return even[0] if even else max(widths, key=sample.count, default=None)


def _quote_of(text: str) -> str:
    return "'" if "'" in text and '"' not in text else '"'


def _first_rows(text: str, sign: str | None, quote: str) -> tuple[list[str], list[str]]:
    """Give the first two rows that hold anything; none of a text too wide for a table."""
    cells = csv.reader(
        io.StringIO(text), delimiter=sign or ",", skipinitialspace=True, quotechar=quote
    )
    rows = (row for row in cells if any(row) and row != [COMMENT_LINE])
    try:
        return next(rows, []), next(rows, [])
    except csv.Error:
        return [], []


def has_header(cells: list[str], below: list[str], hints: Hints) -> bool:
    """Say whether the first row of a table names its columns.

    Parameters
    ----------
    cells : list of str
        The first row.
    below : list of str
        The second, which tells names such as P and B from results.
    hints : Hints
        Told columns may be the names.

    Returns
    -------
    bool

    Examples
    --------
    >>> has_header(["hand", "winner"], ["1", "B"], Hints())
    True
    >>> has_header(["P", "B"], ["6", "9"], Hints()), has_header(["P", "B"], ["B", "B"], Hints())
    (True, False)
    """
    told = {str(column).strip().casefold() for column in hints.columns.values()}
    if told & {cell.strip().casefold() for cell in cells}:
        return True
    roles = [role for cell in cells if len(cell.strip()) > 1 and (role := role_of(cell))]
    numbered = {role for role in roles if role[-1] in "123"}
    if len(numbered) >= 4 or count_results(cells) or set(roles) - numbered - {"player", "banker"}:
        return True
    short = [role for cell in cells if (role := role_of(cell))]
    if len(set(short)) < len(short) or not short or any("*" in cell for cell in cells):
        return False
    enough = {"player", "banker"} <= set(short) or "outcome" in short
    return enough and any(_is_entry(cell) for cell in below)


def _is_entry(cell: str) -> bool:
    """Say whether a cell is a number, a tick or a hand, as below a name, and no result."""
    return bool(_ENTRY.fullmatch(cell.strip())) or is_hand(cell)


def read_delimited(text: str, hints: Hints, name: str) -> Sheet | None:
    """Read a text as a table.

    Parameters
    ----------
    text : str
        The text, comments taken out.
    hints : Hints
        What was told.
    name : str
        The file's name.

    Returns
    -------
    Sheet or None
        None if it is no table.

    Raises
    ------
    ValueError
        If a row has another number of cells than the first.
    """
    sign = delimiter_of(text)
    quote = _quote_of(text)
    first, below = _first_rows(text, sign, quote)
    header = has_header(first, below, hints)
    if not header and (sign is None or not below):
        return None
    try:
        frame = pd.read_csv(
            io.StringIO(text),
            sep=sign or ",",
            header=None,
            dtype=str,
            keep_default_na=False,
            na_filter=False,
            skip_blank_lines=False,
            skipinitialspace=True,
            quotechar=quote,
            names=list(map(str, range(1, len(first) + 1))),
            index_col=False,
            on_bad_lines="error",
        ).fillna("")
    except (pd.errors.ParserError, csv.Error) as error:
        raise ValueError(f"{name} can't be read as a table: {str(error).strip()}") from None
    lines = np.arange(1, len(frame) + 1)
    coups = (frame.iloc[:, 0] != COMMENT_LINE).to_numpy()
    frame, lines = frame[coups].reset_index(drop=True), lines[coups]
    if header and len(frame):
        top = int(np.argmax((frame.iloc[:100] != "").any(axis=1).to_numpy()))
        frame.columns = pd.Index(unique_names([" ".join(cell.split()) for cell in frame.iloc[top]]))
        frame, lines = frame.iloc[top + 1 :].reset_index(drop=True), lines[top + 1 :]
    elif not tells_results(frame, hints):
        return None
    return Sheet(frame, lines)


def unique_names(names: list[str]) -> list[str]:
    """Give names that occur again a number, as pandas does.

    Examples
    --------
    >>> unique_names(["card", "card"])
    ['card', 'card.1']
    """
    seen: dict[str, int] = {}
    unique = []
    for name in names:
        seen[name] = seen.get(name, 0) + 1
        unique.append(name if seen[name] == 1 else f"{name}.{seen[name] - 1}")
    return unique
