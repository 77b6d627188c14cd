"""The average of shoes' own shares of runs that went on, with its selection bias put right."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import Final, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from baccarat.evidence.break_even import break_even_points
from baccarat.evidence.laws.selection_bias import mean_shoe_average
from baccarat.evidence.making import directed, simulated, untestable
from baccarat.evidence.result import LEVEL, TestResult
from baccarat.evidence.streaks.runs import SIDES, Side, checked_length, side_shares
from baccarat.game.law import coup_law
from baccarat.game.table import Table
from baccarat.history.history import History
from baccarat.kernels import count_sequences, shuffle_segments

ShoeMethod: TypeAlias = Literal["corrected", "permuted"]

REPETITIONS: Final = 9_999
FEW_SHOES: Final = 10
"""So many shoes with an opportunity the t law asks for."""

_SEED: Final = 20_000
_SAME: Final = 1e-12
_MEASURES: Final = "mean of the shoes' own shares of runs that went on"
_COUNTED: Final = "shoes with such a run"
_INDEPENDENT: Final = "coups are independent and have the table's chances"
_EXCHANGEABLE: Final = "in each shoe, every order of its coups is as likely"


def shoe_average_test(
    history: History,
    k: int,
    side: Side,
    table: Table | str | None = None,
    method: ShoeMethod = "corrected",
    *,
    repetitions: int = REPETITIONS,
) -> TestResult:
    """Test whether runs of k go on by the average of the shoes' own shares, rid of its bias.

    A shoe's own share of coups that went on after k or more in a row lies below the side's chance
    on average, even by pure chance. Comparing the average of shoes with the chance itself, as is
    often done, rejects chance nearly always. Here it is compared with what chance makes of it.

    Parameters
    ----------
    history : History
        Ties and voids are passed over; no run goes from one shoe to the next.
    k : int
        Coups in a row before an opportunity, 1 or more.
    side : {"player", "banker"}
        Whose runs.
    table : Table or str, optional
        The table whose law is the null, if the history does not name its own.
    method : {"corrected", "permuted"}
        "corrected": each shoe's share less its exact mean for a shoe of that many decided coups;
        Student's test over shoes, of which it takes ten. "permuted": the coups of each shoe are
        put into random order again and again, which takes nothing for granted about the side's
        chance, not even that shoes share it.
    repetitions : int
        How often, where they are permuted, with a fixed seed; 9,999 take about a second for
        fifty shoes.

    Returns
    -------
    TestResult
        The effect is the average less its mean by chance. A shift of the side's chance moves
        it by about as much (by 0.87 to 1.37 times, for k up to 8 and 74 coups), so the margins
        are those at which a bet would pay.

    Raises
    ------
    ValueError
        If there is no such side, method or length, or no table.

    References
    ----------
    J. B. Miller and A. Sanjurjo, "Surprised by the hot hand fallacy? A truth in the law of small
    numbers", Econometrica 86 (2018): the bias, and both ways to deal with it.

    Examples
    --------
    >>> import baccarat as bc
    >>> result = shoe_average_test(bc.deal("live", 200, rng=1), 3, "player")
    >>> result.verdict, -3 < result.effect < 3
    ('inconclusive', True)
    """
    place = history.known_table(table)
    k = checked_length(k)
    _check(side, method, repetitions)
    decided = history.decided()
    share = side_shares(coup_law(place.decks))[side]
    margin = _margin(place, side)
    tried, hits = _shoe_counts(decided.outcomes, decided.starts, side, k)
    seen = tried > 0
    shoes, null = int(seen.sum()), _INDEPENDENT if method == "corrected" else _EXCHANGEABLE
    name = f"average of shoes after {k} {side}"
    fewest = FEW_SHOES if method == "corrected" else 1
    if shoes < fewest:
        why = f"{shoes} shoes with {k} {side} in a row and a coup after them, {fewest} needed"
        return untestable(
            name, null, _MEASURES, why, coups=shoes, margin=margin, counted=_COUNTED
        )  # fmt: skip
    rates = hits[seen] / tried[seen]
    if method == "corrected":
        lengths = decided.lengths[seen].tolist()
        off = rates - np.array([mean_shoe_average(n, k, share) for n in lengths])
        return _corrected(name, off, margin)
    drawn = _permuted(decided, side, k, repetitions)
    return _placed(name, float(rates.mean()), drawn, shoes, margin)


def _check(side: str, method: str, repetitions: int) -> None:
    if side not in SIDES:
        raise ValueError(f'side must be "player" or "banker", got {side!r}')
    if method not in ("corrected", "permuted"):
        raise ValueError(f'method must be "corrected" or "permuted", got {method!r}')
    if repetitions < 1:
        raise ValueError(f"repetitions must be a whole number from 1, got {repetitions}")


def _margin(table: Table, side: Side) -> tuple[float, float]:
    """Give the shifts at which betting against the side's runs, or on them, would pay."""
    low, high = break_even_points(table)["banker"]
    return (low, high) if side == "banker" else (-high, -low)


