"""What continuation tests say, in a sentence and in a table."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import pandas as pd

from baccarat.evidence.result import Verdict
from baccarat.evidence.streaks.continuations import Continuation
from baccarat.game.showing import block_html, pairs_html
from baccarat.game.sketches import interval_svg
from baccarat.words.messages import say, translated


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
    told = say("; ").join(map(_told, tests))
    return f"{_opening(verdict, told)} {_closing(tests, verdict)}", verdict


def _opening(verdict: Verdict, told: str) -> str:
    if verdict == "deviation":
        return say("Runs go on at another rate than chance gives them: {told}.", told=told)
    if verdict == "consistent with chance":
        return say("Runs go on as often as chance gives them: {told}.", told=told)
    return say(
        "This record can't tell whether runs go on more or less often than by chance: {told}.",
        told=told,
    )


def _told(test: Continuation) -> str:
    """Tell one test's figures in a clause."""
    side = translated(test.side)
    if not test.opportunities:
        return say("{k} {side} wins in a row never came", k=test.k, side=side)
    return say(
        "after {k} or more {side} wins in a row{unbroken}, {side} won again in {rate:.1%} of "
        "{count:,} coups, by chance {expected:.1%} (chance to go on, with 95% confidence: "
        "{low:.1%} to {high:.1%})",
        k=test.k,
        side=side,
        unbroken=say(" with no tie among or after them") if test.ties == "end" else "",
        rate=test.rate,
        count=test.opportunities,
        expected=test.expected,
        low=test.low,
        high=test.high,
    )


def _closing(tests: list[Continuation], verdict: Verdict) -> str:
    if verdict == "deviation":
        return say("Look for a fault in the record or the dealing first.")
    if verdict == "consistent with chance":
        return say("Every effect large enough to pay is ruled out.")
    needed = max(test.shoes_needed for test in tests)
    if not np.isfinite(needed):
        return say("To see an effect that pays would take some infinitely many shoes like these.")
    return say(
        "To see an effect that pays would take some {shoes:,.0f} shoes like these.",
        shoes=_rounded(needed),
    )


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


def continuation_html(test: Continuation) -> str:
    """Show one test in a notebook: its figures, and the interval beside where no bet pays.

    Examples
    --------
    >>> import baccarat as bc
    >>> test = bc.continuations(bc.deal("live", 10, rng=1), lengths=[2])[0]
    >>> continuation_html(test)[16:49]
    'After 2 or more player wins in a '
    """
    against, on = test.break_even
    told = [
        ("went on", f"{test.hits:,} of {test.opportunities:,} times, {test.rate:.2%}"),
        ("by chance", f"{test.expected:.2%}"),
        ("chance to go on, 95% interval", f"{test.low:.2%} to {test.high:.2%}"),
        ("p value, and corrected", f"{test.p_value:.3g}, {test.p_corrected:.3g}"),
        ("a bet pays", f"against it below {against:.2%}, on it above {on:.2%}"),
        ("smallest effect shown with 80% power", f"{100 * test.detectable:.2f} points"),
    ]
    middle = test.rate + test.chance - test.expected  # the interval's, its centre moved for bias
    words = f"The chance to go on lies between {test.low:.2%} and {test.high:.2%}."
    picture = interval_svg(
        middle, test.low, test.high, alt=words, band=test.break_even, about=test.chance
    )
    title = f"After {test.k} or more {test.side} wins in a row"
    return block_html(title, test.verdict, pairs_html(told), picture)


def _rounded(number: float) -> float:
    """Round to two figures, for a number of shoes."""
    digits = max(0, int(np.floor(np.log10(max(number, 1)))) - 1)
    return round(number, -digits)
