"""What each shoe's own scorecard says about the coup after a run."""

from __future__ import annotations

import numpy as np
import pandas as pd

from baccarat.evidence.streaks.opportunities import Stretches
from baccarat.evidence.streaks.runs import SIDES, Side, checked_length
from baccarat.history.history import History


def own_shares(history: History, k: int, side: Side = "banker") -> pd.DataFrame:
    """Give, shoe by shoe, how often a run of k or more went on.

    Parameters
    ----------
    history : History
        Ties and voids are passed over; no run goes from one shoe to the next.
    k : int
        Coups in a row, 1 or more.
    side : {"player", "banker"}
        Whose runs.

    Returns
    -------
    DataFrame
        One row a shoe that has such a run with a coup after it: shoe, from 0; opportunities, the
        coups after it; hits, those that went on; share, hits / opportunities.

    Raises
    ------
    ValueError
        If there is no such side or length.

    Examples
    --------
    >>> own_shares(History([1, 1, 1, 0, 1, 0], starts=[0, 4, 6]), k=1)
       shoe  opportunities  hits     share
    0     0              3     2  0.666667
    1     1              1     0  0.000000
    """
    if side not in SIDES:
        raise ValueError(f'side must be "player" or "banker", got {side!r}')
    stretches = Stretches.of(history, "pass", 0.0)
    places = stretches.after(side, checked_length(k))
    shoe = stretches.shoe()[places]
    went_on = stretches.coups.outcomes[places] == SIDES[side]
    tried = np.bincount(shoe, minlength=history.segments)
    hits = np.bincount(shoe[went_on], minlength=history.segments)
    frame = pd.DataFrame({"opportunities": tried, "hits": hits}).rename_axis(index="shoe")
    frame = frame[frame["opportunities"] > 0].reset_index()
    return frame.assign(share=frame["hits"] / frame["opportunities"])
