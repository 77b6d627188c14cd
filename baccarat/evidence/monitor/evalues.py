"""E-values: evidence that stays valid however often, and whenever, one looks.

An e-value is never negative and has mean 1 at most under the null, at any time one chooses to
stop. So the chance that it ever reaches 1 / level is at most the level: J. Ville, Étude critique
de la notion de collectif (1939). All are computed as logarithms.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

PRIOR: Final = 625.0
"""Coups the prior is worth: banker's share under the alternative is spread by 2 points (sd)."""

_HALVINGS: Final = 60
_LARGEST: Final = 690.0  # exp of it still is a float


def log_e_value(
    wins: ArrayLike, coups: ArrayLike, share: float, prior: float = PRIOR
) -> NDArray[np.float64]:
    """Give the log e-value against coups that banker wins with a known chance, in any context.

    Parameters
    ----------
    wins, coups : array_like of int, shape (..., c)
        Banker's wins and the decided coups, by context: what came before in the same shoe.
    share : float
        Banker's chance under the null, the same in every context.
    prior : float
        Coups the prior is worth.

    Returns
    -------
    ndarray of float64, shape (...)
        Of the product over contexts.

    Notes
    -----
    In each context the likelihood is averaged over a beta law of banker's chance with mean share,
    a = prior * share and b = prior * (1 - share), and divided by the likelihood under the null:
    B(a + x, b + n - x) / (B(a, b) share**x (1 - share)**(n - x)), x wins in n coups.

    References
    ----------
    H. Robbins, "Statistical methods related to the law of the iterated logarithm", Annals of
    Mathematical Statistics 41 (1970), for mixtures that hold at all times together.

    Examples
    --------
    Sixty of a hundred, where half is expected:

    >>> round(float(np.exp(log_e_value([60], [100], 0.5))), 3)
    1.224
    """
    from scipy.special import betaln

    x, n = np.asarray(wins, dtype=np.float64), np.asarray(coups, dtype=np.float64)
    a, b = prior * share, prior * (1 - share)
    mixture = betaln(a + x, b + n - x) - betaln(a, b)
    null = x * np.log(share) + (n - x) * np.log1p(-share)
    return np.asarray((mixture - null).sum(axis=-1), dtype=np.float64)


def log_order_e_value(wins: ArrayLike, coups: ArrayLike) -> NDArray[np.float64]:
    """Give the log e-value against coups in random order, banker's chance being unknown.

    Parameters
    ----------
    wins, coups : array_like of int, shape (..., c)
        Banker's wins and the decided coups, by the coup before them in the same shoe.

    Returns
    -------
    ndarray of float64, shape (...)

    Notes
    -----
    Each context's likelihood is averaged over Jeffreys' law (a = b = 1/2); their product is
    divided by the largest likelihood that one chance for all contexts can give. It is no
    martingale, but below one whatever that chance is. Coups without one before them are left out.

    References
    ----------
    A. Ramdas, J. Ruf, M. Larsson and W. Koolen, "Testing exchangeability: fork-convexity,
    supermartingales and e-processes", International Journal of Approximate Reasoning 141 (2022).
    R. E. Krichevsky and V. K. Trofimov, "The performance of universal encoding", IEEE Transactions
    on Information Theory 27 (1981), for the mixture.

    Examples
    --------
    Banker never twice in a row, nor player:

    >>> round(float(np.exp(log_order_e_value([50, 0], [50, 50]))) / 1e27, 3)
    8.03
    """
    from scipy.special import betaln, xlogy

    x, n = np.asarray(wins, dtype=np.float64), np.asarray(coups, dtype=np.float64)
    mixture = (betaln(0.5 + x, 0.5 + n - x) - betaln(0.5, 0.5)).sum(axis=-1)
    won, tried = x.sum(axis=-1), n.sum(axis=-1)
    best = xlogy(won, won) + xlogy(tried - won, tried - won) - xlogy(tried, tried)
    return np.asarray(mixture - best, dtype=np.float64)


