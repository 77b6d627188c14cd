"""What a table's bets paid over a history, beside the exact edges."""

from __future__ import annotations

import numpy as np
import pandas as pd

from baccarat.game.bets import UNIT
from baccarat.game.odds import odds
from baccarat.game.table import Table
from baccarat.history.history import History


def observed_edges(history: History, table: Table | str | None = None) -> pd.DataFrame:
    """Estimate the house edge of each bet of a table from dealt coups.

    Parameters
    ----------
    history : History
        With coup codes. Void coups are left out.
    table : Table or str, optional
        Whose bets; default the history's own.

    Returns
    -------
    DataFrame
        Indexed by bet: coups; observed, the mean loss of a unit staked on every coup; low and
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
    from scipy.special import ndtri

    place = history.known_table(table)
    if history.coups is None:
        raise ValueError(
            "the history holds outcomes only; what a bet paid needs the coups, as deal() gives them"
        )
    codes, seen = np.unique(history.coups[history.coups >> 14 != 3], return_counts=True)
    n = int(seen.sum())
    exact = odds(place)["edge"]
    rows = {}
    for name, bet in place.bets.items():
        pays = bet.pays[codes] / UNIT
        mean = pays @ seen / n
        error = np.sqrt(((pays - mean) ** 2 @ seen) / n / n)
        reach = ndtri(0.975) * error
        z = (exact[name] + mean) / error if error else 0.0
        rows[name] = {
            "coups": n,
            "observed": -mean,
            "low": -mean - reach,
            "high": -mean + reach,
            "exact": exact[name],
            "z": -z,
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis(index="bet")
