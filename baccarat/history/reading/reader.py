"""Which way a record is read."""

from __future__ import annotations

from pathlib import Path
from typing import TextIO

from baccarat.history.history import History
from baccarat.history.parquet import history_of, read_parquet, was_written_here
from baccarat.history.reading.books import read_database, read_workbook, sheet_of_frame
from baccarat.history.reading.delimited import read_delimited
from baccarat.history.reading.hints import Hints
from baccarat.history.reading.letters import read_letters
from baccarat.history.reading.lines import read_codes, read_hand_lines
from baccarat.history.reading.sequence import tokens_history
from baccarat.history.reading.source import ADVICE, kind_of, text_of
from baccarat.history.reading.table import table_history
from baccarat.history.reading.tidy import read_tidy
from baccarat.history.reading.tokens import tidy
from baccarat.history.reading.tree import looks_like_json, read_json


def read_file(path: Path, hints: Hints) -> History:
    """Read a record of any kind.

    Parameters
    ----------
    path : Path
        The file.
    hints : Hints
        What was told.

    Returns
    -------
    History

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If it can't be read.
    """
    if path.is_dir():
        raise ValueError(f"{path} is a folder; give a file")
    if not path.exists():
        raise FileNotFoundError(
            f"no file {path.absolute()}; give the path of a record of P, B, T or .parquet"
        )
    kind = "parquet" if path.suffix == ".parquet" else kind_of(path)
    if kind in ADVICE:
        raise ValueError(f"{path} {ADVICE[kind]}")
    if kind == "parquet":
        data = read_parquet(path)
        if was_written_here(data):
            return history_of(data, path, hints.table)
        return table_history(sheet_of_frame(data.to_pandas()), str(path), hints)
    if kind == "workbook":
        return table_history(read_workbook(path, hints), str(path), hints)
    if kind == "database":
        return table_history(read_database(path, hints), str(path), hints)
    return read_text(text_of(path.read_bytes(), str(path), hints.encoding), str(path), hints)


def read_buffer(buffer: TextIO, hints: Hints) -> History:
    """Read a record out of an open file of text.

    Examples
    --------
    >>> import io
    >>> read_buffer(io.StringIO("庄闲和"), Hints()).text()
    'BPT'
    """
    name = getattr(buffer, "name", "text")
    content = buffer.read()
    if isinstance(content, bytes):
        content = text_of(content, str(name), hints.encoding)
    return read_text(content, str(name), hints)


def read_text(text: str, name: str, hints: Hints) -> History:
    r"""Read a record that is text.

    Parameters
    ----------
    text : str
        The record.
    name : str
        Where it comes from.
    hints : Hints
        What was told.

    Returns
    -------
    History

    Examples
    --------
    >>> read_text("P,B\n6,9\n", "x.csv", Hints()).text()
    'B'
    """
    if not text.strip("\ufeff \t\r\n|"):
        raise ValueError(f"{name} holds no coup; write results as letters P, B, T")
    told = hints.symbols or hints.language or hints.columns or hints.fields
    if not told and not _may_be_plate(text, hints):
        history = read_letters(text, name, hints.table)
        if history is not None:
            return history
    if looks_like_json(text):
        return table_history(read_json(text, name), name, hints)
    return _read_lines(text, name, hints)


def _may_be_plate(text: str, hints: Hints) -> bool:
    """Say whether the first lines have the shape of a bead plate, with gaps between letters."""
    if hints.bead is not None or hints.rows is not None:
        return bool(hints.bead) or hints.rows is not None
    first = [line.split("#")[0].strip() for line in text[:4096].lstrip().splitlines()[:8]]
    block = first[: first.index("")] if "" in first else first
    return len(block) in (3, 6) and all(
        len(line) < 300 and set(line) & set(" \t,") for line in block
    )


def _read_lines(text: str, name: str, hints: Hints) -> History:
    body, comments = tidy(text, table=True)
    if not body.strip("\x01 \n|"):
        raise ValueError(f"{name} holds no coup; write results as letters P, B, T")
    own = read_tidy(body, name, hints)
    if own is not None:
        return own
    bare, more = tidy(text)
    sheet = read_hand_lines(bare) or read_codes(bare, name, hints)
    sheet = sheet or read_delimited(body, hints, name)
    if sheet is not None:
        sheet.comments = comments + more
        return table_history(sheet, name, hints)
    return tokens_history(bare, more, name, hints)
