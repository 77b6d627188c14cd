"""The price of looking at a growing record again and again, with a test meant for one look."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.evidence.monitor.evalues import log_e_value
from baccarat.evidence.result import LEVEL
from baccarat.game.law import coup_law
from baccarat.game.table import Table
from baccarat.game.tables import as_table

_NODES: Final = 160


def alarm_chance(looks: int, level: float = LEVEL) -> NDArray[np.float64]:
    """Give the chance that a test has raised a false alarm by each of many looks.

    Parameters
    ----------
    looks : int
        Looks at a growing record, each after as many new coups; 1 or more.
    level : float
        Two-sided level of the test at each single look.

    Returns
    -------
    ndarray of float64, shape (looks,)
        Chance of an alarm at the first look, at one of the first two, ...

    Raises
    ------
    ValueError
        If looks is below 1 or the level is not between 0 and 1.

    Notes
    -----
    The sum of standard normal steps is followed from look to look, as long as it stays within
    z sqrt(k): its density after k looks is integrated by Gauss and Legendre's rule.

    References
    ----------
    P. Armitage, C. K. McPherson, B. C. Rowe, "Repeated significance tests on accumulating data",
    Journal of the Royal Statistical Society A 132 (1969), table 2: 0.083 at two looks, 0.142 at
    five, 0.193 at ten.

    Examples
    --------
    >>> alarm_chance(10)[[0, 1, 4, 9]].round(3)
    array([0.05 , 0.083, 0.142, 0.193])
    """
    from scipy.special import ndtri

    if looks < 1:
        raise ValueError(f"looks must be a whole number from 1, got {looks}")
    if not 0 < level < 1:
        raise ValueError(f"a level must lie between 0 and 1, got {level}; 0.05 is usual")
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    edge = -ndtri(level / 2)
    at, density = edge * nodes, _normal(edge * nodes)
    silent = [edge * weights @ density]
    for look in range(2, looks + 1):
        before, reach = at, edge * np.sqrt(look - 1) * weights
        at = edge * np.sqrt(look) * nodes
        density = _normal(at[:, None] - before) @ (reach * density)
        silent.append(edge * np.sqrt(look) * weights @ density)
    return 1 - np.array(silent)


def _normal(x: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.exp(-x * x / 2) / np.sqrt(2 * np.pi))


def alarms_by_night(
    nights: int,
    coups: int,
    records: int,
    table: Table | str = "live",
    *,
    level: float = LEVEL,
    rng: int | np.random.Generator | None = None,
) -> pd.DataFrame:
    """Simulate growing records of pure chance, look at each every night, and count false alarms.

    Parameters
    ----------
    nights : int
        Looks at each record.
    coups : int
        Decided coups that a night adds.
    records : int
        Records to simulate, of independent coups.
    table : Table or str
        Whose law they follow.
    level : float
        Alarm by the p value of banker's share (two-sided, normal law) below it; by the e-value of
        banker's share at its inverse.
    rng : int or Generator, optional
        Seed or generator.

    Returns
    -------
    DataFrame
        Indexed by night, from 1: by_p and by_e, the share of records with an alarm up to then;
        exact, `alarm_chance`.

    Raises
    ------
    ValueError
        If a number is below 1 or the level is not between 0 and 1.

    Examples
    --------
    >>> last = alarms_by_night(20, 600, 1000, rng=1).iloc[-1]
    >>> float(last["exact"].round(3)), bool(abs(last["by_p"] - last["exact"]) < 0.06)
    (0.248, True)
    >>> bool(last["by_e"] < 0.05)
    True
    """
    from scipy.special import ndtri

    if min(nights, coups, records) < 1:
        raise ValueError(
            f"nights, coups and records must be from 1, got {nights}, {coups} and {records}"
        )
    exact = alarm_chance(nights, level)
    share = float(coup_law(as_table(table).decks).banker_share)
    wins = np.random.default_rng(rng).binomial(coups, share, (records, nights)).cumsum(axis=1)
    played = coups * np.arange(1, nights + 1)
    far = -ndtri(level / 2) * np.sqrt(played * share * (1 - share))
    by_p = np.abs(wins - played * share) > far
    played = np.broadcast_to(played, wins.shape)
    by_e = log_e_value(wins[..., None], played[..., None], share) >= -np.log(level)
    ever = {name: _ever(alarm) for name, alarm in (("by_p", by_p), ("by_e", by_e))}
    night = pd.RangeIndex(1, nights + 1, name="night")
    return pd.DataFrame({**ever, "exact": exact}, index=night)


def _ever(alarm: NDArray[np.bool_]) -> NDArray[np.float64]:
    return np.asarray(np.maximum.accumulate(alarm, axis=1).mean(axis=0))
