"""An answer as it is typed, read as a number."""

from __future__ import annotations

import re
from math import isfinite
from numbers import Real
from typing import Final, TypeAlias

Answer: TypeAlias = "Real | float | str | None"

FORMS: Final = '0.0106, "1.06%", "20/39" or "1 in 95"'

_NUMBER: Final = r"[+-]?(?:\d{1,40}(?:\.\d{0,40})?|\.\d{1,40})(?:e[+-]?\d{1,4})?"
_PLAIN: Final = re.compile(rf"(?P<number>{_NUMBER})(?P<percent>%?)")
_RATIO: Final = re.compile(rf"(?P<above>{_NUMBER})(?:/|in)(?P<below>{_NUMBER})")


def number_in(answer: Answer) -> float | None:
    """Read an answer.

    Parameters
    ----------
    answer : number or str
        A number, or a text such as "1.06%", "20/39" or "1 in 95".

    Returns
    -------
    float or None
        A share for a per cent; None where the text holds no finite number.

    Raises
    ------
    TypeError
        If it is neither a number nor a text.

    Examples
    --------
    >>> number_in("1.06%"), number_in("1 in 8"), number_in("banker")
    (0.0106, 0.125, None)
    """
    if isinstance(answer, str):
        return _from_text("".join(answer.lower().replace("−", "-").split()))
    if isinstance(answer, bool) or not isinstance(answer, Real):
        raise TypeError(
            f"an answer must be a number or a text, as {FORMS}, or None for none yet; got "
            f"{answer!r} ({type(answer).__name__})"
        )
    return _finite(answer)


def _from_text(text: str) -> float | None:
    if plain := _PLAIN.fullmatch(text):
        number = float(plain["number"])
        # Rounded, so that 1.1% is the float that 0.011 is.
        return _finite(float(f"{number / 100:.15g}") if plain["percent"] else number)
    if ratio := _RATIO.fullmatch(text):
        above, below = float(ratio["above"]), float(ratio["below"])
        return _finite(above / below) if below else None
    return None


def _finite(number: Real | float) -> float | None:
    try:
        value = float(number)
    except OverflowError:
        return None
    return value if isfinite(value) else None
