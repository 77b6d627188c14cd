"""Chains that end: grown state by state from a start, and solved."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

CAP: Final = 2_000_000
"""The most states a chain may have."""

_FEW: Final = 10_000
_MOST_SOLVED: Final = 200_000
_NARROW: Final = 200_000_000
_WORK: Final = 2_000_000_000
_LOOK: Final = 400
_LEFT: Final = 1e-16
_ENDLESS: Final = 1 << 62

Step: TypeAlias = "tuple[int, int, Iterable[tuple[float, Hashable]]]"
"""What a state is: the number of the reason it ends for, or 0; units placed; chances and states."""


class TooManyStatesError(ValueError):
    """A chain that does not fit."""


@dataclass(frozen=True, eq=False)
class Chain:
    """States in the order they are met from the start, and the chances between them.

    Attributes
    ----------
    states : list
        The start first.
    ended : ndarray of int8, shape (n,)
        0 where play goes on; else the place of the reason in `baccarat.betting.tally.REASONS`.
    placed : ndarray of int64, shape (n,)
        Units on the table; 0 where there is no bet.
    after : scipy.sparse.csr_array of float64, shape (n, n)
        Chances from state to state at a decided coup; rows of ended states are empty.
    """

    states: list[Any]
    ended: NDArray[np.int8]
    placed: NDArray[np.int64]
    after: Any

    def visits(self) -> NDArray[np.float64]:
        """Give how often each state is met on average; shape (n,).

        Raises
        ------
        ValueError
            If play may go on for ever.
        """
        self._check_that_it_ends()
        size = len(self.states)
        if size <= _FEW:
            return self._solved()
        met = self._added_up(_WORK // size if self._is_narrow() else _ENDLESS)
        return self._solved() if met is None else met

    def _is_narrow(self) -> bool:
        """Tell whether the equations surely fit in memory while they are solved."""
        size, links = len(self.states), self.after.tocoo()
        farthest = int(abs(links.row - links.col).max(initial=0))
        return size <= _MOST_SOLVED or size * farthest <= _NARROW

    def _solved(self) -> NDArray[np.float64]:
        from scipy.sparse import eye_array
        from scipy.sparse.linalg import splu

        start = np.zeros(len(self.states))
        start[0] = 1.0
        # The rows sum to one at most, so that no pivoting is needed.
        leaving = (eye_array(len(self.states), format="csr") - self.after).T.tocsc()
        options = {"SymmetricMode": True}
        solved = splu(leaving, "MMD_AT_PLUS_A", diag_pivot_thresh=0.0, options=options)
        return np.asarray(solved.solve(start))

    def _added_up(self, coups: int) -> NDArray[np.float64] | None:
        """Add up the chances coup by coup until next to nothing goes on; None if that is long."""
        onward, goes_on = self.after.T.tocsr(), self.ended == 0
        here, met = np.zeros(len(self.states)), np.zeros(len(self.states))
        here[0] = left = 1.0
        for coup in range(coups):
            met += here
            here = onward @ here
            if coup % _LOOK == _LOOK - 1:
                before, left = left, float(here[goes_on].sum())
                if left < _LEFT:
                    return np.asarray(met + here)
                if left * (left / before) ** ((coups - coup) / _LOOK) > _LEFT:
                    return None
        return None

    def _check_that_it_ends(self) -> None:
        from scipy.sparse import block_array, csr_array
        from scipy.sparse.csgraph import breadth_first_order

        ends = csr_array((self.ended > 0).astype(float)[None])
        backward = block_array([[None, ends], [csr_array((len(self.states), 1)), self.after.T]])
        met = breadth_first_order(backward.tocsr(), 0, return_predecessors=False)
        if len(met) <= len(self.states):
            raise ValueError(
                "play may go on for ever: the selection can come to a state after which it never "
                "bets again"
            )


def grow(
    start: Hashable,
    step: Callable[[Any], Step],
    coups: int | None = None,
    cap: int = CAP,
    advice: Callable[[list[Any]], str] = lambda states: "",
) -> Chain:
    """Grow a chain from its start, breadth first.

    Parameters
    ----------
    start : hashable
        The first state.
    step : callable
        Gives for a state the reason it ends for, the units placed, and chances with next states.
    coups : int, optional
        Decided coups after which to grow no further; default until nothing new is met.
    cap : int
        The most states.
    advice : callable
        Gives, for the states met, what would make the chain fit.

    Returns
    -------
    Chain

    Raises
    ------
    TooManyStatesError
        If there are more states than the cap.

    Examples
    --------
    >>> coin = lambda units: (0, 1, [(0.5, units - 1), (0.5, units + 1)])
    >>> grow(0, coin, coups=1).after.toarray()
    array([[0. , 0.5, 0.5],
           [0. , 0. , 0. ],
           [0. , 0. , 0. ]])
    """
    from scipy.sparse import csr_array

    states, numbers = [start], {start: 0}
    ended, placed, ends = array("b"), array("q"), array("q", [0])
    chances, columns = array("d"), array("q")
    depth, level = 0, 1
    while len(ended) < len(states):
        if len(ended) == level:
            depth, level = depth + 1, len(states)
        reason, units, following = step(states[len(ended)])
        for chance, state in following if depth != coups else ():
            number = numbers.setdefault(state, len(states))
            if number == len(states):
                states.append(state)
            chances.append(chance)
            columns.append(number)
        ended.append(reason)
        placed.append(units)
        ends.append(len(columns))
        if len(states) > cap:
            raise TooManyStatesError(f"the chain has more than {cap:,} states; {advice(states)}")
    shape = (len(states), len(states))
    after = csr_array((np.array(chances), np.array(columns), np.array(ends)), shape=shape)
    after.sum_duplicates()
    return Chain(states, np.array(ended, np.int8), np.array(placed, np.int64), after)
