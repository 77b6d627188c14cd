"""Tests of one question each, with an effect, an interval and what the record could have shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.evidence.laws import (
    mean_opportunities,
    mean_shoe_average,
    pooled_continuation,
)
from baccarat.evidence.runs import SIDES, Side, checked_length, lengths_so_far, side_shares
from baccarat.game.law import coup_law
from baccarat.game.table import Table
from baccarat.history.history import History

Verdict: TypeAlias = Literal["deviation", "consistent with chance", "inconclusive"]

LEVEL: Final = 0.05
POWER: Final = 0.80
FEW_COUPS: Final = 1_000
"""Up to so many decided coups, p values come from simulated records of the same shoes."""

REPETITIONS: Final = 9_999
_SEED: Final = 20_000


@dataclass(frozen=True)
class Continuation:
    """After k or more of a side in a row, does the run go on? All shares are of decided coups.

    Attributes
    ----------
    side : {"player", "banker"}
    k : int
        Coups in a row before an opportunity, at least.
    shoes, opportunities, hits : int
        Shoes with an opportunity; opportunities; and how many went on.
    chance : float
        The side's chance in a decided coup: what each opportunity has if coups are independent.
    rate : float
        hits / opportunities, pooled over all shoes.
    expected : float
        The exact mean of `rate` under chance; below `chance`, markedly so in a short record.
    low, high : float
        95% interval for the chance to go on (Wilson's, moved by `chance - expected`). In a
        record of a few shoes, for k from 4, it holds the truth in 91 to 95% of records.
    p_value : float
        Two-sided, of hits - chance * opportunities, whose mean is zero under chance.
    p_corrected : float
        After Holm, over all questions asked together.
    method : {"monte carlo", "binomial", "none"}
        How the p value was found; none where there was no opportunity.
    break_even : tuple of float
        Below the first, betting against the run would pay; above the second, betting on it.
    detectable : float
        The smallest effect, in shares, that so many opportunities show with 80% power.
    shoes_needed : float
        Shoes like these that show the nearer break-even effect with 80% power.
    shoe_average, shoe_average_expected : float
        The mean of each shoe's own rate, and its exact mean under chance: a biased number.

    Examples
    --------
    >>> import baccarat as bc
    >>> test = continuations(bc.deal("live", 500, rng=1), lengths=[1])[0]
    >>> test.side, test.k, test.verdict
    ('player', 1, 'inconclusive')
    """

    side: Side
    k: int
    shoes: int
    opportunities: int
    hits: int
    chance: float
    rate: float
    expected: float
    low: float
    high: float
    p_value: float
    p_corrected: float
    method: Literal["monte carlo", "binomial", "none"]
    break_even: tuple[float, float]
    detectable: float
    shoes_needed: float
    shoe_average: float
    shoe_average_expected: float

    @property
    def effect(self) -> float:
        """The observed rate less what chance makes it on average."""
        return self.rate - self.expected

    @property
    def verdict(self) -> Verdict:
        """Say what the record shows.

        *deviation*: the corrected test rejects. *consistent with chance*: it does not, and the
        interval leaves out every effect that would pay. *inconclusive*: neither.
        """
        if self.p_corrected < LEVEL:
            return "deviation"
        within = self.break_even[0] < self.low and self.high < self.break_even[1]
        return "consistent with chance" if within else "inconclusive"


def continuations(
    history: History,
    lengths: Iterable[int] = range(1, 9),
    table: Table | str | None = None,
) -> list[Continuation]:
    """Test, for each side and each k, whether a run of k goes on more or less than by chance.

    Ties and voids are passed over; no run goes from one shoe to the next.

    Parameters
    ----------
    history : History
        At least one decided coup.
    lengths : iterable of int
        The k to ask about, each 1 or more; all are corrected together.
    table : Table or str, optional
        The table whose law is the null, if the history does not name its own.

    Returns
    -------
    list of Continuation
        Player's, then banker's, by k.

    Raises
    ------
    ValueError
        If there is no decided coup, no table, or a k below 1.

    References
    ----------
    J. B. Miller and A. Sanjurjo, "Surprised by the hot hand fallacy? A truth in the law of small
    numbers", Econometrica 86 (2018), for the bias of shoe averages.
    S. Holm, "A simple sequentially rejective multiple test procedure" (1979), by statsmodels.
    E. B. Wilson's interval and the exact binomial test are scipy's.

    Examples
    --------
    >>> import baccarat as bc
    >>> tests = continuations(bc.History([0, 0, 1, 1, 1, 0]), lengths=[1, 2], table="live")
    >>> [(t.side, t.k, t.hits, t.opportunities) for t in tests]
    [('player', 1, 1, 2), ('player', 2, 0, 1), ('banker', 1, 2, 3), ('banker', 2, 1, 2)]
    """
    table = history.known_table(table)
    ks = sorted({checked_length(k) for k in lengths})
    decided = history.decided()
    if not len(decided) or not ks:
        raise ValueError("the history holds no decided coup, or no length is asked about")
    law = coup_law(table.decks)
    shares = side_shares(law)
    pays_at = {side: float(law.break_even(table.bets.get(side, side))) for side in SIDES}
    limits: dict[Side, tuple[float, float]] = {
        "player": (1 - pays_at["banker"], pays_at["player"]),
        "banker": (1 - pays_at["player"], pays_at["banker"]),
    }
    simulated = _simulated_scores(decided.lengths, ks, shares)
    tests = [
        _continuation(decided, side, k, share, limits[side], simulated.get((side, k)))
        for side, share in shares.items()
        for k in ks
    ]
    return _corrected(tests)


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
    >>> sentence, verdict = conclude(continuations(history, lengths=[1]))
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
        f"after {test.k} or more {test.side} wins in a row, {test.side} won again in "
        f"{test.rate:.1%} of {test.opportunities:,} coups, by chance {test.expected:.1%} (chance "
        f"to go on, with 95% confidence: {test.low:.1%} to {test.high:.1%})"
    )


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
    >>> tests = continuations(bc.deal("live", 10, rng=1), lengths=[1])
    >>> continuation_frame(tests)[["side", "k", "opportunities"]]
         side  k  opportunities
    0  player  1            357
    1  banker  1            360
    """
    shown = ["side", "k", "opportunities", "hits", "rate", "expected", "low", "high"]
    later = ["p_value", "p_corrected", "detectable", "shoes_needed"]
    averages = ["shoe_average", "shoe_average_expected"]
    return pd.DataFrame(
        [
            {name: getattr(test, name) for name in (*shown, *later, "verdict", *averages)}
            for test in tests
        ]
    )


def _opportunities(decided: History, side: int, k: int) -> NDArray[np.int64]:
    """Give the places of the coups that follow k or more of a side in their shoe."""
    ready = (decided.outcomes == side) & (lengths_so_far(decided) >= k)
    places = np.flatnonzero(ready) + 1
    return np.setdiff1d(places, decided.starts, assume_unique=True)


def _continuation(
    decided: History,
    side: Side,
    k: int,
    chance: float,
    break_even: tuple[float, float],
    scores: NDArray[np.float64] | None,
) -> Continuation:
    places = _opportunities(decided, SIDES[side], k)
    on = decided.outcomes[places] == SIDES[side]
    tried, hits = places.size, int(on.sum())
    expected = pooled_continuation(decided.lengths, k, chance)
    low, high = _interval(hits, tried, chance - expected)
    p_value, method = _p_value(hits, tried, chance, scores)
    shoe = decided.shoe()[places]
    per_shoe = np.bincount(shoe, minlength=decided.segments)
    seen = per_shoe > 0
    averages = np.bincount(shoe, on, minlength=decided.segments)[seen] / per_shoe[seen]
    by_chance = [mean_shoe_average(n, k, chance) for n in decided.lengths[seen].tolist()]
    spread = _detectable(chance)
    margin = min(break_even[1] - chance, chance - break_even[0])
    each = mean_opportunities(decided.lengths, k, chance) / max(decided.segments, 1)
    return Continuation(
        side=side,
        k=k,
        shoes=int(seen.sum()),
        opportunities=tried,
        hits=hits,
        chance=chance,
        rate=hits / tried if tried else float("nan"),
        expected=expected,
        low=low,
        high=high,
        p_value=p_value,
        p_corrected=p_value,
        method=method,
        break_even=break_even,
        detectable=spread / np.sqrt(tried) if tried else float("inf"),
        shoes_needed=(spread / margin) ** 2 / each if each and margin > 0 else float("inf"),
        shoe_average=float(averages.mean()) if tried else float("nan"),
        shoe_average_expected=float(np.mean(by_chance)) if tried else float("nan"),
    )


def _detectable(chance: float) -> float:
    """Give the effect that one opportunity shows with 80% power; it falls with the root."""
    from scipy.special import ndtri

    return float((ndtri(1 - LEVEL / 2) + ndtri(POWER)) * np.sqrt(chance * (1 - chance)))


def _interval(hits: int, tried: int, shift: float) -> tuple[float, float]:
    from statsmodels.stats.proportion import proportion_confint

    if not tried:
        return 0.0, 1.0
    low, high = proportion_confint(hits, tried, alpha=LEVEL, method="wilson")
    return max(0.0, float(low) + shift), min(1.0, float(high) + shift)


def _p_value(
    hits: int, tried: int, chance: float, scores: NDArray[np.float64] | None
) -> tuple[float, Literal["monte carlo", "binomial", "none"]]:
    from scipy.stats import binomtest

    if not tried:
        return 1.0, "none"
    if scores is None:
        return float(binomtest(hits, tried, chance).pvalue), "binomial"
    as_far = np.abs(scores) >= abs(hits - chance * tried) - 1e-9
    return (1 + int(as_far.sum())) / (1 + scores.size), "monte carlo"


def _simulated_scores(
    shoes: NDArray[np.int64], ks: list[int], shares: dict[Side, float]
) -> dict[tuple[Side, int], NDArray[np.float64]]:
    """Simulate records of the same shoes: hits - chance * opportunities by side and k.

    Empty for a long record, for which the binomial law is close.
    """
    if shoes.sum() > FEW_COUPS:
        return {}
    rng = np.random.default_rng(_SEED)
    scores = {(side, k): np.zeros(REPETITIONS) for side in shares for k in ks}
    for n in shoes.tolist():
        run = np.zeros((2, REPETITIONS), dtype=np.int64)
        for _ in range(n):
            is_banker = rng.random(REPETITIONS) < shares["banker"]
            for row, (side, p) in enumerate(shares.items()):
                hit = is_banker == (side == "banker")
                for k in ks:
                    scores[side, k] += (run[row] >= k) * (hit - p)
                run[row] = np.where(hit, run[row] + 1, 0)
    return scores


def _corrected(tests: list[Continuation]) -> list[Continuation]:
    from dataclasses import replace

    from statsmodels.stats.multitest import multipletests

    corrected = multipletests([test.p_value for test in tests], alpha=LEVEL, method="holm")[1]
    return [replace(test, p_corrected=float(p)) for test, p in zip(tests, corrected, strict=True)]


def _rounded(number: float) -> str:
    """Round to two figures, for a number of shoes."""
    if not np.isfinite(number):
        return "infinitely many"
    digits = max(0, int(np.floor(np.log10(max(number, 1)))) - 1)
    return f"{round(number, -digits):,.0f}"
