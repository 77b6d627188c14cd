"""The exact law of a coup for any remaining shoe, and what it makes of each bet."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations_with_replacement

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from baccarat import kernels
from baccarat.game.bets import BETS, UNIT, Bet
from baccarat.game.cards import CARD_RANKS, RANK_VALUES, composition_counts, full_shoe
from baccarat.game.coup import BANKER, PLAYER, TIE, DrawingRule, coup_table, final_hands
from baccarat.game.table import Table, as_table


@dataclass(frozen=True, eq=False)
class CoupLaw:
    """How many of the equally likely six-card sequences lead to each coup.

    Attributes
    ----------
    codes : ndarray of uint16, shape (k,)
        Coup codes, ascending.
    counts : ndarray of int64, shape (k,)
        Sequences that lead to each; all at least 1.
    suits : bool
        Whether pairs are split into suited and not. A law made from rank counts can't tell, and
        holds all its pairs as not suited.

    Examples
    --------
    >>> law = coup_law(decks=8)
    >>> law.player, law.banker, law.tie
    (2230518282592256, 2292252566437888, 475627426473216)
    >>> law.edge("player")
    Fraction(241149546272, 19524993263685)
    """

    codes: NDArray[np.uint16]
    counts: NDArray[np.int64]
    suits: bool

    def __post_init__(self) -> None:
        self.codes.flags.writeable = self.counts.flags.writeable = False

    @cached_property
    def total(self) -> int:
        """All ordered sequences of six cards: n (n - 1) ... (n - 5) for n cards."""
        return int(self.counts.sum())

    @property
    def player(self) -> int:
        """Sequences in which player wins."""
        return self._outcome(PLAYER)

    @property
    def banker(self) -> int:
        """Sequences in which banker wins."""
        return self._outcome(BANKER)

    @property
    def tie(self) -> int:
        """Sequences that end in a tie."""
        return self._outcome(TIE)

    @property
    def banker_share(self) -> Fraction:
        """Banker's share of the decided coups."""
        return Fraction(self.banker, self.banker + self.player)

    def pays(self, bet: Bet | str) -> dict[Fraction, int]:
        """Count the sequences by what a bet pays.

        Parameters
        ----------
        bet : Bet or str
            A bet or a name in `BETS`.

        Returns
        -------
        dict of Fraction to int
            Sequences by net pay to one, most losing first.

        Raises
        ------
        ValueError
            If there is no such bet, or it depends on suits and the law was made from rank counts.

        Examples
        --------
        >>> coup_law(decks=8).pays("player pair")
        {Fraction(-1, 1): 4625023946489856, Fraction(11, 1): 373374329013504}
        """
        bet = BETS[bet] if isinstance(bet, str) else bet
        if bet.reads_suits and not self.suits:
            raise ValueError(
                f"bet {bet.name!r} depends on suits, and 13 rank counts do not tell them; "
                "give 52 card counts"
            )
        pays = bet.pays[self.codes]
        return {
            Fraction(pay, UNIT): int(self.counts[pays == pay].sum())
            for pay in np.unique(pays).tolist()
        }

    def expectation(self, bet: Bet | str) -> Fraction:
        """Give the exact mean net pay of a unit staked.

        Parameters
        ----------
        bet : Bet or str
            A bet or a name in `BETS`.

        Returns
        -------
        Fraction
            Units per unit staked; negative where the house has the edge.

        Examples
        --------
        >>> coup_law(decks=8).expectation("tie")
        Fraction(-103841353768, 723147898655)
        """
        return _mean(self.pays(bet))

    def edge(self, bet: Bet | str) -> Fraction:
        """Give the house's exact share of a unit staked.

        Parameters
        ----------
        bet : Bet or str
            A bet or a name in `BETS`.

        Returns
        -------
        Fraction
            Units per unit staked, pushes counted as staked; positive for the house.

        Examples
        --------
        >>> coup_law(decks=8).edge("banker pair")
        Fraction(43, 415)
        """
        return -self.expectation(bet)

    def break_even(self, bet: Bet | str) -> Fraction:
        """Give the share of decided coups a bet must win to cost nothing.

        Parameters
        ----------
        bet : Bet or str
            A bet or a name in `BETS`.

        Returns
        -------
        Fraction
            Of the coups that are no push; wins are taken to pay what they pay on average.

        Raises
        ------
        ValueError
            If the bet can't both win and lose.

        Examples
        --------
        >>> law = coup_law(decks=8)
        >>> law.break_even("player"), law.break_even("banker")
        (Fraction(1, 2), Fraction(20, 39))
        """
        pays = self.pays(bet)
        won = {pay: ways for pay, ways in pays.items() if pay > 0}
        lost = {-pay: ways for pay, ways in pays.items() if pay < 0}
        if not won or not lost:
            raise ValueError(f"bet {bet!r} has no break-even: it can't both win and lose")
        gain, loss = _mean(won), _mean(lost)
        return loss / (gain + loss)

    def frame(self, bets: Mapping[str, Bet] = BETS) -> pd.DataFrame:
        """Table the bets: their chances, edge and spread.

        Parameters
        ----------
        bets : mapping of str to Bet, optional
            Default: the catalogue.

        Returns
        -------
        DataFrame
            Indexed by bet: chance of a win and of a push, edge (of all stakes) and edge_decided
            (of the stakes not pushed), and the standard deviation of one unit's result in units.

        Examples
        --------
        >>> coup_law(decks=8).frame().loc["banker"].round(4).to_dict()
        {'win': 0.4586, 'push': 0.0952, 'edge': 0.0106, 'edge_decided': 0.0117, 'sd_units': 0.9274}
        """
        rows = {name: self._row(bet) for name, bet in bets.items()}
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis(index="bet")

    def _outcome(self, winner: int) -> int:
        return int(self.counts[self.codes >> 14 == winner].sum())

    def _row(self, bet: Bet) -> dict[str, float]:
        pays = self.pays(bet)
        mean = _mean(pays)
        square = sum((pay * pay * ways for pay, ways in pays.items()), Fraction(0)) / self.total
        push = Fraction(pays.get(Fraction(0), 0), self.total)
        return {
            "win": sum(ways for pay, ways in pays.items() if pay > 0) / self.total,
            "push": float(push),
            "edge": float(-mean),
            "edge_decided": float(-mean / (1 - push)) if push != 1 else math.nan,
            "sd_units": math.sqrt(square - mean * mean),
        }

    def __repr__(self) -> str:
        shares = (f"{n / self.total:.4%}" for n in (self.player, self.banker, self.tie))
        return "CoupLaw(player {}, banker {}, tie {})".format(*shares)


