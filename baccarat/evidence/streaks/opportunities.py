"""The coups that follow a run: which they are, where ties are passed over or end a run."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
from numpy.typing import NDArray

from baccarat.evidence.laws.selection_bias import mean_shoe_average, pooled_continuation
from baccarat.evidence.streaks.runs import SIDES, Side, lengths_so_far
from baccarat.game.coup import TIE, VOID
from baccarat.history.history import History

Ties: TypeAlias = Literal["pass", "end"]


@dataclass(frozen=True, eq=False)
class Stretches:
    """The coups of a history, in stretches that a run can go through.

    Attributes
    ----------
    coups : History
        A segment a stretch. Decided coups, where ties are passed over; where they end a run,
        all but voids, at which the stretches are cut.
    of_shoe : ndarray of int64, shape (stretches,)
        The shoe each stretch lies in, from 0.
    shoes : int
        Shoes of the history.
    ended : float
        Chance of a coup that ends a run and is no opportunity: 0 where ties are passed over.
    """

    coups: History
    of_shoe: NDArray[np.int64]
    shoes: int
    ended: float

    @classmethod
    def of(cls, history: History, ties: Ties, tie: float) -> Stretches:
        """Cut a history; tie is the chance of one.

        Examples
        --------
        >>> Stretches.of(History([0, 0, 3, 0, 2, 0]), "end", 0.1).coups.text().split()
        ['PP', 'PTP']
        >>> Stretches.of(History([0, 0, 3, 0, 2, 0]), "pass", 0.1).coups.text()
        'PPPP'
        """
        shoes = np.arange(history.segments)
        if checked_ties(ties) == "pass":
            return cls(history.decided(), shoes, history.segments, 0.0)
        voids = history.outcomes == VOID
        played = history.select(~voids)
        cuts = np.sort(np.concatenate([played.starts, (np.cumsum(~voids))[voids]]))
        of_shoe = np.searchsorted(played.starts, cuts[:-1], side="right") - 1
        return cls(History(played.outcomes, cuts), of_shoe, history.segments, tie)

    def after(self, side: Side, k: int) -> NDArray[np.int64]:
        """Give the places of the decided coups that follow k or more of a side."""
        ready = (self.coups.outcomes == SIDES[side]) & (lengths_so_far(self.coups) >= k)
        places = np.setdiff1d(np.flatnonzero(ready) + 1, self.coups.starts, assume_unique=True)
        return np.asarray(places[self.coups.outcomes[places] != TIE])

    def shoe(self) -> NDArray[np.int64]:
        """Give the shoe of each coup, from 0."""
        return self.of_shoe[self.coups.shoe()]

    def shoe_averages(self, shoes: Iterable[int], k: int, share: float) -> NDArray[np.float64]:
        """Give the exact mean, under chance, of the share of hits in each of some shoes."""
        known: dict[tuple[int, ...], float] = {}
        means = []
        ends = np.searchsorted(self.of_shoe, np.arange(self.shoes + 1)).tolist()
        lengths = self.coups.lengths.tolist()
        for shoe in shoes:
            pieces = tuple(sorted(n for n in lengths[ends[shoe] : ends[shoe + 1]] if n > k))
            if pieces not in known:
                known[pieces] = _shoe_average(pieces, k, share, self.ended)
            means.append(known[pieces])
        return np.array(means)


def _shoe_average(pieces: tuple[int, ...], k: int, share: float, ended: float) -> float:
    if len(pieces) == 1:
        return mean_shoe_average(pieces[0], k, share, ended)
    return pooled_continuation(pieces, k, share, ended)


def checked_ties(ties: str) -> Ties:
    """Take a way to treat ties.

    Examples
    --------
    >>> checked_ties("end")
    'end'
    """
    for known in get_args(Ties):
        if ties == known:
            return known  # type: ignore[no-any-return]
    raise ValueError(
        f'ties must be "pass" (they are passed over) or "end" (they end a run), got {ties!r}'
    )
