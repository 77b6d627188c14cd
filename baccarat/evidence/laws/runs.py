"""Exact laws of runs in a sequence of independent coups: whether, when and how long.

The next-coup dependence inside an eight-deck shoe is of the order of two parts in a million, so
independent coups are the null of every question about outcomes.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def run_chance(coups: int, length: int, share: float, *, passed: float = 0.0) -> float:
    """Give the chance of at least one run of `length` or more of one outcome.

    Parameters
    ----------
    coups : int
        Coups played.
    length : int
        Run length, 1 or more.
    share : float
        Chance of the outcome in each coup.
    passed : float
        Chance of a coup that neither lengthens nor ends a run: that of a tie, where ties are
        passed over.

    Returns
    -------
    float
        A probability.

    References
    ----------
    W. Feller, An Introduction to Probability Theory and Its Applications, volume 1, chapter XIII.7.

    Examples
    --------
    Seven players in a row, somewhere in 80 coups, ties passed over:

    >>> import baccarat as bc
    >>> law = bc.coup_law(decks=8)
    >>> tie = law.tie / law.total
    >>> round(run_chance(80, 7, law.player / law.total, passed=tie), 4)
    0.2201
    """
    return float(first_run_law(length, share, coups, passed=passed).sum())


def first_run_law(
    length: int, share: float, coups: int, *, passed: float = 0.0
) -> NDArray[np.float64]:
    """Give the law of the first time that `length` in a row of one outcome are complete.

    Parameters
    ----------
    length : int
        Run length, 1 or more.
    share : float
        Chance of the outcome in each coup.
    coups : int
        Coups to look ahead.
    passed : float
        As for `run_chance`.

    Returns
    -------
    ndarray of float64, shape (coups + 1,)
        Chance that coup t, from 1, completes the first such run; 0 at t = 0. What is left to 1 is
        the chance that so many coups don't show one.

    Raises
    ------
    ValueError
        If the length is below 1, the coups below 0, or the chances don't fit together.

    References
    ----------
    Feller, volume 1, chapter XIII.7; its mean is `mean_wait`.

    Examples
    --------
    Two heads in a row of a coin, as 1, 1, 2, 3, 5 ... over powers of two:

    >>> first_run_law(2, 0.5, 5)
    array([0.     , 0.     , 0.25   , 0.125  , 0.125  , 0.09375])
    """
    _check_law(coups, share, passed, length)
    # state[r]: the current run is of r, and none has been long enough.
    state = np.zeros(length)
    state[0] = 1.0
    law = np.zeros(coups + 1)
    for coup in range(1, coups + 1):
        law[coup] = share * state[-1]
        after = passed * state
        after[1:] += share * state[:-1]
        after[0] += (1 - share - passed) * state.sum()
        state = after
    return law


def _check_law(coups: int, share: float, passed: float = 0.0, length: int = 1) -> None:
    """Refuse numbers that no sequence of coups has."""
    if length < 1:
        raise ValueError(f"a run length must be a whole number from 1, got {length}")
    if coups < 0:
        raise ValueError(f"coups must be a whole number from 0, got {coups}")
    if not (0 <= share <= 1 and 0 <= passed <= 1 and share + passed <= 1 + 1e-12):
        raise ValueError(
            f"share and passed must be chances that add up to 1 at most, got {share} and {passed}"
        )


def either_run_chance(coups: int, length: int, share: float, *, passed: float = 0.0) -> float:
    """Give the chance of at least one run of `length` or more of either of two outcomes.

    Parameters
    ----------
    coups, length, passed
        As for `run_chance`.
    share : float
        Chance of the first outcome in each coup; the second has what share and passed leave.

    Returns
    -------
    float
        A probability.

    Examples
    --------
    >>> either_run_chance(2, 2, 0.5)
    0.5
    """
    shares = np.array([share, 1 - share - passed])
    # state[s, r]: the last r + 1 coups went to side s, and no run has been long enough.
    state = np.zeros((2, max(length - 1, 1)))
    if length == 1 or coups == 0:
        return float(coups > 0 and 1 - passed**coups)
    none = 1.0
    for _ in range(coups):
        after = passed * state
        after[:, 1:] += shares[:, None] * state[:, :-1]
        after[:, 0] += shares * (none + state[::-1].sum(axis=1))
        none *= passed
        state = after
    return float(1 - none - state.sum())


def longest_run_law(
    coups: int, share: float, *, passed: float = 0.0, either: bool = False
) -> NDArray[np.float64]:
    """Give the law of the longest run of one outcome, or of either of two.

    Parameters
    ----------
    coups, share, passed
        As for `run_chance`.
    either : bool
        Look at runs of the second outcome too, which has what share and passed leave.

    Returns
    -------
    ndarray of float64, shape (coups + 1,)
        Chance that the longest run is of 0, 1, ... all coups; right to about 1e-15.

    Raises
    ------
    ValueError
        If the coups are below 0 or the chances don't fit together.

    References
    ----------
    M. F. Schilling, "The longest run of heads", College Mathematics Journal 21 (1990), for the
    recursion by the coup at which the run begins.

    Examples
    --------
    >>> longest_run_law(3, 0.5)
    array([0.125, 0.5  , 0.25 , 0.125])
    """
    from scipy.stats import binom

    _check_law(coups, share, passed)
    if passed == 1:
        return np.asarray(np.eye(coups + 1)[0])
    reached = _long_enough(coups, min(share / (1 - passed), 1.0), either=either)
    decided = binom.pmf(np.arange(coups + 1), coups, 1 - passed)  # how many are not passed over
    above = np.append(decided @ reached, 0.0)
    return np.asarray(np.maximum(above[:-1] - above[1:], 0))


def _long_enough(coups: int, p: float, *, either: bool) -> NDArray[np.float64]:
    """Chance that some run is of k or more in n coups, none passed over; shape (n + 1, k + 1).

    Of the first outcome, whose chance is p, or of either.
    """
    lengths, chance = np.arange(1, coups + 1), np.array([p, 1 - p])[:, None]
    goes_on = chance ** (lengths - 1) * [[1.0], [float(either)]]
    # begins[s, n, k - 1]: a run of side s begins at coup n, and none before it was of k.
    begins = np.zeros((2, coups + 1, coups))
    last = np.zeros((2, coups))  # the coup at hand went to side s, and no run was of k
    reached = np.zeros((coups + 1, coups + 1))
    reached[:, 0] = 1.0
    for coup in lengths:
        begins[:, coup] = chance * (last[::-1] if coup > 1 else 1.0)
        complete = begins[:, np.maximum(coup + 1 - lengths, 0), lengths - 1] * goes_on
        reached[coup, 1:] = reached[coup - 1, 1:] + complete.sum(axis=0)
        last = chance * last + begins[:, coup] - complete
    return reached


def mean_longest_run(
    coups: int, share: float, *, passed: float = 0.0, either: bool = False
) -> float:
    """Give the mean length of the longest run of one outcome, or of either of two.

    Parameters
    ----------
    coups, share, passed, either
        As for `longest_run_law`.

    Returns
    -------
    float
        Coups.

    Examples
    --------
    >>> mean_longest_run(2, 0.5)
    1.0
    >>> mean_longest_run(2, 0.5, either=True)
    1.5
    """
    law = longest_run_law(coups, share, passed=passed, either=either)
    return float(law @ np.arange(coups + 1))


def mean_wait(length: int, share: float, *, passed: float = 0.0) -> float:
    """Give the mean number of coups until a run of `length` is first complete.

    Parameters
    ----------
    length, share, passed
        As for `run_chance`.

    Returns
    -------
    float
        Coups, those passed over included.

    References
    ----------
    Feller, volume 1, equation XIII.7.7: (1 - p**r) / (q p**r).

    Examples
    --------
    >>> mean_wait(2, 0.5)
    6.0
    """
    p = share / (1 - passed)
    return float((1 - p**length) / ((1 - p) * p**length) / (1 - passed))
