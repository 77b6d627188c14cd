"""The exact law of a coup for any remaining shoe, and what it makes of each bet."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property

import numpy as np
import pandas as pd
from numpy.typing import ArrayLike, NDArray

from baccarat.game.bets import BETS, UNIT, Bet
from baccarat.game.cards import composition_counts, full_shoe
from baccarat.game.counts import code_counts, reachable_codes
from baccarat.game.coup import BANKER, PLAYER, TIE, DrawingRule, final_hands
from baccarat.game.showing import block_html, frame_html


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
        return self.counted(bet.pays, UNIT)

    def counted(self, amounts: NDArray[np.int64], per: int) -> dict[Fraction, int]:
        """Count the sequences by an amount that goes with the coup.

        Parameters
        ----------
        amounts : ndarray of int64, shape (65536,)
            By coup code.
        per : int
            What one is in those amounts: the stake.

        Returns
        -------
        dict of Fraction to int
            Sequences by amount to one, least first.

        Examples
        --------
        >>> coup_law(decks=8).counted(BETS["player pair"].pays, 10_000).keys()
        dict_keys([Fraction(-1, 1), Fraction(11, 1)])
        """
        here = amounts[self.codes]
        return {
            Fraction(amount, per): int(self.counts[here == amount].sum())
            for amount in np.unique(here).tolist()
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
        return odds_frame({name: self.pays(bet) for name, bet in bets.items()})

    def _outcome(self, winner: int) -> int:
        return int(self.counts[self.codes >> 14 == winner].sum())

    def _repr_html_(self) -> str:
        ways = pd.DataFrame(
            [(name, n, n / self.total) for name, n in self._outcomes().items()],
            columns=["outcome", "sequences", "chance"],
        )
        main = self.frame({name: BETS[name] for name in ("player", "banker", "tie")})
        formats = dict.fromkeys(("chance", "win", "push", "edge"), ".4%") | {"sd_units": ".4f"}
        return block_html(
            "Law of the next coup",
            f"{self.total:,} sequences of six cards, all as likely",
            frame_html(ways, formats),
            frame_html(main.drop(columns="edge_decided"), formats, index=True),
        )

    def _outcomes(self) -> dict[str, int]:
        return {"player": self.player, "banker": self.banker, "tie": self.tie}

    def __repr__(self) -> str:
        shares = (f"{n / self.total:.4%}" for n in self._outcomes().values())
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
    Hands of two cards are counted value by value (a product over the values in them of falling
    factorials, pairs apart), then the next two cards. All counts stay below 2**63.

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


def odds_frame(pays: Mapping[str, Mapping[Fraction, int]]) -> pd.DataFrame:
    """Table bets by what they pay in how many sequences; see `CoupLaw.frame`.

    Parameters
    ----------
    pays : mapping of str to mapping of Fraction to int
        For each bet, sequences by net pay to one.

    Returns
    -------
    DataFrame

    Examples
    --------
    >>> odds_frame({"coin": {Fraction(-1): 1, Fraction(1): 1}})["sd_units"].item()
    1.0
    """
    rows = {name: _odds_row(paid) for name, paid in pays.items()}
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis(index="bet")


def _odds_row(pays: Mapping[Fraction, int]) -> dict[str, float]:
    total, mean = sum(pays.values()), _mean(pays)
    square = sum((pay * pay * ways for pay, ways in pays.items()), Fraction(0)) / total
    push = Fraction(pays.get(Fraction(0), 0), total)
    return {
        "win": sum(ways for pay, ways in pays.items() if pay > 0) / total,
        "push": float(push),
        "edge": float(-mean),
        "edge_decided": float(-mean / (1 - push)) if push != 1 else math.nan,
        "sd_units": math.sqrt(square - mean * mean),
    }


def _mean(pays: Mapping[Fraction, int]) -> Fraction:
    return sum((pay * ways for pay, ways in pays.items()), Fraction(0)) / sum(pays.values())


@cache
def _full_shoe_law(decks: int, rule: DrawingRule) -> CoupLaw:
    return _law(full_shoe(decks), rule)


def _law(left: NDArray[np.int64], rule: DrawingRule) -> CoupLaw:
    counts = code_counts(left[None], rule)[0]
    there = counts > 0
    return CoupLaw(reachable_codes(rule)[there], counts[there], left.size == 52)
