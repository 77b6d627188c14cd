"""Several shuffles as one."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from baccarat.history.controls.piles import Pile
from baccarat.history.controls.shuffles import MOST_RIFFLES, Cut, Riffle, Shuffle


@dataclass(frozen=True)
class Steps(Shuffle):
    """Several shuffles, one after the other.

    Parameters
    ----------
    steps : sequence of Shuffle
        In the order they are done; at least one.

    Notes
    -----
    The mean number of rising sequences is known for one step, for riffles in a row, and for either
    with a cut at the end.

    Examples
    --------
    >>> from baccarat.history.controls import Strip
    >>> house = Steps([Riffle(), Riffle(), Strip(), Riffle(), Cut()])
    >>> house.truth().most
    96
    >>> round(Steps([Riffle(), Cut()]).truth().rising_sequences, 3)
    2.995
    """

    steps: Sequence[Shuffle]

    def __post_init__(self) -> None:
        steps = tuple(self.steps) if isinstance(self.steps, Iterable) else ()
        if not steps or not all(isinstance(step, Shuffle) for step in steps):
            raise ValueError(
                f"steps must be shuffles, at least one, as [Riffle(3), Cut()]; got {self.steps!r}"
            )
        object.__setattr__(self, "steps", steps)

    def apply(self, pile: Pile, rng: np.random.Generator) -> Pile:
        """Do the steps."""
        for step in self.steps:
            pile = step.apply(pile, rng)
        return pile

    def mean_rising_sequences(self, cards: int) -> float | None:
        """Give the exact mean of one step or of riffles alone, with or without a cut after it."""
        match self._told_apart():
            case (Shuffle() as body, None):
                return body.mean_rising_sequences(cards)
            case (Shuffle() as body, Cut()):
                mean, stretch = body.mean_rising_sequences(cards), body.mean_stretch(cards)
                return None if mean is None or stretch is None else _cut_after(mean, stretch, cards)
        return None

    def mean_stretch(self, cards: int) -> float | None:
        """Give the exact mean of one step or of riffles alone."""
        match self._told_apart():
            case (Shuffle() as body, None):
                return body.mean_stretch(cards)
        return None

    def _told_apart(self) -> tuple[Shuffle | None, Cut | None]:
        """Give the steps as one shuffle, if they are, and the cut after it."""
        last = self.steps[-1]
        cut = last if isinstance(last, Cut) and len(self.steps) > 1 else None
        body = self.steps[:-1] if cut else self.steps
        if len(body) == 1:
            return body[0], cut
        riffles = [step.times for step in body if isinstance(step, Riffle)]
        whole = len(riffles) == len(body) and sum(riffles) <= MOST_RIFFLES
        return (Riffle(sum(riffles)) if whole else None), cut

    def most_rising_sequences(self, cards: int) -> int:
        """Multiply: a packet of one step is torn by the next into no more than its own number."""
        return min(cards, math.prod(step.most_rising_sequences(cards) for step in self.steps))


def _cut_after(mean: float, stretch: float, cards: int) -> float:
    """Give the mean number of rising sequences once a cut has followed.

    A cut tears apart the card c and the next one, or mends them, where it falls between them: of
    the n places to cut, none included, as many as the next card lies after c, counted round the
    pile. These distances sum to that from top to bottom card, plus n for each rising sequence
    beyond the first.
    """
    with_none = mean + stretch / cards
    return (cards * with_none - mean) / (cards - 1)
