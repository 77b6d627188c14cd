"""Shuffles as hands and machines do them, and how much of the old order each leaves."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass

import numpy as np

from baccarat.game.checks import check_number, check_whole
from baccarat.history.controls.piles import Pile

MOST_RIFFLES = 20


@dataclass(frozen=True)
class ShuffleTruth:
    """How many rising sequences a pile has after a shuffle, as against the order before it.

    Attributes
    ----------
    rising_sequences : float or None
        The mean, exact to rounding; None where no exact mean is worked out.
    most : int
        No more than so many are possible.
    random : float
        The mean after a perfect shuffle, (n + 1) / 2.
    """

    rising_sequences: float | None
    most: int
    random: float


class Shuffle(ABC):
    """What turns a pile into another order of the same cards."""

    @abstractmethod
    def apply(self, pile: Pile, rng: np.random.Generator) -> Pile:
        """Shuffle a pile."""

    def mean_rising_sequences(self, cards: int) -> float | None:
        """Give the exact mean number of rising sequences, where it is known."""
        return None

    def mean_stretch(self, cards: int) -> float | None:
        """Give the exact mean distance from the old top card down to the old bottom card.

        It is what a cut needs: see `Steps`.
        """
        return None

    def most_rising_sequences(self, cards: int) -> int:
        """Give the largest number of rising sequences that is possible."""
        return cards

    def truth(self, cards: int = 416) -> ShuffleTruth:
        """Say how much order the shuffle leaves in a pile of so many cards."""
        mean, most = self.mean_rising_sequences(cards), self.most_rising_sequences(cards)
        return ShuffleTruth(mean, most, (cards + 1) / 2)


@dataclass(frozen=True)
class Riffle(Shuffle):
    """Riffles after Gilbert, Shannon and Reeds, one after another.

    In one riffle the pile is cut by a fair coin a card (a binomial number of cards is lifted), and
    the two packets are dropped together, each next card from a packet with chance proportional to
    what it holds. All times riffles together are one shuffle of 2**times packets, and are drawn so.

    References
    ----------
    D. Bayer, P. Diaconis, "Trailing the dovetail shuffle to its lair", Annals of Applied
    Probability 2 (1992): an order with r rising sequences has chance C(a + n - r, n) / a**n,
    a = 2**times. Summed over all orders, r has the mean a - (n + 1) sum_{j<a} (j / a)**n.

    Examples
    --------
    >>> truth = Riffle(1).truth(cards=416)
    >>> round(truth.rising_sequences, 6), truth.most, truth.random
    (2.0, 2, 208.5)
    """

    times: int = 1

    def __post_init__(self) -> None:
        check_whole("times", self.times, 1, MOST_RIFFLES)

    def apply(self, pile: Pile, rng: np.random.Generator) -> Pile:
        """Riffle the pile: label the places, and fill those of each packet in order."""
        packet = rng.integers(1 << self.times, size=pile.size, dtype=np.uint32)
        shuffled = np.empty_like(pile)
        shuffled[np.argsort(packet, kind="stable")] = pile
        return shuffled

    def mean_rising_sequences(self, cards: int) -> float:
        """Give the exact mean."""
        packets = 1 << self.times
        return packets - (cards + 1) * math.fsum((np.arange(packets) / packets) ** cards)

    def mean_stretch(self, cards: int) -> float:
        """Give n - 1 less twice the mean place of the old top card.

        That card lies where the lowest label that is drawn at all, d, is drawn first.
        """
        packets = 1 << self.times
        higher = np.arange(packets - 1, -1, -1) / packets  # chance of a label above d
        least = higher + 1 / packets
        weight, place = least ** (cards - 1), 0.0
        for n in range(1, cards):
            weight *= higher / least
            place += n * float(weight.sum()) / packets
        return cards - 1 - 2 * place

    def most_rising_sequences(self, cards: int) -> int:
        """Give the number of packets: 2**times."""
        return min(cards, 1 << self.times)


@dataclass(frozen=True)
class Strip(Shuffle):
    """A strip cut: the pile is pulled off in packets, each laid on the one before.

    The packets' order is turned round, the cards in each are not. Where the packets end is drawn
    without replacement from all places between two cards.

    Examples
    --------
    >>> Strip(packets=5).truth().rising_sequences
    5.0
    """

    packets: int = 6

    def __post_init__(self) -> None:
        check_whole("packets", self.packets, 2, 52)

    def apply(self, pile: Pile, rng: np.random.Generator) -> Pile:
        """Strip the pile."""
        ends = 1 + rng.choice(pile.size - 1, size=self.packets - 1, replace=False)
        return np.concatenate(np.split(pile, np.sort(ends))[::-1])

    def mean_rising_sequences(self, cards: int) -> float:
        """Give the number of packets."""
        return float(self.packets)

    def mean_stretch(self, cards: int) -> float:
        """Give the exact mean: of n / packets cards each, the first packet comes last."""
        return 2 * cards / self.packets - cards - 1

    def most_rising_sequences(self, cards: int) -> int:
        """Give the number of packets."""
        return self.packets


@dataclass(frozen=True)
class Cut(Shuffle):
    """One cut, anywhere between two cards with equal chance.

    Examples
    --------
    >>> Cut().truth().rising_sequences
    2.0
    """

    def apply(self, pile: Pile, rng: np.random.Generator) -> Pile:
        """Cut the pile."""
        return Strip(2).apply(pile, rng)

    def mean_rising_sequences(self, cards: int) -> float:
        """Give 2."""
        return 2.0

    def mean_stretch(self, cards: int) -> float:
        """Give -1: the old bottom card now lies on the old top card."""
        return -1.0

    def most_rising_sequences(self, cards: int) -> int:
        """Give 2."""
        return 2


@dataclass(frozen=True)
class Wash(Shuffle):
    """A wash on the table, too short: each card strays from its place by about sigma cards.

    To each card's place an independent normal number of spread sigma is added, and the cards are
    taken up in that order. A model of ours, of displacement alone. Two neighbours change order with
    chance Phi(-1 / (sigma sqrt 2)), which gives the mean number of rising sequences.

    Examples
    --------
    >>> round(Wash(sigma=5).truth().rising_sequences, 1)
    185.2
    """

    sigma: float = 10.0

    def __post_init__(self) -> None:
        check_number("sigma", self.sigma, 0, 10_000)

    def apply(self, pile: Pile, rng: np.random.Generator) -> Pile:
        """Let every card stray."""
        places = np.arange(pile.size) + self.sigma * rng.standard_normal(pile.size)
        return pile[np.argsort(places)]

    def mean_rising_sequences(self, cards: int) -> float:
        """Give the exact mean."""
        return 1 + (cards - 1) * self._changes(1)

    def mean_stretch(self, cards: int) -> float:
        """Give n - 1 less twice the mean number of cards that come before the old top card."""
        return cards - 1 - 2 * math.fsum(self._changes(apart) for apart in range(1, cards))

    def _changes(self, apart: int) -> float:
        """Give the chance that two cards so many places apart change order."""
        return math.erfc(apart / (2 * self.sigma)) / 2 if self.sigma else 0.0


@dataclass(frozen=True)
class Shelf(Shuffle):
    """A shelf shuffling machine: cards go to shelves at random, on top or under what is there.

    Each card, from the pile's top, goes to one of the shelves with equal chance, and there on top
    or at the bottom with even odds; then the shelves are put one behind the other. The mean number
    of rising sequences is that of a perfect shuffle: what gives the machine away is that its piles
    rise and fall in few pieces, at most two a shelf; see `turns`.

    References
    ----------
    P. Diaconis, J. Fulman, S. Holmes, "Analysis of casino shelf shuffling machines", Annals of
    Applied Probability 23 (2013): ten shelves.

    Examples
    --------
    >>> from baccarat.history.controls import turns
    >>> rng = np.random.default_rng(1)
    >>> before = np.arange(416)
    >>> turns(Shelf().apply(before, rng), before) < 20 < turns(rng.permutation(416), before)
    True
    """

    shelves: int = 10

    def __post_init__(self) -> None:
        check_whole("shelves", self.shelves, 1, 208)

    def apply(self, pile: Pile, rng: np.random.Generator) -> Pile:
        """Run the pile through the machine."""
        half = rng.integers(2 * self.shelves, size=pile.size)  # even: on top, so in reverse
        order = np.arange(pile.size)
        return pile[np.lexsort((np.where(half % 2 == 0, -order, order), half))]

    def mean_rising_sequences(self, cards: int) -> float:
        """Give (n + 1) / 2: two neighbours change order with even odds."""
        return (cards + 1) / 2

    def mean_stretch(self, cards: int) -> float:
        """Give 0: any two cards change order with even odds."""
        return 0.0
