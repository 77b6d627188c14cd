"""What a test returns, and the words and limits that all tests share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import ClassVar, Final, Literal, TypeAlias

import pandas as pd

from baccarat.game.showing import block_html, pairs_html
from baccarat.game.sketches import interval_svg
from baccarat.words.messages import say, translated
from baccarat.words.number import number

Verdict: TypeAlias = Literal["deviation", "consistent with chance", "inconclusive"]
Method: TypeAlias = Literal["exact", "asymptotic", "permutation", "monte carlo", "none"]

LEVEL: Final = 0.05
POWER: Final = 0.80


@dataclass(frozen=True)
class TestResult:
    """One question put to a history, and what the history could answer.

    Effects are in points: hundredths of a chance or a share.

    Attributes
    ----------
    name : str
        The test.
    null : str
        What is taken for granted until the data speak against it.
    method : {"exact", "asymptotic", "permutation", "monte carlo", "none"}
        How the p value was found; none where the history can't be tested.
    statistic : float
        What the test looked at; NaN where there was nothing to look at.
    p_value : float
        Chance of a statistic as far out under the null; 1 where the history can't be tested.
    p_error : float
        Standard error of a permutation or Monte Carlo p value; 0 for the others.
    measures : str
        What the effect is, in words.
    effect, low, high : float
        The effect in points, and its 95% interval.
    margin : tuple of float
        The smallest effects, downwards and upwards, that are big enough to matter, in points.
    detectable : float
        The smallest effect, in points, that these data show with 80% power at the 5% level.
    coups : int
        What the test had to go by: decided coups, or what `counted` says.
    coups_needed : float
        How many there would have to be to show the nearer margin with 80% power.
    p_equivalence : float
        The larger p value of two one-sided tests, that the effect lies below the lower margin or
        above the upper one.
    p_corrected : float or None
        After the correction of a battery.
    counted : str
        What `coups` counts.
    warnings : tuple of str
        What to keep in mind.

    Examples
    --------
    >>> from baccarat.evidence.making import directed
    >>> result = directed("demo", "chance", "a share", 0.2, error=1.0, coups=2500,
    ...                   margin=(-0.6, 0.6))
    >>> round(result.low, 2), round(result.high, 2), result.verdict
    (-1.76, 2.16, 'inconclusive')
    """

    __test__: ClassVar[bool] = False

    name: str
    null: str
    method: Method
    statistic: float
    p_value: float
    p_error: float
    measures: str
    effect: float
    low: float
    high: float
    margin: tuple[float, float]
    detectable: float
    coups: int
    coups_needed: float
    p_equivalence: float
    p_corrected: float | None = None
    counted: str = "decided coups"
    warnings: tuple[str, ...] = field(default=())

    @property
    def verdict(self) -> Verdict:
        """Say what the data show.

        *deviation*: the test, corrected where it is one of a battery, rejects at 5%. *consistent
        with chance*: it does not, and two one-sided tests at 5% rule out every effect as large as
        the margin. *inconclusive*: neither.
        """
        return verdict_of(
            self.p_value if self.p_corrected is None else self.p_corrected, self.p_equivalence
        )

    def frame(self) -> pd.DataFrame:
        """Give the result as a table of one row; see `results_frame`."""
        return results_frame([self])

    def _repr_html_(self) -> str:
        words = f"Effect {self.effect:+.2f} points, interval {self.low:+.2f} to {self.high:+.2f}."
        picture = interval_svg(self.effect, self.low, self.high, alt=words, band=self.margin)
        return block_html(self.name, self.verdict, pairs_html(self._told()), picture)

    def _told(self) -> list[tuple[str, str]]:
        told = [
            ("null", self.null),
            ("p value", f"{self.p_value:.4g} ({self.method})"),
            (self.measures, f"{self.effect:+.2f} points ({self.low:+.2f} to {self.high:+.2f})"),
            ("smallest effect shown with 80% power", f"{self.detectable:.2f} points"),
            (f"{self.counted} here, and needed", f"{self.coups:,}, {self.coups_needed:,.0f}"),
        ]
        return told + [("note", warning) for warning in self.warnings]


def verdict_of(p_value: float, p_equivalence: float) -> Verdict:
    """Give the verdict on a p value and the p value of equivalence.

    Examples
    --------
    >>> verdict_of(0.5, 0.01)
    'consistent with chance'
    """
    if p_value < LEVEL:
        return "deviation"
    return "consistent with chance" if p_equivalence < LEVEL else "inconclusive"


def results_frame(results: Sequence[TestResult]) -> pd.DataFrame:
    """Table results, one row a test.

    Parameters
    ----------
    results : sequence of TestResult

    Returns
    -------
    DataFrame
        test, statistic, p_value, p_corrected (the p value where there was no correction); effect,
        low, high and detectable in points; coups, coups_needed, method, verdict.

    Examples
    --------
    >>> from baccarat.evidence.making import directed
    >>> result = directed("demo", "chance", "a share", 0.2, error=1.0, coups=2500,
    ...                   margin=(-0.6, 0.6))
    >>> results_frame([result]).loc[0, "verdict"]
    'inconclusive'
    """
    columns = ["statistic", "p_value", "p_corrected", "effect", "low", "high", "detectable"]
    columns += ["coups", "coups_needed", "method", "verdict"]
    rows = []
    for result in results:
        row = {"test": result.name} | {name: getattr(result, name) for name in columns}
        if result.p_corrected is None:
            row["p_corrected"] = result.p_value
        rows.append(row)
    return pd.DataFrame(rows, columns=["test", *columns])


def needed_text(result: TestResult) -> str:
    """Say how many coups it would take, in words.

    Examples
    --------
    >>> from baccarat.evidence.making import directed
    >>> result = directed("demo", "chance", "a share", 2.0, error=1.0, coups=50, margin=(-1, 1))
    >>> needed_text(result)
    '390 decided coups'
    """
    counted = translated(result.counted)
    if not isfinite(result.coups_needed):
        return say("more {counted} than can be told from these", counted=counted)
    digits = max(0, len(f"{result.coups_needed:.0f}") - 2)
    needed = round(result.coups_needed, -digits)
    return f"{number(needed, ',.0f')} {counted}"
