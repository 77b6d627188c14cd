"""Is the shoe what it should be? Ranks and suits of the cards dealt, against full decks."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.evidence.cards.dealt import cards_in_order, cards_surely_dealt, places_in_shoe
from baccarat.evidence.making import omnibus, simulated, untestable
from baccarat.evidence.result import TestResult
from baccarat.game.cards import KNOWN_RANK, KNOWN_VALUE, UNKNOWN
from baccarat.game.table import Table
from baccarat.history.history import History
from baccarat.history.words import many

FEW: Final = 5.0
"""Up to this variance in a group, p values come from simulated shoes: counts are too coarse."""

REPETITIONS: Final = 9_999
_SEED: Final = 41_600
_NULL: Final = "every shoe is full decks, and any of its cards is as likely to be dealt"


@dataclass(frozen=True)
class _Grouping:
    """A way to sort cards into groups.

    Attributes
    ----------
    name : str
        What a group is.
    of : ndarray of int8, shape (256,)
        The group of what a record gives as a card; -1 where that is not told.
    shares : ndarray of float64, shape (k,)
        Of each group in full decks.
    """

    name: str
    of: NDArray[np.int8]
    shares: NDArray[np.float64]


_RANKS: Final = _Grouping("rank", KNOWN_RANK, np.full(13, 1 / 13))
_VALUES: Final = _Grouping("value", KNOWN_VALUE, np.array([4, *[1] * 9]) / 13)
_SUITS: Final = _Grouping(
    "suit",
    np.where(np.arange(256) < 52, np.arange(256) % 4, -1).astype(np.int8),
    np.full(4, 1 / 4),
)


@dataclass(frozen=True)
class _Sample:
    """How many cards of each group were dealt, and from how many draws.

    Attributes
    ----------
    counts : ndarray of int64, shape (k,)
        Cards by group.
    sizes : ndarray of int64, shape (m,)
        Cards taken from each shoe, or from each coup where every coup is shuffled.
    deck : int
        Cards in the full shoe.
    """

    counts: NDArray[np.int64]
    sizes: NDArray[np.int64]
    deck: int

    @property
    def cards(self) -> int:
        return int(self.sizes.sum())

    @property
    def spread(self) -> float:
        """The variance of a count, but for the group's share: sum of n (N - n) / (N - 1)."""
        return float((self.sizes * (self.deck - self.sizes)).sum() / (self.deck - 1))


def card_ranks_test(history: History, table: Table | str | None = None) -> TestResult:
    """Test whether all ranks are dealt as often as full decks have them.

    A chi-square test with the variance of draws without replacement: near its end a shoe has dealt
    almost all its cards, so that counts hardly vary, and the ordinary chi-square, which takes them
    for rolls of a die, would miss nearly everything. Of each shoe only as many cards are looked at
    as every shoe of the table surely deals, in the order of dealing, for the number dealt in all
    depends on the cards; of an incomplete segment, those it has. Where every coup is shuffled
    afresh, each coup's first four cards. Burned cards count as cards not dealt.

    Parameters
    ----------
    history : History
        With cards. Suits may be missing; where of some cards only the value is told, values are
        tested instead of ranks.
    table : Table or str, optional
        Its decks, burn, cut and shuffle; default the history's own.

    Returns
    -------
    TestResult
        The effect is the root mean square, over the cards of a full shoe, of how far the share of
        a card's rank departs, in hundredths of the share it should have: the root of sum
        pi_r (d_r / pi_r)**2. The margin is that of one card missing in every shoe: of the card
        that shows least, which of values is a ten. By simulated shoes where the variance of some
        group's count is below 5, about three shoes. Not testable without cards.

    Raises
    ------
    ValueError
        If no table is given and the history does not say its own.

    References
    ----------
    N. L. Johnson, S. Kotz, N. Balakrishnan, Discrete Multivariate Distributions (1997), chapter
    39: the multivariate hypergeometric law has the covariance n (N - n) / (N - 1) times
    pi_r (1{r = s} - pi_s), that of a multinomial law but for the factor, so that chi-square is
    sum (O_r - E_r)**2 / (V pi_r), V the sum of the factors of all shoes.

    Examples
    --------
    >>> import baccarat as bc
    >>> result = card_ranks_test(bc.deal("live", 100, rng=1, cards=True))
    >>> result.coups, result.method, result.verdict
    (39200, 'asymptotic', 'consistent with chance')
    """
    told = np.empty(0) if history.cards is None else history.cards[history.cards < UNKNOWN]
    # Were cards without a rank left out, and these are the tens, say, all others would seem many.
    by_rank = bool(np.all(KNOWN_RANK[told.astype(np.int64)] >= 0))
    return _composition_test(history, table, _RANKS if by_rank else _VALUES)


