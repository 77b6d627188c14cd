"""Controls of outcomes alone; ties come independently, at the table's share."""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from numpy.typing import NDArray

from baccarat.game.coup import BANKER, PLAYER, TIE
from baccarat.game.law import coup_law
from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.controls.chain import Chain, Truth
from baccarat.history.deal import as_generator, check_count, deal_blocks, seed_text
from baccarat.history.history import History, join
from baccarat.history.words import many

TYPICAL_COUPS = 73
"""Decided coups of an eight-deck shoe, near enough."""


class OutcomeControl(ABC):
    """A control of outcomes alone: a `Chain` that draws its shoes and says what is true of them."""

    @abstractmethod
    def chain(self, share: float) -> Chain:
        """Tabulate the control for a table at which banker has this share of decided coups."""

    def make(
        self,
        shoes: int = 1000,
        *,
        rng: int | np.random.Generator | None = None,
        table: Table | str = "live",
    ) -> History:
        """Make a history with this departure.

        Parameters
        ----------
        shoes : int
            Shoes to make, 1 or more; each as long as one dealt at the table.
        rng : int or Generator, optional
            Seed or generator.
        table : Table or str
            Whose tie share, banker share and lengths to take.

        Returns
        -------
        History
            Outcomes alone, one segment a shoe.

        Raises
        ------
        ValueError
            If there is no such table, or shoes is below 1.
        """
        table = as_table(table)
        check_count("shoes", shoes)
        generator = as_generator(rng)
        chain = self.chain(_banker_share(table))
        blocks = deal_blocks(table, shoes, rng=generator)
        parts = [_made(chain, block.starts, generator, table) for block in blocks]
        name = table.name or repr(table)
        return join(
            parts, f"{many(shoes, 'shoe')} made with {self!r} for table {name}" + seed_text(rng)
        )

    def truth(self, table: Table | str = "live", *, coups: int = TYPICAL_COUPS) -> Truth:
        """Say what is true of the histories made.

        Parameters
        ----------
        table : Table or str
            As for `make`.
        coups : int
            Decided coups of a shoe, 2 or more; where the control is not the same all along a shoe,
            its rates depend on it a little.

        Returns
        -------
        Truth

        Raises
        ------
        ValueError
            If there is no such table, or coups is below 2.
        """
        if isinstance(coups, bool) or not isinstance(coups, int | np.integer) or coups < 2:
            raise ValueError(f"coups must be a whole number from 2, got {coups!r}")
        table = as_table(table)
        banker, pairs, kept = self.chain(_banker_share(table)).law(int(coups))
        return Truth(_tie_share(table), banker, pairs, kept)


def _banker_share(table: Table) -> float:
    return float(coup_law(table.decks).banker_share)


def _tie_share(table: Table) -> float:
    law = coup_law(table.decks)
    return law.tie / law.total


def _made(
    chain: Chain, starts: NDArray[np.int64], rng: np.random.Generator, table: Table
) -> History:
    """Make shoes of given lengths: ties first, then the sides of what is decided."""
    outcomes = np.full(starts[-1], TIE, dtype=np.uint8)
    decided = rng.random(outcomes.size) >= _tie_share(table)
    lengths = np.diff(np.concatenate([[0], np.cumsum(decided)])[starts])
    outcomes[decided] = np.where(chain.draw(lengths, rng), BANKER, PLAYER)
    return History(outcomes, starts, table=table)
