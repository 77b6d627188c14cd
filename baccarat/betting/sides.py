"""The side a selection is on at every coup of a history, at the speed of its table."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.betting.machine import SelectionTable
from baccarat.betting.selections import Selection
from baccarat.history.history import History
from baccarat.kernels import sessions as kernels

NO_BET: Final = 255


class Chooser:
    """One selection and its table, which grows with what it has met and serves many histories.

    Parameters
    ----------
    selection : Selection
        A catalogue's or one's own.
    cap : int, optional
        States the table may hold; see `baccarat.betting.machine`.

    Examples
    --------
    >>> from baccarat import FollowLast
    >>> chooser = Chooser(FollowLast())
    >>> chooser.over(np.array([0, 1, 1], dtype=np.uint8), np.array([0, 2, 3])).tolist()
    [255, 0, 255]
    """

    def __init__(self, selection: Selection, cap: int | None = None) -> None:
        self._table = SelectionTable(selection) if cap is None else SelectionTable(selection, cap)

    def over(self, outcomes: NDArray[np.uint8], starts: NDArray[np.int64]) -> NDArray[np.uint8]:
        """Give the side at every coup, as `sides_over`.

        Parameters
        ----------
        outcomes : ndarray of uint8, shape (n,)
        starts : ndarray of int64, shape (m + 1,)
            As those of a `History`.

        Returns
        -------
        ndarray of uint8, shape (n,)
        """
        outcomes, ends = outcomes.view(), starts[1:]
        outcomes.flags.writeable = ends.flags.writeable = False  # as a history's: one compilation
        running = np.zeros(kernels.RUNNING, dtype=np.int64)
        chosen = np.empty(outcomes.size, dtype=np.int8)
        table = self._table
        while kernels.choose_sides(outcomes, ends, table.side, table.after, running, chosen):
            number, outcome = int(running[kernels.SELECTION]), int(running[kernels.NEEDED])
            running[kernels.SELECTION] = table.grow(number, outcome)
        return chosen.view(np.uint8)  # -1 reads 255


def sides_over(selection: Selection, history: History) -> NDArray[np.uint8]:
    """Give the side that a selection is on at every coup.

    It begins anew with each shoe and sees decided coups only. At a tie or a void coup it is on
    the side it is on at the next decided one; that no bet stands on a void coup is for the reader
    to mind.

    Parameters
    ----------
    selection : Selection
        A catalogue's or one's own.
    history : History
        What came.

    Returns
    -------
    ndarray of uint8, shape (n,)
        0 player, 1 banker, 255 no bet.

    Raises
    ------
    TypeError
        If a state of the selection is not hashable.
    ValueError
        If it chooses something else than a side.

    Examples
    --------
    >>> from baccarat import FollowLast
    >>> sides_over(FollowLast(), History([0, 2, 1, 1], starts=[0, 3, 4])).tolist()
    [255, 0, 0, 255]
    """
    return Chooser(selection).over(history.outcomes, history.starts)
