"""Progressions that keep a line of numbers: what is still to be won back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from baccarat.betting.progressions.base import Progression, stakes  # noqa: F401 - in examples

Line: TypeAlias = tuple[int, ...]


def _checked(line: Line) -> None:
    if not line or any(isinstance(n, bool) or not isinstance(n, int) or n < 1 for n in line):
        raise ValueError(f"a line must hold whole numbers from 1, got {line!r}")


def _ends(line: Line) -> int:
    return line[0] if len(line) == 1 else line[0] + line[-1]


@dataclass(frozen=True)
class Labouchere(Progression):
    """Stake the ends of a line; strike both after a win, add the stake after a loss.

    The number itself where one is left; an empty line starts again. Also known as: cancellation,
    split martingale, annulation. References: H. Labouchère credited the marquis de Condorcet;
    S. N. Ethier, The Doctrine of Chances (2010), section 8.3.

    Examples
    --------
    >>> stakes(Labouchere((1, 2, 3, 4)), "LWLLWWLW")
    [5, 6, 6, 8, 10, 9, 4, 8]
    """

    line: Line = (1, 2, 3, 4)

    def __post_init__(self) -> None:
        _checked(self.line)

    @property
    def start(self) -> Line:
        """The line itself."""
        return self.line

    def stake(self, line: Line) -> int:
        return _ends(line)

    def won(self, line: Line, placed: int) -> Line:
        return line[1:-1] or self.line

    def lost(self, line: Line, placed: int) -> Line:
        return (*line, placed)


@dataclass(frozen=True)
class ReverseLabouchere(Progression):
    """Stake the ends of a line; add the stake after a win, strike both after a loss.

    An empty line starts again. References: N. Leigh, Thirteen Against the Bank (1976).

    Examples
    --------
    >>> stakes(ReverseLabouchere((1, 2, 3, 4)), "WWLL")
    [5, 6, 7, 7]
    """

    line: Line = (1, 2, 3, 4)

    def __post_init__(self) -> None:
        _checked(self.line)

    @property
    def start(self) -> Line:
        """The line itself."""
        return self.line

    def stake(self, line: Line) -> int:
        return _ends(line)

    def won(self, line: Line, placed: int) -> Line:
        return (*line, placed)

    def lost(self, line: Line, placed: int) -> Line:
        return line[1:-1] or self.line


@dataclass(frozen=True)
class Whittacker(Progression):
    """Stake the sum of the last two open losses; a win strikes them, a loss adds the stake.

    One open loss: it and one unit; none: one unit. Sources conflict on the case of one.

    Examples
    --------
    >>> stakes(Whittacker(), "LLLW")
    [1, 2, 3, 5]
    """

    start = ()

    def stake(self, line: Line) -> int:
        return sum(line[-2:]) + (len(line) < 2)

    def won(self, line: Line, placed: int) -> Line:
        return line[:-2]

    def lost(self, line: Line, placed: int) -> Line:
        return (*line, placed)


@dataclass(frozen=True)
class MontanteAmericaine(Progression):
    """Stake the sum of the first and last open losses; a win strikes both, a loss adds the stake.

    One open loss: it and one unit; none: one unit. Sources conflict on the case of one. Also known
    as: American progression.

    Examples
    --------
    >>> stakes(MontanteAmericaine(), "LLLLW")
    [1, 2, 3, 4, 5]
    """

    start = ()

    def stake(self, line: Line) -> int:
        return _ends(line) + (len(line) == 1) if line else 1

    def won(self, line: Line, placed: int) -> Line:
        return line[1:-1]

    def lost(self, line: Line, placed: int) -> Line:
        return (*line, placed)


@dataclass(frozen=True)
class MontanteHollandaise(Progression):
    """Stake one more than the smallest open loss; a win strikes it, a loss adds the stake.

    Also known as: Dutch progression.

    Examples
    --------
    >>> stakes(MontanteHollandaise(), "LLLLW")
    [1, 2, 2, 2, 2]
    """

    start = ()

    def stake(self, bag: Line) -> int:
        return bag[0] + 1 if bag else 1

    def won(self, bag: Line, placed: int) -> Line:
        return bag[1:]

    def lost(self, bag: Line, placed: int) -> Line:
        return tuple(sorted((*bag, placed)))
