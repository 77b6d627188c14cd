"""Decided coups as tests of order see them: counted once, for one record or for many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from baccarat.evidence.break_even import break_even_points
from baccarat.game.coup import TIE, VOID
from baccarat.game.law import coup_law
from baccarat.game.table import Table
from baccarat.history.history import History
from baccarat.kernels import count_sequences, shuffle_segments

FEW_COUPS: Final = 2_000
"""Up to so many decided coups, p values come from simulated records of the same shoes."""

REPETITIONS: Final = 9_999
SEED: Final = 20_000


@dataclass(frozen=True)
class Depth:
    """How far a test of order looks: lags, coups in a window, and run lengths told apart.

    Examples
    --------
    >>> Depth(lags=10) | Depth(word=4)
    Depth(lags=10, word=4, longest=1)
    """

    lags: int = 0
    word: int = 0
    longest: int = 1

    def __or__(self, other: Depth) -> Depth:
        return Depth(
            max(self.lags, other.lags),
            max(self.word, other.word),
            max(self.longest, other.longest),
        )

    def covers(self, other: Depth) -> bool:
        """Say whether all that another depth asks for is there."""
        return self | other == self


@dataclass(frozen=True, eq=False)
class Counts:
    """What r records show; `baccarat.kernels.count_sequences` says what each array holds.

    Attributes
    ----------
    depth : Depth
        Up to where it was counted.
    share, tie : float
        Chance of banker in a decided coup, and of a tie in any, under the null.
    lengths, record : ndarray of int64, shape (m,)
        Decided coups of each segment, and the record it belongs to.
    bankers, runs, after, lagged, words, slopes : ndarray
        The counts.
    ties, coups : ndarray of int64, shape (r,)
        Ties, and coups that were no voids.
    """

    depth: Depth
    share: float
    tie: float
    lengths: NDArray[np.int64]
    record: NDArray[np.int64]
    bankers: NDArray[np.int64]
    runs: NDArray[np.int64]
    after: NDArray[np.int64]
    lagged: NDArray[np.int64]
    words: NDArray[np.int64]
    slopes: NDArray[np.float64]
    ties: NDArray[np.int64]
    coups: NDArray[np.int64]

    @property
    def records(self) -> int:
        """How many records there are, r."""
        return self.ties.size

    @property
    def decided(self) -> NDArray[np.int64]:
        """Decided coups of each record; shape (r,)."""
        return self.summed(self.lengths).astype(np.int64)

    def summed(self, values: NDArray[Any]) -> NDArray[np.float64]:
        """Add up, for each record, a number of each of its segments; shape (r,)."""
        return np.bincount(self.record, values, minlength=self.records).astype(np.float64)


@dataclass(frozen=True, eq=False)
class Sample:
    """Records of decided coups, and the table whose law is the null.

    Attributes
    ----------
    sides : ndarray of uint8, shape (n,)
        0 player, 1 banker.
    starts : ndarray of int64, shape (m + 1,)
        Where each segment begins, then n.
    records : ndarray of int64, shape (r + 1,)
        The first segment of each record, then m.
    ties, coups : ndarray of int64, shape (r,)
        Ties, and coups that were no voids.
    table : Table
        Its law is the null, its break-even points the margin.

    Examples
    --------
    >>> import baccarat as bc
    >>> sample = sample_of(bc.History([0, 1, 2, 1], starts=[0, 3, 4]), "live")
    >>> sample.sides.tolist(), sample.starts.tolist(), sample.ties.tolist()
    ([0, 1, 1], [0, 2, 3], [1])
    """

    sides: NDArray[np.uint8]
    starts: NDArray[np.int64]
    records: NDArray[np.int64]
    ties: NDArray[np.int64]
    coups: NDArray[np.int64]
    table: Table
    _counted: dict[str, Counts] = field(default_factory=dict)
    _made: dict[str, Sample] = field(default_factory=dict)

    @property
    def share(self) -> float:
        """Banker's chance in a decided coup at the table."""
        return float(coup_law(self.table.decks).banker_share)

    @property
    def tie(self) -> float:
        """Chance of a tie at the table, in any coup."""
        law = coup_law(self.table.decks)
        return law.tie / law.total

    @property
    def margins(self) -> dict[str, tuple[float, float]]:
        """What is big enough to matter; see `break_even_points`."""
        return break_even_points(self.table)

    @property
    def few(self) -> bool:
        """Whether p values are to be simulated."""
        return self.sides.size <= FEW_COUPS

    def counts(self, depth: Depth) -> Counts:
        """Count, or give what was counted already, at least as deep as asked for.

        Parameters
        ----------
        depth : Depth

        Returns
        -------
        Counts
        """
        known = self._counted.get("counts")
        if known is None or not known.depth.covers(depth):
            depth = depth if known is None else depth | known.depth
            self._counted["counts"] = known = _count(self, depth)
        return known

    def null(self) -> Sample:
        """Simulate `REPETITIONS` records of the same shoes under the null, always the same ones.

        Returns
        -------
        Sample
            Kept, so that tests of one record share it.
        """
        if "null" not in self._made:
            rng = np.random.default_rng(SEED)
            shape = (REPETITIONS, self.sides.size)
            sides = (rng.random(shape, dtype=np.float32) < self.share).astype(np.uint8)
            ties = rng.binomial(self.coups[0], self.tie, REPETITIONS)
            self._made["null"] = self._like(sides, ties)
        return self._made["null"]

    def permuted(self, repetitions: int, rng: np.random.Generator) -> Sample:
        """Shuffle the coups within each segment, again and again.

        Parameters
        ----------
        repetitions : int
        rng : Generator
            Moved on.

        Returns
        -------
        Sample
            As many records as repetitions.
        """
        sides = np.array(np.tile(self.sides, repetitions))  # writeable, whatever its size
        made = self._like(sides, np.repeat(self.ties, repetitions))
        shuffle_segments(sides, made.starts, rng.random(sides.size))
        return made

    def _like(self, sides: NDArray[np.uint8], ties: NDArray[np.int64]) -> Sample:
        """Give records whose segments are as long as those of this one record."""
        number, shoes = ties.size, self.starts.size - 1
        return Sample(
            sides.reshape(-1),
            repeated(self.starts, number),
            np.arange(number + 1) * shoes,
            ties,
            np.repeat(self.coups, number),
            self.table,
        )


