"""Progressions that look at the bankroll.

They keep count of it themselves, as if every win paid one to one: on player that is exact; on
banker the commission makes them believe in a little more than there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from baccarat.betting.progressions.base import Progression, stakes  # noqa: F401 - in examples


@dataclass(frozen=True)
class Proportional(Progression):
    """Stake a fraction of the bankroll, rounded down to a unit, but one unit at least.

    Kelly's fraction, the edge over the odds, is nought or less for every bet of a fair table: its
    advice is not to play. References: J. L. Kelly, "A new interpretation of information rate", Bell
    System Technical Journal 35 (1956).

    Examples
    --------
    >>> stakes(Proportional(0.1, bankroll=100), "LLWW")
    [10, 9, 8, 8]
    """

    fraction: float
    bankroll: int

    def __post_init__(self) -> None:
        if not 0 < self.fraction <= 1:
            raise ValueError(f"fraction must be above 0 and at most 1, got {self.fraction}")
        _checked(self.bankroll)

    @property
    def start(self) -> int:
        """The bankroll."""
        return self.bankroll

    def stake(self, money: int) -> int:
        return max(1, int(Fraction(str(self.fraction)) * money))

    def won(self, money: int, placed: int) -> int:
        return money + placed

    def lost(self, money: int, placed: int) -> int:
        return money - placed


@dataclass(frozen=True)
class BoldPlay(Progression):
    """Stake what reaches the target, or else all there is; begin anew at the target or at nothing.

    No other way to play reaches a target with a better chance against an edge, where the table has
    no limit. References: L. E. Dubins, L. J. Savage, How to Gamble If You Must (1965), chapter 5.

    Examples
    --------
    >>> stakes(BoldPlay(bankroll=100, target=150), "LWWL")
    [50, 50, 50, 50]
    """

    bankroll: int
    target: int

    def __post_init__(self) -> None:
        _checked(self.bankroll)
        if self.target <= self.bankroll:
            raise ValueError(
                f"the target must be above the bankroll, {self.bankroll}; got {self.target}"
            )

    @property
    def start(self) -> int:
        """The bankroll."""
        return self.bankroll

    def stake(self, money: int) -> int:
        return min(money, self.target - money)

    def won(self, money: int, placed: int) -> int:
        return self._or_anew(money + placed)

    def lost(self, money: int, placed: int) -> int:
        return self._or_anew(money - placed)

    def _or_anew(self, money: int) -> int:
        return money if 0 < money < self.target else self.bankroll


def _checked(bankroll: int) -> None:
    if isinstance(bankroll, bool) or not isinstance(bankroll, int) or bankroll < 1:
        raise ValueError(f"bankroll must be a whole number of units from 1, got {bankroll!r}")
