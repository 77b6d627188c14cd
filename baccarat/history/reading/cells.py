"""Reading the cells of one column, each distinct text once."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.history.reading.cardmarks import MISSING
from baccarat.history.reading.headers import role_of
from baccarat.history.reading.words import plain

_MONTH: Final = "(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_DATE: Final = re.compile(
    rf"\d{{4}}-\d\d?-\d\d?([ T][\d:.]+)?|\d{{1,2}}[-/. ]?{_MONTH}\.?|{_MONTH}[-/. ]\d{{1,4}}"
    r"|\d{1,2}/\d{1,2}/\d{2,4}",
    re.IGNORECASE,
)
_NUMBER: Final = re.compile(r"-?\d{1,3}(,\d{3})+(\.0+)?|-?\d+(\.0+)?")
_YES: Final = {"true", "yes", "y", "x", "1", "1.0", "✓", "✔", "oui", "sí", "si", "ja", "是", "有"}
_NO: Final = {"false", "no", "n", "0", "0.0", "non", "nein", "não", "否", "无", "無", *MISSING}


class CellError(ValueError):
    """A cell that can't be read.

    Parameters
    ----------
    cell : str
        Its text.
    reason : str
        Why not, and what to do.
    """

    def __init__(self, cell: str, reason: str) -> None:
        super().__init__(f"{cell!r} {reason}")
        self.cell = cell


def each_once(column: pd.Series[str], read: Callable[[str], int]) -> NDArray[np.int64]:
    """Read a column by its distinct cells; a missing cell is -1.

    Parameters
    ----------
    column : Series of str, shape (n,)
        Its cells.
    read : callable
        Text to number.

    Returns
    -------
    ndarray of int64, shape (n,)

    Examples
    --------
    >>> each_once(pd.Series(["7", "NA", "7"]), int)
    array([ 7, -1,  7])
    """
    codes, cells = pd.factorize(column)
    numbers = [-1 if is_missing(cell) else read(cell) for cell in cells]
    return np.array(numbers, dtype=np.int64)[codes]


def is_missing(cell: str) -> bool:
    """Say whether a cell says nothing: empty, NA, None, a dash."""
    return cell.strip().casefold() in MISSING


def refuse_date(cell: str) -> None:
    """Refuse a date where none belongs: spreadsheets make dates of such as 3-2."""
    if _DATE.fullmatch(cell.strip()):
        raise CellError(
            cell,
            "is a date, which spreadsheets make of entries such as 3-2; format the column as text "
            "and enter it again",
        )


def whole_number(cell: str) -> int:
    """Read a whole number, with or without commas for thousands.

    Examples
    --------
    >>> whole_number("1,234.00"), whole_number("3.0")
    (1234, 3)
    """
    refuse_date(cell)
    if not _NUMBER.fullmatch(cell.strip()):
        raise CellError(cell, "is no whole number")
    return int(cell.replace(",", "").partition(".")[0])


def digit(cell: str) -> int:
    """Read a total or points, 0 to 9."""
    number = whole_number(cell)
    if not 0 <= number <= 9:
        raise CellError(cell, "is no total of a hand, 0 to 9")
    return number


def yes_or_no(cell: str) -> int:
    """Read a flag."""
    form = plain(cell).strip().casefold()
    if form in _YES or form in _NO:
        return int(form in _YES)
    raise CellError(cell, "is neither yes nor no")


def flags(column: pd.Series[str], *, blank_is_no: bool) -> NDArray[np.int64]:
    """Read a column of flags.

    Parameters
    ----------
    column : Series of str, shape (n,)
        Yes and no in several spellings.
    blank_is_no : bool
        Whether an empty cell is a no, in columns where only the yes is ever written.

    Returns
    -------
    ndarray of int64, shape (n,)
        1, 0, or -1 for a missing cell.

    Examples
    --------
    >>> flags(pd.Series(["true", ""]), blank_is_no=True)
    array([1, 0])
    """
    told = each_once(column, yes_or_no)
    return np.where(told < 0, 0, told) if blank_is_no and not np.any(told == 0) else told


def pairs(column: pd.Series[str], side: str) -> NDArray[np.int64]:
    """Read a side's pairs in a column that speaks of both, such as "Player pair", "Both pairs"."""

    def read(cell: str) -> int:
        words = re.findall(r"\w+", plain(cell).casefold())
        if not words or words[0] in _NO or words[0] in {"none", "keine", "aucune", "sin"}:
            return 0
        sides = {role_of(word) for word in words}
        if not sides & {"player", "banker"} and not set(words) & {"both", "two", "2", "deux"}:
            raise CellError(cell, "does not say whose pair it is")
        return int(side in sides or bool(set(words) & {"both", "two", "2", "deux"}))

    return each_once(column, read)
