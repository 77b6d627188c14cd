"""What is wrong with whole shoes: cards no shoe holds, and lengths no shoe has."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.game.cards import (
    KNOWN_RANK,
    KNOWN_VALUE,
    NOT_DEALT,
    VALUE_NAMES,
    card_name,
    recorded_name,
)
from baccarat.game.table import Table
from baccarat.history.check.findings import Finding, Severity, coups_of, shoe_places
from baccarat.history.check.record import Record
from baccarat.history.deal import deal
from baccarat.history.words import many

SIMULATED_SHOES: Final = 10_000
_SEED: Final = 1
_LENGTH_LEVEL: Final = 0.0005
_GLUED: Final = (
    "Several shoes stand in one, the table has more decks, or the coups are independent draws, not "
    "dealt from a shoe: mark where shoes begin, as a run or a road would cross a shuffle. If it is "
    "one card too many, one was misread."
)
_KINDS: Final = ("card", "rank", "value")
_PER_DECK: Final = {
    "card": np.ones(52, dtype=np.int64),
    "rank": np.full(13, 4, dtype=np.int64),
    "value": np.array([16, *[4] * 9], dtype=np.int64),
}


def shoe_faults(record: Record, windows: bool = False) -> Iterator[Finding]:
    """Find what is wrong with whole shoes.

    Parameters
    ----------
    record : Record
    windows : bool
        Whether the segments are views of a board; those have no lengths of their own.

    Yields
    ------
    Finding

    Examples
    --------
    >>> from baccarat import TABLES, History
    >>> history = History([0] * 200, table=TABLES["live"])
    >>> [finding.what for finding in shoe_faults(Record(history, history.table))]
    ['longer than any shoe of 8 decks, 103 coups: 1 shoe of up to 200']
    """
    history = record.history
    empty = np.flatnonzero(history.lengths == 0)
    if empty.size:
        what = f"{many(empty.size, 'shoe')} without a coup"
        meaning = "Nothing follows from them; they count as shoes in what is said a shoe."
        where = shoe_places(history, empty)
        yield Finding("note", "empty shoes", where, what, empty.size, meaning)
    for kind in _KINDS if history.cards is not None else ():
        yield from _too_many_of_one(record, kind)
    yield from _too_many_cards(record)
    if not windows:
        yield from _lengths(record)


def _codes(cards: NDArray[np.uint8], kind: str) -> NDArray[np.int64]:
    """Give cards as numbers of a kind, -1 where they tell less, or more: a finer kind's matter."""
    known = {
        "card": np.where(cards < 52, cards.astype(np.int16), -1),
        "rank": KNOWN_RANK[cards],
        "value": KNOWN_VALUE[cards],
    }[kind]
    return known.astype(np.int64)


