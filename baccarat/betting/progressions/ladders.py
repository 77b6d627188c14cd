"""Progressions that climb and descend a ladder of stakes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from baccarat.betting.progressions.base import Progression, stakes  # noqa: F401 - in examples

GUETTING = (2, 3, 4, 6, 8, 12, 16, 20, 30, 40)
GUETTING_LEVELS = (0, 1, 1, 1, 2, 2, 2, 3, 3, 3)
GUETTING_FIRST = (0, 1, 4, 7)


@dataclass(frozen=True)
class Flat(Progression):
    """Stake one unit, always. Also known as: masse égale, flat betting.

    Examples
    --------
    >>> stakes(Flat(), "LLW")
    [1, 1, 1]
    """

    start = 0

    def stake(self, state: int) -> int:
        return 1

    def won(self, state: int, placed: int) -> int:
        return 0

    def lost(self, state: int, placed: int) -> int:
        return 0


@dataclass(frozen=True)
class Martingale(Progression):
    """Double after a loss; back to one unit after a win.

    With `steps`, give up after so many losses in a row and start again: the mini martingale. Also
    known as: classique, doubling up. References: G. Casanova, Histoire de ma vie (1754), who
    played it in Venice; L. E. Dubins, L. J. Savage, How to Gamble If You Must (1965).

    Examples
    --------
    >>> stakes(Martingale(steps=3), "LLLLW")
    [1, 2, 4, 1, 2]
    """

    steps: int | None = None
    start = 1

    def __post_init__(self) -> None:
        if self.steps is not None and self.steps < 1:
            raise ValueError(f"steps must be a whole number from 1, got {self.steps}")

    def stake(self, units: int) -> int:
        return units

    def won(self, units: int, placed: int) -> int:
        return 1

    def lost(self, units: int, placed: int) -> int:
        given_up = self.steps is not None and units >= 2 ** (self.steps - 1)
        return 1 if given_up else 2 * units


@dataclass(frozen=True)
class GrandeMartingale(Progression):
    """Double and add a unit after a loss; back to one unit after a win. Also: great martingale.

    Examples
    --------
    >>> stakes(GrandeMartingale(), "LLLWL")
    [1, 3, 7, 15, 1]
    """

    start = 1

    def stake(self, units: int) -> int:
        return units

    def won(self, units: int, placed: int) -> int:
        return 1

    def lost(self, units: int, placed: int) -> int:
        return 2 * units + 1


@dataclass(frozen=True)
class Piquemouche(Progression):
    """Double after every third loss in a row: 1, 1, 1, 2, 2, 2, 4, ...; back to one after a win.

    Sources conflict; here a win at any step starts again, and the steps have no end.

    Examples
    --------
    >>> stakes(Piquemouche(), "LLLLLLLW")
    [1, 1, 1, 2, 2, 2, 4, 4]
    """

    start = 0

    def stake(self, losses: int) -> int:
        return int(2 ** (losses // 3))

    def won(self, losses: int, placed: int) -> int:
        return 0

    def lost(self, losses: int, placed: int) -> int:
        return losses + 1


@dataclass(frozen=True)
class Paroli(Progression):
    """Double after a win, up to `steps` wins in a row; back to one unit after a loss or the last.

    Also known as: anti-martingale, reverse martingale, let it ride.

    Examples
    --------
    >>> stakes(Paroli(3), "WWWWL")
    [1, 2, 4, 1, 2]
    """

    steps: int = 3
    start = 0

    def __post_init__(self) -> None:
        if self.steps < 1:
            raise ValueError(f"steps must be a whole number from 1, got {self.steps}")

    def stake(self, wins: int) -> int:
        return int(2**wins)

    def won(self, wins: int, placed: int) -> int:
        return (wins + 1) % self.steps

    def lost(self, wins: int, placed: int) -> int:
        return 0


@dataclass(frozen=True)
class DAlembert(Progression):
    """One unit more after a loss, one less after a win, never below one.

    Also known as: pyramid, montante d'Alembert, Gagnante inversée. The "equilibrium" it trusts in
    is a misreading of J. d'Alembert, Opuscules mathématiques (1761).

    Examples
    --------
    >>> stakes(DAlembert(), "LLWWW")
    [1, 2, 3, 2, 1]
    """

    start = 1

    def stake(self, units: int) -> int:
        return units

    def won(self, units: int, placed: int) -> int:
        return max(1, units - 1)

    def lost(self, units: int, placed: int) -> int:
        return units + 1


@dataclass(frozen=True)
class ContreDAlembert(Progression):
    """One unit more after a win, one less after a loss, never below one.

    Examples
    --------
    >>> stakes(ContreDAlembert(), "WWLLL")
    [1, 2, 3, 2, 1]
    """

    start = 1

    def stake(self, units: int) -> int:
        return units

    def won(self, units: int, placed: int) -> int:
        return units + 1

    def lost(self, units: int, placed: int) -> int:
        return max(1, units - 1)


def _fibonacci(step: int) -> int:
    before, here = 0, 1
    for _ in range(step):
        before, here = here, before + here
    return here


@dataclass(frozen=True)
class Fibonacci(Progression):
    """One number on in 1, 1, 2, 3, 5, 8, ... after a loss, two back after a win.

    Sources conflict between one step back and two; two is used here, never before the first.

    Examples
    --------
    >>> stakes(Fibonacci(), "LLLLWW")
    [1, 1, 2, 3, 5, 2]
    """

    start = 0

    def stake(self, step: int) -> int:
        return _fibonacci(step)

    def won(self, step: int, placed: int) -> int:
        return max(0, step - 2)

    def lost(self, step: int, placed: int) -> int:
        return step + 1


@dataclass(frozen=True)
class AntiFibonacci(Progression):
    """One number on in 1, 1, 2, 3, 5, 8, ... after a win, two back after a loss.

    Examples
    --------
    >>> stakes(AntiFibonacci(), "WWWWLL")
    [1, 1, 2, 3, 5, 2]
    """

    start = 0

    def stake(self, step: int) -> int:
        return _fibonacci(step)

    def won(self, step: int, placed: int) -> int:
        return step + 1

    def lost(self, step: int, placed: int) -> int:
        return max(0, step - 2)


@dataclass(frozen=True)
class WinLadder(Progression):
    """The next number of a list after a win; the first after a loss or after the last.

    Also known as: 1-3-2-6, the default; 1-3-2-4; 1-2-4-8.

    Examples
    --------
    >>> stakes(WinLadder((1, 3, 2, 6)), "WWWWL")
    [1, 3, 2, 6, 1]
    """

    numbers: tuple[int, ...] = (1, 3, 2, 6)
    start = 0

    def __post_init__(self) -> None:
        if not self.numbers or min(self.numbers) < 1:
            raise ValueError(f"numbers must be stakes of 1 unit or more, got {self.numbers}")

    def stake(self, step: int) -> int:
        return self.numbers[step]

    def won(self, step: int, placed: int) -> int:
        return (step + 1) % len(self.numbers)

    def lost(self, step: int, placed: int) -> int:
        return 0


@dataclass(frozen=True)
class Ascot(Progression):
    """Up a ladder after a win, down after a loss, from its middle: 2, 3, 5, 8, 13, 20, 30.

    A win at the top or a loss at the bottom starts again at 8.

    Examples
    --------
    >>> stakes(Ascot(), "LLWWW")
    [8, 5, 3, 5, 8]
    """

    ladder: ClassVar = (2, 3, 5, 8, 13, 20, 30)
    start = 3

    def stake(self, step: int) -> int:
        return self.ladder[step]

    def won(self, step: int, placed: int) -> int:
        return step + 1 if step < 6 else self.start

    def lost(self, step: int, placed: int) -> int:
        return step - 1 if step > 0 else self.start


@dataclass(frozen=True)
class ThirtyOne(Progression):
    """Nine rows 1, 1, 1, 2, 2, 4, 4, 8, 8, thirty-one units in all; a win is doubled once.

    Stake the row; after a win stake twice the row once, and if that wins too, start again. Any loss
    goes to the next row, and after the ninth starts again. Sources conflict on where a lost double
    goes; here it is a loss like any other.

    Examples
    --------
    >>> stakes(ThirtyOne(), "LLLWL")
    [1, 1, 1, 2, 4]
    """

    rows: ClassVar = (1, 1, 1, 2, 2, 4, 4, 8, 8)
    start = (0, False)

    def stake(self, state: tuple[int, bool]) -> int:
        row, doubled = state
        return self.rows[row] * (2 if doubled else 1)

    def won(self, state: tuple[int, bool], placed: int) -> tuple[int, bool]:
        row, doubled = state
        return (0, False) if doubled else (row, True)

    def lost(self, state: tuple[int, bool], placed: int) -> tuple[int, bool]:
        return ((state[0] + 1) % len(self.rows), False)


@dataclass(frozen=True)
class Guetting(Progression):
    """Levels [2], [3, 4, 6], [8, 12, 16], [20, 30, 40]; two wins in a row go to the next stake.

    A loss on the first try goes to the first stake of the level before; a loss after one win
    repeats the stake; winning the top twice starts again. Sources conflict on the repeat.

    Examples
    --------
    >>> stakes(Guetting(), "WWWWLL")
    [2, 2, 3, 3, 4, 2]
    """

    start = (0, False)

    def stake(self, state: tuple[int, bool]) -> int:
        return GUETTING[state[0]]

    def won(self, state: tuple[int, bool], placed: int) -> tuple[int, bool]:
        step, once = state
        return ((step + 1) % len(GUETTING), False) if once else (step, True)

    def lost(self, state: tuple[int, bool], placed: int) -> tuple[int, bool]:
        step, once = state
        if once:
            return (step, False)
        return (GUETTING_FIRST[max(0, GUETTING_LEVELS[step] - 1)], False)
