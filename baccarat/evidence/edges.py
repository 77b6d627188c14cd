"""What a table's bets paid over a history, beside the exact edges."""

from __future__ import annotations

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.game.bets import UNIT, Bet
from baccarat.game.coup import VOID
from baccarat.game.odds import odds
from baccarat.game.table import Table
from baccarat.history.history import ALL_BITS, History


def observed_edges(history: History, table: Table | str | None = None) -> pd.DataFrame:
    """Estimate the house edge of each bet of a table from dealt coups.

    Parameters
    ----------
    history : History
        With coup codes. Void coups are left out, and coups for which a bet is closed.
    table : Table or str, optional
        Whose bets; default the history's own.

    Returns
    -------
    DataFrame
        Indexed by bet: coups; observed, the mean loss of a unit staked on each of
        them; low and
        high, its 95% interval (normal, coups taken as independent: the correlation inside an
        eight-deck shoe is of the order of 2e-6); exact, from the full shoe; z, their difference in
        standard errors.

    Raises
    ------
    ValueError
        If the history has no coup codes or no table.

    Examples
    --------
    >>> import baccarat as bc
    >>> edges = bc.observed_edges(bc.deal("live", 1000, rng=1))
    >>> bool((edges["z"].abs() < 4.5).all())
    True
    """
    place = history.known_table(table)
    if history.coups is None or history.known != ALL_BITS:
        raise ValueError(
            "the history does not tell all of its coups; what a bet paid needs the coups, as "
            "deal() gives them"
        )
    number = np.arange(len(history)) - history.starts[history.shoe()]
    exact = odds(place)["edge"]
    rows = {}
    for name, bet in place.bets.items():
        open_for = number < place.closes.get(name, len(history))
        rows[name] = _row(bet, history.coups[open_for], exact[name])
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis(index="bet")


def _row(bet: Bet, coups: NDArray[np.uint16], exact: float) -> dict[str, float]:
    from scipy.special import ndtri

    codes, seen = np.unique(coups[coups >> 14 != VOID], return_counts=True)
    n = int(seen.sum())
    lost = -bet.pays[codes] / UNIT
    mean = lost @ seen / n
    error = np.sqrt((lost - mean) ** 2 @ seen) / n
    reach = ndtri(0.975) * error
    return {
        "coups": n,
        "observed": mean,
        "low": mean - reach,
        "high": mean + reach,
        "exact": exact,
        "z": (mean - exact) / error if error else 0.0,
    }
