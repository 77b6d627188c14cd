"""From what a record says of each coup to a history, refusing what contradicts itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.game.cards import KNOWN_RANK, KNOWN_VALUE, NOT_DEALT
from baccarat.game.coup import VOID
from baccarat.history.history import WINNER_BITS, History
from baccarat.history.reading.hands import ENOUGH
from baccarat.history.reading.hints import Hints

Numbers = NDArray[np.int64]

FLAGS: Final = {
    "player_drew": 8,
    "banker_drew": 9,
    "player_pair": 10,
    "banker_pair": 11,
    "player_pair_suited": 12,
    "banker_pair_suited": 13,
}
"""Flags of a coup and their bits in its code."""

_TOTALS: Final = {"player_total": 0, "banker_total": 4}


@dataclass
class Record:
    """What a record says, coup by coup; -1 where it says nothing.

    Parameters
    ----------
    outcomes : ndarray of int64, shape (n,)
        0 player, 1 banker, 2 tie, 3 void.
    starts : ndarray of int64, shape (m + 1,)
        Where shoes begin, then n.
    cards : ndarray of uint8, shape (n, 6), optional
        As `History.cards`.
    said : dict of str to ndarray of int64, shape (n,)
        Totals, points, naturals, numbers of rounds and the `FLAGS` of a coup.
    lines : ndarray of int64, shape (n,), optional
        The line of each coup.
    """

    outcomes: Numbers
    starts: Numbers
    cards: NDArray[np.uint8] | None = None
    said: dict[str, Numbers] = field(default_factory=dict)
    lines: Numbers | None = None


def to_history(record: Record, name: str, hints: Hints) -> History:
    """Make a history of what a record says.

    Parameters
    ----------
    record : Record
        What it says.
    name : str
        The file's name, for messages.
    hints : Hints
        The table; and whether to refuse a record that contradicts itself.

    Returns
    -------
    History
        It knows of coups what the record tells of all of them; the rest is in its marks.

    Raises
    ------
    ValueError
        If there is no coup, a coup has no result, or columns contradict each other.
    """
    shown = {} if record.cards is None else _of_cards(record.cards)
    facts = {fact: _first_known(shown.get(fact), record.said.get(fact)) for fact in _TOTALS}
    won = _winners(facts["player_total"], facts["banker_total"])
    outcomes = _outcomes(record, won, name)
    if hints.check:
        _agree(record, shown, won, name)
    known, codes = _codes(outcomes, facts, shown, record)
    return History(
        outcomes,
        record.starts,
        codes if known != WINNER_BITS else None,
        record.cards,
        hints.table,
        name.rpartition("/")[2],
        known,
        _marks(record, known, codes, facts),
    )


def _of_cards(cards: NDArray[np.uint8]) -> dict[str, Numbers]:
    """Work out totals and flags; -1 where the cards don't tell them."""
    dealt, values = cards != NOT_DEALT, KNOWN_VALUE[cards].astype(np.int64)
    shown = {}
    for side, hand in (("player", slice(0, 3)), ("banker", slice(3, 6))):
        there = dealt[:, hand]
        two = there[:, :2].all(axis=1)
        told = two & (~there | (values[:, hand] >= 0)).all(axis=1)
        total = np.where(there, values[:, hand], 0).sum(axis=1) % 10
        shown[f"{side}_total"] = np.where(told, total, -1)
        shown[f"{side}_drew"] = np.where(told, there[:, 2], -1)
        first, second = cards[:, hand][:, 0], cards[:, hand][:, 1]
        ranks = KNOWN_RANK[first].astype(int), KNOWN_RANK[second].astype(int)
        ranked = two & (ranks[0] >= 0) & (ranks[1] >= 0)
        shown[f"{side}_pair"] = np.where(ranked, ranks[0] == ranks[1], -1)
        suited = two & (first < 52) & (second < 52)
        shown[f"{side}_pair_suited"] = np.where(suited, first == second, -1)
    return shown


def _first_known(one: Numbers | None, other: Numbers | None) -> Numbers | None:
    if one is None or other is None:
        return other if one is None else one
    return np.where(one >= 0, one, other)


