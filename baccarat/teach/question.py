"""A question of a lesson: what is asked, how its answer is worked out, how one goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal, TypeAlias

Number: TypeAlias = "Fraction | float"
Worked: TypeAlias = Callable[[], Number]
Unit: TypeAlias = Literal["share", "units", "wins", "coups", "number"]


@cache
def worked(work: Worked) -> float:
    """Work a number out, once.

    Examples
    --------
    >>> worked(lambda: Fraction(1, 4))
    0.25
    """
    return float(work())


@dataclass(frozen=True)
class Slip:
    """A wrong answer that has a reason.

    Attributes
    ----------
    value : callable
        Works the wrong answer out.
    hint : str
        What to say to it.
    """

    value: Worked
    hint: str


@dataclass(frozen=True)
class Question:
    """A question with one number for its answer.

    Attributes
    ----------
    asks : str
        The question in words.
    answer : callable
        Works the exact answer out.
    unit : {"share", "units", "wins", "coups", "number"}
        What the answer is in; a share may be given as a per cent too.
    why : str
        What is said beside a right answer.
    hint : str
        What is said to a wrong answer whose reason is not known.
    slips : tuple of Slip
        Wrong answers whose reason is.
    tolerance : float
        How far off, relative to the answer, a right answer may be.
    digits : int
        Significant digits it is shown with.

    Examples
    --------
    >>> half = Question("A coin's chance of heads?", lambda: 0.5, "share", "By symmetry.", "Toss.")
    >>> half.shown()
    '50.00%'
    """

    asks: str
    answer: Worked
    unit: Unit
    why: str
    hint: str
    slips: tuple[Slip, ...] = ()
    tolerance: float = 0.02
    digits: int = 4

    def value(self) -> float:
        """Give the exact answer, as a float."""
        return worked(self.answer)

    def shown(self) -> str:
        """Give the exact answer in words."""
        value = self.value()
        if self.unit == "share":
            return f"{100 * value:#.{self.digits}g}%"
        told = f"{value:.{self.digits}g}"
        return told if self.unit == "number" else f"{told} {self.unit}"
