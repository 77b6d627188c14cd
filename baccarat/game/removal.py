"""Effects of removal: what one card gone from a full shoe changes, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache

import numpy as np
import pandas as pd

from baccarat.game.bets import BETS, Bet
from baccarat.game.cards import VALUE_NAMES, full_shoe
from baccarat.game.law import CoupLaw, coup_law


def removal_effect(bet: Bet | str, decks: int = 8) -> dict[str, Fraction]:
    """Give what the removal of one card from a full shoe does to a bet.

    Parameters
    ----------
    bet : Bet or str
        A bet or a name in `BETS`.
    decks : int, optional
        1 to 12.

    Returns
    -------
    dict of str to Fraction
        By the value of the card removed, "10" (tens and faces), "A", "2" ... "9": the change in
        the mean net pay of a unit staked, in units; positive in favour of the bet.

    Raises
    ------
    ValueError
        If there is no such bet, or the number of decks is not between 1 and 12.

    Notes
    -----
    A card burned unseen changes nothing, so the effects, weighted by the cards there are of each
    value, sum to 0. The effects of several cards add up only roughly; `expectations` gives what a
    remaining shoe is worth exactly.

    References
    ----------
    E. O. Thorp, "The Mathematics of Gambling" (1984), chapter 3.
    P. Griffin, "The Theory of Blackjack", 6th ed. (1999), which names effects of removal.

    Examples
    --------
    >>> removal_effect("player")["4"]
    Fraction(-53154524288, 444735957672825)
    >>> removal_effect("player pair")["A"]
    Fraction(0, 1)
    """
    full, *without = _laws(int(full_shoe(decks)[0]))
    before = full.expectation(bet)
    effects = [law.expectation(bet) - before for law in without]
    return dict(zip(VALUE_NAMES, effects, strict=True))


def removal_effects(bets: Mapping[str, Bet] = BETS, decks: int = 8) -> pd.DataFrame:
    """Table what the removal of one card from a full shoe does to each bet.

    Parameters
    ----------
    bets : mapping of str to Bet, optional
        Default: the catalogue.
    decks : int, optional
        1 to 12.

    Returns
    -------
    DataFrame
        A row a bet, a column a value, "10" (tens and faces), "A", "2" ... "9": the exact effects
        of `removal_effect` as floats, in units.

    Raises
    ------
    ValueError
        If the number of decks is not between 1 and 12.

    Examples
    --------
    >>> (removal_effects().loc["tie", ["10", "A", "6", "8"]] * 1e4).round(2).to_dict()
    {'10': 5.13, 'A': 1.29, '6': -11.6, '8': 6.54}
    """
    rows = {name: removal_effect(bet, decks) for name, bet in bets.items()}
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=list(VALUE_NAMES), dtype=object)
    return frame.astype(float).rename_axis(index="bet", columns="card removed")


@cache
def _laws(decks: int) -> tuple[CoupLaw, ...]:
    """Give the law of a full shoe, then of that shoe less one card of each value, 0 to 9."""
    full = coup_law(decks=decks)
    spades = [36, *range(0, 36, 4)]  # a ten, an ace, a two, ...; suits are alike in a full shoe
    gone = np.eye(52, dtype=np.int64)[spades]
    return full, *(coup_law(composition=left) for left in full_shoe(decks) - gone)
