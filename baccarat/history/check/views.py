"""Rows that are views of one board, each a little later than the one before."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.history.check.alike import outcomes_alike
from baccarat.history.check.findings import Finding
from baccarat.history.check.record import Record
from baccarat.history.words import many

_LEVEL: Final = 1e-5
_SHORT_OVERLAPS: Final = (8, 12)


def sliding_views(record: Record) -> Iterator[Finding]:
    """Find segments that begin with the end of the one before, shifted by a few coups.

    Parameters
    ----------
    record : Record

    Yields
    ------
    Finding

    Examples
    --------
    >>> from baccarat import History, deal
    >>> board = deal("live", 1, rng=1).outcomes[:40]
    >>> views = History(np.concatenate([board[:38], board[2:]]), starts=[0, 38, 76])
    >>> [finding.count for finding in sliding_views(Record(views, None))]
    [36]
    """
    history = record.history
    overlaps = _overlaps(record)
    shoe = history.shoe()
    again = np.arange(len(history)) - history.starts[shoe] < overlaps[shoe]
    if again.any():
        number = int(np.sum(overlaps > 0))
        yield record.finding(
            "error",
            "sliding views",
            again,
            f"{many(number, 'segment')} of {history.segments:,} "
            f"{'begins' if number == 1 else 'begin'} with the end of the one before: "
            f"{many(int(again.sum()), 'coup')} counted again",
            "Each row is the last results of a board, not a new sequence. Keep what each adds to "
            "the one before; as it is, every count is too high and every test wrong.",
        )


def _overlaps(record: Record) -> NDArray[np.int64]:
    """Give for each segment how many coups it shares with the end of the one before.

    Overlaps of a few coups come about by chance, but not in segment after segment; a long one does
    not even once.
    """
    history, q = record.history, outcomes_alike(record)
    overlaps = np.zeros(history.segments, dtype=np.int64)
    if history.segments < 2 or q >= 1:
        return overlaps
    from scipy.stats import binom

    letters = history.outcomes.tobytes()
    shoes = [letters[a:b] for a, b in itertools.pairwise(history.starts.tolist())]
    pairs = list(itertools.pairwise(shoes))
    once = math.ceil(math.log(_LEVEL * (1 - q) / len(pairs)) / math.log(q))
    for least in (*_SHORT_OVERLAPS, once):
        shared = np.array([_overlap(before, after, least) for before, after in pairs])
        shifted = shared > 0
        chance = min(q**least / (1 - q), 1)
        if binom.sf(int(shifted.sum()) - 1, len(pairs), chance) < _LEVEL:
            same = [before == after and len(after) >= least for before, after in pairs]
            overlaps[1:] = np.where(same, history.lengths[1:], shared)
            return overlaps
    return overlaps


def _overlap(before: bytes, after: bytes, least: int) -> int:
    """Give the longest end of one that the other begins with; 0 for a whole copy or none."""
    if len(before) < least or len(after) < least or before == after:
        return 0
    head, at = after[:least], -1
    while (at := before.find(head, at + 1)) >= 0:
        if after.startswith(before[at:]):
            return len(before) - at
    return 0
