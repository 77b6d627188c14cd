"""What a bet on each side brings, and how far its chance must move for it to pay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from baccarat.game.bets import BETS
from baccarat.game.coup import BANKER, PLAYER
from baccarat.game.law import coup_law
from baccarat.game.money import UNIT
from baccarat.game.table import Table

Mix: TypeAlias = tuple[int, int]
"""Bets on player and on banker."""


@dataclass(frozen=True)
class SideOdds:
    """What a bet on each side brings in a decided coup: on player, then on banker.

    Attributes
    ----------
    chance : tuple of float
        To hit.
    gain, loss : tuple of float
        What a hit brings and what a miss costs on average, in units a unit.

    Examples
    --------
    >>> import baccarat as bc
    >>> odds = side_odds(bc.TABLES["live"])
    >>> odds.gain, odds.loss, round(odds.expected((1, 1)), 6)
    ((1.0, 0.95), (1.0, 1.0), 0.5)
    """

    chance: tuple[float, float]
    gain: tuple[float, float]
    loss: tuple[float, float]

    def expected(self, mix: Mix) -> float:
        """Give the mean chance of some bets, at least one of them."""
        return (mix[0] * self.chance[0] + mix[1] * self.chance[1]) / sum(mix)

    def break_even(self, mix: Mix) -> float:
        """Give the shift of every bet's chance at which they pay for themselves, in points.

        The shift d with sum m ((c + d) g - (1 - c - d) l) = 0, over the m bets a side of chance c,
        gain g and loss l.
        """
        terms = list(zip(mix, self.chance, self.gain, self.loss, strict=True))
        short = sum(m * ((1 - c) * loss - c * gain) for m, c, gain, loss in terms)
        return 100 * short / sum(m * (gain + loss) for m, _, gain, loss in terms)

    def margin(self, mix: Mix) -> tuple[float, float]:
        """Give the shifts, in points, past which it would pay to bet against such bets, or so."""
        return -self.break_even((mix[1], mix[0])), self.break_even(mix)


def side_odds(table: Table) -> SideOdds:
    """Give the odds of a table's player and banker bet in a decided coup.

    Parameters
    ----------
    table : Table
        Its decks and its two bets. A win that pays nothing counts as one.

    Returns
    -------
    SideOdds

    Examples
    --------
    >>> import baccarat as bc
    >>> round(side_odds(bc.TABLES["ez"]).gain[1], 4)         # three-card sevens push
    0.9509
    """
    law = coup_law(table.decks)
    bets = [table.bets.get(side, BETS[side]) for side in ("player", "banker")]
    share = float(law.banker_share)
    mean = np.zeros((2, 2))
    for side, bet in enumerate(bets):
        pays = bet.pays[law.codes] / UNIT
        for winner in (PLAYER, BANKER):
            won = law.codes >> 14 == winner
            mean[side, winner] = pays[won] @ law.counts[won] / law.counts[won].sum()
    return SideOdds(
        (1 - share, share),
        (float(mean[0, PLAYER]), float(mean[1, BANKER])),
        (float(-mean[0, BANKER]), float(-mean[1, PLAYER])),
    )


def break_even_points(table: Table) -> dict[str, tuple[float, float]]:
    """Give how far a side's share of decided coups must move for a bet to pay, in points.

    Parameters
    ----------
    table : Table
        Its decks and its main bets.

    Returns
    -------
    dict of str to tuple of float
        "banker": the shift of banker's share below which player pays and that above which banker
        does. "repeats": the nearer of the two, either way, for effects that concern both sides.

    Examples
    --------
    >>> from baccarat import TABLES
    >>> points = break_even_points(TABLES["live"])
    >>> [round(p, 4) for p in points["banker"]]
    [-0.6825, 0.5996]
    """
    odds = side_odds(table)
    on_player, on_banker = odds.break_even((1, 0)), odds.break_even((0, 1))
    nearer = min(on_banker, on_player)
    return {"banker": (-on_player, on_banker), "repeats": (-nearer, nearer)}