def confidence_sequence(
    wins: ArrayLike,
    coups: ArrayLike,
    share: float,
    prior: float = PRIOR,
    level: float = 0.05,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give limits for banker's chance that hold at all times together.

    Parameters
    ----------
    wins, coups : array_like of int, shape (...)
        Banker's wins and the decided coups, at one time or at several.
    share : float
        Where the prior is centred, fixed in advance: banker's share by the table's law.
    prior : float
        Coups the prior is worth.
    level : float
        The chance that the limits miss banker's chance, at any time at all, is at most this.

    Returns
    -------
    low, high : ndarray of float64, shape (...)
        The chances that their own e-value does not speak against: those at which the mixture of
        `log_e_value` over the likelihood is below 1 / level.

    References
    ----------
    Robbins (1970), as above. S. R. Howard, A. Ramdas, J. McAuliffe and J. Sekhon, "Time-uniform,
    nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49 (2021).

    Examples
    --------
    >>> low, high = confidence_sequence([5100], [10000], 0.5068)
    >>> low.round(4).tolist(), high.round(4).tolist()
    ([0.4951], [0.5249])
    """
    from scipy.special import betaln, xlog1py, xlogy

    x, n = np.asarray(wins, dtype=np.float64), np.asarray(coups, dtype=np.float64)
    a, b = prior * share, prior * (1 - share)
    mixture = betaln(a + x, b + n - x) - betaln(a, b)
    observed = np.where(n > 0, x / np.maximum(n, 1), share)

    def limit(end: float) -> NDArray[np.float64]:
        # The ratio rises from the observed share to either end: halve until they meet.
        inside, outside = observed, np.full_like(observed, end)
        for _ in range(_HALVINGS):
            middle = (inside + outside) / 2
            refused = mixture - xlogy(x, middle) - xlog1py(n - x, -middle) >= -np.log(level)
            outside, inside = np.where(refused, middle, outside), np.where(refused, inside, middle)
        return outside

    return limit(0.0), limit(1.0)


def log_mean(logs: ArrayLike) -> NDArray[np.float64]:
    """Give the log of the mean of e-values from their logs: itself one, however they depend.

    Parameters
    ----------
    logs : array_like, shape (..., h)

    Returns
    -------
    ndarray of float64, shape (...)

    References
    ----------
    V. Vovk and R. Wang, "E-values: calibration, combination and applications", Annals of
    Statistics 49 (2021): the mean is the only symmetric way worth using.

    Examples
    --------
    >>> float(np.exp(log_mean(np.log([1.0, 3.0]))).round(6))
    2.0
    """
    from scipy.special import logsumexp

    logs = np.asarray(logs, dtype=np.float64)
    return np.asarray(logsumexp(logs, axis=-1) - np.log(logs.shape[-1]), dtype=np.float64)


def discoveries(e_values: ArrayLike, level: float = 0.05) -> NDArray[np.bool_]:
    """Pick the e-values that deviate: of those picked, a share of `level` at most is chance.

    Parameters
    ----------
    e_values : array_like, shape (t,)
        One a table, say. They may depend on each other.
    level : float
        Bound of the mean share of false ones among those picked.

    Returns
    -------
    ndarray of bool, shape (t,)

    References
    ----------
    R. Wang and A. Ramdas, "False discovery rate control with e-values", Journal of the Royal
    Statistical Society B 84 (2022): the e-BH procedure.

    Examples
    --------
    >>> discoveries([50.0, 1.0, 45.0, 0.2]).tolist()      # two of at least 4 / (2 * 0.05) = 40
    [True, False, True, False]
    """
    e = np.asarray(e_values, dtype=np.float64)
    falling = np.sort(e)[::-1]
    enough = np.flatnonzero(falling * np.arange(1, e.size + 1) >= e.size / level)
    return e >= falling[enough[-1]] if enough.size else np.zeros(e.size, dtype=np.bool_)


def from_log(logs: ArrayLike) -> NDArray[np.float64]:
    """Give e-values from their logs; those beyond what a float can hold are given as its end.

    Examples
    --------
    >>> from_log([0.0, 1e6]).tolist() == [1.0, float(np.exp(690.0))]
    True
    """
    return np.exp(np.clip(np.asarray(logs, dtype=np.float64), -_LARGEST, _LARGEST))
