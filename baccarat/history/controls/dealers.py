"""Dealers who err."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from baccarat.game.checks import check_number
from baccarat.game.coup import BANKER_DRAWS_ON, DrawingRule, Hand, coup_table, hand_total
from baccarat.game.law import CoupLaw, coup_law
from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.controls.dealing import deal_in_order, dealt_by_shoe, most_coups
from baccarat.history.controls.records import Planted
from baccarat.history.deal import as_generator, check_count, seed_text
from baccarat.history.history import History, join
from baccarat.history.words import many

BLOCK_SHOES = 1024


@dataclass(frozen=True)
class DealerTruth:
    """What is true of every coup a dealer deals who errs. Chances are exact to rounding.

    Attributes
    ----------
    misplayed : float
        Chance that a coup holds an error.
    player, banker, tie : float
        Chances of the outcomes, as played.
    """

    misplayed: float
    player: float
    banker: float
    tie: float


@dataclass(frozen=True)
class DealerErrors:
    """A dealer who now and then gives a third card against the rules, or none.

    In every coup without a natural two decisions fall, player's and banker's. Each is taken the
    wrong way round with this chance, independently; banker's right decision goes by what player
    has in fact done. The cards, the code and the winner are those played: nobody noticed.

    Notes
    -----
    Shoes are shuffled perfectly. About 20 microseconds a shoe on one core.

    Examples
    --------
    >>> truth = DealerErrors(chance=0.01).truth()
    >>> round(truth.misplayed, 4)
    0.0131
    """

    chance: float = 0.01

    def __post_init__(self) -> None:
        check_number("chance", self.chance, 0, 1)

    def make(
        self,
        shoes: int = 1000,
        *,
        rng: int | np.random.Generator | None = None,
        table: Table | str = "live",
    ) -> History:
        """Deal shoes with this dealer.

        Parameters
        ----------
        shoes : int
            Shoes to deal, 1 or more.
        rng : int or Generator, optional
            Seed or generator.
        table : Table or str
            Its decks, burn and cut card; it must not shuffle before every coup.

        Returns
        -------
        History
            With coup codes and cards, one segment a shoe.

        Raises
        ------
        ValueError
            If there is no such table or it shuffles before every coup, or shoes is below 1.
        """
        return self.plant(shoes, rng=rng, table=table).history

    def plant(
        self,
        shoes: int = 1000,
        *,
        rng: int | np.random.Generator | None = None,
        table: Table | str = "live",
    ) -> Planted:
        """Deal the same shoes as `make`, and say where the errors are.

        Parameters
        ----------
        shoes, rng, table
            As for `make`.

        Returns
        -------
        Planted
        """
        table = dealt_by_shoe(as_table(table))
        check_count("shoes", shoes)
        generator = as_generator(rng)
        sizes = [min(BLOCK_SHOES, shoes - done) for done in range(0, shoes, BLOCK_SHOES)]
        blocks = [self._block(size, table, generator) for size in sizes]
        source = f"{many(shoes, 'shoe')} by {self!r} at table {table.name or repr(table)}"
        history = join([part for part, _ in blocks], source + seed_text(rng))
        wrong = np.concatenate([errors for _, errors in blocks])
        return Planted(history, np.flatnonzero(wrong & ~_natural(history.codes)))

    def truth(self, table: Table | str = "live") -> DealerTruth:
        """Say how often a coup is misplayed, and what that makes of the outcomes.

        Parameters
        ----------
        table : Table or str
            Its number of decks.

        Returns
        -------
        DealerTruth
        """
        decks = as_table(table).decks
        wrong, right = self.chance, 1 - self.chance
        laws = [coup_law(decks, rule=rule) for rule in _RULES]
        chances = [right * right, wrong * right, right * wrong, wrong * wrong]
        shares = np.array([[law.player, law.banker, law.tie] for law in laws], dtype=float)
        player, banker, tie = (np.array(chances) @ shares / laws[0].total).tolist()
        return DealerTruth((1 - _natural_chance(laws[0])) * (1 - right**2), player, banker, tie)

    def _block(
        self, shoes: int, table: Table, rng: np.random.Generator
    ) -> tuple[History, NDArray[np.bool_]]:
        new = np.repeat(np.arange(52, dtype=np.uint8), table.decks)
        orders = rng.permuted(np.tile(new, (shoes, 1)), axis=1)
        erring = rng.random((2, shoes, most_coups(table))) < self.chance
        played_by = erring[0] + 2 * erring[1].astype(np.uint8)
        history, _ = deal_in_order(orders, table, "", _tables(), played_by)
        first = np.arange(played_by.shape[1]) < history.lengths[:, None]
        return history, played_by[first] > 0


def _erring(player_errs: bool, banker_errs: bool) -> DrawingRule:
    """Give the drawing rules as a dealer applies them who takes decisions the wrong way round."""

    def rule(values: Sequence[int]) -> tuple[Hand, Hand]:
        player, banker = (values[0], values[2]), (values[1], values[3])
        p, b = hand_total(player), hand_total(banker)
        if p >= 8 or b >= 8:
            return player, banker
        drew = (p <= 5) != player_errs
        draws = (values[4] in BANKER_DRAWS_ON[b] if drew else b <= 5) != banker_errs
        next_card = values[5] if drew else values[4]
        return (*player, values[4]) if drew else player, (*banker, next_card) if draws else banker

    return rule


_RULES = [_erring(player, banker) for banker in (False, True) for player in (False, True)]
"""By who errs: nobody, player's hand, banker's, both."""


@cache
def _tables() -> NDArray[np.uint16]:
    return np.stack([coup_table(rule).reshape(-1) for rule in _RULES])


def _natural(codes: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """Tell a coup that a natural ended: a hand of two cards has 8 or 9."""
    player = ((codes & 15) >= 8) & (codes >> 8 & 1 == 0)
    banker = ((codes >> 4 & 15) >= 8) & (codes >> 9 & 1 == 0)
    return np.asarray(player | banker, dtype=np.bool_)


def _natural_chance(law: CoupLaw) -> float:
    return int(law.counts[_natural(law.codes)].sum()) / law.total
