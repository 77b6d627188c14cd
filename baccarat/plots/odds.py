"""Figures of prices: edges, effects of removal, what counting earns."""

from __future__ import annotations

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.figure import Figure

from baccarat.plots.drawing import COLOURS, INK, QUIET, percent_ticks, style
from baccarat.words.messages import say, translated
from baccarat.words.number import number


def edges_figure(edges: pd.DataFrame) -> Figure:
    """Draw each bet's exact house edge and the interval that a simulation gives it.

    Parameters
    ----------
    edges : DataFrame
        As `baccarat.observed_edges` gives it.

    Returns
    -------
    Figure

    Examples
    --------
    >>> import baccarat as bc
    >>> len(edges_figure(bc.observed_edges(bc.deal("live", 10, rng=1))).axes)
    1
    """
    with style():
        fig = Figure(figsize=(7.2, 1.1 + 0.36 * len(edges)), layout="constrained")
        ax = fig.subplots()
        place = np.arange(len(edges))[::-1]
        ax.barh(place, edges["exact"], height=0.5, color=QUIET, alpha=0.45, label=say("exact"))
        reach = [edges["observed"] - edges["low"], edges["high"] - edges["observed"]]
        ax.errorbar(
            edges["observed"], place, xerr=reach, fmt="o", markersize=5, capsize=4,
            color=COLOURS["player"], label=say("simulated, 95% interval"),
        )  # fmt: skip
        for y, exact, high in zip(place, edges["exact"], edges["high"], strict=True):
            ax.annotate(
                number(exact, ".2%"), (max(exact, high), y), (8, 0), textcoords="offset points",
                va="center",
            )  # fmt: skip
        ax.set_yticks(place, list(map(translated, edges.index)))
        ax.set_xlim(min(0, edges["low"].min()), edges["high"].max() * 1.15)
        ax.set_xlabel(say("house edge (% of the stake)"))
        ax.xaxis.set_major_formatter(percent_ticks())
        ax.set_title(say("What the house keeps of each unit staked"))
        fig.legend(loc="outside lower left", ncols=2)
        sns.despine(fig, left=True)
        ax.tick_params(axis="y", length=0)
    return fig


def removal_figure(effects: pd.DataFrame) -> Figure:
    """Draw what one card leaving the shoe does to each bet, all on one scale.

    Parameters
    ----------
    effects : DataFrame
        As `baccarat.removal_effects` gives it: a row a bet, a column a card value.

    Returns
    -------
    Figure
        A panel a bet, two or three in a row.

    Examples
    --------
    >>> import baccarat as bc
    >>> effects = bc.removal_effects({"tie": bc.BETS["tie"]})
    >>> len(removal_figure(effects).axes)
    1
    """
    across = 2 if len(effects) in (2, 4) else 3
    rows = -(-len(effects) // across)
    with style():
        fig = Figure(figsize=(7.2, 0.9 + 1.7 * rows), layout="constrained")
        panels = fig.subplots(rows, across, sharex=True, sharey=True, squeeze=False)
        place = np.arange(effects.shape[1])
        for ax, (bet, effect) in zip(panels.flat, effects.iterrows(), strict=False):
            colours = np.where(effect > 0, COLOURS["player"], COLOURS["banker"])
            ax.bar(place, 100 * effect, color=list(colours), width=0.7)
            ax.axhline(0, color=INK, linewidth=0.8)
            ax.set_xticks(place, list(effects.columns))
            ax.set_title(translated(str(bet)), fontsize=10)
        for ax in panels.flat[len(effects) :]:
            ax.remove()
        fig.supylabel(say("change of the expectation (% of a unit)"), fontsize=10)
        fig.supxlabel(say("value of the card that left the shoe"), fontsize=10)
        fig.suptitle(say("What one card more gone does to a bet"), x=0.01, ha="left")
        sns.despine(fig)
    return fig


def earnings_figure(earnings: pd.DataFrame) -> Figure:
    """Draw what ways to bet come to a shoe.

    Parameters
    ----------
    earnings : DataFrame
        Indexed by the way to bet: per_shoe and error, in units.

    Returns
    -------
    Figure

    Examples
    --------
    >>> ways = pd.DataFrame({"per_shoe": [-0.86], "error": [0.0]}, index=["banker every coup"])
    >>> len(earnings_figure(ways).axes)
    1
    """
    with style():
        fig = Figure(figsize=(7.2, 1.1 + 0.42 * len(earnings)), layout="constrained")
        ax = fig.subplots()
        place = np.arange(len(earnings))[::-1]
        per_shoe, reach = earnings["per_shoe"], 1.96 * earnings["error"]
        colours = np.where(per_shoe > 0, COLOURS["player"], COLOURS["banker"])
        ax.barh(place, per_shoe, xerr=reach, height=0.5, color=list(colours), ecolor=INK)
        ax.axvline(0, color=INK, linewidth=0.8)
        for y, value, edge in zip(place, per_shoe, per_shoe + reach, strict=True):
            ax.annotate(
                number(value, "+.4f" if abs(value) < 0.01 else "+.2f"),
                (max(edge, 0), y), (6, 0), textcoords="offset points", va="center",
            )  # fmt: skip
        ax.set_yticks(place, list(map(translated, earnings.index)))
        ax.set_xlabel(say("units a shoe, for bets of one unit (95% interval)"))
        ax.set_title(say("What each way to bet comes to"))
        ax.margins(x=0.15)
        sns.despine(fig, left=True)
        ax.tick_params(axis="y", length=0)
    return fig
