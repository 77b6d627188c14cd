"""What continuation tests say, in a sentence and in a table."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
import pandas as pd

from baccarat.evidence.result import Verdict
from baccarat.evidence.streaks.continuations import Continuation


def conclude(tests: Iterable[Continuation]) -> tuple[str, Verdict]:
    """Answer the question that some continuation tests ask together.

    Parameters
    ----------
    tests : iterable of Continuation
        Those declared in advance as the question: one k, either side or both.

    Returns
    -------
    sentence : str
        The answer, with estimates and intervals.
    verdict : {"deviation", "consistent with chance", "inconclusive"}
        A deviation if any of them is one; consistent if all are; else inconclusive.

    Examples
    --------
    >>> import baccarat as bc
    >>> history = bc.read_history("data/recorded/live-table.txt", table="live")
    >>> sentence, verdict = conclude(bc.continuations(history, lengths=[1]))
    >>> verdict
    'inconclusive'
    """
    tests = list(tests)
    found = {test.verdict for test in tests}
    verdict: Verdict = "inconclusive"
    if "deviation" in found:
        verdict = "deviation"
    elif found == {"consistent with chance"}:
        verdict = "consistent with chance"
    told = "; ".join(map(_told, tests))
    return f"{_OPENINGS[verdict]}: {told}.{_closing(tests, verdict)}", verdict


_OPENINGS: Final[dict[Verdict, str]] = {
    "deviation": "Runs go on at another rate than chance gives them",
    "consistent with chance": "Runs go on as often as chance gives them",
    "inconclusive": "This record can't tell whether runs go on more or less often than by chance",
}


def _told(test: Continuation) -> str:
    """Tell one test's figures in a clause."""
    if not test.opportunities:
        return f"{test.k} {test.side} wins in a row never came"
    return (
        f"after {test.k} or more {test.side} wins in a row{_unbroken(test)}, {test.side} won "
        f"again in {test.rate:.1%} of {test.opportunities:,} coups, by chance {test.expected:.1%} "
        f"(chance to go on, with 95% confidence: {test.low:.1%} to {test.high:.1%})"
    )


def _unbroken(test: Continuation) -> str:
    return " with no tie among or after them" if test.ties == "end" else ""


def _closing(tests: list[Continuation], verdict: Verdict) -> str:
    if verdict == "deviation":
        return " Look for a fault in the record or the dealing first."
    if verdict == "consistent with chance":
        return " Every effect large enough to pay is ruled out."
    needed = max(test.shoes_needed for test in tests)
    return f" To see an effect that pays would take some {_rounded(needed)} shoes like these."


def continuation_frame(tests: Iterable[Continuation]) -> pd.DataFrame:
    """Table the answers of `continuations`.

    Parameters
    ----------
    tests : iterable of Continuation
        What to table.

    Returns
    -------
    DataFrame
        One row a test; shares as fractions of one.

    Examples
    --------
    >>> import baccarat as bc
    >>> tests = bc.continuations(bc.deal("live", 10, rng=1), lengths=[1])
    >>> continuation_frame(tests)[["side", "k", "opportunities"]]
         side  k  opportunities
    0  player  1            357
    1  banker  1            360
    """
    shown = ["side", "k", "ties", "opportunities", "hits", "rate", "expected", "low", "high"]
    later = ["p_value", "p_corrected", "p_equivalence", "detectable", "shoes_needed"]
    averages = ["shoe_average", "shoe_average_expected"]
    return pd.DataFrame(
        [
            {name: getattr(test, name) for name in (*shown, *later, "verdict", *averages)}
            for test in tests
        ]
    )


def _rounded(number: float) -> str:
    """Round to two figures, for a number of shoes."""
    if not np.isfinite(number):
        return "infinitely many"
    digits = max(0, int(np.floor(np.log10(max(number, 1)))) - 1)
    return f"{round(number, -digits):,.0f}"
