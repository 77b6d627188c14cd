"""Figures of betting systems: cost, shape, chances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from baccarat.plots.drawing import COLOURS, INK, QUIET, percent_ticks, style
from baccarat.words.messages import say, translated
from baccarat.words.number import number


def action_figure(frame: pd.DataFrame, edges: Mapping[str, float]) -> Figure:
    """Draw each system's mean net result against what it stakes, and the lines of the house edge.

    Parameters
    ----------
    frame : DataFrame
        As `baccarat.play(...).frame()` gives it. Systems that stand apart are named.
    edges : mapping of str to float
        The house edge on player and on banker.

    Returns
    -------
    Figure

    Examples
    --------
    >>> import baccarat as bc
    >>> system = bc.System(bc.Always("banker"), bc.Flat())
    >>> frame = bc.play(system, "live", 10, rng=1).frame()
    >>> len(action_figure(frame, bc.odds("live")["edge"]).axes)
    1
    """
    with style():
        fig = Figure(figsize=(7.2, 4.6), layout="constrained")
        ax = fig.subplots()
        action = frame["action_units"] / frame["sessions"]
        reach = 1.15 * float(action.max())
        for side, colour in COLOURS.items():
            line = [0, reach], [0, -edges[side] * reach]
            ax.plot(*line, color=colour, linewidth=1, label=translated(side))
        errors = [frame["mean_net_units"] - frame["mean_net_low"]] * 2
        ax.errorbar(
            action, frame["mean_net_units"], yerr=errors, fmt="o", markersize=4, capsize=2,
            color=INK, linewidth=1, label=say("a system, 95% interval"),
        )  # fmt: skip
        named = -np.inf
        for place in action.sort_values().index:
            if action[place] - named > reach / 25:
                point = (action[place], frame["mean_net_units"][place])
                ax.annotate(
                    translated(str(frame["system"][place])), point, (4, 5),
                    textcoords="offset points", fontsize=7.5, rotation=30,
                )  # fmt: skip
                named = action[place]
        ax.set_xlabel(say("staked in a session (units)"))
        ax.set_ylabel(say("net result of a session (units)"))
        ax.set_title(say("What a system costs is what it stakes times the edge"))
        fig.legend(loc="outside lower left", ncols=3, fontsize=9)
        sns.despine(fig)
    return fig


def ahead_figure(frame: pd.DataFrame) -> Figure:
    """Draw each system's chance to end ahead beside what a bad session costs.

    Parameters
    ----------
    frame : DataFrame
        As `baccarat.play(...).frame()` gives it.

    Returns
    -------
    Figure

    Examples
    --------
    >>> import baccarat as bc
    >>> system = bc.System(bc.Always("banker"), bc.Flat())
    >>> len(ahead_figure(bc.play(system, "live", 10, rng=1).frame()).axes)
    2
    """
    frame = frame.sort_values("ahead")
    place = np.arange(len(frame))
    with style():
        fig = Figure(figsize=(7.2, 1.2 + 0.24 * len(frame)), layout="constrained")
        left, right = fig.subplots(1, 2, sharey=True)
        reach = [frame["ahead"] - frame["ahead_low"], frame["ahead_high"] - frame["ahead"]]
        left.errorbar(
            frame["ahead"], place, xerr=reach, fmt="o", markersize=4, color=COLOURS["player"]
        )
        left.axvline(0.5, color=QUIET, linewidth=1, linestyle="--")
        left.xaxis.set_major_formatter(percent_ticks())
        left.set_xlabel(say("sessions that end ahead (%)"))
        right.hlines(place, frame["net_5%"], frame["net_95%"], color=QUIET, linewidth=2)
        right.plot(frame["net_median"], place, "o", markersize=4, color=COLOURS["player"])
        right.plot(frame["mean_net_units"], place, "|", markersize=9, color=COLOURS["banker"])
        right.axvline(0, color=INK, linewidth=0.8)
        right.set_xlabel(say("net result of a session (units)"))
        left.set_yticks(place, list(map(translated, frame["system"])), fontsize=8)
        fig.suptitle(say("How often a system ends ahead, and what it brings"), x=0.01, ha="left")
        sns.despine(fig, left=True)
    return fig


def paths_figure(paths: Mapping[str, pd.DataFrame]) -> Figure:
    """Draw a sample of sessions, bet by bet, a panel a system.

    Parameters
    ----------
    paths : mapping of str to DataFrame
        As `baccarat.trajectories` gives them, by system.

    Returns
    -------
    Figure

    Examples
    --------
    >>> frame = pd.DataFrame({"session": [0, 0], "bet": [1, 2], "net_units": [1.0, 0.0]})
    >>> len(paths_figure({"flat": frame, "martingale": frame}).axes)
    2
    """
    with _sized(len(paths)) as (fig, panels):
        for ax, (name, frame) in zip(panels, paths.items(), strict=True):
            for _, path in frame.groupby("session"):
                behind = path["net_units"].iloc[-1] <= 0
                colour = COLOURS["banker"] if behind else COLOURS["player"]
                ax.plot(path["bet"], path["net_units"], color=colour, linewidth=0.8, alpha=0.6)
            ax.axhline(0, color=INK, linewidth=0.8)
            ax.set_title(translated(name))
            ax.set_xlabel(say("bets made"))
        panels[0].set_ylabel(say("won or lost so far (units)"))
        fig.suptitle(say("The same shoes, bet by bet"), x=0.01, ha="left")
        sns.despine(fig)
    return fig


def outcome_figure(nets: dict[int, int], unit: int = 10_000) -> Figure:
    """Draw how sessions of one system ended.

    Parameters
    ----------
    nets : dict of int to int
        Sessions by net result in ten-thousandths of a unit, as `Tally.nets`.
    unit : int
        Ten-thousandths in a unit.

    Returns
    -------
    Figure

    Examples
    --------
    >>> len(outcome_figure({10_000: 3, -50_000: 1}).axes)
    1
    """
    values = np.array(list(nets)) / unit
    times = np.array(list(nets.values()))
    with style():
        fig = Figure(figsize=(7.2, 3.4), layout="constrained")
        ax = fig.subplots()
        bins = np.linspace(values.min(), values.max() + 1e-9, 60).tolist()
        for won, colour in ((True, COLOURS["player"]), (False, COLOURS["banker"])):
            chosen = (values > 0) == won
            label = say("ended ahead") if won else say("ended behind or even")
            ax.hist(values[chosen], bins, weights=times[chosen], color=colour, label=label)
        mean = float(values @ times / times.sum())
        told = say("mean {mean:+.2f}", mean=mean)
        ax.axvline(mean, color=INK, linestyle="--", linewidth=1, label=told)
        ax.set_xlabel(say("net result of a session (units)"))
        ax.set_ylabel(say("sessions"))
        ax.set_title(say("Many small wins, and the losses that pay for them"))
        fig.legend(loc="outside lower left", ncols=3, fontsize=9)
        sns.despine(fig)
    return fig


def reach_figure(frame: pd.DataFrame, ceiling: float, fair: float) -> Figure:
    """Draw exact chances to reach a target, below the best possible and the fair-game bound.

    Parameters
    ----------
    frame : DataFrame
        Indexed by system: probability.
    ceiling, fair : float
        The best chance any system has, and the bound of a fair game.

    Returns
    -------
    Figure

    Examples
    --------
    >>> len(reach_figure(pd.DataFrame({"probability": [0.7]}, index=["flat"]), 0.9, 0.91).axes)
    1
    """
    frame = frame.sort_values("probability")
    place = np.arange(len(frame))
    with style():
        fig = Figure(figsize=(7.2, 1.3 + 0.3 * len(frame)), layout="constrained")
        ax = fig.subplots()
        ax.barh(place, frame["probability"], height=0.6, color=COLOURS["player"], alpha=0.7)
        for y, chance in zip(place, frame["probability"], strict=True):
            ax.annotate(number(chance, ".2%"), (chance, y), (-4, 0), textcoords="offset points",
                        va="center", ha="right", fontsize=8)  # fmt: skip
        ax.axvline(ceiling, color=COLOURS["banker"], linewidth=1.2, label=say("best possible"))
        ax.axvline(fair, color=INK, linewidth=1, linestyle="--", label=say("a fair game"))
        ax.set_yticks(place, list(map(translated, frame.index)))
        ax.xaxis.set_major_formatter(percent_ticks())
        ax.set_xlabel(say("chance to reach the target before ruin (%)"))
        ax.set_title(say("No system reaches the target more often than bold play"))
        fig.legend(loc="outside lower left", ncols=2, fontsize=9)
        sns.despine(fig, left=True)
    return fig


@contextmanager
def _sized(panels: int) -> Iterator[tuple[Figure, list[Axes]]]:
    with style():
        fig = Figure(figsize=(7.2, 3.4), layout="constrained")
        yield fig, list(fig.subplots(1, panels, sharey=True, squeeze=False)[0])
