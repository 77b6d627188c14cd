"""A frame as an accessible HTML table."""

import math
from collections.abc import Callable, Mapping
from html import escape
from numbers import Real
from typing import Any

import pandas as pd

from baccarat.report.parts import LONG, region
from baccarat.words.number import number

Format = str | Callable[[Any], str]

_MISSING = "–"


def _is_missing(value: Any) -> bool:
    return (
        value is None
        or value is pd.NaT
        or value is pd.NA
        or (isinstance(value, float) and math.isnan(value))
    )


def _text(value: Any, form: Format | None) -> str:
    if _is_missing(value):
        return _MISSING
    if callable(form):
        return str(form(value))
    form = form or (".6g" if isinstance(value, float) else "")
    is_number = isinstance(value, Real) and not isinstance(value, bool)
    return number(value, form) if is_number else format(value, form)


def _is_number(column: "pd.Series[Any]") -> bool:
    return pd.api.types.is_numeric_dtype(column) and not pd.api.types.is_bool_dtype(column)


def _label(value: Any) -> str:
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _indexed(frame: pd.DataFrame) -> bool:
    """Whether the index says something: it has a name, or is not the default numbering."""
    index = frame.index
    return index.name is not None or not (
        isinstance(index, pd.RangeIndex) and index.start == 0 and index.step == 1
    )


def _align(number: bool) -> str:
    return ' class="num" style="text-align:right"' if number else ' style="text-align:left"'


def _head(frame: pd.DataFrame, numbers: list[bool]) -> str:
    cells = [
        f'<th scope="col"{_align(number)}>{escape(_label(name))}</th>'
        for name, number in zip(frame.columns, numbers, strict=True)
    ]
    if _indexed(frame):
        names = [str(name) for name in frame.index.names if name is not None]
        corner = escape(", ".join(names))
        # A header cell that heads nothing would be read out as an empty one.
        cells.insert(0, f'<th scope="col"{_align(False)}>{corner}</th>' if corner else "<td></td>")
    return f"<thead><tr>{''.join(cells)}</tr></thead>"


def _sort_key(value: Any) -> str:
    """Return the attribute by which a reader's sorting knows a number behind its printed form."""
    if _is_missing(value) or isinstance(value, bool) or not isinstance(value, Real):
        return ""
    return f' data-sort="{float(value):.10g}"'


def _cell(value: Any, form: Format | None, number: bool, sortable: bool) -> str:
    key = _sort_key(value) if sortable and number else ""
    return f"<td{_align(number)}{key}>{escape(_text(value, form))}</td>"


def _row(
    label: Any, values: Any, forms: list[Format | None], numbers: list[bool], sortable: bool
) -> str:
    cells = [
        _cell(value, form, number, sortable)
        for value, form, number in zip(values, forms, numbers, strict=True)
    ]
    if label is not None:
        cells.insert(0, f'<th scope="row"{_align(False)}>{escape(_label(label))}</th>')
    return f"<tr>{''.join(cells)}</tr>"


def table_html(
    frame: pd.DataFrame,
    caption: str,
    *,
    formats: Mapping[Any, Format] | None = None,
    note: str | None = None,
) -> str:
    """Return a frame as an accessible HTML table; see `baccarat.report.display.show_table`."""
    formats = formats or {}
    columns = [frame.iloc[:, place] for place in range(frame.shape[1])]
    numbers = [_is_number(column) or name in formats for name, column in frame.items()]
    forms = [formats.get(name) for name in frame.columns]
    labels = list(frame.index) if _indexed(frame) else [None] * len(frame)
    rows = zip(*columns, strict=True) if columns else [()] * len(frame)
    body = "".join(
        _row(label, values, forms, numbers, len(frame) > LONG)
        for label, values in zip(labels, rows, strict=True)
    )
    table = (
        '<table class="data"><caption style="text-align:left">'
        f"<span>{escape(caption)}</span></caption>"
        f"{_head(frame, numbers)}<tbody>{body}</tbody></table>"
    )
    below = f'<p class="note"><small>{escape(note)}</small></p>' if note else ""
    return region(table, caption) + below
