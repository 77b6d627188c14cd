"""Views of play: how sessions of a system end, and what a bankroll does to its risk.

Shoes are dealt once for each table, number of decks and seed; every setting is played over the
same ones, so that what moves when a setting moves is the setting's doing.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

import pandas as pd

from baccarat.betting.play import play, trajectories
from baccarat.betting.progressions import PROGRESSIONS
from baccarat.betting.selections import SELECTIONS
from baccarat.betting.system import Session, System
from baccarat.betting.tally import Played
from baccarat.explore.price import with_decks
from baccarat.explore.view import View
from baccarat.game.table import Table
from baccarat.history.deal import deal
from baccarat.history.history import History
from baccarat.plots.explore import outcomes_figure, risk_figure

SESSIONS: Final = 2_000
"""Sessions of a view of outcomes, of one shoe each or of several, up to `MOST_SHOES` in all."""

RISKED: Final = 500
"""Sessions at each bankroll of a view of risk."""

MOST_SHOES: Final = 10_000
"""Shoes played for one view, so that it is drawn while one waits for it."""

FOLLOWED: Final = 12
STEPS: Final = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Bankrolls of a view of risk, as multiples of the one asked about."""

_SHARES: Final = ("ahead", "ruined")


@lru_cache(maxsize=8)
def _dealt(table: Table, shoes: int, seed: int) -> History:
    return deal(table, shoes, rng=seed)


def _shoes(table: str, decks: int, shoes: int, seed: int) -> History:
    return _dealt(with_decks(table, decks), shoes, seed)


def _system(selection: str, progression: str) -> System:
    name = f"{selection} + {progression}"
    return System(SELECTIONS[selection], PROGRESSIONS[progression], name)


