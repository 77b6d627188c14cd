"""Lines of two hands each, and codes of several fields."""

from __future__ import annotations

import re
from typing import Final

import numpy as np
import pandas as pd

from baccarat.history.reading.cardmarks import card_script, card_texts
from baccarat.history.reading.columns import is_hand
from baccarat.history.reading.hands import fits_rules
from baccarat.history.reading.headers import role_of
from baccarat.history.reading.hints import Hints
from baccarat.history.reading.sheet import Sheet
from baccarat.history.reading.tokens import COMMENT_LINE

_BRACKETS: Final = re.compile(r"(?P<before>[^()]*)\((?P<cards>[^()]*)\)")
_LONGEST_LINE: Final = 500
_NUMBER: Final = re.compile(r"#\s?N?(\d+)")
_BETWEEN_HANDS: Final = re.compile(r"\s*(?:/|\bvs?\b\.?|:|\|)\s*", re.IGNORECASE)
_CODE: Final = re.compile(r"\d{1,2}(?:[-:./]\d{1,2}){2,}")


def read_hand_lines(text: str) -> Sheet | None:
    """Read lines such as ``6D JD / JH KC 9H`` or ``#1. P(6♦J♦) B(J♥K♣9♥)``.

    Parameters
    ----------
    text : str
        The text, comments taken out.

    Returns
    -------
    Sheet or None
        None if a line is no such line. Player's hand comes first, unless letters before the
        brackets say otherwise, or the drawing rules do.

    Examples
    --------
    >>> read_hand_lines("6D JD / JH KC 9H").frame.to_dict("records")
    [{'player_hand': '6D JD', 'banker_hand': 'JH KC 9H'}]
    """
    rows, lines = [], []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() == COMMENT_LINE:
            continue
        row = _hands_of(line) if line.strip() else {}
        if row is None:
            return None
        rows.append(row)
        lines.append(number)
    if not any(rows):
        return None
    frame = pd.DataFrame(rows, dtype=object).fillna("").astype(str)
    return _right_way_round(Sheet(frame, np.array(lines, dtype=np.int64)))


def _hands_of(line: str) -> dict[str, str] | None:
    if len(line) > _LONGEST_LINE:
        return None
    found = list(_BRACKETS.finditer(line))
    if len(found) == 2:
        return _bracketed(line, found)
    hands = _BETWEEN_HANDS.split(line.strip().strip("|"))
    if len(hands) != 2 or not all(is_hand(hand) for hand in hands):
        return None
    return dict(zip(("player_hand", "banker_hand"), hands, strict=True))


def _bracketed(line: str, found: list[re.Match[str]]) -> dict[str, str] | None:
    if not all(is_hand(each["cards"]) for each in found):
        return None
    sides = [_side(each["before"]) for each in found]
    order = [1, 0] if sides == ["banker", "player"] else [0, 1]
    row = {s: found[n]["cards"] for s, n in zip(("player_hand", "banker_hand"), order, strict=True)}
    totals = [re.search(r"(?<![\d#N])(\d)\W*$", each["before"]) for each in found]
    if all(totals):
        told = [total[1] for total in totals if total]
        row |= {s: told[n] for s, n in zip(("player_total", "banker_total"), order, strict=True)}
    if number := _NUMBER.search(found[0]["before"]):
        row["round"] = number[1]
    return row


def _side(before: str) -> str | None:
    words = re.findall(r"[^\W\d_]+", before)
    return next(
        (side for w in reversed(words) if (side := role_of(w)) in ("player", "banker")), None
    )


def _right_way_round(sheet: Sheet) -> Sheet:
    """Swap the hands where only then they are what the drawing rules make of the cards."""
    hands = [sheet.frame[side].map(card_texts).tolist() for side in ("player_hand", "banker_hand")]
    try:
        script = card_script([text for hand in hands for h in hand for text in h], None, {})
        read = [
            [(*map(script.read, h), *[255] * (3 - len(h))) for h in hand] for hand in hands
        ]  # fmt: skip
    except ValueError:
        return sheet
    coups = [(p, b) for p, b in zip(*read, strict=True) if set(p) != {255}]
    right = sum(fits_rules((*player, *banker)) for player, banker in coups)
    swapped = sum(fits_rules((*banker, *player)) for player, banker in coups)
    if right >= 0.8 * len(coups) or swapped <= right:
        return sheet
    other = {a.format("player"): a.format("banker") for a in ("{}_hand", "{}_total")}
    names = other | {banker: player for player, banker in other.items()}
    return Sheet(sheet.frame.rename(columns=names), sheet.lines)


def read_codes(text: str, name: str, hints: Hints) -> Sheet | None:
    """Read codes of several fields, such as ``0-9-0-0|1-8-0-0``.

    Parameters
    ----------
    text : str
        The text, comments taken out.
    name : str
        The file's name.
    hints : Hints
        What the fields are: no maker of such codes says.

    Returns
    -------
    Sheet or None
        None if these are no such codes.

    Raises
    ------
    ValueError
        If they are and the fields were not told.

    Examples
    --------
    >>> read_codes("0-9|1-8|", "x", Hints(fields=["outcome", "points"])).frame["points"].tolist()
    ['9', '8']
    """
    rows: list[list[str]] = []
    lines: list[int] = []
    for number, line in enumerate(text.splitlines(), 1):
        codes = [
            code.strip() for code in re.split(r"[|\s]+", line) if code.strip(f" {COMMENT_LINE}")
        ]
        if not hints.fields and not all(_CODE.fullmatch(code) for code in codes):
            return None
        rows += [re.split(r"[-:./,;]", code) for code in codes] or [[]]
        lines += [number] * max(1, len(codes))
    widths = {len(row) for row in rows if row}
    if not hints.fields and len(widths) == 1 and all(_is_number(c) for row in rows for c in row):
        (width,) = widths
        raise ValueError(
            f"{name} holds codes of {width} fields whose meaning it does not say; say it: "
            'fields=["outcome", "points", "player_pair", "banker_pair"] ("skip" for one not '
            'needed) and symbols={"0": "banker", "1": "player", "2": "tie"}'
        )
    if not hints.fields:
        return None
    return _coded_sheet(rows, lines, widths, name, hints)


def _is_number(cell: str) -> bool:
    return cell.isdecimal()


def _coded_sheet(
    rows: list[list[str]], lines: list[int], widths: set[int], name: str, hints: Hints
) -> Sheet:
    if widths != {len(hints.fields)}:
        raise ValueError(
            f"{name}: {len(hints.fields)} fields were told, codes here have "
            f"{' or '.join(map(str, sorted(widths)))}"
        )
    padded = [row or [""] * len(hints.fields) for row in rows]
    columns = [field if field != "skip" else f"skipped {n}" for n, field in enumerate(hints.fields)]
    frame = pd.DataFrame(padded, columns=pd.Index(columns), dtype=object).astype(str)
    return Sheet(frame, np.array(lines, dtype=np.int64))
