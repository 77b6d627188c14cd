"""Banker or player wins too often: always, in a shoe, for a while, at its end.

p is banker's share of decided coups at the table, q player's.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baccarat.game.checks import check_number
from baccarat.history.controls.chain import Chain
from baccarat.history.controls.outcomes import OutcomeControl


@dataclass(frozen=True)
class Bias(OutcomeControl):
    """Banker's chance is p + shift in every decided coup; 0 is pure chance.

    Examples
    --------
    >>> control = Bias(0.01)
    >>> history = control.make(200, rng=1)
    >>> history.segments, round(control.truth().banker, 4), round(control.truth().correlation, 9)
    (200, 0.5168, 0.0)
    """

    shift: float = 0.01

    def __post_init__(self) -> None:
        check_number("shift", self.shift, -0.45, 0.45)

    def chain(self, share: float) -> Chain:
        """Tabulate: one state."""
        return _still(np.array([share + self.shift]))


@dataclass(frozen=True)
class ShoeBias(OutcomeControl):
    """Every shoe leans one way: banker's chance is p + shift or p - shift, even odds, all along it.

    Within a shoe coups are independent; taken together, records like these look as if wins were
    repeated: lag-1 correlation is shift**2 / pq.

    Examples
    --------
    >>> round(ShoeBias(0.05).truth().correlation, 5)
    0.01
    """

    shift: float = 0.05

    def __post_init__(self) -> None:
        check_number("shift", self.shift, 0, 0.45)

    def chain(self, share: float) -> Chain:
        """Tabulate: the way the shoe leans is the state, and never changes."""
        return HiddenRegimes(self.shift, switch=0).chain(share)


@dataclass(frozen=True)
class HiddenRegimes(OutcomeControl):
    """Two hidden regimes, banker's chance p + shift and p - shift, that switch now and then.

    A hidden Markov model. A shoe begins in either regime, even odds; after each decided coup it
    passes to the other with chance switch. Lag-k correlation is (1 - 2 switch)**k shift**2 / pq.

    References
    ----------
    L. R. Rabiner, "A tutorial on hidden Markov models", Proceedings of the IEEE 77 (1989).

    Examples
    --------
    >>> round(HiddenRegimes(shift=0.08, switch=0.05).truth().correlation, 5)
    0.02304
    """

    shift: float = 0.08
    switch: float = 0.05

    def __post_init__(self) -> None:
        check_number("shift", self.shift, 0, 0.45)
        check_number("switch", self.switch, 0, 1)

    def chain(self, share: float) -> Chain:
        """Tabulate: the regime is the state."""
        banker = np.array([share + self.shift, share - self.shift])
        stay, go = 1 - self.switch, self.switch
        switch = np.array([[stay, go], [go, stay]]) if go else None
        return Chain(np.full(2, 0.5), banker, np.array([[0, 0], [1, 1]]), switch)


@dataclass(frozen=True)
class Drift(OutcomeControl):
    """Banker's chance rises through the shoe, from p - shift to p + shift.

    Linear in the number of the decided coup, so that banker keeps its share in every shoe; coups
    are independent. Below 0 it falls.

    Examples
    --------
    >>> round(Drift(0.05).truth().banker, 4)
    0.5068
    """

    shift: float = 0.05

    def __post_init__(self) -> None:
        check_number("shift", self.shift, -0.45, 0.45)

    def chain(self, share: float) -> Chain:
        """Tabulate: one state, and a slope."""
        return _still(np.array([share]), self.shift)


def _still(banker: NDArray[np.float64], slope: float = 0.0) -> Chain:
    return Chain(np.ones(1), banker, np.zeros((1, 2), dtype=np.int64), slope=slope)
