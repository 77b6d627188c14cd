"""What a record tells of each coup, brought together from its codes, marks and cards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.game.cards import KNOWN_RANK, KNOWN_VALUE, NOT_DEALT
from baccarat.game.coup import VOID
from baccarat.game.table import Table
from baccarat.history.check.findings import Finding, Severity, places
from baccarat.history.history import History

SIDES: Final = ("player", "banker")
USUAL_DECKS: Final = 8
"""Taken where a record does not say its table; the law hardly depends on it."""


@dataclass(frozen=True)
class Hand:
    """What is told of one side's hands; arrays of shape (n,), -1 where nothing is.

    total, drew, pair, suited: what the record says of the hand, by code or mark.
    cards_total, cards_drew, cards_pair, cards_suited: the same as its cards make it.
    two, third: total of two cards, and the value of the third.
    """

    total: NDArray[np.int8]
    drew: NDArray[np.int8]
    pair: NDArray[np.int8]
    suited: NDArray[np.int8]
    cards_total: NDArray[np.int8]
    cards_drew: NDArray[np.int8]
    cards_pair: NDArray[np.int8]
    cards_suited: NDArray[np.int8]
    third: NDArray[np.int8]
    cards_two: NDArray[np.int8]

    @cached_property
    def best_total(self) -> NDArray[np.int8]:
        """The total, by the cards where they tell it."""
        return np.where(self.cards_total >= 0, self.cards_total, self.total)

    @cached_property
    def best_drew(self) -> NDArray[np.int8]:
        """Whether a third card was drawn, by the cards where they tell it."""
        return np.where(self.cards_drew >= 0, self.cards_drew, self.drew)

    @cached_property
    def best_pair(self) -> NDArray[np.int8]:
        """Whether the hand is a pair, by the cards where they tell it."""
        return np.where(self.cards_pair >= 0, self.cards_pair, self.pair)

    @cached_property
    def two(self) -> NDArray[np.int8]:
        """The total of two cards: by the cards, or the final one of a hand that drew none."""
        stood = np.where(self.best_drew == 0, self.best_total, np.int8(-1))
        return np.where(self.cards_two >= 0, self.cards_two, stood)


@dataclass(frozen=True)
class Record:
    """A history and what it tells; void coups tell nothing of hands."""

    history: History
    table: Table | None

    @property
    def decks(self) -> int:
        """The decks of the table, or the usual number."""
        return USUAL_DECKS if self.table is None else self.table.decks

    @cached_property
    def law_name(self) -> str:
        """Whose law the record is held against, in words."""
        if self.table is None:
            return f"{USUAL_DECKS} decks"
        return f"table {self.table.name}" if self.table.name else f"{self.decks} decks"

    @cached_property
    def played(self) -> NDArray[np.bool_]:
        """Which coups were not void."""
        played: NDArray[np.bool_] = self.history.outcomes != VOID
        return played

    @cached_property
    def hands(self) -> tuple[Hand, Hand]:
        """Player's and banker's hands."""
        player, banker = (self._hand(side) for side in range(2))
        return player, banker

    def mark(self, name: str) -> NDArray[np.int64]:
        """Give a mark of the coups that were played, -1 where there is none."""
        mark = self.history.marks.get(name)
        nothing = np.full(len(self.history), -1, dtype=np.int64)
        return nothing if mark is None else np.where(self.played, mark, -1)

    def finding(
        self,
        severity: Severity,
        kind: str,
        coups: NDArray[np.bool_] | NDArray[np.int64],
        what: str,
        meaning: str,
    ) -> Finding:
        """Make a finding of coups, given by their numbers from 0 or as a mask."""
        numbers = np.flatnonzero(coups) if coups.dtype == bool else coups.astype(np.int64)
        numbers.flags.writeable = False
        where = places(self.history, numbers)
        return Finding(severity, kind, where, what, numbers.size, meaning, numbers)

    def _hand(self, side: int) -> Hand:
        name = SIDES[side]
        said = {
            "total": self._said(f"{name}_total", 4 * side, 0b1111),
            "drew": self._said("", 8 + side, 1),
            "pair": self._said(f"{name}_pair", 10 + side, 1),
            "suited": self._said("", 12 + side, 1),
        }
        return Hand(**said, **self._shown(side))

    def _said(self, mark: str, bit: int, mask: int) -> NDArray[np.int8]:
        """Read a mark, or else a part of the codes: where both are there, the mark is older."""
        marked = self.mark(mark).clip(-1, 100).astype(np.int8)
        if self.history.known >> bit & mask != mask:
            return marked
        part = (self.history.codes >> np.uint16(bit) & np.uint16(mask)).astype(np.int8)
        return np.where(marked >= 0, marked, np.where(self.played, part, np.int8(-1)))

    def _shown(self, side: int) -> Mapping[str, NDArray[np.int8]]:
        """Work a side's cards out."""
        cards = self.history.cards
        if cards is None:
            nothing = np.full(len(self.history), -1, dtype=np.int8)
            names = ("total", "drew", "pair", "suited", "two")
            return {"third": nothing} | {f"cards_{name}": nothing for name in names}
        first, second, third = (cards[:, 3 * side + place] for place in range(3))
        there = self.played & (first != NOT_DEALT) & (second != NOT_DEALT)
        drew = third != NOT_DEALT
        two, added = _added(first, second, there), np.where(there, KNOWN_VALUE[third], -1)
        total = np.where(drew, np.where(added < 0, -1, (two + added) % 10), two)
        pair, suited = _pairs(first, second, there)
        return {
            "third": added.astype(np.int8),
            "cards_two": two,
            "cards_total": np.where(two < 0, -1, total).astype(np.int8),
            "cards_drew": np.where(there, drew, -1).astype(np.int8),
            "cards_pair": pair,
            "cards_suited": suited,
        }


def _added(
    first: NDArray[np.uint8], second: NDArray[np.uint8], there: NDArray[np.bool_]
) -> NDArray[np.int8]:
    a, b = KNOWN_VALUE[first], KNOWN_VALUE[second]
    return np.where(there & (a >= 0) & (b >= 0), (a + b) % 10, -1).astype(np.int8)


def _pairs(
    first: NDArray[np.uint8], second: NDArray[np.uint8], there: NDArray[np.bool_]
) -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """Tell pairs and suited pairs; two values that differ are none, alike they leave it open."""
    ranked = there & (KNOWN_RANK[first] >= 0) & (KNOWN_RANK[second] >= 0)
    differ = (
        there & (_added(first, second, there) >= 0) & (KNOWN_VALUE[first] != KNOWN_VALUE[second])
    )
    pair = np.where(ranked, KNOWN_RANK[first] == KNOWN_RANK[second], np.where(differ, 0, -1))
    exact = there & (first < 52) & (second < 52)
    suited = np.where(exact, first == second, np.where(pair == 0, 0, -1))
    return pair.astype(np.int8), suited.astype(np.int8)