def coup_law(
    decks: int | None = None,
    *,
    composition: ArrayLike | None = None,
    rule: DrawingRule = final_hands,
) -> CoupLaw:
    """Give the exact law of the next coup.

    Parameters
    ----------
    decks : int, optional
        1 to 12: a full shoe.
    composition : array_like, shape (13,) or (52,), optional
        What is left of a shoe instead: rank counts, ace first, or card counts. Six cards or more.
    rule : callable, optional
        The drawing rule; see `baccarat.game.coup.coup_table`. Another one shows what a misreading
        of the rules costs.

    Returns
    -------
    CoupLaw
        Exact integers over coup codes, pairs included.

    Raises
    ------
    ValueError
        If not just one of decks and composition is given, or either is out of bounds.

    Notes
    -----
    Hands of two cards are counted rank by rank (a product over the ranks in them of falling
    factorials), then the next two cards value by value. All counts stay below 2**63.

    Examples
    --------
    >>> law = coup_law(composition=[0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0])
    >>> law.tie, law.total
    (720, 720)
    """
    if (decks is None) == (composition is None):
        raise ValueError("give decks or composition, one of the two: coup_law(decks=8)")
    if decks is not None:
        return _full_shoe_law(int(full_shoe(decks)[0]), rule)  # checked here: to a cache, 1 == True
    assert composition is not None
    return _law(composition_counts(composition), rule)


def odds(table: Table | str) -> pd.DataFrame:
    """Give the exact odds of a table's bets from its full shoe.

    Parameters
    ----------
    table : Table or str
        A table or a name in `TABLES`.

    Returns
    -------
    DataFrame
        One row a bet, as `CoupLaw.frame`.

    Examples
    --------
    >>> odds("punto-banco")["edge"].round(6).to_dict()
    {'player': 0.012351, 'banker': 0.014581, 'tie': 0.143596}
    """
    table = as_table(table)
    return coup_law(table.decks).frame(table.bets)


def _mean(pays: Mapping[Fraction, int]) -> Fraction:
    return sum((pay * ways for pay, ways in pays.items()), Fraction(0)) / sum(pays.values())


