"""Was the shoe shuffled? Rising sequences, for piles whose cards can be told apart."""

from __future__ import annotations

from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from baccarat.evidence.making import directed
from baccarat.evidence.result import TestResult
from baccarat.history.controls.piles import rising_sequences
from baccarat.history.controls.shuffles import Riffle

FEW_CARDS: Final = 1_000
"""Up to so many cards, the exact law of rising sequences is used."""

ENOUGH: Final = Riffle(7)
"""The shuffle whose leftover order is the margin: what is said to be enough for 52 cards."""

_NULL: Final = "every order of the cards is as likely after the shuffle, whatever it was before"


def rising_sequences_test(orders: ArrayLike, before: ArrayLike) -> TestResult:
    """Test whether a shuffle leaves cards in the order they lay in.

    For piles whose cards can be told apart, as `Carried.trace` gives them: two cards that lay next
    to each other keep their order, with more or fewer between them, half the time by chance. A pile
    has one rising sequence more than pairs that changed order.

    Parameters
    ----------
    orders : array_like, shape (n,) or (m, n)
        One pile after a shuffle or m, n at least 2; the cards of each all differ.
    before : array_like, of the same shape
        The same cards before it.

    Returns
    -------
    TestResult
        The effect is the share of neighbours that kept their order, less one half, in points:
        above 0 for riffles too few, 0 on average for a shelf machine, which this can't see (see
        `turns`). The margin is what seven riffles leave of one deck of 52, 3.5 points. Exact for up
        to 1,000 cards in all, otherwise by the normal law.

    Raises
    ------
    ValueError
        If the two are not the same cards, all different, or fewer than 2 a pile.

    References
    ----------
    S. Tanny, "A probabilistic interpretation of Eulerian numbers", Duke Mathematical Journal 40
    (1973): rising sequences have the mean (n + 1) / 2 and the variance (n + 1) / 12.
    D. Bayer, P. Diaconis, "Trailing the dovetail shuffle to its lair", Annals of Applied
    Probability 2 (1992), also for seven riffles as enough for 52 cards.

    Examples
    --------
    >>> from baccarat.history.controls import Carried, Riffle
    >>> trace = Carried(Riffle(5)).trace(2, rng=1)
    >>> result = rising_sequences_test(trace.orders[1], trace.before[1])
    >>> round(result.effect, 1), result.verdict, result.method
    (42.5, 'deviation', 'exact')
    """
    now, then = _piles(orders, before)
    piles, cards = now.shape
    found = sum(rising_sequences(a, b) for a, b in zip(now, then, strict=True))
    pairs = piles * (cards - 1)
    exact = piles * cards <= FEW_CARDS
    left = _kept(ENOUGH.mean_rising_sequences(52) - 1, 51)
    return directed(
        "rising sequences",
        _NULL,
        "share of neighbours that kept their order, less one half",
        _kept(found - piles, pairs),
        error=100 * sqrt(piles * (cards + 1) / 12) / pairs,
        coups=pairs,
        margin=(-left, left),
        statistic=float(found),
        p_value=_exact_p(found, cards, piles) if exact else None,
        method="exact" if exact else "asymptotic",
        counted="neighbours before the shuffle",
    )


def rising_sequences_law(cards: int, piles: int = 1) -> NDArray[np.float64]:
    """Give the exact law of the number of rising sequences after perfect shuffles.

    Parameters
    ----------
    cards : int
        Cards in each pile, all different, 1 or more.
    piles : int
        Piles shuffled one by one, 1 or more; their rising sequences are added up.

    Returns
    -------
    ndarray of float64, shape (piles * (cards - 1) + 1,)
        Chances of piles, piles + 1, ... piles * cards.

    Raises
    ------
    ValueError
        If there are no cards or no piles.

    References
    ----------
    Eulerian numbers: A(n, k) = (k + 1) A(n - 1, k) + (n - k) A(n - 1, k - 1), over n!; R. Graham,
    D. Knuth, O. Patashnik, Concrete Mathematics (1994), equation 6.35.

    Examples
    --------
    >>> rising_sequences_law(3) * 6
    array([1., 4., 1.])
    """
    if min(cards, piles) < 1:
        raise ValueError(f"cards and piles must be 1 or more, got {cards} and {piles}")
    law = np.ones(1)
    for n in range(2, cards + 1):
        k = np.arange(n)
        law = ((k + 1) * np.append(law, 0) + (n - k) * np.append(0, law)) / n
    total = law
    for _ in range(piles - 1):
        total = np.convolve(total, law)
    return total


def _piles(orders: ArrayLike, before: ArrayLike) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    now, then = np.atleast_2d(np.asarray(orders)), np.atleast_2d(np.asarray(before))
    if now.shape != then.shape or now.ndim != 2 or now.shape[0] < 1 or now.shape[1] < 2:
        raise ValueError(
            "orders and before must have one shape, (n,) or (m, n) with n 2 or more, got "
            f"{now.shape} and {then.shape}"
        )
    return now, then


def _kept(changed: float, pairs: int) -> float:
    """Give the share of pairs that kept their order, less one half, in points."""
    return 100 * (0.5 - changed / pairs)


def _exact_p(found: int, cards: int, piles: int) -> float:
    """Give the chance of rising sequences as far from their mean, either way: the law is even."""
    law = rising_sequences_law(cards, piles)
    twice_apart = np.abs(2 * np.arange(law.size) - (law.size - 1))
    return float(min(1.0, law[twice_apart >= abs(2 * (found - piles) - (law.size - 1))].sum()))
