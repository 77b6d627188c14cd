"""JSON and JSON lines: rounds, events, lists of hands, lists of results."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import pandas as pd

from baccarat.history.reading.sheet import Sheet

Json: TypeAlias = Any


def looks_like_json(text: str) -> bool:
    """Say whether a text begins as JSON does.

    Examples
    --------
    >>> looks_like_json(' {"a": 1}'), looks_like_json("PB")
    (True, False)
    """
    return text.lstrip()[:1] in ("{", "[")


def read_json(text: str, name: str) -> Sheet:
    """Read JSON as a table; numbers stay as they are written.

    Parameters
    ----------
    text : str
        One document, or one a line.
    name : str
        The file's name.

    Returns
    -------
    Sheet

    Raises
    ------
    ValueError
        If it is not whole or holds no list of coups.

    Examples
    --------
    >>> read_json('[{"winner": "B"}, {"winner": "P"}]', "x").frame["winner"].tolist()
    ['B', 'P']
    """
    shoes = list(_shoes(_document(text, name)))
    rows = [(row, not place) for shoe in shoes for place, row in enumerate(shoe)]
    if not rows:
        raise ValueError(
            f"{name} holds no coup: it is JSON without a list of rounds, hands or results"
        )
    frame = pd.DataFrame([row for row, _ in rows], dtype=object).fillna("").astype(str)
    breaks = np.array([first for _, first in rows])
    return Sheet(frame, np.arange(1, len(rows) + 1), breaks)


def _document(text: str, name: str) -> Json:
    try:
        return _load(text)
    except json.JSONDecodeError as error:
        lines = [(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]
        if len(lines) < 2 or (error.lineno == 1 and not error.msg.startswith("Extra data")):
            raise _broken(name, error.lineno, error) from None
        if not error.msg.startswith("Extra data"):
            raise _broken(name, error.lineno, error) from None
    documents = []
    for number, line in lines:
        try:
            documents.append(_load(line))
        except json.JSONDecodeError as error:
            raise _broken(name, number, error) from None
    return documents


def _load(text: str) -> Json:
    return json.loads(text, parse_int=str, parse_float=str)


def _broken(name: str, line: int, error: json.JSONDecodeError) -> ValueError:
    return ValueError(f"{name}, line {line}: broken or truncated JSON, {error.msg.lower()}")


def _shoes(document: Json) -> Iterator[list[dict[str, str]]]:
    """Give the rows of each shoe, wherever in the document they stand."""
    if isinstance(document, str):
        yield [{"outcome": sign} for sign in document.split()]
    elif isinstance(document, dict):
        yield from _in_object(document)
    elif isinstance(document, list):
        yield from _in_list(document)


def _in_object(document: dict[str, Json]) -> Iterator[list[dict[str, str]]]:
    lists = {key: part for key, part in document.items() if isinstance(part, list) and part}
    columns = {key: part for key, part in lists.items() if all(_is_plain(cell) for cell in part)}
    if len(columns) > 1 and len({len(part) for part in columns.values()}) == 1:
        yield [
            _row(dict(zip(columns, row, strict=True)))
            for row in zip(*columns.values(), strict=True)
        ]
        return
    inner: dict[str, Json] = dict(lists)
    if not lists:
        inner = {key: part for key, part in document.items() if isinstance(part, dict)}
    if lists or all(isinstance(part, dict) for part in document.values()):
        for part in inner.values():
            yield from _shoes(part)
    else:
        yield [_row(document)]


def _in_list(document: list[Json]) -> Iterator[list[dict[str, str]]]:
    if all(isinstance(part, dict) for part in document):
        holders = [any(_is_list_of_rows(cell) for cell in part.values()) for part in document]
        if document and all(holders):
            for part in document:
                yield from _in_object(part)
        else:
            yield [_row(part) for part in document]
    elif all(_is_coup(part) for part in document):
        hands = ("player_hand", "banker_hand")
        yield [{s: _cell(hand) for s, hand in zip(hands, part, strict=True)} for part in document]
    elif all(_is_plain(part) for part in document):
        yield [{"outcome": _cell(part)} for part in document]
    else:
        for part in document:
            yield from _shoes(part)


def _is_plain(part: Json) -> bool:
    return part is None or isinstance(part, str | bool)


def _is_list_of_rows(part: Json) -> bool:
    return (
        isinstance(part, list) and bool(part) and all(isinstance(row, dict | list) for row in part)
    )


def _is_coup(part: Json) -> bool:
    """Say whether a part is two hands, each a list of cards."""
    return (
        isinstance(part, list)
        and len(part) == 2
        and all(isinstance(h, list) and 2 <= len(h) <= 3 and all(map(_is_plain, h)) for h in part)
    )


def _row(part: dict[str, Json]) -> dict[str, str]:
    """Lay an object out flat: inner names follow outer ones."""
    row: dict[str, str] = {}
    for key, cell in part.items():
        if isinstance(cell, dict):
            row |= {f"{key} {inner}": text for inner, text in _row(cell).items()}
        else:
            row[key] = _cell(cell)
    return row


def _cell(cell: Json) -> str:
    if isinstance(cell, list):
        return " ".join(_cell(part) for part in cell)
    if isinstance(cell, dict):
        return " ".join(map(str, cell.values()))
    return "" if cell is None else str(cell).lower() if isinstance(cell, bool) else str(cell)