def _too_many_of_one(record: Record, kind: str) -> Iterator[Finding]:
    """Sort the cards of each shoe; those beyond what the decks hold are surplus."""
    cards = record.history.cards
    assert cards is not None
    coarser = {"card": 0, "rank": 52, "value": 64}[kind]
    if not np.any((cards >= coarser) & (cards < 90)):  # all are told by a finer kind
        return
    per_deck = _PER_DECK[kind]
    codes = _codes(cards, kind).reshape(-1)
    there = np.flatnonzero(codes >= 0)
    keys = _shuffles(record)[there // 6] * per_deck.size + codes[there]
    distinct, counts = np.unique(keys, return_counts=True)
    limits = record.decks * per_deck[distinct % per_deck.size]
    over = counts > limits
    if not over.any():
        return
    surplus = there[_beyond(keys, distinct[over], limits[over])]
    worst = int(np.argmax(counts / per_deck[distinct % per_deck.size]))
    one, number = int(distinct[worst] % per_deck.size), int(counts[worst])
    needed = math.ceil(number / per_deck[one])
    what = (
        f"{_name(kind, one)} comes {number} times in one {_shuffle_word(record)}; in "
        f"{many(record.decks, 'deck')} there are {record.decks * per_deck[one]}, "
        f"it would take {needed} decks"
    )
    coups = np.unique(surplus // 6)
    yield record.finding("error", f"too many of a {kind}", coups, what, _GLUED)


def _beyond(
    keys: NDArray[np.int64], over: NDArray[np.int64], limits: NDArray[np.int64]
) -> NDArray[np.int64]:
    """List the places in `keys` of all occurrences beyond the limit, in order."""
    places = np.flatnonzero(np.isin(keys, over))
    order = np.argsort(keys[places], kind="stable")
    ordered = keys[places][order]
    nth = np.arange(ordered.size) - np.searchsorted(ordered, ordered)
    return np.sort(places[order][nth >= limits[np.searchsorted(over, ordered)]])


def _name(kind: str, one: int) -> str:
    if kind == "card":
        return f"card {card_name(one)}"
    name = recorded_name(64 + one) if kind == "rank" else VALUE_NAMES[one]
    return f"{kind} {name}"


def _shuffles(record: Record) -> NDArray[np.int64]:
    """Count, for each coup, the shuffles before it: by shoe, or by coup."""
    if record.table is not None and record.table.shuffle == "coup":
        return np.arange(len(record.history), dtype=np.int64)
    return record.history.shoe()


def _shuffle_word(record: Record) -> str:
    by_coup = record.table is not None and record.table.shuffle == "coup"
    return "coup" if by_coup else "shoe"


def _too_many_cards(record: Record) -> Iterator[Finding]:
    """Count cards where they are told, else four a coup, as no coup takes fewer."""
    history = record.history
    if _shuffle_word(record) == "coup" or not len(history):
        return
    most, limit = 52 * record.decks, _most_coups(record)
    long = np.flatnonzero(history.lengths > limit)
    longest = int(history.lengths.max())
    if long.size:
        what = (
            f"longer than any shoe of {record.decks} decks, {limit} coups: "
            f"{many(long.size, 'shoe')} of up to {longest}"
        )
        yield _of_shoes(record, "warning", "too many coups", long, what, _GLUED)
    if history.cards is None:
        return
    dealt = (history.cards != NOT_DEALT).sum(axis=1)
    totals = np.diff(np.concatenate([[0], np.cumsum(dealt)])[history.starts])
    full = np.flatnonzero((totals > most) & (history.lengths <= limit))
    if full.size:
        needed = math.ceil(int(totals.max()) / 52)
        what = (
            f"up to {int(totals.max())} cards in a shoe; {record.decks} decks hold {most}, "
            f"it would take {needed}: {many(full.size, 'shoe')}"
        )
        yield _of_shoes(record, "error", "too many cards", full, what, _GLUED)


def _most_coups(record: Record) -> int:
    """Bound the coups of a shoe, as none takes fewer than four cards."""
    table = record.table
    return (52 * record.decks - (0 if table is None else int(table.burned().min()))) // 4


@dataclass(frozen=True)
class Lengths:
    """Coups in a shoe of a table: mean and standard deviation, and how many shoes were dealt."""

    mean: float
    sd: float
    shoes: int


@lru_cache(maxsize=64)
def shoe_lengths(table: Table) -> Lengths:
    """Say how long a table's shoes are, from ten thousand dealt with a fixed seed.

    Parameters
    ----------
    table : Table

    Returns
    -------
    Lengths

    Examples
    --------
    >>> from baccarat import TABLES
    >>> lengths = shoe_lengths(TABLES["live"])
    >>> round(lengths.mean, 1), round(lengths.sd, 1)
    (80.5, 1.6)
    """
    lengths = deal(table, SIMULATED_SHOES, rng=_SEED).lengths
    return Lengths(float(lengths.mean()), float(lengths.std()), lengths.size)


def _lengths(record: Record) -> Iterator[Finding]:
    """Hold lengths against dealt shoes of the table.

    The tails of the true distribution are lighter than the normal's that bounds them here.
    """
    if record.table is None or record.table.shuffle == "coup" or not len(record.history):
        return
    from scipy.stats import norm

    usual, lengths = shoe_lengths(record.table), record.history.lengths
    reach = norm.isf(_LENGTH_LEVEL / lengths.size) * usual.sd
    law = f"{usual.mean:.1f} ± {usual.sd:.1f} coups at {record.law_name}"
    short = np.flatnonzero((lengths < usual.mean - reach) & (lengths > 0))
    if short.size:
        what = f"{many(short.size, 'shoe')} shorter than chance makes them: {law}"
        meaning = (
            "Parts of shoes: the record begins late, ends early or was cut at a gap. Good for "
            "outcomes; positions in the shoe and counts a shoe are not comparable."
        )
        yield _of_shoes(record, "note", "short shoes", short, what, meaning)
    long = np.flatnonzero((lengths > usual.mean + reach) & (lengths <= _most_coups(record)))
    if long.size:
        what = (
            f"{many(long.size, 'shoe')} longer than chance makes them: up to "
            f"{lengths[long].max()} coups; {law}"
        )
        yield _of_shoes(record, "warning", "long shoes", long, what, _GLUED)


def _of_shoes(
    record: Record, severity: Severity, kind: str, shoes: NDArray[np.int64], what: str, meaning: str
) -> Finding:
    coups = coups_of(record.history, shoes)
    coups.flags.writeable = False
    where = shoe_places(record.history, shoes)
    return Finding(severity, kind, where, what, shoes.size, meaning, coups)
