"""How objects show themselves in a notebook: small tables of text that is always escaped.

What is made here is well-formed XML, so that it can be checked, and needs no style sheet.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Iterable, Mapping
from html import escape
from numbers import Integral, Real
from typing import TYPE_CHECKING, Any, Final, TypeAlias

if TYPE_CHECKING:
    import pandas as pd

Formats: TypeAlias = Mapping[str, str]
"""Format specifications by column, as ``{"edge": ".2%"}``."""

MOST_ROWS: Final = 100
_LONGEST: Final = 500
_MISSING: Final = "–"


def block_html(title: str, lead: str = "", *parts: str) -> str:
    """Put a title, a line and pieces of HTML into one block.

    Parameters
    ----------
    title, lead : str
        What is shown, in bold, and a line after it; plain text.
    *parts : str
        HTML; empty ones are left out.

    Returns
    -------
    str

    Examples
    --------
    >>> block_html("Bet", "<b>")
    '<div><p><strong>Bet</strong> &lt;b&gt;</p></div>'
    """
    head = f"<p><strong>{escape(title)}</strong>{' ' * bool(lead)}{escape(lead)}</p>"
    return f"<div>{head}{''.join(parts)}</div>"


def value_text(value: object) -> str:
    """Say a value as a reader of tables wants it.

    Parameters
    ----------
    value : object
        Anything.

    Returns
    -------
    str
        Numbers with commas or four figures, a dash for what is missing, sequences by their
        members; cut after 500 letters.

    Examples
    --------
    >>> value_text(12345), value_text(0.123456), value_text(1234.5), value_text(None)
    ('12,345', '0.1235', '1,234', '–')
    >>> value_text(True), value_text(("player", 2)), value_text({"tie": 60})
    ('yes', 'player, 2', 'tie 60')
    """
    text = _text(value)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _text(value: object) -> str:
    if value is None or type(value).__name__ in ("NAType", "NaTType"):  # pandas' own
        return _MISSING
    if isinstance(value, bool) or type(value).__name__ == "bool":  # numpy's too
        return "yes" if value else "no"
    if isinstance(value, Integral):
        return f"{int(value):,}"
    if isinstance(value, Real):
        return _number(float(value))
    if isinstance(value, Mapping):
        return ", ".join(f"{_text(name)} {_text(each)}" for name, each in value.items())
    if isinstance(value, tuple | list):
        return ", ".join(map(_text, value))
    return str(value)


def _number(value: float) -> str:
    if math.isnan(value):
        return _MISSING
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def pairs_html(pairs: Iterable[tuple[str, object]]) -> str:
    """Table names and values, two columns.

    Parameters
    ----------
    pairs : iterable of (str, object)
        A name and a value a row; see `value_text`.

    Returns
    -------
    str
        A ``<table>`` element.

    Examples
    --------
    >>> pairs_html([("decks", 8)]).count("<td")
    1
    """
    rows = "".join(
        f'<tr><th scope="row"{_LEFT}>{escape(name)}</th>'
        f"<td{_LEFT}>{escape(value_text(value))}</td></tr>"
        for name, value in pairs
    )
    return f"{_TABLE}<tbody>{rows}</tbody></table>"


def fields_of(record: Any) -> list[tuple[str, object]]:
    """Pair the fields of a dataclass with their values, names in words.

    Parameters
    ----------
    record : dataclass

    Returns
    -------
    list of (str, object)

    Examples
    --------
    >>> from baccarat.game.law import coup_law
    >>> fields_of(coup_law(decks=8))[2]
    ('suits', True)
    """
    return [
        (field.name.replace("_", " "), getattr(record, field.name))
        for field in dataclasses.fields(record)
    ]


def frame_html(
    frame: pd.DataFrame, formats: Formats | None = None, *, caption: str = "", index: bool = False
) -> str:
    """Table a frame: numbers to the right, words to the left.

    Parameters
    ----------
    frame : DataFrame
        Of many rows only the first 100 are shown, and the number of the others is told.
    formats : mapping of str to str, optional
        By column; the others are shown as `value_text` says.
    caption : str
        What the table shows.
    index : bool
        Whether the index is shown, as row headers.

    Returns
    -------
    str
        A ``<table>`` element, and a line below it where rows are left out.

    Examples
    --------
    >>> import pandas as pd
    >>> frame_html(pd.DataFrame({"edge": [0.0106]}), {"edge": ".2%"}).split("</td>")[0][-5:]
    '1.06%'
    """
    formats = formats or {}
    few = (frame.reset_index() if index else frame).head(MOST_ROWS)
    names = [str(name) for name in few.columns]
    left = few.shape[1] - frame.shape[1]  # so many columns are row headers
    sides = [_side(few.iloc[:, i], name in formats) for i, name in enumerate(names)]
    head = "".join(
        f'<th scope="col"{side}>{escape(name)}</th>'
        for name, side in zip(names, sides, strict=True)
    )
    body = "".join(
        f"<tr>{_cells(row, names, sides, left, formats)}</tr>"
        for row in few.itertuples(index=False, name=None)
    )
    # In a page that scrolls wide tables, its style keeps this span in sight.
    above = f"<caption{_LEFT}><span>{escape(caption)}</span></caption>" if caption else ""
    rest = len(frame) - len(few)
    more = f"<p>… and {rest:,} more row{'s' * (rest != 1)}</p>" if rest else ""
    table = f"{_TABLE}{above}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return table + more


def _cells(
    row: tuple[object, ...], names: list[str], sides: list[str], left: int, formats: Formats
) -> str:
    told = [
        format(value, formats[name]) if name in formats and not _missing(value) else value
        for name, value in zip(names, row, strict=True)
    ]
    tags = ['th scope="row"'] * left + ["td"] * (len(row) - left)
    return "".join(
        f"<{tag}{side}>{escape(value_text(value))}</{tag[:2]}>"
        for tag, side, value in zip(tags, sides, told, strict=True)
    )


def _missing(value: object) -> bool:
    return value is None or (isinstance(value, float) and math.isnan(value))


def _side(column: pd.Series[Any], formatted: bool) -> str:
    return _RIGHT if column.dtype.kind in "iufc" or formatted else _LEFT


_TABLE: Final = '<table style="margin:0.6em 0">'
_LEFT: Final = ' style="text-align:left"'
_RIGHT: Final = ' style="text-align:right"'


def first_line(thing: object) -> str:
    """Give the first line of the description of a thing's class, without its stop.

    Parameters
    ----------
    thing : object

    Returns
    -------
    str
        Empty where there is none, and for plain values.

    Examples
    --------
    >>> from baccarat.game.terms import Limits
    >>> first_line(Limits())[:20], first_line(8)
    ('What stakes a house ', '')
    """
    kind = type(thing)
    told = (kind.__doc__ or "").strip()
    # A dataclass without a description describes itself by its signature.
    if kind.__module__ == "builtins" or not told or told.startswith(f"{kind.__name__}("):
        return ""
    return told.splitlines()[0].removesuffix(".")
