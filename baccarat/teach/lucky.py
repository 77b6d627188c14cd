"""Many worthless systems tried on the same record, and how many of them look good by luck."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from baccarat.betting.selections import Pattern
from baccarat.evidence.result import LEVEL
from baccarat.game.law import coup_law
from baccarat.game.table import Table
from baccarat.game.tables import as_table

PERIOD: Final = 32
_BLOCK: Final = 1 << 21


def pattern_systems(count: int = 30) -> dict[str, Pattern]:
    """Give bet selections that have nothing to do with the coups, nor with each other.

    Each bets a fixed row of 32 sides over and over. Any two of the rows agree in exactly half of
    their places, so that one's luck says nothing about another's.

    Parameters
    ----------
    count : int
        How many, 1 to 31.

    Returns
    -------
    dict of str to Pattern
        "system 1", "system 2", ...; the first alternates, the second changes after every two.

    Raises
    ------
    ValueError
        If count is out of bounds.

    References
    ----------
    The rows of Sylvester's matrix but its first: J. J. Sylvester, "Thoughts on inverse orthogonal
    matrices", Philosophical Magazine 34 (1867).

    Examples
    --------
    >>> [pattern.row[:8] for pattern in pattern_systems(3).values()]
    ['BPBPBPBP', 'BBPPBBPP', 'BPPBBPPB']
    """
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count < PERIOD:
        raise ValueError(f"count must be a whole number from 1 to {PERIOD - 1}, got {count!r}")
    letters = np.where(_rows(count) > 0, "B", "P")
    return {f"system {i}": Pattern("".join(row)) for i, row in enumerate(letters, start=1)}


def lucky_counts(
    count: int = 30,
    coups: int = 4_000,
    records: int = 500,
    table: Table | str = "live",
    *,
    level: float = LEVEL,
    rng: int | np.random.Generator | None = None,
) -> NDArray[np.int64]:
    """Count, in records of pure chance, the systems whose hits differ from chance by luck alone.

    Parameters
    ----------
    count : int
        As for `pattern_systems`.
    coups : int
        Decided coups of a record, in one stretch: the patterns run on through all of it.
    records : int
        Records to simulate, of independent coups.
    table : Table or str
        Whose law the coups follow.
    level : float
        A system looks good, or bad, where its two-sided p value (normal law) is below it.
    rng : int or Generator, optional
        Seed or generator.

    Returns
    -------
    ndarray of int64, shape (records,)

    Raises
    ------
    ValueError
        If count, coups or records is out of bounds.

    Examples
    --------
    >>> lucky_counts(records=5, rng=1)
    array([3, 5, 1, 3, 3])
    """
    from scipy.special import ndtri

    if coups < 1 or records < 1:
        raise ValueError(f"coups and records must be from 1, got {coups} and {records}")
    pattern_systems(count)
    rng = np.random.default_rng(rng)
    share = float(coup_law(as_table(table).decks).banker_share)
    on = _along(count, coups)
    far = -ndtri(level / 2) * np.sqrt(coups * share * (1 - share))
    size = max(1, _BLOCK // coups)
    counts = []
    for done in range(0, records, size):
        banker = rng.random((min(size, records - done), coups)) < share
        # A bet on banker that wins is one hit more, a bet on player then one less.
        beyond = (banker - share) @ on.T
        counts.append((np.abs(beyond) > far).sum(axis=1))
    return np.concatenate(counts)


def _rows(count: int) -> NDArray[np.float64]:
    """Give rows of +1 for banker and -1 for player; shape (count, 32)."""
    from scipy.linalg import hadamard

    return np.asarray(hadamard(PERIOD)[1 : count + 1], dtype=np.float64)


def _along(count: int, coups: int) -> NDArray[np.float64]:
    return np.tile(_rows(count), -(-coups // PERIOD))[:, :coups]
