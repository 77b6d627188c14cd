"""Sides that follow one another by a table: how they are drawn, and what is true of them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Pairs = tuple[tuple[float, float], tuple[float, float]]


@dataclass(frozen=True)
class Truth:
    """What is true of the decided coups of a control. Chances are exact to rounding.

    Attributes
    ----------
    tie : float
        Chance of a tie, in any coup.
    banker : float
        Chance of banker in a decided coup; the mean over the places in the shoe.
    pairs : tuple of tuple of float
        Chance that two decided coups in a row are [first][second], 0 player and 1 banker; the
        mean over the places in the shoe.
    kept : float
        Chance that a shoe is reported at all.

    Examples
    --------
    >>> truth = Truth(tie=0.1, banker=0.5, pairs=((0.3, 0.2), (0.2, 0.3)))
    >>> truth.same, truth.after_banker, round(truth.correlation, 3)
    (0.6, 0.6, 0.2)
    """

    tie: float
    banker: float
    pairs: Pairs
    kept: float = 1.0

    @property
    def same(self) -> float:
        """Chance that a decided coup repeats the last one."""
        return self.pairs[0][0] + self.pairs[1][1]

    @property
    def after_banker(self) -> float:
        """Chance of banker after banker."""
        return self.pairs[1][1] / sum(self.pairs[1])

    @property
    def after_player(self) -> float:
        """Chance of banker after player."""
        return self.pairs[0][1] / sum(self.pairs[0])

    @property
    def correlation(self) -> float:
        """Correlation of a decided coup with the next."""
        (pp, pb), (bp, bb) = self.pairs
        return (pp * bb - pb * bp) / math.sqrt((pp + pb) * (bp + bb) * (pp + bp) * (pb + bb))


@dataclass(frozen=True, eq=False)
class Chain:
    """A table of states, of which each gives banker a chance in the next decided coup.

    Attributes
    ----------
    start : ndarray of float64, shape (s,)
        Chance that a shoe begins in each state.
    banker : ndarray of float64, shape (s,)
        Chance of banker in each state.
    after : ndarray of int64, shape (s, 2)
        The state that follows a player win and a banker win.
    switch : ndarray of float64, shape (s, s), optional
        Chances to move from state to state, unseen, before the next decided coup.
    slope : float
        What is added to banker's chance by the end of a shoe and taken off at its beginning,
        linear in between.
    kept : ndarray of float64, shape (s,), optional
        Chance that a shoe is reported, by the state it ends in.

    Examples
    --------
    Banker's wins come in pairs at least:

    >>> chain = Chain(np.array([1.0, 0.0]), np.array([0.4, 1.0]), np.array([[0, 1], [0, 0]]))
    >>> banker, pairs, kept = chain.law(2)
    >>> round(banker, 3), round(pairs[1][1], 3), pairs[1][0]
    (0.52, 0.4, 0.0)
    """

    start: NDArray[np.float64]
    banker: NDArray[np.float64]
    after: NDArray[np.int64]
    switch: NDArray[np.float64] | None = None
    slope: float = 0.0
    kept: NDArray[np.float64] | None = None

    def draw(self, lengths: NDArray[np.int64], rng: np.random.Generator) -> NDArray[np.bool_]:
        """Draw the decided coups of many shoes, place by place.

        Parameters
        ----------
        lengths : ndarray of int64, shape (m,)
            Decided coups of each shoe.
        rng : Generator
            Moved on.

        Returns
        -------
        ndarray of bool, shape (lengths.sum(),)
            Whether banker wins, shoe after shoe.
        """
        shoes, longest = lengths.size, int(lengths.max(initial=0))
        state = rng.choice(self.start.size, size=shoes, p=self.start)
        sums = None if self.switch is None else self.switch.cumsum(axis=1)
        banker = np.empty((longest, shoes), dtype=np.bool_)
        for place in range(longest):
            chance = self.banker[state]
            if self.slope:
                chance += self.slope * _way(place, lengths)
            np.less(rng.random(shoes), chance, out=banker[place])
            state = self.after.reshape(-1)[2 * state + banker[place]]
            if sums is not None:
                state = (rng.random(shoes)[:, None] >= sums[state, :-1]).sum(axis=1)
        return banker.T[np.arange(longest) < lengths[:, None]]

    def law(self, coups: int) -> tuple[float, Pairs, float]:
        """Work out the law of a shoe's decided coups and of their pairs, by sums over states.

        Parameters
        ----------
        coups : int
            Decided coups of the shoe, 2 or more.

        Returns
        -------
        banker, pairs, kept
            As `Truth` has them.
        """
        ends = np.ones(self.start.size) if self.kept is None else self.kept
        # ahead[j]: chance that the shoe will be reported, by the state before its coup j.
        ahead = [ends]
        for place in reversed(range(coups)):
            chances = self._chances(place, coups)
            ahead.insert(0, self._back(chances, 0, ahead[0]) + self._back(chances, 1, ahead[0]))
        banker, pairs = 0.0, np.zeros((2, 2))
        weights = self.start
        for place in range(coups):
            chances, later = self._chances(place, coups), self._chances(place + 1, coups)
            banker += float(weights @ self._back(chances, 1, ahead[place + 1]))
            reached = [self._step(weights, chances, side) for side in (0, 1)]
            if place + 1 < coups:
                for first, second in np.ndindex(2, 2):
                    onward = self._back(later, second, ahead[place + 2])
                    pairs[first, second] += reached[first] @ onward
            weights = reached[0] + reached[1]
        kept = float(self.start @ ahead[0])
        (pp, pb), (bp, bb) = (pairs / (kept * (coups - 1))).tolist()
        return banker / (kept * coups), ((pp, pb), (bp, bb)), kept

    def _chances(self, place: int, coups: int) -> NDArray[np.float64]:
        """Give the chance of player and banker in a coup, by state; shape (2, s)."""
        banker = self.banker + self.slope * _way(place, np.array([coups]))
        return np.stack([1 - banker, banker])

    def _step(
        self, weights: NDArray[np.float64], chances: NDArray[np.float64], side: int
    ) -> NDArray[np.float64]:
        onward = np.zeros(self.start.size)
        np.add.at(onward, self.after[:, side], weights * chances[side])
        return onward if self.switch is None else onward @ self.switch

    def _back(
        self, chances: NDArray[np.float64], side: int, ahead: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        behind = ahead if self.switch is None else self.switch @ ahead
        moved: NDArray[np.float64] = chances[side] * behind[self.after[:, side]]
        return moved


def _way(place: int, lengths: NDArray[np.int64]) -> NDArray[np.float64]:
    """Say how far through its shoe a place is, from -1 to 1; 0 in a shoe of one coup."""
    way: NDArray[np.float64] = np.clip(
        (2 * place - lengths + 1) / np.maximum(lengths - 1, 1), -1, 1
    )
    return way
