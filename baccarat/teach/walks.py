"""How far wins stray from their expected number, and how that grows with the number of coups."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat.game.coup import BANKER
from baccarat.game.law import coup_law
from baccarat.game.table import Table
from baccarat.history.history import History


def mean_distance(coups: int, share: float) -> float:
    """Give the mean distance of the number of wins from its expected value, in wins.

    Parameters
    ----------
    coups : int
        Independent coups, n, 1 or more.
    share : float
        Chance to win each, p, between 0 and 1.

    Returns
    -------
    float
        E|X - np|; nearly sqrt(2 n p q / pi).

    Raises
    ------
    ValueError
        If coups is below 1 or the share is no chance.

    Notes
    -----
    De Moivre's form: 2 m q b(m), with m the whole number next above np and b(m) the chance of m
    wins.

    References
    ----------
    P. Diaconis, S. Zabell, "Closed form summation for classical distributions: variations on a
    theme of de Moivre", Statistical Science 6 (1991).

    Examples
    --------
    Two tosses of a coin are one off the expected head half of the time:

    >>> mean_distance(2, 0.5)
    0.5
    """
    from scipy.stats import binom

    if coups < 1:
        raise ValueError(f"coups must be a whole number from 1, got {coups}")
    if not 0 <= share <= 1:
        raise ValueError(f"a share must be a chance from 0 to 1, got {share}")
    above = int(np.floor(coups * share)) + 1
    return float(2 * above * (1 - share) * binom.pmf(above, coups, share))


def excesses(
    history: History, coups: int, at: ArrayLike, table: Table | str | None = None
) -> NDArray[np.float64]:
    """Give banker's wins less their expected number, in many records and after some coups of each.

    Parameters
    ----------
    history : History
        Its decided coups are cut into records one after the other, whichever shoe they come from;
        what is left over at the end is left out.
    coups : int
        Decided coups of a record.
    at : array_like of int, shape (a,)
        After how many of them to look, from 1 to coups.
    table : Table or str, optional
        Whose law is expected, where the history does not name its table.

    Returns
    -------
    ndarray of float64, shape (records, a)
        In wins.

    Raises
    ------
    ValueError
        If the history is shorter than one record, or a look lies outside it.

    Examples
    --------
    >>> excesses(History([1, 1, 0, 1]), 2, [1, 2], "live").round(3).tolist()
    [[0.493, 0.986], [-0.507, -0.014]]
    """
    looks = np.atleast_1d(np.asarray(at, dtype=np.int64))
    banker = history.decided().outcomes == BANKER
    records = banker.size // coups if coups >= 1 else 0
    if not records:
        raise ValueError(
            f"{banker.size:,} decided coups make no record of {coups:,}; deal more shoes or take "
            "shorter records, of a coup at least"
        )
    if looks.min() < 1 or looks.max() > coups:
        raise ValueError(f"at must be from 1 to coups, {coups:,}; got {looks.tolist()}")
    share = float(coup_law(history.known_table(table).decks).banker_share)
    wins = banker[: records * coups].reshape(records, coups).cumsum(axis=1)
    return np.asarray(wins[:, looks - 1] - share * looks, dtype=np.float64)