def outcomes_of(
    table: str = "live",
    decks: int = 8,
    selection: str = "follow last",
    progression: str = "martingale",
    bankroll: int = 100,
    limit: int = 100,
    shoes: int = 1,
    seed: int = 1,
) -> View:
    """View how sessions of a system end.

    Parameters
    ----------
    table : str
        A name in `TABLES`.
    decks : int
        1 to 12.
    selection, progression : str
        Names in `SELECTIONS` and `PROGRESSIONS`.
    bankroll, limit : int
        Units to lose in a session, and the most the table takes on a bet.
    shoes : int
        Shoes of a session.
    seed : int
        Of the deal.

    Returns
    -------
    View
        One row a figure: value, and the 95% interval, low and high.

    Raises
    ------
    ValueError
        If there is no such name, or a number is out of bounds.

    Examples
    --------
    >>> frame, figure = outcomes_of(progression="flat", bankroll=50)
    >>> bool(frame.loc["mean net of a session (units)", "high"] < 0)
    True
    """
    system, session = _system(selection, progression), Session(bankroll, limit, shoes=shoes)
    sessions = max(1, min(SESSIONS, MOST_SHOES // shoes))
    history = _shoes(table, decks, sessions * shoes, seed)
    played = play(system, history, session=session).played[0]
    paths = trajectories(system, history.part(0, FOLLOWED * shoes), FOLLOWED, session=session)
    mean, ruined = played.mean_net()[0], played.chance("ruined")[0]
    ahead = played.chance("ahead")[0]
    ends = f"{ahead:.1%} of sessions end ahead and {ruined:.1%} ruined"
    return View(
        "outcomes",
        f"{system.name}, {bankroll:,} units: {ends}; a session brings {mean:+.2f} units on "
        f"average, which is the edge on the {played.action / played.sessions:,.0f} it stakes.",
        _figures(played),
        outcomes_figure(paths, played.tally.nets, mean),
        f"A dozen sessions of {system.name} bet by bet, and how all ended: {ends}.",
        f"{played.sessions:,} sessions of {shoes} shoe{'s' * (shoes != 1)}, table {table}, "
        f"{decks} decks; 95% intervals",
    )


def _figures(played: Played) -> pd.DataFrame:
    row, each = played.row(), played.action / played.sessions
    rows = {
        "mean net of a session (units)": _interval(row, "mean_net_units", "mean_net"),
        "by the exact edge (units)": (played.expected / played.sessions, None, None),
        "staked in a session (units)": (each, None, None),
        "sessions ahead (%)": _interval(row, "ahead", "ahead", 100),
        "sessions ruined (%)": _interval(row, "ruined", "ruined", 100),
        "worst of twenty (units)": _interval(row, "net_5%", "net_5%"),
        "median (units)": _interval(row, "net_median", "net_median"),
        "best of twenty (units)": _interval(row, "net_95%", "net_95%"),
        "mean drawdown (units)": _interval(row, "mean_drawdown_units", "mean_drawdown_units"),
        "longest losing run (bets)": (row["longest_losing_run"], None, None),
    }
    frame = pd.DataFrame.from_dict(rows, orient="index", columns=["value", "low", "high"])
    return frame.astype(float).rename_axis("figure")


def _interval(
    row: dict[str, float | str], name: str, stem: str, scale: int = 1
) -> tuple[float, float, float]:
    value, low, high = (float(row[key]) for key in (name, f"{stem}_low", f"{stem}_high"))
    return scale * value, scale * low, scale * high


def risk_of(
    table: str = "live",
    decks: int = 8,
    selection: str = "follow last",
    progression: str = "martingale",
    bankroll: int = 100,
    limit: int = 100,
    shoes: int = 5,
    seed: int = 1,
) -> View:
    """View what the bankroll does to the risk of a system.

    Parameters
    ----------
    table, decks, selection, progression, bankroll, limit, shoes, seed
        As for `outcomes_of`.

    Returns
    -------
    View
        Indexed by bankroll, from a quarter of the one asked about to four times as much: ruined and
        ahead, shares of sessions with their 95% intervals, and the mean net result with its own.

    Raises
    ------
    ValueError
        As `outcomes_of`.

    Examples
    --------
    >>> frame, figure = risk_of(bankroll=100, shoes=1)
    >>> frame.index.tolist()
    [25, 50, 100, 200, 400]
    """
    system, session = _system(selection, progression), Session(bankroll, limit, shoes=shoes)
    sessions = max(1, min(RISKED, MOST_SHOES // len(STEPS) // shoes))
    history = _shoes(table, decks, sessions * shoes, seed)
    rows = {}
    for units in dict.fromkeys(max(1, round(step * bankroll)) for step in STEPS):
        here = replace(session, bankroll=units)
        rows[units] = play(system, history, session=here).played[0].row()
    frame = pd.DataFrame.from_dict(rows, orient="index").rename_axis("bankroll")
    columns = [f"{name}{end}" for name in _SHARES for end in ("", "_low", "_high")]
    means = ["mean_net_units", "mean_net_low", "mean_net_high"]
    frame = frame[[*columns, *means]].astype(float)
    least, most = frame.index[0], frame.index[-1]
    ruin = frame["ruined"]
    return View(
        "risk",
        f"{system.name}: with {least:,} units {ruin[least]:.1%} of sessions are ruined, with "
        f"{bankroll:,} {ruin[bankroll]:.1%}, with {most:,} {ruin[most]:.1%}. More money buys "
        "fewer ruins, each of them dearer; the price of the bets stays.",
        frame,
        risk_figure(frame, bankroll),
        f"Left: the share of sessions ruined goes from {ruin[least]:.0%} to {ruin[most]:.0%} as "
        f"the bankroll grows. Right: the mean result, {frame['mean_net_units'].max():+.2f} units "
        "at best.",
        f"{sessions:,} sessions of {shoes} shoe{'s' * (shoes != 1)} at each bankroll, the same "
        f"shoes, table {table}, {decks} decks; 95% intervals",
        dict.fromkeys(columns, ".1%") | dict.fromkeys(means, "+.2f"),
    )
