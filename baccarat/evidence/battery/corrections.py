"""P values corrected for how many were looked at."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat.evidence.result import LEVEL

Floats = NDArray[np.float64]


def holm(p_values: Sequence[float] | Floats) -> Floats:
    """Correct p values so that the chance of any false alarm is held, however they depend.

    References
    ----------
    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal of
    Statistics 6 (1979); by statsmodels.

    Examples
    --------
    >>> holm([0.01, 0.04, 0.03]).round(2).tolist()
    [0.03, 0.06, 0.06]
    """
    return _corrected(p_values, "holm")


def benjamini_hochberg(p_values: Sequence[float] | Floats) -> Floats:
    """Correct p values so that the share of false alarms among all alarms is held; to explore.

    References
    ----------
    Y. Benjamini and Y. Hochberg, "Controlling the false discovery rate", Journal of the Royal
    Statistical Society B 57 (1995); by statsmodels.

    Examples
    --------
    >>> benjamini_hochberg([0.01, 0.04, 0.03]).round(2).tolist()
    [0.03, 0.04, 0.04]
    """
    return _corrected(p_values, "fdr_bh")


def _corrected(p_values: Sequence[float] | Floats, method: str) -> Floats:
    from statsmodels.stats.multitest import multipletests

    if not len(p_values):
        return np.zeros(0)
    return np.asarray(multipletests(p_values, alpha=LEVEL, method=method)[1], dtype=np.float64)


def step_down(extremes: ArrayLike) -> tuple[Floats, Floats]:
    """Give p values of statistics among their permutations, alone and corrected for their number.

    Parameters
    ----------
    extremes : array_like, shape (r + 1, s)
        How far out each of s statistics lies, more being further: those of the record first, then
        those of r permutations of it.

    Returns
    -------
    alone, corrected : ndarray of float64, shape (s,)
        The corrected ones hold the chance of any false alarm, however the statistics depend on one
        another.

    References
    ----------
    P. H. Westfall and S. S. Young, Resampling-Based Multiple Testing (1993), algorithm 2.8.
    Y. Ge, S. Dudoit and T. P. Speed, "Resampling-based multiple testing for microarray data
    analysis", Test 12 (2003): p values of the permutations from the permutations themselves.

    Examples
    --------
    >>> alone, corrected = step_down([[7.0, 0.8], [1.0, 0.2], [2.0, 1.2], [2.0, 0.8]])
    >>> alone.tolist(), corrected.tolist()
    ([0.25, 0.75], [0.5, 0.75])
    """
    apart = np.round(np.asarray(extremes, dtype=np.float64), 9)
    records = len(apart)
    # In each column, the share of all records that lie as far out as this one.
    below = np.array([np.searchsorted(np.sort(column), column) for column in apart.T]).T
    p = (records - below) / records
    order = np.argsort(p[0], kind="stable")
    least = np.minimum.accumulate(p[:, order[::-1]], axis=1)[:, ::-1]
    share = (least <= p[0, order] + 1e-12).mean(axis=0)
    corrected = np.empty_like(share)
    corrected[order] = np.maximum.accumulate(share)
    return p[0], corrected
