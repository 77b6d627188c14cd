"""Figures of tests: what they found, and when they notice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from baccarat.evidence.result import LEVEL, POWER, TestResult
from baccarat.plots.drawing import COLOURS, INK, QUIET, number_ticks, percent_ticks, style
from baccarat.words.messages import say, translated

MARKERS: Final = "osD^vP*X"


def battery_figure(results: Iterable[TestResult]) -> Figure:
    """Draw the effect of each test with its interval, and how large it must be to matter.

    Parameters
    ----------
    results : iterable of TestResult
        Those that could not be made are left out.

    Returns
    -------
    Figure

    Examples
    --------
    >>> import baccarat as bc
    >>> found = bc.run_plan(bc.deal("live", 50, rng=1))
    >>> len(battery_figure(found.results).axes)
    1
    """
    shown = [result for result in results if result.method != "none"][::-1]
    place = np.arange(len(shown))
    effect = np.array([result.effect for result in shown])
    reach = [
        effect - np.array([result.low for result in shown]),
        np.array([result.high for result in shown]) - effect,
    ]
    colours = [COLOURS["banker" if r.verdict == "deviation" else "player"] for r in shown]
    with style():
        fig = Figure(figsize=(7.2, 1.7 + 0.36 * len(shown)), layout="constrained")
        ax = fig.subplots()
        for i, result in enumerate(shown):
            ax.hlines(i, *result.margin, color=QUIET, alpha=0.35, linewidth=11)
        ax.hlines(place, effect - reach[0], effect + reach[1], color=colours, linewidth=1.6)
        ax.scatter(effect, place, color=colours, s=26, zorder=3)
        ax.axvline(0, color=INK, linewidth=0.8)
        ax.set_yticks(place, [translated(result.name) for result in shown])
        ax.set_ylim(-0.7, len(shown) - 0.3)
        ax.set_xlabel(say("effect (points), dot, with its 95% interval; band: too small to matter"))
        ax.set_title(_found(shown))
        sns.despine(fig, left=True)
    return fig


def _found(results: list[TestResult]) -> str:
    found = sum(result.verdict == "deviation" for result in results)
    if not found:
        return say("No test finds a departure from chance")
    return say(
        "{count} of {tests} tests find a departure from chance", count=found, tests=len(results)
    )


def power_figure(curve: pd.DataFrame, title: str) -> Figure:
    """Draw how often each test notices, by the length of the record.

    Parameters
    ----------
    curve : DataFrame
        As `baccarat.power_curve` gives it.
    title : str
        What it shows.

    Returns
    -------
    Figure

    Examples
    --------
    >>> import baccarat as bc
    >>> from baccarat.history.controls import Human
    >>> curve = bc.power_curve(Human(0.6), [25, 50], 20, rng=1)
    >>> len(power_figure(curve, "Invented records are found out").axes)
    1
    """
    tests = list(dict.fromkeys(curve["test"]))
    palette = sns.color_palette("colorblind", len(tests))
    with style():
        fig = Figure(figsize=(7.2, 4.6), layout="constrained")
        ax = fig.subplots()
        for i, test in enumerate(tests):
            mine = curve[curve["test"] == test]
            last = test == tests[-1]
            ax.plot(
                mine["shoes"], mine["rate"], marker=MARKERS[i % len(MARKERS)], markersize=5,
                color=INK if last else palette[i], linewidth=2 if last else 1.3,
                label=translated(test), linestyle="--" if last else "-",
            )  # fmt: skip
        _levels(ax, int(curve["shoes"].min()))
        ax.set_xscale("log")
        ax.set_xticks(sorted(curve["shoes"].unique()), minor=False)
        ax.set_xticks([], minor=True)
        ax.xaxis.set_major_formatter(number_ticks())
        ax.yaxis.set_major_formatter(percent_ticks())
        ax.set_ylim(-0.02, 1.02)
        ax.set_xlabel(say("shoes of a record (log scale)"))
        ax.set_ylabel(say("records in which a test rejects (%)"))
        ax.set_title(title)
        fig.legend(loc="outside lower left", ncols=4, fontsize=9)
        sns.despine(fig)
    return fig


def _levels(ax: Axes, left: int) -> None:
    noticed = say("noticed in four records of five")
    for level, words in ((POWER, noticed), (LEVEL, say("by chance"))):
        ax.axhline(level, color=QUIET, linewidth=1, linestyle=":")
        ax.annotate(
            words, (left, level), (0, 3), textcoords="offset points", fontsize=8, color=QUIET
        )
