"""Selective reporting: shoes that are shown because of what they show."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat.game.checks import check_whole
from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.controls.chain import Chain
from baccarat.history.controls.followers import first_state, run_states
from baccarat.history.controls.leanings import Bias
from baccarat.history.controls.outcomes import OutcomeControl
from baccarat.history.controls.records import picked
from baccarat.history.deal import as_generator, check_count, seed_text
from baccarat.history.history import History, join
from baccarat.history.words import many

MOST_LENGTH = 15
"""Shoes with longer runs are too rare to wait for."""


def keep_shoes(history: History, keep: ArrayLike | Callable[[History], bool]) -> History:
    r"""Report some segments and forget the others.

    Parameters
    ----------
    history : History
        All that was played.
    keep : array_like of bool, shape (m,), or callable
        Which segments to keep; or what says so of each, given as a history.

    Returns
    -------
    History

    Raises
    ------
    ValueError
        If keep has another shape than (m,).

    Examples
    --------
    >>> shoes = History([0, 0, 1, 2, 1], starts=[0, 2, 4, 5])
    >>> keep_shoes(shoes, lambda shoe: 1 in shoe.outcomes).text()
    'BT\nB'
    """
    if callable(keep):
        keep = [keep(history.part(number, number + 1)) for number in range(history.segments)]
    kept = np.asarray(keep, dtype=np.bool_)
    if kept.shape != (history.segments,):
        raise ValueError(
            f"keep must say yes or no to each of {history.segments} segments, got shape "
            f"{kept.shape}"
        )
    coups = np.flatnonzero(kept[history.shoe()])
    source = f"{kept.sum():,} of {kept.size:,} segments kept of: {history.source}"
    starts = np.concatenate([[0], np.cumsum(history.lengths[kept])])
    return picked(history, coups, starts, source)


@dataclass(frozen=True)
class BestShoes(OutcomeControl):
    """Selective reporting: pure chance, but only shoes with a long run are told of.

    A shoe is kept if one of its runs of decided coups, of either side, reaches length; the others
    are dealt and forgotten. What is true depends on the number of decided coups; shoes with more
    of them are kept more often, so that ties are a little rarer here than at the table.

    Raises
    ------
    ValueError
        If length is not from 1 to 15.

    Examples
    --------
    >>> truth = BestShoes(length=8).truth()
    >>> round(truth.kept, 3), round(truth.same, 3)
    (0.237, 0.538)
    """

    length: int = 8

    def __post_init__(self) -> None:
        check_whole("length", self.length, 1, MOST_LENGTH)

    def chain(self, share: float) -> Chain:
        """Tabulate: the run so far is the state, until one is long enough."""
        after = run_states(self.length)
        done = [self.length, 2 * self.length]
        after[done] = [done, done]
        return Chain(
            first_state(len(after)),
            np.full(len(after), share),
            after,
            kept=np.isin(np.arange(len(after)), done).astype(float),
        )

    def make(
        self,
        shoes: int = 1000,
        *,
        rng: int | np.random.Generator | None = None,
        table: Table | str = "live",
    ) -> History:
        """Make shoes of pure chance until so many can be reported.

        Parameters
        ----------
        shoes, rng, table
            As for the other controls; shoes counts those reported.

        Returns
        -------
        History
            One segment a reported shoe.
        """
        table = as_table(table)
        check_count("shoes", shoes)
        generator = as_generator(rng)
        parts, found = [], 0
        while found < shoes:
            batch = Bias(0).make(min(4 * (shoes - found) + 16, 4096), rng=generator, table=table)
            if batch.lengths.max() < self.length:
                raise ValueError(
                    f"no shoe of this table has {self.length} coups; ask for a shorter run, or "
                    "for another table"
                )
            parts.append(keep_shoes(batch, longest_runs(batch) >= self.length))
            found += parts[-1].segments
        name = table.name or repr(table)
        source = f"{many(shoes, 'shoe')} kept by {self!r} at table {name}" + seed_text(rng)
        return join(parts, source).part(0, shoes)


def longest_runs(history: History) -> NDArray[np.int64]:
    """Give the longest run of a side in each segment, ties and voids passed over.

    Parameters
    ----------
    history : History
        Any.

    Returns
    -------
    ndarray of int64, shape (m,)
        0 where nothing was decided.

    Examples
    --------
    >>> longest_runs(History([0, 0, 2, 0, 1, 1, 1], starts=[0, 5, 5, 7]))
    array([3, 0, 2])
    """
    decided = history.decided()
    longest = np.zeros(decided.segments, dtype=np.int64)
    if not len(decided):
        return longest
    new = np.ones(len(decided), dtype=np.bool_)
    new[1:] = decided.outcomes[1:] != decided.outcomes[:-1]
    new[decided.starts[:-1][decided.lengths > 0]] = True
    begins = np.flatnonzero(new)
    np.maximum.at(longest, decided.shoe()[begins], np.diff(begins, append=len(decided)))
    return longest
