"""Figures of the lessons."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator
from numpy.typing import NDArray

from baccarat.plots.drawing import COLOURS, INK, QUIET, number_ticks, percent_ticks, style
from baccarat.words.messages import say, translated

_FEW = 25
"""Records drawn one by one."""


def straying_figure(
    at: NDArray[np.int64], off: NDArray[np.float64], share: float, far: NDArray[np.float64]
) -> Figure:
    """Draw how banker's count of wins strays from its expected number while its share settles.

    Parameters
    ----------
    at : ndarray of int64, shape (a,)
        After how many decided coups.
    off : ndarray of float64, shape (records, a)
        As `baccarat.teach.excesses` gives it; a few records are drawn.
    share : float
        Banker's chance.
    far : ndarray of float64, shape (a,)
        The mean distance of the count, exactly.

    Returns
    -------
    Figure
        Two panels: the count, and the share.

    Examples
    --------
    >>> len(straying_figure(np.array([1, 2]), np.zeros((3, 2)), 0.5, np.array([0.5, 0.5])).axes)
    2
    """
    with _panels(2, (7.2, 3.6)) as (fig, (left, right)):
        for ax, scale, middle in ((left, np.ones(len(at)), 0.0), (right, 1 / at, share)):
            ax.plot(at, middle + (off[:_FEW] * scale).T, color=QUIET, linewidth=0.7, alpha=0.8)
            for sign in (-1, 1):
                ax.plot(
                    at, middle + sign * far * scale, color=COLOURS["banker"], linewidth=2,
                    label=say("mean distance, exact") if sign > 0 else None,
                )  # fmt: skip
            ax.axhline(middle, color=INK, linewidth=0.8)
            ax.xaxis.set_major_formatter(number_ticks())
            ax.set_xlabel(translated("decided coups"))
        spread = 4 * far[len(at) // 20] / at[len(at) // 20]
        right.set_ylim(share - spread, share + spread)
        right.yaxis.set_major_formatter(percent_ticks())
        left.set_title(say("The count strays"))
        left.set_ylabel(say("banker wins less expected"))
        right.set_title(say("The share settles"))
        right.set_ylabel(say("banker's share"))
        _legend(fig, left)
    return fig


def telltale_figure(real: pd.DataFrame, faked: pd.DataFrame) -> Figure:
    """Draw how often dealt and invented shoes change sides, and how long their longest runs are.

    Parameters
    ----------
    real, faked : DataFrame
        As `baccarat.teach.telltales` gives them.

    Returns
    -------
    Figure
        Two panels.

    Examples
    --------
    >>> shoes = pd.DataFrame({"changes": [0.5, 0.6], "longest": [6, 4]})
    >>> len(telltale_figure(shoes, shoes).axes)
    2
    """
    both = ((real, COLOURS["player"], say("dealt")), (faked, COLOURS["banker"], say("invented")))
    with _panels(2, (7.2, 3.4)) as (fig, (left, right)):
        top = int(max(real["longest"].max(), faked["longest"].max()))
        drawn = (
            (left, "changes", np.arange(0.3, 0.8, 0.025), say("coups that changed sides (%)")),
            (right, "longest", np.arange(0.5, top + 1), say("longest run (coups)")),
        )
        for ax, column, bins, label in drawn:
            for shoes, colour, name in both:
                weights = np.full(len(shoes), 1 / len(shoes))
                ax.hist(
                    shoes[column].fillna(0), bins.tolist(), weights=weights, color=colour,
                    alpha=0.55, label=name,
                )  # fmt: skip
            ax.set_xlabel(label)
            ax.set_ylabel(say("shoes (%)"))
            ax.yaxis.set_major_formatter(percent_ticks())
        left.xaxis.set_major_formatter(percent_ticks())
        right.xaxis.set_major_locator(MaxNLocator(integer=True))
        fig.suptitle(say("Invented shoes change too often and run too short"), x=0.01, ha="left")
        _legend(fig, left)
    return fig


def scorecards_figure(shares: pd.Series, average: float, pooled: float, chance: float) -> Figure:
    """Draw the shoes' own shares, their average, and the share of all shoes counted together.

    Parameters
    ----------
    shares : Series
        Each shoe's own share.
    average : float
        Their mean under chance, exactly.
    pooled : float
        The share of all shoes together.
    chance : float
        The side's chance.

    Returns
    -------
    Figure

    Examples
    --------
    >>> len(scorecards_figure(pd.Series([0.2, 0.6]), 0.45, 0.5, 0.5).axes)
    1
    """
    with _panels(1, (7.2, 3.4)) as (fig, (ax,)):
        weights = np.full(len(shares), 1 / len(shares))
        bins = np.linspace(-0.025, 1.025, 22).tolist()
        ax.hist(
            shares, bins, weights=weights, color=QUIET, alpha=0.7, label=say("shoes, by their own")
        )
        ax.axvline(
            chance,
            color=INK,
            linewidth=1.2,
            label=say("banker's chance {chance:.1%}", chance=chance),
        )
        ax.axvline(
            pooled, color=COLOURS["player"], linewidth=2, linestyle="--",
            label=say("all shoes together {pooled:.1%}", pooled=pooled),
        )  # fmt: skip
        ax.axvline(
            average,
            color=COLOURS["banker"],
            linewidth=2,
            label=say("average of shoes {average:.1%}", average=average),
        )
        ax.set_xlabel(say("share of bankers after the run, on one scorecard (%)"))
        ax.set_ylabel(say("shoes (%)"))
        ax.set_title(say("One number a shoe, and its average lies low"))
        for axis in (ax.xaxis, ax.yaxis):
            axis.set_major_formatter(percent_ticks())
        _legend(fig, ax, 2)
    return fig


def cost_figure(frame: pd.DataFrame) -> Figure:
    """Draw what systems cost for each unit staked, beside the house edge.

    Parameters
    ----------
    frame : DataFrame
        As `baccarat.teach.costs` gives it.

    Returns
    -------
    Figure

    Examples
    --------
    >>> row = {"cost": 0.02, "low": 0.01, "high": 0.03, "exact": 0.0124}
    >>> len(cost_figure(pd.DataFrame([row], index=["flat"])).axes)
    1
    """
    place = np.arange(len(frame))[::-1]
    with _panels(1, (7.2, 1.5 + 0.3 * len(frame))) as (fig, (ax,)):
        ax.hlines(place, frame["low"], frame["high"], color=COLOURS["player"], linewidth=2)
        ax.plot(
            frame["cost"], place, "o", color=COLOURS["player"], markersize=5,
            label=say("lost of a unit staked, 95% interval"),
        )  # fmt: skip
        ax.plot(
            frame["exact"], place, "|", color=COLOURS["banker"], markersize=16, markeredgewidth=2,
            label=say("house edge on the bets made"),
        )  # fmt: skip
        ax.axvline(0, color=INK, linewidth=0.8)
        ax.set_yticks(place, [translated(str(name)) for name in frame.index])
        ax.set_ylim(-0.6, len(frame) - 0.4)
        ax.xaxis.set_major_formatter(number_ticks(".1%"))
        ax.set_xlabel(say("lost of each unit staked (%)"))
        ax.set_title(say("Every system pays the same price for a unit staked"))
        _legend(fig, ax, 2)
    return fig


def lucky_figure(counts: NDArray[np.int64], tried: int, level: float) -> Figure:
    """Draw how many worthless systems look good in a record, beside the binomial law.

    Parameters
    ----------
    counts : ndarray of int64, shape (records,)
        As `baccarat.teach.lucky_counts` gives them.
    tried : int
        Systems.
    level : float
        Of each test.

    Returns
    -------
    Figure

    Examples
    --------
    >>> len(lucky_figure(np.array([0, 1, 2]), 30, 0.05).axes)
    1
    """
    from scipy.stats import binom

    with _panels(1, (7.2, 3.4)) as (fig, (ax,)):
        number = np.arange(max(6, int(counts.max())) + 1)
        share = np.bincount(counts, minlength=len(number)) / counts.size
        ax.bar(number, share, width=0.8, color=QUIET, label=say("simulated records"))
        ax.plot(
            number, binom.pmf(number, tried, level), "o", color=COLOURS["banker"], markersize=6,
            label=say("independent tests, exact"),
        )  # fmt: skip
        ax.set_xticks(number)
        ax.yaxis.set_major_formatter(percent_ticks())
        ax.set_xlabel(
            say(
                "systems with p below {level:.0%}, of {tried} without any worth",
                level=level,
                tried=tried,
            )
        )
        ax.set_ylabel(say("records (%)"))
        ax.set_title(say("Most records hold a winner, and it is luck"))
        _legend(fig, ax, 2)
    return fig


def alarms_figure(frame: pd.DataFrame, level: float) -> Figure:
    """Draw the share of records of pure chance that have raised an alarm by each night.

    Parameters
    ----------
    frame : DataFrame
        As `baccarat.teach.alarms_by_night` gives it.
    level : float
        What was promised for one look.

    Returns
    -------
    Figure

    Examples
    --------
    >>> row = {"by_p": 0.05, "by_e": 0.0, "exact": 0.05}
    >>> len(alarms_figure(pd.DataFrame([row], index=[1]), 0.05).axes)
    1
    """
    lines: tuple[tuple[str, str, dict[str, Any]], ...] = (
        ("by_p", say("p value below the level, simulated"), {"color": COLOURS["banker"]}),
        ("exact", say("the same, exact"), {"color": INK, "linestyle": ":"}),
        ("by_e", say("e-value, simulated"), {"color": COLOURS["player"]}),
    )
    with _panels(1, (7.2, 3.6)) as (fig, (ax,)):
        for column, label, look in lines:
            ax.plot(frame.index, frame[column], label=label, linewidth=2, **look)
        ax.axhline(
            level,
            color=QUIET,
            linestyle="--",
            linewidth=1,
            label=say("promised: {level:.0%}", level=level),
        )
        ax.set_ylim(0, None)
        ax.yaxis.set_major_formatter(percent_ticks())
        ax.set_xlabel(say("nights looked at"))
        ax.set_ylabel(say("records with a false alarm so far (%)"))
        ax.set_title(say("Whoever looks every night finds something"))
        _legend(fig, ax, 2)
    return fig


@contextmanager
def _panels(number: int, size: tuple[float, float]) -> Iterator[tuple[Figure, list[Axes]]]:
    with style():
        fig = Figure(figsize=size, layout="constrained")
        yield fig, list(fig.subplots(1, number, squeeze=False).ravel())
        sns.despine(fig)


def _legend(fig: Figure, ax: Axes, columns: int = 3) -> None:
    handles, labels = ax.get_legend_handles_labels()
    fig.legend(handles, labels, loc="outside lower left", ncols=columns, fontsize=9)
