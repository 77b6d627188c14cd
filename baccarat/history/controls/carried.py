"""Shuffles carried from shoe to shoe."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.controls.dealing import deal_in_order, dealt_by_shoe
from baccarat.history.controls.piles import Pile
from baccarat.history.controls.shuffles import Cut, Riffle, Shuffle, ShuffleTruth
from baccarat.history.controls.steps import Steps
from baccarat.history.deal import as_generator, check_count, seed_text
from baccarat.history.history import History, join
from baccarat.history.words import many

HAND_SHUFFLE = Steps((Riffle(7), Cut()))


class Trace(NamedTuple):
    """A history, and the piles behind it; every card of the shoe has a number of its own.

    Attributes
    ----------
    history : History
        As dealt.
    before : ndarray of int64, shape (m, n)
        The pile before the shuffle that made each shoe: the last shoe's discards in the order they
        were collected, then what had not been dealt. Card number c is ``c % 52``. Before the first
        shoe the cards lie by number.
    orders : ndarray of int64, shape (m, n)
        The shoe as it was dealt.
    """

    history: History
    before: Pile
    orders: Pile


@dataclass(frozen=True)
class Carried:
    """The same cards shoe after shoe, shuffled by hand or machine from the order they lay in.

    The first shoe is shuffled perfectly. After that a pile is made of the burned cards, the
    discards as they were collected, coup by coup, player's hand and then banker's, and behind them
    what was not dealt; the shuffle turns it into the next shoe. Coups follow the drawing rules.

    Parameters
    ----------
    shuffle : Shuffle or sequence of Shuffle
        What is done between two shoes.

    Raises
    ------
    ValueError
        If something is no shuffle.

    Notes
    -----
    Outcomes tell next to nothing of a shuffle: with a single riffle and a cut between shoes, a
    million pairs of coups in a row show no departure from chance. Look at the cards, with
    `rising_sequences`.

    About a tenth of a millisecond a shoe on one core.

    Examples
    --------
    >>> from baccarat.history.controls import rising_sequences
    >>> trace = Carried(Riffle(3)).trace(2, rng=1)
    >>> rising_sequences(trace.orders[1], trace.before[1])
    8
    """

    shuffle: Shuffle | Sequence[Shuffle] = HAND_SHUFFLE

    def __post_init__(self) -> None:
        if not isinstance(self.shuffle, Shuffle):
            object.__setattr__(self, "shuffle", Steps(self.shuffle))

    def make(
        self,
        shoes: int = 1000,
        *,
        rng: int | np.random.Generator | None = None,
        table: Table | str = "live",
    ) -> History:
        """Deal shoes one after the other.

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
        parts = [part for part, _, _ in self._shoes(shoes, rng, table)]
        return join(parts, self._source(shoes, rng, table))

    def trace(
        self,
        shoes: int = 1000,
        *,
        rng: int | np.random.Generator | None = None,
        table: Table | str = "live",
    ) -> Trace:
        """Deal the same shoes as `make`, and keep the piles.

        Parameters
        ----------
        shoes, rng, table
            As for `make`.

        Returns
        -------
        Trace
        """
        parts, before, orders = zip(*self._shoes(shoes, rng, table), strict=True)
        history = join(list(parts), self._source(shoes, rng, table))
        return Trace(history, np.array(before), np.array(orders))

    def truth(self, table: Table | str = "live") -> ShuffleTruth:
        """Say how much order a shuffle leaves from one shoe to the next.

        Parameters
        ----------
        table : Table or str
            Its number of cards.

        Returns
        -------
        ShuffleTruth
        """
        assert isinstance(self.shuffle, Shuffle)
        return self.shuffle.truth(as_table(table).cards)

    def _shoes(
        self, shoes: int, rng: int | np.random.Generator | None, table: Table | str
    ) -> Iterator[tuple[History, Pile, Pile]]:
        """Deal shoes one by one, each with the pile before its shuffle and the order after."""
        table = dealt_by_shoe(as_table(table))
        check_count("shoes", shoes)
        generator = as_generator(rng)
        assert isinstance(self.shuffle, Shuffle)
        pile = np.arange(table.cards)
        for shoe in range(shoes):
            order = self.shuffle.apply(pile, generator) if shoe else generator.permutation(pile)
            history, left = _collected(order, table)
            yield history, pile, order
            pile = left

    def _source(self, shoes: int, rng: int | np.random.Generator | None, table: Table | str) -> str:
        name = as_table(table).name or repr(as_table(table))
        return f"{many(shoes, 'shoe')} by {self!r} at table {name}" + seed_text(rng)


def _collected(order: Pile, table: Table) -> tuple[History, Pile]:
    """Deal a shoe of numbered cards, and give the pile it leaves."""
    cards = (order % 52).astype(np.uint8)
    history, places = deal_in_order(cards[None], table)
    burned = int(table.burned()[cards[0]])
    collected = places[places >= 0]
    pile = np.concatenate([order[:burned], order[collected], order[burned + collected.size :]])
    return history, pile
