"""What systems cost for each unit they stake."""

from __future__ import annotations

import numpy as np
import pandas as pd

from baccarat.betting.tally import Results


def costs(results: Results) -> pd.DataFrame:
    """Table what each system lost of a unit staked, beside what the bets it made must cost.

    Parameters
    ----------
    results : Results
        As `baccarat.play` gives them.

    Returns
    -------
    DataFrame
        Indexed by system: staked, units a session on average; ahead, the share of sessions that
        ended so; cost, the loss of a unit staked, with low and high, its 95% interval given the
        stakes; exact, the house edge on the bets made; z, their difference in standard errors.

    Examples
    --------
    >>> import baccarat as bc
    >>> played = bc.play(bc.System(bc.Always("player"), bc.Flat()), "live", 100, rng=1)
    >>> costs(played)["exact"].round(6).tolist()
    [0.012351]
    """
    from scipy.special import ndtri

    rows = {}
    for played in results.played:
        staked = played.action
        cost, reach = -played.net / staked, ndtri(0.975) * np.sqrt(played.tally.variance) / staked
        rows[str(played.system)] = {
            "staked": staked / played.sessions,
            "ahead": played.chance("ahead")[0],
            "cost": cost,
            "low": cost - reach,
            "high": cost + reach,
            "exact": -played.expected / staked,
            "z": -played.z,
        }
    return pd.DataFrame.from_dict(rows, orient="index").rename_axis(index="system")
