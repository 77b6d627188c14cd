"""A table as it was found, before anything in it has a meaning."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.history.reading.cells import is_missing
from baccarat.history.reading.record import Numbers


@dataclass
class Sheet:
    """A table as it was found.

    Parameters
    ----------
    frame : DataFrame of str
        Its cells; "" where empty.
    lines : ndarray of int64, shape (n,)
        The line of each row.
    breaks : ndarray of bool, shape (n,), optional
        Rows that begin a new shoe.
    comments : list of str
        What comments beside it say.
    """

    frame: pd.DataFrame
    lines: Numbers
    breaks: NDArray[np.bool_] | None = None
    comments: list[str] = field(default_factory=list)


def without_blank_rows(sheet: Sheet) -> Sheet:
    """Drop rows without a cell; the next one begins a shoe.

    Parameters
    ----------
    sheet : Sheet
        The table.

    Returns
    -------
    Sheet

    Examples
    --------
    >>> sheet = Sheet(pd.DataFrame({"winner": ["B", "", "P"]}), np.arange(1, 4))
    >>> without_blank_rows(sheet).breaks
    array([False,  True])
    """
    return _drop(sheet, (sheet.frame == "").all(axis=1).to_numpy())


def without_events(sheet: Sheet, roles: Mapping[str, str]) -> Sheet:
    """Drop rows that tell of an event, such as a shoe's start, and not of a coup.

    Parameters
    ----------
    sheet : Sheet
        The table.
    roles : mapping of str to str
        What its columns hold.

    Returns
    -------
    Sheet
    """
    if "event" not in roles:
        return sheet
    telling = [c for role, c in roles.items() if role not in ("event", "shoe", "round")]
    silent = sheet.frame[telling].map(is_missing).all(axis=1).to_numpy()
    return _drop(sheet, silent)


def _drop(sheet: Sheet, rows: NDArray[np.bool_]) -> Sheet:
    if not rows.any():
        return sheet
    breaks = np.zeros(len(rows), dtype=bool) if sheet.breaks is None else sheet.breaks
    after = breaks | np.concatenate([[False], rows[:-1]])
    return Sheet(
        sheet.frame[~rows].reset_index(drop=True),
        sheet.lines[~rows],
        after[~rows],
        sheet.comments,
    )
