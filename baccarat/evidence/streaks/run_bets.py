"""What betting that a run goes on came to, beside what the house takes of every bet."""

from __future__ import annotations

from collections.abc import Iterable
from math import nan, sqrt

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.evidence.break_even import side_odds
from baccarat.evidence.streaks.runs import SIDES, checked_length, lengths_so_far
from baccarat.game.bets import Bet
from baccarat.game.coup import TIE, VOID
from baccarat.game.law import CoupLaw, coup_law
from baccarat.game.table import Table
from baccarat.history.history import History


def run_bets(
    history: History, lengths: Iterable[int] = range(1, 9), table: Table | str | None = None
) -> pd.DataFrame:
    """Book a unit on each coup that follows k or more of a side: that the run goes on.

    Parameters
    ----------
    history : History
        Ties are passed over by runs, as on the boards, and a bet on a coup that is tied is a push.
        Voids are no coups; no run goes from one shoe to the next.
    lengths : iterable of int
        The k to ask about, each 1 or more.
    table : Table or str, optional
        Its bets on the sides, if the history does not name its own table.

    Returns
    -------
    DataFrame
        One row a side and k: side; k; bets, coups bet on; won, lost, pushed; net, units won for a
        unit staked; low and high, its 95% interval, normal, with the spread that one bet has by
        chance, and so too rough for fewer than some thirty bets; by_chance, the exact mean of net,
        which the run does not change; z, net less that in standard errors. net, low, high and z
        are NaN where there was no bet. A win pays what wins of the bet pay on average: where
        banker's pay depends on its points, that is not to a unit what this history's wins paid.

    Raises
    ------
    ValueError
        If there is no table, or a k below 1.

    Examples
    --------
    >>> import baccarat as bc
    >>> bets = run_bets(bc.History([1, 1, 2, 1, 0]), [2], table="live")
    >>> bets[["side", "bets", "won", "lost", "pushed", "net"]]
         side  bets  won  lost  pushed       net
    0  player     0    0     0       0       NaN
    1  banker     3    1     1       1 -0.016667
    """
    place = history.known_table(table)
    law = coup_law(place.decks)
    ks = sorted({checked_length(k) for k in lengths})
    outcomes, side_before, run_before = _runs_before(history)
    rows = []
    for side, number in SIDES.items():
        bet, gain = place.bets.get(side, side), side_odds(place).gain[number]
        for k in ks:
            came = outcomes[(side_before == number) & (run_before >= k)]
            pushed, won = int((came == TIE).sum()), int((came == number).sum())
            counts = {"won": won, "lost": came.size - pushed - won, "pushed": pushed}
            asked = {"side": side, "k": k, "bets": came.size}
            rows.append(asked | counts | _net(law, bet, gain, **counts))
    return pd.DataFrame(rows)


def _net(
    law: CoupLaw, bet: Bet | str, gain: float, won: int, lost: int, pushed: int
) -> dict[str, float]:
    """Give what bets came to for a unit staked, beside what they come to by chance."""
    from scipy.special import ndtri

    mean = float(law.expectation(bet))
    bets = won + lost + pushed
    if not bets:
        return dict.fromkeys(("net", "low", "high"), nan) | {"by_chance": mean, "z": nan}
    square = sum(float(pay) ** 2 * ways for pay, ways in law.pays(bet).items()) / law.total
    net, error = (gain * won - lost) / bets, sqrt((square - mean**2) / bets)
    reach = float(ndtri(0.975)) * error
    found = {"net": net, "low": net - reach, "high": net + reach}
    return found | {"by_chance": mean, "z": (net - mean) / error}


def _runs_before(
    history: History,
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], NDArray[np.int64]]:
    """Give each coup's outcome, and the side and length of the run that its shoe stood at.

    Only coups before which something was decided in the shoe, and no voids.
    """
    played = history.select(history.outcomes != VOID)
    decided = played.decided()
    is_decided = played.outcomes != TIE
    last = np.cumsum(is_decided) - is_decided - 1  # of decided coups, the one before
    there = last >= decided.starts[played.shoe()]
    last = last[there]
    return played.outcomes[there], decided.outcomes[last], lengths_so_far(decided)[last]