def card_suits_test(history: History, table: Table | str | None = None) -> TestResult:
    """Test whether all suits are dealt as often as full decks have them.

    Parameters
    ----------
    history, table
        As for `card_ranks_test`; cards whose suit is not told are left out.

    Returns
    -------
    TestResult
        As for `card_ranks_test`. Not testable without suits.

    Raises
    ------
    ValueError
        If no table is given and the history does not say its own.

    Examples
    --------
    >>> import baccarat as bc
    >>> result = card_suits_test(bc.deal("live", 100, rng=1, cards=True))
    >>> round(result.margin[1], 3), result.verdict
    (0.417, 'consistent with chance')
    """
    return _composition_test(history, table, _SUITS)


def _composition_test(
    history: History, table: Table | str | None, grouping: _Grouping
) -> TestResult:
    table = history.known_table(table)
    name, margin = f"card {grouping.name}s", one_missing(table.cards, grouping.shares)
    measures = f"root mean square departure of a {grouping.name}'s share, in hundredths of it"
    sample = _sampled(history, table, grouping)
    if not sample.cards:
        return untestable(
            name,
            _NULL,
            measures,
            f"no card's {grouping.name} is told",
            coups=0,
            margin=(-margin, margin),
            counted="cards",
        )
    chi_square = float(_chi_square(sample.counts, sample, grouping))
    result = omnibus(
        name,
        _NULL,
        measures,
        chi_square,
        grouping.shares.size - 1,
        scale=100 * sqrt(sample.spread) / sample.cards,
        coups=sample.cards,
        margin=margin,
        counted="cards",
        warnings=_left_out(history, grouping),
    )
    if sample.spread * grouping.shares.min() >= FEW:
        return result
    repeated = _chi_square(_dealt_again(sample, grouping), sample, grouping)
    as_far = int(np.sum(repeated >= chi_square * (1 - 1e-9)))
    return simulated(result, as_far, REPETITIONS, "monte carlo")


def one_missing(cards: int, shares: NDArray[np.float64]) -> float:
    """Give the effect of one card missing from a shoe, of the group that shows least.

    Parameters
    ----------
    cards : int
        Cards in the full shoe.
    shares : ndarray of float64, shape (k,)
        Of each group of cards in it.

    Returns
    -------
    float
        Points, as `card_ranks_test` measures effects: with a group's share pi, one of its cards
        gone, sqrt((1 - pi) / pi) / (N - 1).

    Examples
    --------
    Thirteen ranks, one of them with 31 cards of 415, the others with 32:

    >>> round(one_missing(416, np.full(13, 1 / 13)), 3)
    0.835
    """
    return float(100 * np.sqrt((1 - shares) / shares).min() / (cards - 1))


def _sampled(history: History, table: Table, grouping: _Grouping) -> _Sample:
    """Take from each draw the cards whose number was fixed before any was seen."""
    if history.cards is None:
        nothing = np.zeros(0, dtype=np.int64)
        return _Sample(np.zeros(grouping.shares.size, dtype=np.int64), nothing, table.cards)
    if table.shuffle == "coup":
        cards = history.cards[:, [0, 3, 1, 4]]
        groups, draw = grouping.of[cards].reshape(-1), np.repeat(np.arange(len(history)), 4)
    else:
        cards, shoe = cards_in_order(history)
        fixed = places_in_shoe(shoe) < cards_surely_dealt(table)
        groups, draw = grouping.of[cards[fixed]], shoe[fixed]
    told = groups >= 0
    counts = np.bincount(groups[told], minlength=grouping.shares.size)
    sizes = np.bincount(draw[told])
    return _Sample(counts.astype(np.int64), sizes[sizes > 0].astype(np.int64), table.cards)


def _chi_square(
    counts: NDArray[np.int64], sample: _Sample, grouping: _Grouping
) -> NDArray[np.float64]:
    """Give chi-square of counts, shape (k,) or (repetitions, k)."""
    apart = counts - sample.cards * grouping.shares
    return np.asarray((apart**2 / (sample.spread * grouping.shares)).sum(axis=-1))


def _dealt_again(sample: _Sample, grouping: _Grouping) -> NDArray[np.int64]:
    """Draw as many cards from full shoes, over and over; shape (repetitions, k)."""
    rng = np.random.default_rng(_SEED)
    shoe = np.round(grouping.shares * sample.deck).astype(np.int64)
    counts = np.zeros((REPETITIONS, shoe.size), dtype=np.int64)
    for size in sample.sizes.tolist():
        counts += rng.multivariate_hypergeometric(shoe, size, size=REPETITIONS)
    return counts


def _left_out(history: History, grouping: _Grouping) -> tuple[str, ...]:
    """Say how many cards were dealt of which the record does not tell enough."""
    assert history.cards is not None
    dealt = history.cards[history.cards <= UNKNOWN]
    untold = int(np.sum(grouping.of[dealt] < 0))
    return (f"{many(untold, 'card')} of untold {grouping.name} left out",) * bool(untold)
