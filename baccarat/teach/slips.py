"""Wrong answers that are wrong in the same way whatever was asked."""

from __future__ import annotations

from collections.abc import Iterator

from baccarat.teach.question import Question

NEAR = 6.0
"""Tolerances within which a wrong answer is near."""


def matches(given: float, value: float, tolerance: float) -> bool:
    """Say whether a number is another one, within a relative tolerance.

    Examples
    --------
    >>> matches(0.102, 0.1, 0.03), matches(0.0, 0.0, 0.03)
    (True, True)
    """
    return abs(given - value) <= tolerance * abs(value) + 1e-12


def general_slips(question: Question) -> Iterator[tuple[float, str]]:
    """Give wrong values that the exact answer leads to, and what to say to each.

    Parameters
    ----------
    question : Question

    Yields
    ------
    value : float
    hint : str

    Examples
    --------
    >>> asked = Question("Heads?", lambda: 0.25, "share", "", "")
    >>> [value for value, _ in general_slips(asked)]
    [-0.25, 0.5, 0.125, 25.0, 0.0025, 0.75, 4.0]
    """
    value = question.value()
    yield -value, "The size is right, the sign is the wrong way round: look at what is asked."
    yield 2 * value, "Twice too large: something is counted twice."
    yield value / 2, "Half of what it is: something is left out, or halved once too often."
    if question.unit == "share":
        yield from _of_share(value)


def _of_share(value: float) -> Iterator[tuple[float, str]]:
    yield (
        100 * value,
        (
            "Right as a per cent, but a share was asked: divide by a hundred, or write the % sign "
            'and quotes, as "5%" for 0.05.'
        ),
    )
    yield (
        value / 100,
        "A hundred times too small: divided by a hundred once too often.",
    )
    yield 1 - value, "That is the chance, or the share, of the opposite: take it from 1."
    if value:
        yield 1 / value, "That is one in how many; the share is 1 over it."


def distance(given: float, question: Question) -> str | None:
    """Say which way an answer is off, if it is near.

    Examples
    --------
    >>> distance(0.27, Question("Heads?", lambda: 0.25, "share", "", ""))
    'A little too high.'
    """
    value = question.value()
    if not matches(given, value, NEAR * question.tolerance):
        return None
    return "A little too high." if given > value else "A little too low."
