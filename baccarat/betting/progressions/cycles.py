"""Progressions that play cycles, each until it has won something."""

from __future__ import annotations

from dataclasses import dataclass

from baccarat.betting.progressions.base import Progression, stakes  # noqa: F401 - in examples


@dataclass(frozen=True)
class OscarsGrind(Progression):
    """One unit more after a win, the same after a loss, until the cycle is one unit ahead.

    Never more than would end the cycle one unit ahead. Also known as: Hoyle's press. References:
    A. N. Wilson, The Casino Gambler's Guide (1965).

    Examples
    --------
    >>> stakes(OscarsGrind(), "LLLLLWWW")
    [1, 1, 1, 1, 1, 1, 2, 3]
    """

    start = (0, 1)

    def stake(self, state: tuple[int, int]) -> int:
        return state[1]

    def won(self, state: tuple[int, int], placed: int) -> tuple[int, int]:
        profit, stake = state[0] + placed, state[1]
        return self.start if profit >= 1 else (profit, min(stake + 1, 1 - profit))

    def lost(self, state: tuple[int, int], placed: int) -> tuple[int, int]:
        return (state[0] - placed, state[1])


@dataclass(frozen=True)
class Hollandish(Progression):
    """Blocks of three equal bets of 1, 3, 5, 7, ... units, until a block ends with a cycle ahead.

    At the end of a block with the cycle ahead, start again; else go on to the next odd number.
    Sources conflict on whether a cycle may end inside a block; here it may not.

    Examples
    --------
    >>> stakes(Hollandish(), "LLWWLLW")
    [1, 1, 1, 3, 3, 3, 5]
    """

    start = (0, 0, 0)

    def stake(self, state: tuple[int, int, int]) -> int:
        return 1 + 2 * state[0]

    def won(self, state: tuple[int, int, int], placed: int) -> tuple[int, int, int]:
        return self._after(state, placed)

    def lost(self, state: tuple[int, int, int], placed: int) -> tuple[int, int, int]:
        return self._after(state, -placed)

    def _after(self, state: tuple[int, int, int], gain: int) -> tuple[int, int, int]:
        level, bets, balance = state[0], state[1] + 1, state[2] + gain
        if bets < 3:
            return (level, bets, balance)
        return self.start if balance > 0 else (level + 1, 0, balance)


@dataclass(frozen=True)
class Fitzroy(Progression):
    """One unit more after every bet, won or lost, until the cycle is ahead; then start again.

    Examples
    --------
    >>> stakes(Fitzroy(), "LLWW")
    [1, 2, 3, 4]
    """

    start = (1, 0)

    def stake(self, state: tuple[int, int]) -> int:
        return state[0]

    def won(self, state: tuple[int, int], placed: int) -> tuple[int, int]:
        return self._after(state, placed)

    def lost(self, state: tuple[int, int], placed: int) -> tuple[int, int]:
        return self._after(state, -placed)

    def _after(self, state: tuple[int, int], gain: int) -> tuple[int, int]:
        balance = state[1] + gain
        return self.start if balance > 0 else (state[0] + 1, balance)


@dataclass(frozen=True)
class TiersEtTout(Progression):
    """Stake a third of a pot; a win joins the pot; after a loss stake what is left of it.

    The pot is divided again after every win, and two losses in a row lose it: start again with a
    new one. A third is rounded down to whole units, but is at least one. Also known as: third and
    all.

    Parameters
    ----------
    pot : int
        Units to begin with; 3 or more.

    Examples
    --------
    >>> stakes(TiersEtTout(9), "WLWLLW")
    [3, 4, 8, 5, 11, 3]
    """

    pot: int = 3

    def __post_init__(self) -> None:
        if isinstance(self.pot, bool) or not isinstance(self.pot, int) or self.pot < 3:
            raise ValueError(f"pot must be a whole number of units from 3, got {self.pot!r}")

    @property
    def start(self) -> tuple[int, bool]:
        """The pot, and whether the last bet lost a third of it."""
        return (self.pot, False)

    def stake(self, state: tuple[int, bool]) -> int:
        return state[0] if state[1] else max(1, state[0] // 3)

    def won(self, state: tuple[int, bool], placed: int) -> tuple[int, bool]:
        return (state[0] + placed, False)

    def lost(self, state: tuple[int, bool], placed: int) -> tuple[int, bool]:
        left = state[0] - placed
        return self.start if state[1] or left < 1 else (left, True)
