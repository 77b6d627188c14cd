"""After k in a row, does the run go on? A test for each side and each k."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from baccarat.evidence.break_even import Mix, side_odds
from baccarat.evidence.laws.selection_bias import mean_opportunities, pooled_continuation
from baccarat.evidence.result import LEVEL, POWER, Verdict, verdict_of
from baccarat.evidence.streaks.opportunities import Stretches, Ties
from baccarat.evidence.streaks.runs import SIDES, Side, checked_length, side_shares
from baccarat.game.law import coup_law
from baccarat.game.table import Table
from baccarat.history.history import History

FEW_COUPS: Final = 1_000
"""Up to so many coups, p values come from simulated records of the same shoes."""

REPETITIONS: Final = 9_999
_SEED: Final = 20_000


_ALONE: Final[dict[Side, Mix]] = {"player": (1, 0), "banker": (0, 1)}


@dataclass(frozen=True)
class Continuation:
    """After k or more of a side in a row, does the run go on? All shares are of decided coups.

    Attributes
    ----------
    side : {"player", "banker"}
    k : int
        Coups in a row before an opportunity, at least.
    ties : {"pass", "end"}
        What a tie does to a run: it is passed over, or ends it.
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
    p_equivalence : float
        The larger of two one-sided exact binomial p values, that the chance to go on lies below
        the first break-even or above the second; both moved by the bias as the interval is.
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
    ties: Ties
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
    p_equivalence: float
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

        *deviation*: the corrected test rejects. *consistent with chance*: it does not, and two
        one-sided tests at 5% rule out every effect that would pay. *inconclusive*: neither.
        """
        return verdict_of(self.p_corrected, self.p_equivalence)

    def _repr_html_(self) -> str:
        from baccarat.evidence.streaks.telling import continuation_html

        return continuation_html(self)


def continuations(
    history: History,
    lengths: Iterable[int] = range(1, 9),
    table: Table | str | None = None,
    *,
    ties: Ties = "pass",
) -> list[Continuation]:
    """Test, for each side and each k, whether a run of k goes on more or less than by chance.

    No run goes from one shoe to the next. An opportunity is a decided coup that follows k or more
    of the side, so that hits - chance * opportunities has mean zero either way of treating ties.

    Parameters
    ----------
    history : History
        At least one decided coup.
    lengths : iterable of int
        The k to ask about, each 1 or more; all are corrected together.
    table : Table or str, optional
        The table whose law is the null, if the history does not name its own.
    ties : {"pass", "end"}
        "pass": ties and voids are passed over, as on the boards. "end": a tie or a void ends the
        run, so that the k coups and the one after them lie side by side; what chance makes of
        such a shoe is then worked out for all its coups, with the table's chance of a tie, from
        one void to the next.

    Returns
    -------
    list of Continuation
        Player's, then banker's, by k.

    Raises
    ------
    ValueError
        If there is no decided coup, no table, a k below 1, or ties are treated no known way.

    References
    ----------
    J. B. Miller and A. Sanjurjo, "Surprised by the hot hand fallacy? A truth in the law of small
    numbers", Econometrica 86 (2018), for the bias of shoe averages.
    D. J. Schuirmann (1987) for the two one-sided tests, by statsmodels' `binom_tost`.
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
    law = coup_law(table.decks)
    stretches = Stretches.of(history, ties, law.tie / law.total)
    if not np.isin(history.outcomes, list(SIDES.values())).any() or not ks:
        raise ValueError("the history holds no decided coup, or no length is asked about")
    shares = side_shares(law)
    odds = side_odds(table)
    pays_at = {side: shares[side] + odds.break_even(mix) / 100 for side, mix in _ALONE.items()}
    limits: dict[Side, tuple[float, float]] = {
        "player": (1 - pays_at["banker"], pays_at["player"]),
        "banker": (1 - pays_at["player"], pays_at["banker"]),
    }
    simulated = _simulated_scores(stretches.coups.lengths, ks, shares, stretches.ended)
    tests = [
        _continuation(stretches, ties, side, k, share, limits[side], simulated.get((side, k)))
        for side, share in shares.items()
        for k in ks
    ]
    return _corrected(tests)


