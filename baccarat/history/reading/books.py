"""Tables out of Excel workbooks, SQLite files and Parquet files that others made."""

from __future__ import annotations

import sqlite3
import zipfile
from contextlib import closing
from datetime import date, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from baccarat.history.reading.delimited import has_header, unique_names
from baccarat.history.reading.headers import role_of
from baccarat.history.reading.hints import Hints
from baccarat.history.reading.sheet import Sheet

_HEADER_WITHIN = 20


def read_workbook(path: Path, hints: Hints) -> Sheet:
    """Read a sheet of an Excel workbook: the values that Excel has kept.

    Parameters
    ----------
    path : Path
        An .xlsx file.
    hints : Hints
        Which sheet, where it has several that could be meant.

    Returns
    -------
    Sheet

    Raises
    ------
    ValueError
        If it can't be read, or holds formulas without a kept value.
    """
    import openpyxl

    try:
        with closing(openpyxl.load_workbook(path, read_only=True, data_only=True)) as book:
            sheets = {sheet.title: _cells(sheet) for sheet in book.worksheets}
    except (zipfile.BadZipFile, KeyError, ValueError, OSError, SyntaxError) as error:
        raise ValueError(f"{path} can't be read as a workbook: {_one_line(error)}") from None
    named = {title: sheet for title, rows in sheets.items() if (sheet := _sheet(rows, hints))}
    headed = [title for title in named if any(map(role_of, named[title].frame.columns))]
    title = _choose(headed or list(named), "sheet", path, hints, [*sheets])
    if title not in named:
        raise ValueError(f"{path}, sheet {title} is empty")
    _refuse_formulas(path, title, sheets[title])
    return named[title]


def _cells(sheet: Any) -> list[list[str]]:
    return [[_text(cell) for cell in row] for row in sheet.iter_rows(values_only=True)]


def _text(cell: object) -> str:
    if cell is None:
        return ""
    if isinstance(cell, datetime):
        return (
            cell.date().isoformat() if cell.time() == datetime.min.time() else cell.isoformat(" ")
        )
    if isinstance(cell, date):
        return cell.isoformat()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()


def _sheet(rows: list[list[str]], hints: Hints) -> Sheet | None:
    """Take a sheet from its header on; one of results alone may have none."""
    filled = [number for number, row in enumerate(rows) if any(row)]
    if not filled:
        return None
    following = zip(filled, [*filled[1:], filled[-1]], strict=True)
    tops = (n for n, below in following if has_header(rows[n], rows[below], hints))
    top = next((n for n in tops if n in filled[:_HEADER_WITHIN]), None)
    width = max(map(len, rows))
    padded = [row + [""] * (width - len(row)) for row in rows]
    if top is None:
        names, body, first = [str(n + 1) for n in range(width)], padded[filled[0] :], filled[0]
    else:
        names, body, first = padded[top], padded[top + 1 :], top + 1
    while body and not any(body[-1]):
        body.pop()
    frame = pd.DataFrame(body, columns=pd.Index(unique_names(names)), dtype=object).astype(str)
    return Sheet(frame, np.arange(first + 1, first + 1 + len(frame)))


def _refuse_formulas(path: Path, title: str, kept: list[list[str]]) -> None:
    """Refuse formulas that were never worked out: their cells would look empty."""
    import openpyxl

    with closing(openpyxl.load_workbook(path, read_only=True, data_only=False)) as book:
        for row in book[title].iter_rows():
            for cell in row:
                if (
                    isinstance(cell.value, str)
                    and cell.value.startswith("=")
                    and cell.data_type == "f"
                ):
                    line, column = cell.row - 1, cell.column - 1
                    if line >= len(kept) or column >= len(kept[line]) or not kept[line][column]:
                        raise ValueError(
                            f"{path}, sheet {title}, cell {cell.coordinate}: a formula without a "
                            "kept value; open the workbook in a spreadsheet program and save it"
                        )


def read_database(path: Path, hints: Hints) -> Sheet:
    """Read a table of an SQLite file.

    Parameters
    ----------
    path : Path
        The file; it is opened for reading only.
    hints : Hints
        Which table, where it has several that could be meant.

    Returns
    -------
    Sheet

    Raises
    ------
    ValueError
        If it can't be read.
    """
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as base:
            query = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
            tables = [str(name) for (name,) in base.execute(query)]
            named = {table: names for table in tables if (names := _names(base, table))}
            title = _choose(list(named), "table", path, hints, tables)
            rows = base.execute(f"SELECT * FROM {_quoted(title)}").fetchall()
            names = [
                column[0] for column in base.execute(f"SELECT * FROM {_quoted(title)}").description
            ]
    except sqlite3.Error as error:
        raise ValueError(f"{path} can't be read as SQLite: {_one_line(error)}") from None
    cells = [[_text(cell) for cell in row] for row in rows]
    frame = pd.DataFrame(cells, columns=pd.Index(unique_names(names)), dtype=object).astype(str)
    return Sheet(frame, np.arange(1, len(frame) + 1))


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _names(base: sqlite3.Connection, table: str) -> list[str]:
    """Give the columns of a table that may hold coups."""
    names = [column[1] for column in base.execute(f"PRAGMA table_info({_quoted(table)})")]
    telling = {role_of(name) for name in names} - {None, "round", "shoe", "event"}
    return names if telling else []


def _choose(fitting: list[str], what: str, path: Path, hints: Hints, every: list[str]) -> str:
    if hints.sheet is not None:
        if hints.sheet not in every:
            raise ValueError(f"{path} has no {what} {hints.sheet!r}; it has {', '.join(every)}")
        return hints.sheet
    choice = fitting or every
    if len(choice) != 1:
        raise ValueError(
            f"{path} has {len(choice)} {what}s that may hold coups: {', '.join(choice[:12])}; say "
            f'which: sheet="{choice[0] if choice else ""}"'
        )
    return choice[0]


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__


def sheet_of_frame(frame: pd.DataFrame) -> Sheet:
    """Take any frame as a table of texts.

    Examples
    --------
    >>> sheet_of_frame(pd.DataFrame({"winner": ["B", None], "n": [1, 2]})).frame.iloc[1].tolist()
    ['', '2']
    """
    texts = {
        str(column): [_text(None if _is_nothing(cell) else cell) for cell in frame[column].tolist()]
        for column in frame.columns
    }
    return Sheet(pd.DataFrame(texts, dtype=object).astype(str), np.arange(1, len(frame) + 1))


def _is_nothing(cell: object) -> bool:
    return cell is None or cell is pd.NA or (isinstance(cell, float) and cell != cell)
