"""Figures that are drawn anew while a setting moves: prices, streaks, outcomes, risk."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from baccarat.plots.drawing import COLOURS, INK, QUIET, number_ticks, percent_ticks, style
from baccarat.words.messages import say, translated


def prices_figure(prices: pd.DataFrame) -> Figure:
    """Draw the house edge of bets, and what it is with another number of decks.

    Parameters
    ----------
    prices : DataFrame
        Indexed by bet: edge, and usual, what it is otherwise.

    Returns
    -------
    Figure

    Examples
    --------
    >>> prices = pd.DataFrame({"edge": [0.0101], "usual": [0.0106]}, index=["banker"])
    >>> len(prices_figure(prices).axes)
    1
    """
    place = np.arange(len(prices))[::-1]
    with style():
        fig = Figure(figsize=(7.2, 1.3 + 0.27 * len(prices)), layout="constrained")
        ax = fig.subplots()
        ax.barh(place, prices["edge"], height=0.6, color=COLOURS["player"], alpha=0.75)
        ax.plot(
            prices["usual"],
            place,
            "|",
            markersize=11,
            color=INK,
            label=say("the table's own decks"),
        )
        for y, *edges in zip(place, prices["edge"], prices["usual"], strict=True):
            ax.annotate(
                f"{edges[0]:.2%}", (max(*edges, 0), y), (6, 0), textcoords="offset points",
                va="center", fontsize=9,
            )  # fmt: skip
        ax.set_yticks(place, list(prices.index))
        ax.margins(x=0.12)
        ax.xaxis.set_major_formatter(number_ticks(".1%"))
        ax.set_xlabel(say("house edge (% of the stake)"))
        ax.set_title(say("What the house keeps of each unit staked"))
        fig.legend(loc="outside lower left")
        sns.despine(fig, left=True)
        ax.tick_params(axis="y", length=0)
    return fig


def streaks_figure(streaks: pd.DataFrame, length: int) -> Figure:
    """Draw how rare streaks are, by their length, beside how often they go on.

    Parameters
    ----------
    streaks : DataFrame
        One row a side and length: side, length, comes (the chance of such a streak), goes_on, and
        pays_from, the share from which a bet on it would pay.
    length : int
        The length asked about.

    Returns
    -------
    Figure
        Two panels.

    Examples
    --------
    >>> one = {"length": 3, "comes": 0.99, "goes_on": 0.49, "pays_from": 0.5}
    >>> frame = pd.DataFrame([{"side": side, **one} for side in ("player", "banker")])
    >>> len(streaks_figure(frame, 3).axes)
    2
    """
    with style():
        fig = Figure(figsize=(7.2, 3.7), layout="constrained")
        rare, next_coup = fig.subplots(1, 2, sharex=True)
        for side, colour in COLOURS.items():
            mine = streaks[streaks["side"] == side]
            rare.plot(
                mine["length"],
                mine["comes"],
                "o-",
                markersize=4,
                color=colour,
                label=translated(side),
            )
            next_coup.plot(mine["length"], mine["goes_on"], "o-", markersize=4, color=colour)
            next_coup.plot(
                mine["length"], mine["pays_from"], color=colour, linewidth=1, linestyle="--"
            )
        rare.set_ylim(-0.03, 1.03)
        rare.set_title(say("It comes in a shoe"))
        next_coup.set_ylim(0.4, 0.6)
        next_coup.set_yticks([0.4, 0.45, 0.5, 0.55, 0.6])
        next_coup.set_title(say("It goes on"))
        for ax in (rare, next_coup):
            ax.axvline(length, color=QUIET, linewidth=7, alpha=0.3)
            ax.set_xticks(range(1, int(streaks["length"].max()) + 1))
            ax.yaxis.set_major_formatter(percent_ticks())
            ax.set_xlabel(say("in a row"))
        fig.legend(loc="outside lower left", ncols=2, fontsize=9)
        sns.despine(fig)
    return fig


def outcomes_figure(paths: pd.DataFrame, nets: Mapping[int, int], mean: float) -> Figure:
    """Draw a few sessions bet by bet, and beside them how all of them ended.

    Parameters
    ----------
    paths : DataFrame
        As `baccarat.trajectories` gives them.
    nets : mapping of int to int
        Sessions by net result in ten-thousandths of a unit, as `Tally.nets`.
    mean : float
        The mean net result, in units.

    Returns
    -------
    Figure
        Two panels with one scale of money.

    Examples
    --------
    >>> paths = pd.DataFrame({"session": [0, 0], "bet": [1, 2], "net_units": [1.0, 0.0]})
    >>> len(outcomes_figure(paths, {10_000: 3, -50_000: 1}, -0.5).axes)
    2
    """
    values, times = np.array(list(nets)) / 10_000, np.array(list(nets.values()), dtype=float)
    with style():
        fig = Figure(figsize=(7.2, 3.9), layout="constrained")
        walk, ends = fig.subplots(1, 2, sharey=True, width_ratios=(2, 1))
        for _, path in paths.groupby("session"):
            colour = COLOURS["banker" if path["net_units"].iloc[-1] <= 0 else "player"]
            walk.plot(path["bet"], path["net_units"], color=colour, linewidth=0.8, alpha=0.7)
        bins = np.linspace(values.min(), values.max() + 1e-9, 40).tolist()
        for won, side in ((True, "player"), (False, "banker")):
            chosen = (values > 0) == won
            weights = times[chosen] / times.sum()
            ends.hist(
                values[chosen], bins, weights=weights, orientation="horizontal",
                color=COLOURS[side],
                label=say("ended ahead") if won else say("ended behind or even"),
            )  # fmt: skip
        ends.axhline(
            mean, color=INK, linestyle="--", linewidth=1, label=say("mean {mean:+.2f}", mean=mean)
        )
        walk.axhline(0, color=INK, linewidth=0.8)
        walk.set_xlabel(say("bets made"))
        walk.set_ylabel(say("won or lost so far (units)"))
        walk.set_title(say("A few sessions"))
        ends.set_xlabel(say("sessions (%)"))
        ends.xaxis.set_major_formatter(percent_ticks())
        ends.set_title(say("All of them"))
        fig.legend(loc="outside lower left", ncols=3, fontsize=9)
        sns.despine(fig)
    return fig


def risk_figure(risk: pd.DataFrame, bankroll: int) -> Figure:
    """Draw how ruin and the mean result change with the bankroll.

    Parameters
    ----------
    risk : DataFrame
        Indexed by bankroll, in units: ruined and ahead with their limits (ruined_low, ...), and
        mean_net_units with mean_net_low and mean_net_high.
    bankroll : int
        The bankroll asked about.

    Returns
    -------
    Figure
        Two panels.

    Examples
    --------
    >>> names = ("ruined", "ahead", "mean_net")
    >>> row = {f"{name}{end}": 0.5 for name in names for end in ("", "_low", "_high", "_units")}
    >>> len(risk_figure(pd.DataFrame([row, row], index=[50, 100]), 100).axes)
    2
    """
    with style():
        fig = Figure(figsize=(7.2, 3.7), layout="constrained")
        chances, cost = fig.subplots(1, 2, sharex=True)
        for name, side in (("ruined", "banker"), ("ahead", "player")):
            _with_limits(chances, risk, name, name, COLOURS[side])
        _with_limits(cost, risk, "mean_net_units", "mean_net", INK)
        cost.axhline(0, color=QUIET, linewidth=1)
        chances.set_ylim(-0.03, 1.03)
        chances.yaxis.set_major_formatter(percent_ticks())
        chances.set_title(say("How sessions end"))
        cost.set_title(say("What they come to (units)"))
        for ax in (chances, cost):
            ax.axvline(bankroll, color=QUIET, linewidth=7, alpha=0.3)
            ax.set_xscale("log")
            ax.set_xticks(list(risk.index), [f"{units:,}" for units in risk.index])
            ax.set_xticks([], minor=True)
            ax.set_xlabel(say("bankroll (units, log scale)"))
        fig.legend(*chances.get_legend_handles_labels(), loc="outside lower left", ncols=2)
        sns.despine(fig)
    return fig


def _with_limits(ax: Axes, frame: pd.DataFrame, name: str, stem: str, colour: str) -> None:
    middle = frame[name]
    reach = [(middle - frame[f"{stem}_low"]).clip(0), (frame[f"{stem}_high"] - middle).clip(0)]
    ax.errorbar(
        frame.index, middle, yerr=reach, fmt="o-", markersize=4, capsize=3, color=colour,
        linewidth=1.3, label=translated(name),
    )  # fmt: skip