def _continuation(
    stretches: Stretches,
    ties: Ties,
    side: Side,
    k: int,
    chance: float,
    break_even: tuple[float, float],
    scores: NDArray[np.float64] | None,
) -> Continuation:
    coups, ended = stretches.coups, stretches.ended
    places = stretches.after(side, k)
    on = coups.outcomes[places] == SIDES[side]
    tried, hits = places.size, int(on.sum())
    expected = pooled_continuation(coups.lengths, k, chance, ended)
    low, high = _interval(hits, tried, chance - expected)
    p_value, method = _p_value(hits, tried, chance, scores)
    shoe = stretches.shoe()[places]
    per_shoe = np.bincount(shoe, minlength=stretches.shoes)
    (seen,) = np.nonzero(per_shoe)
    averages = np.bincount(shoe, on, minlength=stretches.shoes)[seen] / per_shoe[seen]
    by_chance = stretches.shoe_averages(seen.tolist(), k, chance)
    spread = _detectable(chance)
    margin = min(break_even[1] - chance, chance - break_even[0])
    each = mean_opportunities(coups.lengths, k, chance, ended) / max(stretches.shoes, 1)
    return Continuation(
        side=side,
        k=k,
        ties=ties,
        shoes=seen.size,
        opportunities=tried,
        hits=hits,
        chance=chance,
        rate=hits / tried if tried else float("nan"),
        expected=expected,
        low=low,
        high=high,
        p_value=p_value,
        p_corrected=p_value,
        p_equivalence=_p_equivalence(hits, tried, break_even, chance - expected),
        method=method,
        break_even=break_even,
        detectable=spread / np.sqrt(tried) if tried else float("inf"),
        shoes_needed=(spread / margin) ** 2 / each if each and margin > 0 else float("inf"),
        shoe_average=float(averages.mean()) if tried else float("nan"),
        shoe_average_expected=float(by_chance.mean()) if tried else float("nan"),
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


def _p_equivalence(hits: int, tried: int, break_even: tuple[float, float], shift: float) -> float:
    from statsmodels.stats.proportion import binom_tost

    if not tried:
        return 1.0
    low, high = np.clip(np.subtract(break_even, shift), 0, 1)
    return float(binom_tost(hits, tried, low, high)[0])


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
    stretches: NDArray[np.int64], ks: list[int], shares: dict[Side, float], ended: float
) -> dict[tuple[Side, int], NDArray[np.float64]]:
    """Simulate records of the same stretches: hits - chance * opportunities by side and k.

    Empty for a long record, for which the binomial law is close.
    """
    if stretches.sum() > FEW_COUPS:
        return {}
    rng = np.random.default_rng(_SEED)
    scores = {(side, k): np.zeros(REPETITIONS) for side in shares for k in ks}
    for n in stretches.tolist():
        run = np.zeros((2, REPETITIONS), dtype=np.int64)
        for _ in range(n):
            u = rng.random(REPETITIONS)
            decided, is_banker = u < 1 - ended, u < (1 - ended) * shares["banker"]
            for row, (side, p) in enumerate(shares.items()):
                hit = decided & (is_banker == (side == "banker"))
                for k in ks:
                    scores[side, k] += (decided & (run[row] >= k)) * (hit - p)
                run[row] = np.where(hit, run[row] + 1, 0)
    return scores


def _corrected(tests: list[Continuation]) -> list[Continuation]:
    from dataclasses import replace

    from statsmodels.stats.multitest import multipletests

    corrected = multipletests([test.p_value for test in tests], alpha=LEVEL, method="holm")[1]
    return [replace(test, p_corrected=float(p)) for test, p in zip(tests, corrected, strict=True)]
