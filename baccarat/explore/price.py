"""Views of what is known before a coup is dealt: prices of bets, chances of streaks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

import pandas as pd

from baccarat.evidence.laws.runs import mean_wait, run_chance
from baccarat.explore.view import View
from baccarat.game.law import coup_law
from baccarat.game.odds import odds
from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.deal import check_count
from baccarat.plots.explore import prices_figure, streaks_figure

LONGEST: Final = 12
SIDES: Final = ("player", "banker")


def with_decks(table: Table | str, decks: int) -> Table:
    """Give a table with another number of decks; where they are too few for its cut, none is left.

    Parameters
    ----------
    table : Table or str
    decks : int
        1 to 12.

    Returns
    -------
    Table

    Examples
    --------
    >>> with_decks("live", 6).decks
    6
    """
    place = as_table(table)
    return replace(place, decks=decks, cut=min(place.cut, 52 * decks - 6))


def odds_of(table: str = "live", decks: int = 8) -> View:
    """View the exact odds of a table's bets, with any number of decks.

    Parameters
    ----------
    table : str
        A name in `TABLES`.
    decks : int
        1 to 12.

    Returns
    -------
    View
        One row a bet: chance of a win and of a push, edge, sd_units; usual, the edge with the
        table's own decks.

    Raises
    ------
    ValueError
        If there is no such table, or no shoe of so many decks.

    Examples
    --------
    >>> frame, figure = odds_of("live", decks=1)
    >>> f"{frame.loc['banker pair', 'edge']:.2%}"
    '29.41%'
    """
    place = as_table(table)
    frame = odds(with_decks(place, decks))[["win", "push", "edge", "sd_units"]]
    frame["usual"] = odds(place)["edge"]
    told = {bet: f"{edge:.2%} on {bet}" for bet, edge in frame["edge"].items()}
    cheapest, dearest = told[frame["edge"].idxmin()], told[frame["edge"].idxmax()]
    return View(
        "odds",
        f"With {_decks(decks)} the house keeps from {cheapest} to {dearest}.",
        frame,
        prices_figure(frame),
        f"House edge of {len(frame)} bets with {_decks(decks)}: from {cheapest} to {dearest}.",
        f"Exact odds, table {table}, full shoe of {_decks(decks)}; usual: {_decks(place.decks)}",
        dict.fromkeys(("win", "push", "edge", "usual"), ".3%") | {"sd_units": ".3f"},
    )


def streaks_of(table: str = "live", decks: int = 8, length: int = 4, coups: int = 80) -> View:
    """View how rare streaks are, and how often they go on.

    Parameters
    ----------
    table : str
        A name in `TABLES`.
    decks : int
        1 to 12.
    length : int
        How many in a row are asked about; the table has 1 to 12, or more if so many are asked for.
    coups : int
        Coups of a shoe, ties among them.

    Returns
    -------
    View
        One row a side and length: comes, the chance of such a streak or a longer one in a shoe;
        wait_coups, the mean wait for it; goes_on, the chance that the next decided coup continues
        it; pays_from, the chance from which a bet on that would pay.

    Raises
    ------
    ValueError
        If there is no such table, shoe or length.

    Notes
    -----
    Coups are taken as independent: inside an eight-deck shoe the coups before change the next one
    by about two parts in a million.

    Examples
    --------
    >>> frame, figure = streaks_of(length=7)
    >>> frame.loc[7].set_index("side")["comes"].round(4).to_dict()
    {'player': 0.2201, 'banker': 0.2551}
    """
    check_count("length", length)
    place, law = with_decks(table, decks), coup_law(decks=decks)
    tie = law.tie / law.total
    pays = _pays_from(place)
    rows: list[dict[str, Any]] = [
        {
            "length": k,
            "side": side,
            "comes": run_chance(coups, k, ways / law.total, passed=tie),
            "wait_coups": mean_wait(k, ways / law.total, passed=tie),
            "goes_on": ways / (law.player + law.banker),
            "pays_from": pays[side],
        }
        for k in range(1, max(LONGEST, length) + 1)
        for side, ways in zip(SIDES, (law.player, law.banker), strict=True)
    ]
    frame = pd.DataFrame(rows)
    asked = [row for row in rows if row["length"] == length]
    came = " and ".join(f"{row['side']} in {row['comes']:.1%}" for row in asked)
    on = " and ".join(f"{row['side']}'s in {row['goes_on']:.1%}" for row in asked)
    short = all(row["goes_on"] < row["pays_from"] for row in asked)
    return View(
        "streaks",
        f"{length} or more in a row come to {came} of shoes of {coups} coups. Once there, {on} of "
        f"cases go on: as after any other coup{', and too seldom to pay' * short}.",
        frame.set_index("length"),
        streaks_figure(frame, length),
        f"Left: the chance of a streak falls with its length, at {length} to {came}. Right: the "
        "chance that it goes on is level, whatever the length.",
        f"Streaks in {coups} coups of {_decks(decks)}, exact; ties passed over",
        {"comes": ".2%", "wait_coups": ",.1f", "goes_on": ".2%", "pays_from": ".2%"},
    )


def _pays_from(table: Table) -> dict[str, float]:
    law = coup_law(decks=table.decks)
    return {side: float(law.break_even(table.bets[side])) for side in SIDES}


def _decks(decks: int) -> str:
    return f"{decks} deck{'s' * (decks != 1)}"