def sample_of(
    history: History | Sample,
    table: Table | str | None = None,
    *,
    records: Sequence[int] | NDArray[np.int64] | None = None,
) -> Sample:
    """Take from a history what tests of order look at.

    Parameters
    ----------
    history : History or Sample
        A sample is given back as it is.
    table : Table or str, optional
        The table whose law is the null, if the history does not name its own.
    records : array_like of int, shape (r + 1,), optional
        Where each of several records begins, in segments, then m. Default: one record.

    Returns
    -------
    Sample

    Raises
    ------
    ValueError
        If no table is known.

    Examples
    --------
    >>> import baccarat as bc
    >>> shoes = bc.deal("live", 4, rng=1)
    >>> sample_of(shoes, records=[0, 2, 4]).counts(Depth()).records
    2
    """
    if isinstance(history, Sample):
        return history
    place = history.known_table(table)
    decided = history.decided()
    cuts = np.array([0, history.segments] if records is None else records, dtype=np.int64)
    bounds = history.starts[cuts]
    return Sample(
        decided.outcomes,
        decided.starts,
        cuts,
        _between(history.outcomes == TIE, bounds),
        _between(history.outcomes != VOID, bounds),
        place,
    )


def repeated(starts: NDArray[np.int64], times: int) -> NDArray[np.int64]:
    """Give the starts of a record that stands there several times over.

    Examples
    --------
    >>> repeated(np.array([0, 2, 3]), 2).tolist()
    [0, 2, 3, 5, 6]
    """
    offsets = np.arange(times, dtype=np.int64)[:, None] * starts[-1]
    return np.append(offsets + starts[:-1], times * starts[-1])


def _between(marked: NDArray[np.bool_], bounds: NDArray[np.int64]) -> NDArray[np.int64]:
    sums: NDArray[np.int64] = np.diff(np.concatenate([[0], np.cumsum(marked)])[bounds])
    return sums


def _count(sample: Sample, depth: Depth) -> Counts:
    number, shoes = sample.records.size - 1, sample.starts.size - 1
    bankers = np.zeros(shoes, dtype=np.int64)
    runs = np.zeros((number, 2, depth.longest), dtype=np.int64)
    after = np.zeros((number, 2, depth.longest, 2), dtype=np.int64)
    lagged = np.zeros((number, depth.lags, 4), dtype=np.int64)
    words = np.zeros((number, 2 ** (depth.word + 1)), dtype=np.int64)
    slopes = np.zeros((number, 2))
    filled = (bankers, runs, after, lagged, words, slopes)
    count_sequences(sample.sides, sample.starts, sample.records, *filled)
    lengths = np.diff(sample.starts)
    record = np.repeat(np.arange(number), np.diff(sample.records))
    return Counts(
        depth, sample.share, sample.tie, lengths, record, *filled, sample.ties, sample.coups
    )