def _winners(player: Numbers | None, banker: Numbers | None) -> Numbers | None:
    if player is None or banker is None:
        return None
    won = np.where(player > banker, 0, np.where(banker > player, 1, 2))
    return np.where((player >= 0) & (banker >= 0), won, -1)


def _outcomes(record: Record, won: Numbers | None, name: str) -> Numbers:
    if not record.outcomes.size:
        raise ValueError(f"{name} holds no coup; write results as letters P, B, T")
    outcomes = record.outcomes if won is None else _first_known(record.outcomes, won)
    assert outcomes is not None
    if np.any(outcomes < 0):
        first = int(np.argmax(outcomes < 0))
        where = f"coup {first + 1}" if record.lines is None else f"line {record.lines[first]}"
        raise ValueError(f"{name}, {where}: no result, and neither cards nor totals to tell it")
    return outcomes


def _agree(record: Record, shown: Mapping[str, Numbers], won: Numbers | None, name: str) -> None:
    """Refuse columns that contradict each other as only swapped or misread ones do."""
    pairs: list[tuple[str, Numbers | None, Numbers | None, str]] = [
        ("winner", np.where(record.outcomes == VOID, -1, record.outcomes), won, "cards or totals")
    ]
    pairs += [
        (fact.replace("_", " "), record.said.get(fact), shown.get(fact), "cards")
        for fact in (*_TOTALS, "player_pair", "banker_pair")
    ]
    for what, one, other, others in pairs:
        if one is None or other is None:
            continue
        both = (one >= 0) & (other >= 0)
        same = int(np.sum(one[both] == other[both]))
        if same < ENOUGH * both.sum():
            raise ValueError(
                f"{name}: the {what} agrees with the {others} in {same} of {both.sum()} rows, so "
                'something is misread; name the columns: columns={"player_1": "..."}, or symbols, '
                "or read it as it is: check=False"
            )


def _codes(
    outcomes: Numbers,
    facts: Mapping[str, Numbers | None],
    shown: Mapping[str, Numbers],
    record: Record,
) -> tuple[int, NDArray[np.uint16]]:
    """Give coup codes with the bits that are known of every coup."""
    known, codes = WINNER_BITS, outcomes.astype(np.int64) << 14
    void = outcomes == VOID
    parts = [(facts[total], bit, 15) for total, bit in _TOTALS.items()]
    if any(part is None or np.any((part < 0) & ~void) for part, _, _ in parts):
        return known, codes.astype(np.uint16)
    for flag, bit in FLAGS.items():
        parts.append((_first_known(shown.get(flag), record.said.get(flag)), bit, 1))
    for part, bit, mask in parts:
        if part is not None and np.all((part >= 0) | void):
            codes |= np.maximum(part, 0) << bit
            known |= mask << bit
    return known, codes.astype(np.uint16)


def _marks(
    record: Record, known: int, codes: NDArray[np.uint16], facts: Mapping[str, Numbers | None]
) -> dict[str, Numbers]:
    """Keep as marks what the codes don't tell already."""
    whole = codes.astype(np.int64)
    told: dict[str, Numbers] = {}
    for total, bit in _TOTALS.items():
        if known >> bit & 15:
            told[total] = whole >> bit & 15
    for flag, bit in FLAGS.items():
        if known >> bit & 1:
            told[flag] = whole >> bit & 1
    if len(told.keys() & _TOTALS.keys()) == 2:
        told["points"] = np.maximum(told["player_total"], told["banker_total"])
        if "player_drew" in told and "banker_drew" in told:
            told["natural"] = (
                (told["player_total"] >= 8) & (told["player_drew"] == 0)
                | (told["banker_total"] >= 8) & (told["banker_drew"] == 0)
            ).astype(np.int64)
    totals = {fact: f for fact, f in facts.items() if f is not None and fact not in told}
    said = record.said | totals
    return {
        name: mark
        for name, mark in said.items()
        if name not in ("player_drew", "banker_drew", "player_pair_suited", "banker_pair_suited")
        and np.any(mark >= 0)
        and not (name in told and np.all((mark == told[name]) | (mark < 0)))
    }
