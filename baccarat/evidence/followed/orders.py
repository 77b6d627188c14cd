"""Selections judged together by the order of coups alone: shoes shuffled within themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.betting.selections import Selection
from baccarat.betting.sides import Chooser
from baccarat.evidence.battery.corrections import step_down
from baccarat.evidence.sample import repeated
from baccarat.history.history import History
from baccarat.kernels import shuffle_segments

MOST_STEPS: Final = 2_000_000_000
"""Coups times selections times records that may be gone through."""

BLOCK_COUPS: Final = 1 << 21


def order_scores(
    history: History,
    selections: Sequence[Selection],
    chance: tuple[float, float],
    permutations: int,
    rng: np.random.Generator,
) -> NDArray[np.float64]:
    """Give each selection's hits less their mean by chance, as recorded and in other orders.

    Parameters
    ----------
    history : History
        Ties and voids are passed over.
    selections : sequence of Selection, length s
        What to follow.
    chance : tuple of float
        Player's and banker's, in a decided coup.
    permutations : int
        How often the decided coups of every shoe are shuffled.
    rng : Generator
        For the shuffles.

    Returns
    -------
    ndarray of float64, shape (permutations + 1, s)
        The record's own first.

    Raises
    ------
    ValueError
        If that would take more than 2,000,000,000 steps.

    Examples
    --------
    >>> from baccarat import FollowLast
    >>> scores = order_scores(History([0, 1]), [FollowLast()], (0.5, 0.5), 3,
    ...                       np.random.default_rng(1))
    >>> scores.tolist()
    [[-0.5], [-0.5], [-0.5], [-0.5]]
    """
    decided = history.decided()
    steps = len(decided) * len(selections) * permutations
    if steps > MOST_STEPS:
        raise ValueError(
            f"{permutations:,} shuffles of {len(decided):,} coups for {len(selections)} selections "
            f"take {steps:,} steps, at most {MOST_STEPS:,} are allowed; ask for fewer, judge a "
            'part of the history, or take correction="holm"'
        )
    choosers = [Chooser(selection) for selection in selections]
    records = _records(decided, permutations, rng)
    return np.concatenate([_scores(choosers, *record, chance) for record in records])


_Records = tuple[NDArray[np.uint8], NDArray[np.int64], int]
"""Outcomes and starts of records one after the other, and how many they are."""


def _records(decided: History, permutations: int, rng: np.random.Generator) -> Iterator[_Records]:
    yield decided.outcomes, decided.starts, 1
    size = max(1, BLOCK_COUPS // max(len(decided), 1))
    for done in range(0, permutations, size):
        times = min(size, permutations - done)
        outcomes, starts = np.tile(decided.outcomes, times), repeated(decided.starts, times)
        shuffle_segments(outcomes, starts, rng.random(outcomes.size))
        yield outcomes, starts, times


def _scores(
    choosers: list[Chooser],
    outcomes: NDArray[np.uint8],
    starts: NDArray[np.int64],
    times: int,
    chance: tuple[float, float],
) -> NDArray[np.float64]:
    scores = np.zeros((times, len(choosers)))
    for column, chooser in enumerate(choosers):
        sides = chooser.over(outcomes, starts)
        hits, *bets = (
            np.count_nonzero(seen.reshape(times, -1), axis=1)
            for seen in (sides == outcomes, sides == 0, sides == 1)
        )
        scores[:, column] = hits - bets[0] * chance[0] - bets[1] * chance[1]
    return scores


def order_p_values(
    scores: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Give p values of scores among those of other orders, alone and by the minimum p.

    Parameters
    ----------
    scores : ndarray of float64, shape (r + 1, s)
        As `order_scores` gives them.

    Returns
    -------
    alone, corrected : ndarray of float64, shape (s,)
        Two-sided: how far a score lies from the mean of all r + 1.

    Examples
    --------
    >>> scores = np.array([[9.0, 1.0], [1.0, 2.0], [2.0, 3.0], [0.0, 1.0]])
    >>> alone, corrected = order_p_values(scores)
    >>> alone.tolist(), corrected.tolist()
    ([0.25, 0.75], [0.5, 0.75])
    """
    return step_down(np.abs(scores - scores.mean(axis=0)))
