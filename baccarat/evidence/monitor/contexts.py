"""The hypotheses of a monitor: what each counts, and its e-value."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.evidence.monitor.evalues import PRIOR, log_e_value, log_order_e_value
from baccarat.evidence.streaks.runs import lengths_so_far
from baccarat.game.coup import BANKER, PLAYER
from baccarat.history.history import History

HYPOTHESES: Final = ("share", "repeats", "after a run", "order, share unknown")
"""What a monitor asks: whether banker wins more or less often than by the table's law, in all
coups; after a banker win or a player win; after k or more of either; and whether the coup before
matters, be banker's share what it may."""

CONTEXTS: Final = 5
"""All coups; after player, after banker; after k or more player wins, k or more banker wins."""


def context_counts(
    decided: History, k: int, label: NDArray[np.int64], size: int
) -> NDArray[np.int64]:
    """Count coups and banker's wins by context, in parts of a history.

    Parameters
    ----------
    decided : History
        Without ties and voids. What came before a coup counts in its shoe only.
    k : int
        Wins in a row that make a run.
    label : ndarray of int64, shape (n,)
        The part each coup belongs to, from 0.
    size : int
        How many parts there are.

    Returns
    -------
    ndarray of int64, shape (size, 5, 2)
        By part and context, as `CONTEXTS` has them: decided coups, banker's wins among them.

    Examples
    --------
    >>> one_shoe = History([0, 1, 1, 1])
    >>> context_counts(one_shoe, 2, one_shoe.shoe(), 1)[0].tolist()
    [[4, 3], [1, 1], [2, 2], [0, 0], [1, 1]]
    """
    banker = decided.outcomes == BANKER
    counts = np.zeros((size, CONTEXTS, 2), dtype=np.int64)
    for context, inside in enumerate(_contexts(decided, k)):
        counts[:, context, 0] = np.bincount(label[inside], minlength=size)
        counts[:, context, 1] = np.bincount(label[inside & banker], minlength=size)
    return counts


def _contexts(decided: History, k: int) -> list[NDArray[np.bool_]]:
    """Say for each coup whether it belongs to each context."""
    n = len(decided)
    has_before = np.ones(n, dtype=bool)
    has_before[decided.starts[decided.starts < n]] = False
    before = np.roll(decided.outcomes, 1)
    run = np.roll(lengths_so_far(decided), 1) >= k
    after = [has_before & (before == side) for side in (PLAYER, BANKER)]
    return [np.ones(n, dtype=bool), *after, *(one & run for one in after)]


def log_e_values(
    counts: NDArray[np.int64], share: float, prior: float = PRIOR
) -> NDArray[np.float64]:
    """Give the log e-value of each hypothesis.

    Parameters
    ----------
    counts : ndarray of int64, shape (..., 5, 2)
        From the first coup on, as `context_counts` gives them.
    share : float
        Banker's share of decided coups by the table's law.
    prior : float
        Coups the prior is worth.

    Returns
    -------
    ndarray of float64, shape (..., 4)
        In the order of `HYPOTHESES`.

    Examples
    --------
    >>> log_e_values(np.zeros((5, 2), dtype=np.int64), 0.5068).tolist()
    [0.0, 0.0, 0.0, 0.0]
    """
    coups, wins = counts[..., 0], counts[..., 1]
    known = [
        log_e_value(wins[..., asked], coups[..., asked], share, prior)
        for asked in (slice(0, 1), slice(1, 3), slice(3, 5))
    ]
    return np.stack([*known, log_order_e_value(wins[..., 1:3], coups[..., 1:3])], axis=-1)


def naive_p_values(counts: NDArray[np.int64], share: float) -> NDArray[np.float64]:
    """Give the ordinary two-sided p value of banker's share, as if one had looked only once.

    Parameters
    ----------
    counts : ndarray of int64, shape (..., 5, 2)
        As for `log_e_values`.
    share : float
        Banker's share by the table's law.

    Returns
    -------
    ndarray of float64, shape (...)
        By the normal law; 1 before the first coup.

    Examples
    --------
    >>> counts = np.zeros((5, 2), dtype=np.int64)
    >>> counts[0] = 100, 60
    >>> float(naive_p_values(counts, 0.5).round(4))
    0.0455
    """
    from scipy.special import ndtr

    coups, wins = counts[..., 0, 0], counts[..., 0, 1]
    sd = np.sqrt(np.maximum(coups, 1) * share * (1 - share))
    return np.asarray(2 * ndtr(-np.abs(wins - coups * share) / sd), dtype=np.float64)
