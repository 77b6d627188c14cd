"""Marked numbers of rounds: gaps, rounds numbered twice, numbers that go back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baccarat.history.check.findings import Finding
from baccarat.history.check.record import Record
from baccarat.history.history import History
from baccarat.history.words import many


@dataclass(frozen=True)
class Steps:
    """From each numbered coup to the next one of its segment.

    before, after : ndarray of int64
        The two coups, from 0; coups between them have no number.
    missing : ndarray of int64
        How many rounds are missing between them; below 0 where numbers repeat or go back.
    moved : ndarray of int64
        By how much the number grew.
    """

    before: NDArray[np.int64]
    after: NDArray[np.int64]
    missing: NDArray[np.int64]
    moved: NDArray[np.int64]


def round_steps(history: History) -> Steps:
    """Compare each numbered coup with the one before it in its segment.

    Parameters
    ----------
    history : History

    Returns
    -------
    Steps

    Examples
    --------
    >>> round_steps(History([0, 1, 2], marks={"round": [4, 5, 9]})).missing
    array([0, 3])
    """
    rounds = history.marks.get("round", np.full(len(history), -1, dtype=np.int64))
    numbered, shoe = np.flatnonzero(rounds >= 0), history.shoe()
    before, after = numbered[:-1], numbered[1:]
    same = shoe[before] == shoe[after]
    before, after = before[same], after[same]
    moved = rounds[after] - rounds[before]
    return Steps(before, after, moved - (after - before), moved)


def round_faults(record: Record) -> Iterator[Finding]:
    """Find gaps and repeats in the numbers of rounds.

    Parameters
    ----------
    record : Record

    Yields
    ------
    Finding

    Examples
    --------
    >>> history = History([0, 1, 2], marks={"round": [4, 5, 9]})
    >>> [finding.what for finding in round_faults(Record(history, None))]
    ['3 rounds are missing in 1 gap']
    """
    steps = round_steps(record.history)
    gap = steps.missing > 0
    if gap.any():
        missing = int(steps.missing[gap].sum())
        what = f"{many(missing, 'round')} {'is' if missing == 1 else 'are'} missing in "
        yield record.finding(
            "warning",
            "gap in rounds",
            steps.after[gap],
            what + many(int(gap.sum()), "gap"),
            "Runs and roads must not cross a gap: baccarat.split_at_gaps(history) cuts it there.",
        )
    twice = (steps.missing < 0) & (steps.moved >= 0)
    if twice.any():
        yield record.finding(
            "warning",
            "round twice",
            steps.after[twice],
            f"a number of a round comes again: {many(int(twice.sum()), 'coup')}",
            "A coup was entered twice, or two tables or shoes are mixed.",
        )
    back = steps.moved < 0
    if back.any():
        yield record.finding(
            "warning",
            "rounds go back",
            steps.after[back],
            f"numbers of rounds go back: {many(int(back.sum()), 'time')}",
            "A new shoe begins there unmarked, or the rows are out of order. "
            "baccarat.split_at_gaps(history) begins a new segment there.",
        )


def split_at_gaps(history: History) -> History:
    r"""Cut segments wherever rounds are missing, or their numbers go back.

    Parameters
    ----------
    history : History
        With numbers of rounds in its marks; without, it comes back as it is.

    Returns
    -------
    History
        The same coups in more segments. Where coups without a number lie beside a gap, it may be
        before or after any of them, so each becomes a segment of its own.

    Examples
    --------
    >>> split_at_gaps(History([0, 0, 0, 1], marks={"round": [1, 2, 5, 6]})).text()
    'PP\nPB'
    """
    steps = round_steps(history)
    cut = (steps.missing > 0) | (steps.moved < 0)
    cuts = [
        np.arange(before + 1, after + 1)
        for before, after in zip(steps.before[cut].tolist(), steps.after[cut].tolist(), strict=True)
    ]
    if not cuts:
        return history
    return History(
        history.outcomes,
        np.sort(np.concatenate([history.starts, *cuts])),
        history.coups,
        history.cards,
        history.table,
        history.source,
        history.known,
        history.marks,
    )
