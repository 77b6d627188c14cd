"""Was the shoe shuffled? Cards dealt together that lay together in the shoe before.

Outcomes can't tell: even a single riffle leaves no trace in them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from math import perm, sqrt
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.evidence.cards.dealt import DEALING_ORDER, cards_surely_dealt
from baccarat.evidence.making import directed, simulated, untestable
from baccarat.evidence.result import TestResult
from baccarat.game.cards import KNOWN_RANK, NOT_DEALT
from baccarat.game.table import Table
from baccarat.history.check.alike import fully_told
from baccarat.history.history import History

FEW_PAIRS: Final = 1_000.0
"""Up to so many neighbours by chance, p values come from permutations."""

REPETITIONS: Final = 9_999
ENOUGH: Final = 7
"""Riffles whose leftover order is the margin."""

_NAME: Final = "neighbours kept"
_NULL: Final = "the cards of a shoe come in any order, whatever the order of the shoe before"
_MEASURES: Final = "neighbours kept together beyond chance, in hundredths of the pairs in a row"
_COUNTED: Final = "pairs of cards in a row"
_SEED: Final = 77_000


def neighbours_test(
    history: History, table: Table | str | None = None, *, apart: int = 2
) -> TestResult:
    """Test whether cards come together that lay next to each other in the shoe before.

    For recorded shoes, in which the copies of a card can't be told apart. A pair of cards that are
    dealt one after the other, or with one card between, counts as kept as often as cards of their
    names lay next to each other, either way round, in the pile of the shoe before, as collected:
    coup by coup, player's hand, then banker's. The count is held against what the shoe's own cards
    would make in any other order.

    Parameters
    ----------
    history : History
        With cards; ranks are enough, but tell four times less. Segments with a card untold are
        left out, and of each shoe all but as many cards as every shoe of the table surely deals.
    table : Table or str, optional
        Its decks, burn and cut; default the history's own.
    apart : int
        How far apart two cards may be dealt, 1 to 26. After half a dozen riffles cards no longer
        come one after the other but not far off, and 8 finds more; for a shelf machine take 1.

    Returns
    -------
    TestResult
        The effect is how many pairs were kept beyond chance, in hundredths of the pairs of cards
        dealt one after the other. The margin is what seven riffles keep in the whole pile, 0.72
        points for eight decks: enough for one deck, too few for eight. By permutation of the cards
        of each shoe where chance keeps fewer than 1,000 pairs, five shoes or so; otherwise normal.
        Not testable with fewer than two shoes in a row, or where every coup is shuffled.

    Raises
    ------
    ValueError
        If no table is given and the history does not say its own, or apart is not from 1 to 26.

    Notes
    -----
    Given its cards, a well shuffled shoe has them in any order, whatever the shoe before. Mean and
    variance of the count over all orders are exact, and counts of shoe after shoe uncorrelated.
    The effect is some 9% less than what was kept, 18% by ranks: cards that were not dealt take
    their neighbours along, and chance gets the credit for a part.

    How many standard errors out twenty shoes of a live table lie on average, one or so more or
    less (40 records each):

    ==========================================  =====  =====  =====
    apart                                           1      2      8
    ==========================================  =====  =====  =====
    Riffle(1)                                    76.4   81.0   53.4
    Riffle(2)                                    37.2   46.2   47.2
    Riffle(3)                                    18.1   23.7   33.0
    Riffle(4)                                     8.8   11.8   19.4
    Riffle(5)                                     3.8    5.3    9.9
    Riffle(6)                                     1.7    2.6    4.5
    Riffle(7)                                     0.3    0.5    1.5
    Strip()                                     148.2  104.8   52.3
    Wash(10)                                      7.9   11.5   21.7
    Wash(100)                                     0.5    0.7    1.4
    Shelf()                                       7.1    4.8    1.6
    Riffle, Riffle, Strip, Riffle, Cut           17.7   23.4   32.4
    ==========================================  =====  =====  =====

    References
    ----------
    N. Mantel, "The detection of disease clustering and a generalized regression approach", Cancer
    Research 27 (1967): the permutation mean and variance of sum G_ij M_ij.

    Examples
    --------
    >>> from baccarat.history.controls import Carried, Riffle
    >>> neighbours_test(Carried(Riffle(3)).make(20, rng=1)).verdict
    'deviation'
    """
    table = history.known_table(table)
    if isinstance(apart, bool) or not isinstance(apart, int | np.integer) or not 1 <= apart <= 26:
        raise ValueError(
            f"apart must be a whole number of cards from 1 to 26, got {apart!r}; 1 is next to"
        )
    shoes = [] if table.shuffle == "coup" else list(_followed(history, table, apart))
    margin = kept_by_riffles(ENOUGH, table.cards, apart)
    if not shoes:
        fresh = table.shuffle == "coup"
        why = "every coup is shuffled" if fresh else "no two shoes in a row with all cards told"
        return untestable(
            _NAME, _NULL, _MEASURES, why, coups=0, margin=(-margin, margin), counted=_COUNTED
        )
    return _result(shoes, margin)


def _result(shoes: list[_Followed], margin: float) -> TestResult:
    """Hold what was kept against its permutation law."""
    pairs = sum(shoe.cards.size - 1 for shoe in shoes)
    moments = [shoe.moments() for shoe in shoes]
    mean, variance = (sum(each[which] for each in moments) for which in (0, 1))
    if variance <= 1e-9:
        why = "in any other order these cards would show the same"
        return untestable(
            _NAME, _NULL, _MEASURES, why, coups=pairs, margin=(-margin, margin), counted=_COUNTED
        )
    beyond = sum(int(shoe.kept(shoe.cards[None])[0]) for shoe in shoes) - mean
    result = directed(
        _NAME,
        _NULL,
        _MEASURES,
        100 * beyond / pairs,
        error=100 * sqrt(variance) / pairs,
        coups=pairs,
        margin=(-margin, margin),
        counted=_COUNTED,
    )
    if mean >= FEW_PAIRS:
        return result
    as_far = int(np.sum(np.abs(_permuted(shoes) - mean) >= abs(beyond) - 1e-6))
    return simulated(result, as_far, REPETITIONS, "permutation")


def kept_by_riffles(riffles: int, cards: int, apart: int) -> float:
    """Give how many neighbours some riffles keep together, beyond chance.

    Parameters
    ----------
    riffles : int
        After Gilbert, Shannon and Reeds, 1 or more.
    cards : int
        In the pile, more than `apart`.
    apart : int
        How far apart two cards may come that lay next to each other, 1 or more.

    Returns
    -------
    float
        Points: hundredths of the pairs of cards that come one after the other.

    References
    ----------
    D. Bayer, P. Diaconis, "Trailing the dovetail shuffle to its lair", Annals of Applied
    Probability 2 (1992): riffles are one shuffle of a = 2**riffles packets, each card coming from
    any of them with the same chance. Two cards d apart were neighbours if they come from one
    packet, which has none between them; or if they are the last of one packet and the first of
    another, g packets on, those between being empty. By chance, two in n.

    Examples
    --------
    A single riffle tears apart every other pair; chance leaves 2 in 416:

    >>> round(kept_by_riffles(1, 416, apart=1), 2), round(kept_by_riffles(7, 416, apart=1), 2)
    (49.52, 0.36)
    """
    packets = 1 << riffles
    steps = np.arange(1, packets) / packets  # g / a
    one, kept = 1 / packets, 0.0
    for d in range(1, apart + 1):
        within = one * (1 - one) ** (d - 1)
        elsewhere = (1 - steps) ** (cards - d - 1)  # neither of g packets before or behind the two
        between = (1 - steps - one) ** (d - 1) + (1 - steps + one) ** (d - 1)
        across = one * float(((1 - steps) * elsewhere * between).sum())
        kept += (cards - d) * (within + across - 2 / cards)
    return 100 * kept / (cards - 1)


@dataclass(frozen=True)
class _Followed:
    """A shoe, and the neighbours in the pile of the shoe before.

    Attributes
    ----------
    cards : ndarray of int64, shape (n,)
        Names, 0 to 51, in the order of dealing.
    neighbours : ndarray of int64, shape (52, 52)
        How often these two names lay next to each other before; symmetric.
    apart : int
        How far apart two cards may be dealt.
    """

    cards: NDArray[np.int64]
    neighbours: NDArray[np.int64]
    apart: int

    def kept(self, orders: NDArray[np.int64]) -> NDArray[np.int64]:
        """Count pairs that were kept in some orders of the cards, shape (k, n)."""
        kept = np.zeros(len(orders), dtype=np.int64)
        for d in range(1, min(self.apart, self.cards.size - 1) + 1):
            kept += self.neighbours[orders[:, :-d], orders[:, d:]].sum(axis=1)
        return kept

    def moments(self) -> tuple[float, float]:
        """Give the mean and the variance of the count over all orders of the cards.

        With both matrices symmetric each pair counts twice in Mantel's sums, hence 2 and 4.
        """
        n, near = self.cards.size, self.neighbours.astype(np.float64)
        copies, alike = np.bincount(self.cards, minlength=52).astype(np.float64), np.diag(near)
        rows = near @ copies - alike
        squares = near**2 @ copies - alike**2
        of_cards = _sums(*(float(copies @ each) for each in (rows, squares, rows**2)))
        places = np.arange(n)
        reach = np.minimum(self.apart, places) + np.minimum(self.apart, places[::-1])
        of_places = _sums(float(reach.sum()), float(reach.sum()), float((reach**2).sum()))
        mean = of_cards[0] * of_places[0] / perm(n, 2)
        square = sum(
            ways * of_cards[met] * of_places[met] / perm(n, indices)
            for met, ways, indices in ((1, 2, 2), (2, 4, 3), (3, 1, 4))
        )
        return mean / 2, max(square - mean**2, 0.0) / 4


def _sums(total: float, squares: float, rows: float) -> tuple[float, float, float, float]:
    """Give the sum of a matrix, and those of products of two entries by how they meet.

    In both indices, in one, in none; `rows` is the sum of the squared sums of its rows.
    """
    return total, squares, rows - squares, total**2 + 2 * squares - 4 * rows


def _followed(history: History, table: Table, apart: int) -> Iterator[_Followed]:
    """Take the shoes that follow another, both with all cards told."""
    if history.cards is None:
        return
    names, most = _names(history.cards), cards_surely_dealt(table)
    whole = fully_told(history.cards) & np.all((names >= 0) | (history.cards == NOT_DEALT), axis=1)
    told = [bool(a < b and whole[a:b].all()) for a, b in pairwise(history.starts.tolist())]
    for shoe in (number for number, both in enumerate(pairwise(told)) if all(both)):
        a, b, c = history.starts[shoe : shoe + 3].tolist()
        pile, dealt = names[a:b], names[b:c][:, DEALING_ORDER]
        yield _Followed(dealt[dealt >= 0][:most], _neighbours(pile[pile >= 0]), apart)


def _names(cards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Name cards by rank and suit where all are told with both, otherwise by rank; -1 for none."""
    by_rank = KNOWN_RANK[cards].astype(np.int64)
    with_suits = np.all(cards[by_rank >= 0] < 52)
    return np.where(by_rank >= 0, cards.astype(np.int64), -1) if with_suits else by_rank


def _neighbours(pile: NDArray[np.int64]) -> NDArray[np.int64]:
    """Count, for each two names, how often such cards lie next to each other; shape (52, 52)."""
    counts = np.zeros((52, 52), dtype=np.int64)
    np.add.at(counts, (pile[:-1], pile[1:]), 1)
    return counts + counts.T - np.diag(np.diag(counts))


def _permuted(shoes: list[_Followed]) -> NDArray[np.int64]:
    """Count pairs kept with the cards of each shoe put in any order, over and over."""
    rng = np.random.default_rng(_SEED)
    kept = np.zeros(REPETITIONS, dtype=np.int64)
    for shoe in shoes:
        for part in np.array_split(kept, 10):  # views; few orders at a time, to save memory
            orders = np.repeat(shoe.cards[None], part.size, axis=0)
            part += shoe.kept(rng.permuted(orders, axis=1, out=orders))
    return kept
