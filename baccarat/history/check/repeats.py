"""What stands in a record twice: shoes, stretches, hands, and views of a board that slide."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.history.check.alike import fully_told, hands_alike, symbols_of
from baccarat.history.check.findings import Finding, coups_of, p_text, shoe_places
from baccarat.history.check.record import Record
from baccarat.history.check.views import sliding_views
from baccarat.history.words import many

SAME_LEVEL: Final = 1e-6
"""How often chance may repeat a stretch anywhere in a record, for it to be told."""

_HAND_LEVEL: Final = 1e-3
_TWICE: Final = (
    "Coups that stand in the record twice say nothing new: intervals would be too narrow and p "
    "values too small. Leave one out; shares were judged without the copies."
)


@dataclass(frozen=True)
class Repeats:
    """What stands twice: the findings, and the coups (a mask) that are copies."""

    findings: list[Finding]
    copies: NDArray[np.bool_]
    windows: bool


def repeats(record: Record) -> Repeats:
    """Find what stands in a record twice.

    Parameters
    ----------
    record : Record

    Returns
    -------
    Repeats

    Examples
    --------
    >>> from baccarat import deal
    >>> from baccarat.history.history import join
    >>> shoe = deal("live", 1, rng=1)
    >>> [f.kind for f in repeats(Record(join([shoe, shoe]), shoe.table)).findings]
    ['same shoe twice']
    """
    windows = list(sliding_views(record))
    copies = np.zeros(len(record.history), dtype=bool)
    for finding in windows:
        copies[finding.coups] = True
    stretches = list(_stretches(record)) if not windows else []
    for finding in stretches:
        copies[finding.coups] = True
    return Repeats([*windows, *stretches, *_hands_in_a_row(record)], copies, bool(windows))


# stretches


def _stretches(record: Record) -> Iterator[Finding]:
    """Find long stretches that come again anywhere: windows of a length chance does not repeat."""
    history = record.history
    n = len(history)
    symbols, q = symbols_of(record) if n > 1 else (np.zeros(n, dtype=np.uint64), 1.0)
    if q >= 1:
        return
    length = max(2, math.ceil(math.log(SAME_LEVEL / (n * n / 2)) / math.log(q)))
    first, begin, reach = _copied(record, symbols, length)
    if not begin.size:
        return
    starts, ends = history.starts[:-1], history.starts[1:]
    shoe, source = (np.searchsorted(history.starts, at, side="right") - 1 for at in (begin, first))
    whole = (begin == starts[shoe]) & (begin + reach == ends[shoe])
    whole &= (first == starts[source]) & (first + reach == ends[source])
    if whole.any():
        shoes = shoe[whole]
        what = (
            f"{many(shoes.size, 'shoe')} the same as an earlier one, coup by coup: "
            f"shoe {shoes[0] + 1} is shoe {source[whole][0] + 1}; {_chance(n, q, reach[whole])}"
        )
        coups = coups_of(history, shoes)
        coups.flags.writeable = False
        where = shoe_places(history, shoes)
        yield Finding("error", "same shoe twice", where, what, shoes.size, _TWICE, coups)
    part = ~whole
    if part.any():
        coups = np.unique(_ranges(begin[part], reach[part]))
        what = (
            f"{many(int(part.sum()), 'stretch', 'stretches')} of at least {reach[part].min()} "
            f"coups the same as earlier ones; {_chance(n, q, reach[part])}"
        )
        yield record.finding("error", "same stretch twice", coups, what, _TWICE)


def _copied(
    record: Record, symbols: NDArray[np.uint64], length: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Find stretches that came before: where first, where again, and how many coups."""
    history = record.history
    ends = history.starts[1:][history.shoe()]
    windows = np.flatnonzero(np.arange(len(history)) + length <= ends)
    nothing = np.zeros(0, dtype=np.int64)
    if windows.size < 2:
        return nothing, nothing, nothing
    keys = _window_keys(symbols, length)[windows]
    _, at, inverse = np.unique(keys, return_index=True, return_inverse=True)
    earliest = windows[at][inverse]
    again = windows[earliest < windows]
    if not again.size:
        return nothing, nothing, nothing
    first = earliest[earliest < windows]
    new = np.flatnonzero((np.diff(again) != 1) | (np.diff(first) != 1)) + 1
    opens, closes = np.concatenate([[0], new]), np.concatenate([new, [again.size]])
    return first[opens], again[opens], closes - opens + length - 1


def _window_keys(symbols: NDArray[np.uint64], length: int) -> NDArray[np.uint64]:
    """Hash every window of a length, by doubling: halves are hashed, then joined."""
    keys, covered = np.zeros(symbols.size, dtype=np.uint64), 0
    block, size = _mixed(symbols), 1
    while size <= length:
        if length & size:
            keys = _joined(keys, block, covered)
            covered += size
        block = _joined(block, block, size)
        size *= 2
    return keys


def _joined(left: NDArray[np.uint64], right: NDArray[np.uint64], offset: int) -> NDArray[np.uint64]:
    """Join what begins at a place with what begins `offset` later; the last mean nothing."""
    return _mixed(left * np.uint64(0x9E3779B97F4A7C15) + np.roll(right, -offset))


def _mixed(keys: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scatter 64 bits (the finisher of SplitMix64; Steele, Lea, Flood, OOPSLA 2014)."""
    keys = (keys ^ (keys >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    keys = (keys ^ (keys >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return keys ^ (keys >> np.uint64(31))


def _chance(n: int, q: float, reach: NDArray[np.int64]) -> str:
    """Bound how often chance repeats a stretch as long as the shortest, anywhere in the record."""
    exponent = math.log10(n * n / 2) + float(reach.min()) * math.log10(q)
    return f"chance does that less than once in 10^{math.floor(-exponent)} records"


def _ranges(begin: NDArray[np.int64], reach: NDArray[np.int64]) -> NDArray[np.int64]:
    offsets = np.arange(int(reach.sum())) - np.repeat(np.cumsum(reach) - reach, reach)
    return np.repeat(begin, reach) + offsets


# hands


def _hands_in_a_row(record: Record) -> Iterator[Finding]:
    """Find the same hands twice in a row, more often than chance repeats them."""
    history = record.history
    told_totals = history.known & 0xFF == 0xFF
    if len(history) < 2 or (history.cards is None and not told_totals):
        return
    from scipy.stats import binom

    symbols, q = symbols_of(record)
    same = np.concatenate([[False], symbols[1:] == symbols[:-1]]) & record.played
    same[history.starts[:-1][history.lengths > 0]] = False
    if history.cards is not None:
        known = fully_told(history.cards)
        q = hands_alike(history.cards[known]) if known.any() else 1.0
        same &= known
    number, among = int(same.sum()), len(history) - int(np.sum(history.lengths > 0))
    p = float(binom.sf(number - 1, among, min(q, 1))) if number else 1.0
    if p < _HAND_LEVEL:
        finding = record.finding(
            "warning",
            "same hands in a row",
            same,
            f"{many(number, 'coup')} with the hands of the one before; chance makes "
            f"{among * q:.2g} ({p_text(p)})",
            "Rows were entered twice. Leave the copies out.",
        )
        yield replace(finding, p_value=p)
