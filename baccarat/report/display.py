"""What a notebook calls to show its answer and its tables."""

import math
from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import pandas as pd
from IPython.display import display

from baccarat.report.parts import HEADLINE, VERDICTS, region

Format = str | Callable[[Any], str]

_MISSING = "–"
_COLOURS = {"deviation": "#b3541e", "consistent with chance": "#0b6b53", "inconclusive": "#6b6f76"}


def headline_html(sentence: str, verdict: str | None) -> str:
    """Return the box that gives the answer first; styled by the page, readable without."""
    colour = _COLOURS.get(verdict or "", "currentColor")
    kind = (verdict or "none").replace(" ", "-")
    label = (
        f'<p class="verdict"><strong>{escape(verdict.capitalize())}</strong>'
        f"<span>: {escape(VERDICTS[verdict])}</span></p>"
        if verdict
        else ""
    )
    return (
        f'<div class="headline {kind}" style="border-left:4px solid {colour};padding-left:1em">'
        f'<p class="sentence">{escape(sentence)}</p>{label}</div>'
    )


def show_headline(sentence: str, verdict: str | None = None) -> None:
    """Show the answer; a report puts it at the top of its page.

    Parameters
    ----------
    sentence
        The answer in one sentence, computed from estimate and interval.
    verdict
        ``"deviation"``, ``"consistent with chance"``, ``"inconclusive"`` or None.

    Raises
    ------
    ValueError
        For any other verdict.

    Examples
    --------
    >>> show_headline("Banker costs 1.06% of what is staked.")
    Banker costs 1.06% of what is staked.
    """
    if verdict is not None and verdict not in VERDICTS:
        raise ValueError(f"verdict must be one of {', '.join(VERDICTS)} or None, got {verdict!r}")
    told = sentence if verdict is None else f"{sentence} Verdict: {verdict}."
    data = {
        HEADLINE: {"sentence": sentence, "verdict": verdict},
        "text/html": headline_html(sentence, verdict),
        "text/plain": told,
    }
    _show(data)


def _show(data: dict[str, Any]) -> None:
    """Display a MIME bundle; outside IPython `display` would print the bundle itself."""
    from IPython.core.getipython import get_ipython

    if get_ipython() is None:
        print(data["text/plain"])
    else:
        display(data, raw=True)  # type: ignore[no-untyped-call]


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
    if form:
        return format(value, form)
    return f"{value:.6g}" if isinstance(value, float) else str(value)


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


def _row(label: Any, values: Any, forms: list[Format | None], numbers: list[bool]) -> str:
    cells = [
        f"<td{_align(number)}>{escape(_text(value, form))}</td>"
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
    """Return a frame as an accessible HTML table; see `show_table`."""
    formats = formats or {}
    columns = [frame.iloc[:, place] for place in range(frame.shape[1])]
    numbers = [_is_number(column) or name in formats for name, column in frame.items()]
    forms = [formats.get(name) for name in frame.columns]
    labels = list(frame.index) if _indexed(frame) else [None] * len(frame)
    rows = zip(*columns, strict=True) if columns else [()] * len(frame)
    body = "".join(
        _row(label, values, forms, numbers) for label, values in zip(labels, rows, strict=True)
    )
    table = (
        '<table class="data"><caption style="text-align:left">'
        f"<span>{escape(caption)}</span></caption>"
        f"{_head(frame, numbers)}<tbody>{body}</tbody></table>"
    )
    below = f'<p class="note"><small>{escape(note)}</small></p>' if note else ""
    return region(table, caption) + below


def show_table(
    frame: pd.DataFrame,
    caption: str,
    *,
    formats: Mapping[Any, Format] | None = None,
    note: str | None = None,
) -> None:
    """Show a frame as a clean table with a caption.

    Parameters
    ----------
    frame
        The table. The index becomes row headers where it has a name or is not the default one.
    caption
        What the table shows.
    formats
        Column -> format specification such as ``".3%"``, or a function of one value.
    note
        A line below the table.

    Raises
    ------
    ValueError
        For a format of a column that the frame has not.

    Examples
    --------
    >>> show_table(pd.DataFrame({"bet": ["banker"], "edge": [0.0106]}), "House edge")
    House edge
          bet    edge
    0  banker  0.0106
    """
    unknown = [name for name in formats or {} if name not in frame.columns]
    if unknown:
        known = ", ".join(map(str, frame.columns))
        raise ValueError(f"formats names {unknown[0]!r}, which is no column; columns: {known}")
    html = table_html(frame, caption, formats=formats, note=note)
    _show({"text/html": html, "text/plain": f"{caption}\n{frame}"})