def _shoe_counts(
    outcomes: NDArray[np.uint8], starts: NDArray[np.int64], side: Side, k: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Count opportunities and hits of each shoe; decided coups only."""
    shoes = starts.size - 1
    after = np.zeros((shoes, 2, k, 2), dtype=np.int64)
    count_sequences(
        outcomes, starts, np.arange(shoes + 1), np.zeros(shoes, dtype=np.int64),
        np.zeros((shoes, 2, k), dtype=np.int64), after, np.zeros((shoes, 0, 4), dtype=np.int64),
        np.zeros((shoes, 2), dtype=np.int64), np.zeros((shoes, 2)),
    )  # fmt: skip
    mine = after[:, SIDES[side], k - 1]
    return mine.sum(axis=1), mine[:, 1]


def _corrected(name: str, off: NDArray[np.float64], margin: tuple[float, float]) -> TestResult:
    """Put Student's law to shoes' shares less their means."""
    from scipy.stats import t

    mean, shoes = float(off.mean()), off.size
    error = float(off.std(ddof=1)) / sqrt(shoes)
    if error < _SAME:  # the spread of shoes is not known
        return untestable(
            name, _INDEPENDENT, _MEASURES, "all shoes are alike",
            coups=shoes, margin=margin, counted=_COUNTED,
        )  # fmt: skip
    reach = float(t.ppf(1 - LEVEL / 2, shoes - 1)) * error
    result = directed(
        name, _INDEPENDENT, _MEASURES, 100 * mean, error=100 * error, coups=shoes, margin=margin,
        p_value=float(2 * t.sf(abs(mean / error), shoes - 1)),
        interval=(100 * (mean - reach), 100 * (mean + reach)), counted=_COUNTED,
    )  # fmt: skip
    below, above = (100 * mean - np.array(margin)) / (100 * error)
    equivalence = max(t.sf(below, shoes - 1), t.cdf(above, shoes - 1))
    return replace(result, p_equivalence=float(equivalence))


def _permuted(decided: History, side: Side, k: int, repetitions: int) -> NDArray[np.float64]:
    """Give the average of shoes in records whose shoes are shuffled; NaN without such a run."""
    rng = np.random.default_rng(_SEED)
    outcomes, drawn = decided.outcomes.copy(), np.full(repetitions, np.nan)
    for i in range(repetitions):
        shuffle_segments(outcomes, decided.starts, rng.random(outcomes.size))
        tried, hits = _shoe_counts(outcomes, decided.starts, side, k)
        seen = tried > 0
        if seen.any():
            drawn[i] = (hits[seen] / tried[seen]).mean()
    return drawn


def _placed(
    name: str, rate: float, drawn: NDArray[np.float64], shoes: int, margin: tuple[float, float]
) -> TestResult:
    """Find the place of the record's own average among those of permuted records."""
    kept = np.append(drawn[~np.isnan(drawn)], rate)
    centre, error = float(kept.mean()), float(kept.std())
    if error < _SAME:
        return untestable(
            name, _EXCHANGEABLE, _MEASURES, "every order of the coups gives the same",
            coups=shoes, margin=margin, counted=_COUNTED,
        )  # fmt: skip
    result = directed(
        name, _EXCHANGEABLE, _MEASURES, 100 * (rate - centre), error=100 * error, coups=shoes,
        margin=margin, counted=_COUNTED,
    )  # fmt: skip
    # The record is one of `kept`, so that the middle they are measured from is nobody's own.
    as_far = np.abs(kept - centre) >= abs(rate - centre) - 1e-12
    return simulated(result, int(as_far.sum()) - 1, drawn.size, "permutation")
