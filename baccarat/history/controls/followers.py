"""What won last makes what wins next more likely, or less.

p is banker's share of decided coups at the table, q player's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from baccarat.game.checks import check_number, check_whole
from baccarat.history.controls.chain import Chain
from baccarat.history.controls.outcomes import OutcomeControl

MOST_ORDER = 8
MOST_RUN = 100


@dataclass(frozen=True)
class Sticky(OutcomeControl):
    """A win is repeated a little more often, and banker keeps its share.

    P(banker | banker) = p + shift q and P(banker | player) = p - shift p: a Markov chain of order
    one whose lag-1 correlation is shift. Below 0 the sides alternate.

    Examples
    --------
    >>> truth = Sticky(0.03).truth()
    >>> round(truth.banker, 4), round(truth.correlation, 4), round(truth.same, 4)
    (0.5068, 0.03, 0.5151)
    """

    shift: float = 0.03

    def __post_init__(self) -> None:
        check_number("shift", self.shift, -0.95, 0.95)

    def chain(self, share: float) -> Chain:
        """Tabulate: the last win is the state."""
        p, q = share, 1 - share
        return Markov({"B": p + self.shift * q, "P": p - self.shift * p}).chain(share)


@dataclass(frozen=True)
class Human(OutcomeControl):
    """What people write down when asked to invent chance: the sides alternate too often.

    The next decided coup is the other side with chance alternate, where pure chance has 2pq, just
    below one half; banker keeps its share p. The model is a Markov chain of order one.

    References
    ----------
    M. Bar-Hillel, W. A. Wagenaar, "The perception of randomness", Advances in Applied Mathematics
    12 (1991): people's alternation rate is about 0.6.
    R. Falk, C. Konold, "Making sense of randomness", Psychological Review 104 (1997).

    Examples
    --------
    >>> round(1 - Human().truth().same, 9)
    0.6
    """

    alternate: float = 0.6

    def __post_init__(self) -> None:
        check_number("alternate", self.alternate, 0.05, 0.95)

    def chain(self, share: float) -> Chain:
        """Tabulate as `Sticky`, with the shift that gives this rate."""
        return Sticky(1 - self.alternate / (2 * share * (1 - share))).chain(share)


@dataclass(frozen=True)
class Markov(OutcomeControl):
    """Banker's chance depends on the last m decided coups of the shoe, by a table.

    A shoe begins as if it had been going on for ever: its unseen past follows the chain's
    stationary law. The table, not the house, decides banker's share.

    Parameters
    ----------
    chances : mapping of str to float
        Banker's chance by the last m decided coups, the latest last: all 2**m words of B and P,
        as {"BB": 0.55, "BP": 0.5, "PB": 0.5, "PP": 0.45}; m from 0 to 8.

    Raises
    ------
    ValueError
        If a word is missing, a chance is none, or the table has no single stationary law.

    Examples
    --------
    >>> control = Markov({"B": 0.6, "P": 0.5})
    >>> control.make(10, rng=1).segments
    10
    >>> truth = control.truth()
    >>> round(truth.banker, 9), round(truth.after_player, 9)  # 5/9: b = 0.6 b + 0.5 (1 - b)
    (0.555555556, 0.5)
    """

    chances: Mapping[str, float]

    def __post_init__(self) -> None:
        chances = dict(self.chances) if isinstance(self.chances, Mapping) else {}
        order = len(next(iter(chances), ""))
        words = _words(order) if order <= MOST_ORDER else []
        if not chances or sorted(words) != sorted(chances):
            raise ValueError(
                "chances must give banker's chance for every word of B and P of one length up to "
                f"{MOST_ORDER}, as {{'B': 0.52, 'P': 0.49}}; got {self.chances!r}"
            )
        for word, chance in chances.items():
            check_number(f"the chance after {word!r}", chance, 0, 1)
        object.__setattr__(self, "chances", {word: float(chances[word]) for word in words})
        self.chain(0.5)

    def chain(self, share: float) -> Chain:
        """Tabulate: the last m wins are the state."""
        banker = np.array(list(self.chances.values()))
        words = np.arange(banker.size)
        after = np.stack([2 * words, 2 * words + 1], axis=1) % banker.size
        return Chain(_stationary(banker, after), banker, after)

    def __hash__(self) -> int:
        return hash(frozenset(self.chances.items()))


@dataclass(frozen=True)
class Momentum(OutcomeControl):
    """A run that has reached length goes on with its side's chance plus shift.

    Until then, and at the start of a shoe, every decided coup is pure chance. Banker's share
    stays near p, not at it: the likelier side has more runs that are so long.

    Examples
    --------
    >>> control = Momentum(length=3, shift=0.03)
    >>> control.make(200, rng=1) == control.make(200, rng=1)
    True
    >>> round(control.truth().same, 4)
    0.5077
    """

    length: int = 3
    shift: float = 0.03

    def __post_init__(self) -> None:
        check_whole("length", self.length, 1, MOST_RUN)
        check_number("shift", self.shift, -0.45, 0.45)

    def chain(self, share: float) -> Chain:
        """Tabulate: the run so far, up to its length, is the state."""
        after = run_states(self.length)
        banker = np.full(len(after), share)
        banker[self.length] -= self.shift
        banker[2 * self.length] += self.shift
        return Chain(first_state(len(after)), banker, after)


def first_state(states: int) -> NDArray[np.float64]:
    """Let every shoe begin in the first of some states."""
    first = np.zeros(states)
    first[0] = 1
    return first


def run_states(length: int) -> NDArray[np.int64]:
    """Tabulate runs: 0 none yet, 1 to length a run of player, then as many of banker."""
    after = np.empty((2 * length + 1, 2), dtype=np.int64)
    after[:] = [1, length + 1]
    after[1 : length + 1, 0] = np.minimum(np.arange(2, length + 2), length)
    after[length + 1 :, 1] = length + np.minimum(np.arange(2, length + 2), length)
    return after


def _words(order: int) -> list[str]:
    """List the words of P and B in binary order, P being 0; the last letter is the lowest bit."""
    digits = (format(number, f"0{order}b") if order else "" for number in range(1 << order))
    return [word.replace("0", "P").replace("1", "B") for word in digits]


def _stationary(banker: NDArray[np.float64], after: NDArray[np.int64]) -> NDArray[np.float64]:
    """Solve for the law of the states that a step leaves as it is."""
    states = np.arange(banker.size)
    step = np.zeros((banker.size, banker.size))
    np.add.at(step, (states, after[:, 0]), 1 - banker)
    np.add.at(step, (states, after[:, 1]), banker)
    reached = (step > 0) | np.eye(banker.size, dtype=np.bool_)
    for _ in range(banker.size.bit_length()):
        reached = reached.astype(np.float32) @ reached > 0
    if not reached.all(axis=0).any():
        raise ValueError(
            "chances must lead from every word to one set of words; with these a shoe's "
            "beginning would decide its whole course: use chances other than 0 and 1"
        )
    even = 1 / banker.size
    law = np.linalg.solve((np.eye(banker.size) - step + even).T, np.full(banker.size, even))
    law = np.clip(law, 0, None)
    return np.asarray(law / law.sum(), dtype=np.float64)
