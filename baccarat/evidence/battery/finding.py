"""What a plan of tests finds in a history."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from math import isfinite
from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.evidence.battery.corrections import benjamini_hochberg, holm, step_down
from baccarat.evidence.battery.plan import Plan
from baccarat.evidence.randomness import SequenceTest
from baccarat.evidence.result import TestResult, Verdict, needed_text, results_frame
from baccarat.evidence.sample import Depth, Sample, sample_of
from baccarat.game.showing import block_html, frame_html
from baccarat.game.table import Table
from baccarat.history.history import History
from baccarat.history.words import many
from baccarat.words.messages import say, say_many, translated

MOST_SHUFFLED: Final = 2_000_000_000
"""Coups times permutations that a plan may shuffle."""

BLOCK_COUPS: Final = 1 << 21


@dataclass(frozen=True, eq=False)
class BatteryResult:
    """What a plan found.

    Attributes
    ----------
    plan : Plan
    results : tuple of TestResult
        In the plan's order, corrected together.
    history : History
        What was tested.

    Examples
    --------
    >>> import baccarat as bc
    >>> found = run_plan(bc.deal("live", 100, rng=1), Plan(["share", "runs"]))
    >>> found.verdict, len(found.results)
    ('inconclusive', 2)
    """

    plan: Plan
    results: tuple[TestResult, ...]
    history: History

    @property
    def verdict(self) -> Verdict:
        """A deviation if any corrected test is one; consistent if all are; else inconclusive."""
        found = {result.verdict for result in self.results}
        if "deviation" in found:
            return "deviation"
        return "consistent with chance" if found == {"consistent with chance"} else "inconclusive"

    def sentence(self) -> str:
        """Answer in words, with the figures that matter.

        Returns
        -------
        str
        """
        if all(result.method == "none" for result in self.results):
            why = self.results[0].warnings[0].split(": ", 1)[1]
            return say("Nothing can be tested here: {why}.", why=translated(why))
        off = [result for result in self.results if result.verdict == "deviation"]
        if off:
            return say_many(
                len(off),
                "{count} of {tests} finds a departure from chance: {told}. Look for a fault in the "
                "record or the dealing first.",
                "{count} of {tests} find a departure from chance: {told}. Look for a fault in the "
                "record or the dealing first.",
                tests=_tests(self.results),
                told=say("; ").join(_departure(result) for result in off),
            )
        opening = say(
            "None of {tests} finds a departure from chance (smallest corrected p {least:.2g})",
            tests=_tests(self.results),
            least=min(result.p_corrected or 0.0 for result in self.results),
        )
        if self.verdict == "consistent with chance":
            return say(
                "{opening}, and every one rules out effects large enough to pay.", opening=opening
            )
        return _left_open(
            opening, [result for result in self.results if result.verdict == "inconclusive"]
        )

    def frame(self) -> pd.DataFrame:
        """Table the results.

        Returns
        -------
        DataFrame
            As `results_frame`, with p_exploratory, after Benjamini and Hochberg, beside
            p_corrected.
        """
        frame = results_frame(self.results)
        explored = benjamini_hochberg(frame["p_value"].to_numpy())
        frame.insert(list(frame).index("p_corrected") + 1, "p_exploratory", explored)
        return frame

    def __repr__(self) -> str:
        return f"<BatteryResult: {many(len(self.results), 'test')}, {self.verdict}>"

    def _repr_html_(self) -> str:
        columns = ["test", "effect", "low", "high", "detectable", "p_value", "p_corrected"]
        formats = dict.fromkeys(("effect", "low", "high"), "+.2f") | {"detectable": ".2f"}
        formats |= {"p_value": ".3g", "p_corrected": ".3g"}
        told = frame_html(self.frame()[[*columns, "verdict"]], formats)
        return block_html(self.verdict, self.sentence(), told, f"<p>Plan {self.plan.hash}</p>")


def run_plan(
    history: History, plan: Plan | None = None, table: Table | str | None = None
) -> BatteryResult:
    """Put all tests of a plan to a history and correct them together.

    Parameters
    ----------
    history, plan, table
        As for `battery`.

    Returns
    -------
    BatteryResult

    Raises
    ------
    ValueError
        If no table is known, or the permutations would take too long.

    Examples
    --------
    >>> import baccarat as bc
    >>> run_plan(bc.deal("live", 100, rng=1)).verdict
    'inconclusive'
    """
    plan = Plan() if plan is None else plan
    sample = sample_of(history, table)
    _check_work(plan, sample)
    ordered = [test for test in plan.tests if isinstance(test, SequenceTest)]
    depth = reduce(Depth.__or__, (test.depth for test in ordered), Depth())
    sample.counts(depth)
    if sample.few and ordered:
        sample.null().counts(depth)
    results = [
        test.run(sample) if isinstance(test, SequenceTest) else test.run(history, sample.table)
        for test in plan.tests
    ]
    corrected = _corrected(plan, sample, np.array([result.p_value for result in results]))
    told = (
        replace(result, p_corrected=float(min(p, 1.0)))
        for result, p in zip(results, corrected, strict=True)
    )
    return BatteryResult(plan, tuple(told), history)


def battery(
    history: History, plan: Plan | None = None, table: Table | str | None = None
) -> pd.DataFrame:
    """Put a plan of tests to a history; a table of what each finds.

    Parameters
    ----------
    history : History
        What to test; nothing is carried from one segment to the next.
    plan : Plan, optional
        Default: ``Plan()``, seven tests after Holm.
    table : Table or str, optional
        The table whose law is the null, if the history does not name its own.

    Returns
    -------
    DataFrame
        One row a test: test, statistic, p_value, p_corrected, p_exploratory; effect, low, high and
        detectable in points; coups, coups_needed, method, verdict. `run_plan` gives the same
        as objects, with a sentence.

    Raises
    ------
    ValueError
        If no table is known.

    Examples
    --------
    >>> import baccarat as bc
    >>> bc.battery(bc.deal("live", 200, rng=1))[["test", "verdict"]]
                           test       verdict
    0                     share  inconclusive
    1                      runs  inconclusive
    2  autocorrelation, 10 lags  inconclusive
    3           serial, 4 coups  inconclusive
    4          after 3 in a row  inconclusive
    5             between shoes  inconclusive
    6                     drift  inconclusive
    """
    return run_plan(history, plan, table).frame()


def _check_work(plan: Plan, sample: Sample) -> None:
    steps = sample.sides.size * plan.permutations
    if plan.correction == "minimum p" and steps > MOST_SHUFFLED:
        raise ValueError(
            f"{plan.permutations:,} permutations of {many(sample.sides.size, 'coup')} are more "
            f'than {MOST_SHUFFLED:,} steps; ask for fewer, or take correction="holm"'
        )


def _corrected(plan: Plan, sample: Sample, p: NDArray[np.float64]) -> NDArray[np.float64]:
    tests = [test for test in plan.tests if isinstance(test, SequenceTest) and test.of_order]
    if plan.correction == "holm" or not tests:
        return holm(p)
    # The level is shared out between tests of order and the others, by their number.
    among = np.array([test in tests for test in plan.tests])
    corrected = np.empty_like(p)
    corrected[among] = _minimum_p(plan, tests, sample) * among.size / among.sum()
    if not among.all():
        corrected[~among] = holm(p[~among]) * among.size / (~among).sum()
    return corrected


def _minimum_p(plan: Plan, tests: list[SequenceTest], sample: Sample) -> NDArray[np.float64]:
    """Give the corrected p values of tests of order, from permutations within shoes."""
    depth = reduce(Depth.__or__, (test.depth for test in tests))
    rng = np.random.default_rng(plan.seed)
    size = max(1, BLOCK_COUPS // max(sample.sides.size, 1))
    rows = [_p_values(tests, sample, depth)]
    for done in range(0, plan.permutations, size):
        shuffled = sample.permuted(min(size, plan.permutations - done), rng)
        rows.append(_p_values(tests, shuffled, depth))
    return step_down(-np.concatenate(rows))[1]


def _p_values(tests: list[SequenceTest], sample: Sample, depth: Depth) -> NDArray[np.float64]:
    counts = sample.counts(depth)
    return np.stack([test.measure(counts).p_values for test in tests], axis=1)


def _tests(results: tuple[TestResult, ...]) -> str:
    return say_many(len(results), "{count:,} test", "{count:,} tests")


def _left_open(opening: str, results: list[TestResult]) -> str:
    """Say how many tests rule nothing out, and what the one that needs most would take."""
    told = say(
        "{opening}, but {count} can't rule out effects large enough to pay",
        opening=opening,
        count=len(results),
    )
    finite = [result for result in results if isfinite(result.coups_needed)]
    if not finite:
        return f"{told}."
    hardest = max(finite, key=lambda result: result.coups_needed)
    return say(
        "{told}; to see one, the test {name!r} would take some {needed}, and has {coups:,}.",
        told=told,
        name=translated(hardest.name),
        needed=needed_text(hardest),
        coups=hardest.coups,
    )


def _departure(result: TestResult) -> str:
    return say(
        "{name} ({measures}: {effect:+.1f} points, {low:+.1f} to {high:+.1f}; corrected p {p:.2g})",
        name=translated(result.name),
        measures=translated(result.measures),
        effect=result.effect,
        low=result.low,
        high=result.high,
        p=result.p_corrected,
    )