@cache
def _full_shoe_law(decks: int, rule: DrawingRule) -> CoupLaw:
    return _law(full_shoe(decks), rule)


def _law(left: NDArray[np.int64], rule: DrawingRule) -> CoupLaw:
    by_rank = left if left.size == 13 else np.bincount(CARD_RANKS, left, 13).astype(np.int64)
    suits = left.reshape(13, 4) if left.size == 52 else None
    by_value = np.zeros(10, dtype=np.int64)
    np.add.at(by_value, RANK_VALUES, by_rank)
    hands = _two_card_hands()
    counts = np.zeros(1 << 16, dtype=np.int64)
    kernels.count_codes(
        _ways(by_rank, suits), hands.used, hands.totals, hands.flags, by_value,
        coup_table(rule).reshape(-1), counts,
    )  # fmt: skip
    codes = np.flatnonzero(counts)
    return CoupLaw(codes.astype(np.uint16), counts[codes], suits is not None)


@dataclass(frozen=True)
class _Hands:
    """Two-card hands, by rank and then gathered by value and pair.

    ranks : int64[104, 13], what each hand takes of a rank: 0 nothing, 1 a card, 2 a pair not
    suited, 3 a suited pair. orders : int64[104], in how many orders. gather : int64[66, 104], which
    belong together. used : int64[66, 10]. totals, flags : int64[66].
    """

    ranks: NDArray[np.int64]
    orders: NDArray[np.int64]
    gather: NDArray[np.int64]
    used: NDArray[np.int64]
    totals: NDArray[np.int64]
    flags: NDArray[np.int64]


@cache
def _two_card_hands() -> _Hands:
    hands = [
        (a, b, kind)
        for a, b in combinations_with_replacement(range(13), 2)
        for kind in ((1,) if a != b else (2, 3))
    ]
    ranks = np.zeros((len(hands), 13), dtype=np.int64)
    for row, (a, b, kind) in zip(ranks, hands, strict=True):
        row[[a, b]] = kind
    flags = {1: 0, 2: 1 << 10, 3: 1 << 10 | 1 << 12}
    values = RANK_VALUES.tolist()
    keys = [(*sorted((values[a], values[b])), flags[kind]) for a, b, kind in hands]
    groups = sorted(set(keys))
    return _Hands(
        ranks=ranks,
        orders=np.array([2 if kind == 1 else 1 for *_, kind in hands]),
        gather=np.array([[key == group for key in keys] for group in groups], dtype=np.int64),
        used=np.array([[(v == a) + (v == b) for v in range(10)] for a, b, _ in groups]),
        totals=np.array([(a + b) % 10 for a, b, _ in groups]),
        flags=np.array([flag for *_, flag in groups]),
    )


def _ways(by_rank: NDArray[np.int64], suits: NDArray[np.int64] | None) -> NDArray[np.int64]:
    """Count the ways to deal a player and a banker hand of two cards; shape (66, 66)."""
    hands = _two_card_hands()
    ways = np.multiply.outer(hands.orders, hands.orders)
    for rank, taken in enumerate(_rank_ways(by_rank, suits)):
        ways *= taken[hands.ranks[:, None, rank], hands.ranks[None, :, rank]]
    return hands.gather @ ways @ hands.gather.T


def _rank_ways(by_rank: NDArray[np.int64], suits: NDArray[np.int64] | None) -> NDArray[np.int64]:
    """Count the ordered ways for the two hands to take cards of one rank.

    Shape (13, 4, 4), by what player and banker take: nothing, a card, a pair not suited, a suited
    pair.
    """
    n = [by_rank]
    for drawn in range(1, 4):
        n.append(n[-1] * (by_rank - drawn))
    none, one, two, three, four = np.ones_like(by_rank), *n
    suited = two_suited = np.zeros_like(by_rank)
    if suits is not None:
        pairs = suits * (suits - 1)
        suited = pairs.sum(axis=1)
        two_suited = suited**2 - (pairs**2).sum(axis=1)
        two_suited = two_suited + (pairs * (suits - 2) * (suits - 3)).sum(axis=1)
    more, more2 = suited * (by_rank - 2), suited * (by_rank - 2) * (by_rank - 3)
    cross = more2 - two_suited
    plain = four - two_suited - 2 * cross
    rows = [
        [none, one, two - suited, suited],
        [one, two, three - more, more],
        [two - suited, three - more, plain, cross],
        [suited, more, cross, two_suited],
    ]
    return np.moveaxis(np.array(rows), -1, 0)
