"""The tidy table of a history as CSV, there and back."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
import pandas as pd

from baccarat.history.history import History
from baccarat.history.reading.hints import Hints
from baccarat.history.reading.sheet import Sheet
from baccarat.history.reading.table import table_history

_FIRST: Final = ["shoe", "coup", "outcome"]


def write_csv(history: History, path: Path) -> None:
    """Write the tidy table of a history, one row a coup.

    Parameters
    ----------
    history : History
        What to write.
    path : Path
        The file.
    """
    frame = history.frame()
    flags = frame.select_dtypes("bool").columns
    frame.astype(dict.fromkeys(flags, np.uint8)).to_csv(
        path, index=False, encoding="utf-8", lineterminator="\n"
    )


def read_tidy(text: str, name: str, hints: Hints) -> History | None:
    r"""Read what `write_csv` wrote.

    Parameters
    ----------
    text : str
        The text.
    name : str
        The file's name.
    hints : Hints
        What was told.

    Returns
    -------
    History or None
        None if it has another header, or its coups are not numbered from 1 in each shoe.

    Examples
    --------
    >>> read_tidy("shoe,coup,outcome\n1,1,P\n2,1,B\n", "x.csv", Hints()).text()
    'P\nB'
    """
    if text.partition("\n")[0].split(",")[:3] != _FIRST:
        return None
    frame = pd.read_csv(io.StringIO(text), dtype=str, keep_default_na=False, na_filter=False)
    shoes = pd.factorize(frame["shoe"])[0]
    starts = np.flatnonzero(np.diff(shoes, prepend=-1) != 0)
    numbers = np.arange(len(frame)) - np.repeat(starts, np.diff([*starts, len(frame)])) + 1
    if frame["coup"].tolist() != list(map(str, numbers.tolist())):
        return None
    sheet = Sheet(frame.drop(columns="coup"), np.arange(2, len(frame) + 2))
    return table_history(sheet, name, replace(hints, cards=hints.cards or "ranks"))
