"""Figures of runs: whether they go on, how many there were, how long a record must be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from baccarat.evidence.streaks.continuations import Continuation
from baccarat.plots.drawing import COLOURS, INK, QUIET, number_ticks, percent_ticks, style
from baccarat.words.messages import say, say_many, translated


def continuation_figure(tests: Iterable[Continuation]) -> Figure:
    """Draw how often runs go on, by their length, beside what chance makes of each number.

    Parameters
    ----------
    tests : iterable of Continuation
        As `baccarat.continuations` gives them.

    Returns
    -------
    Figure
        A panel a side.

    Examples
    --------
    >>> import baccarat as bc
    >>> len(continuation_figure(bc.continuations(bc.deal("live", 10, rng=1), [1, 2])).axes)
    2
    """
    tests = list(tests)
    with style():
        fig = Figure(figsize=(7.2, 4.6), layout="constrained")
        panels = fig.subplots(1, 2, sharey=True)
        for ax, side in zip(panels, COLOURS, strict=True):
            _continuation_panel(ax, side, [test for test in tests if test.side == side])
        panels[0].set_ylabel(say("decided coups that continue the run (%)"))
        panels[0].yaxis.set_major_formatter(percent_ticks())
        fig.suptitle(say("How often a run goes on, by its length"), x=0.01, ha="left")
        handles, labels = panels[1].get_legend_handles_labels()
        fig.legend(handles, labels, loc="outside lower left", ncols=2, fontsize=9)
        sns.despine(fig)
    return fig


def run_length_figure(runs: pd.DataFrame) -> Figure:
    """Draw how many runs there were of each length, against their exact law.

    Parameters
    ----------
    runs : DataFrame
        As `baccarat.run_lengths` gives it.

    Returns
    -------
    Figure
        A column a side: the counts on a square-root scale, on which the spread by chance is about
        the same everywhere, and below them the differences in standard deviations.

    Examples
    --------
    >>> import baccarat as bc
    >>> len(run_length_figure(bc.run_lengths(bc.deal("live", 10, rng=1))).axes)
    4
    """
    with style():
        fig = Figure(figsize=(7.2, 5.2), layout="constrained")
        panels = fig.subplots(2, 2, sharex=True, sharey="row", height_ratios=(3, 2))
        for (counts, differences), side in zip(panels.T, COLOURS, strict=True):
            mine = runs[runs["side"] == side]
            _run_count_panel(counts, side, mine)
            _run_difference_panel(differences, side, mine)
        panels[0, 0].set_ylabel(say("runs (square-root scale)"))
        panels[1, 0].set_ylabel(say("difference (sd)"))
        fig.suptitle(say("How many runs there were of each length"), x=0.01, ha="left")
        handles, labels = panels[0, 0].get_legend_handles_labels()
        fig.legend(handles, labels, loc="outside lower left", ncols=3, fontsize=9)
        sns.despine(fig)
    return fig


def shoes_needed_figure(tests: Iterable[Continuation], shoes: int) -> Figure:
    """Draw how many shoes it takes to see a break-even effect, by run length.

    Parameters
    ----------
    tests : iterable of Continuation
        As `baccarat.continuations` gives them.
    shoes : int
        Shoes in the record at hand.

    Returns
    -------
    Figure

    Examples
    --------
    >>> import baccarat as bc
    >>> history = bc.deal("live", 10, rng=1)
    >>> len(shoes_needed_figure(bc.continuations(history, [1, 2]), 10).axes)
    1
    """
    tests = [test for test in tests if np.isfinite(test.shoes_needed)]
    with style():
        fig = Figure(figsize=(7.2, 3.6), layout="constrained")
        ax = fig.subplots()
        for side, marker in zip(COLOURS, "os", strict=True):
            mine = [test for test in tests if test.side == side]
            ax.plot(
                [test.k for test in mine], [test.shoes_needed for test in mine], marker=marker,
                markersize=5, color=COLOURS[side],
                label=say("after {side} in a row", side=translated(side)),
            )  # fmt: skip
        ax.axhline(shoes, color=INK, linestyle="--", linewidth=1)
        ax.annotate(
            say_many(shoes, "this record: {count:,} shoe", "this record: {count:,} shoes"),
            (1, shoes), (0, 4), xycoords=("axes fraction", "data"), textcoords="offset points",
            ha="right",
        )  # fmt: skip
        ax.set_yscale("log")
        ax.yaxis.set_major_formatter(number_ticks())
        ax.set_xticks(sorted({test.k for test in tests}))
        ax.set_xlabel(say("run length k before the bet (coups)"))
        ax.set_ylabel(say("shoes needed (log scale)"))
        ax.set_title(say("How long a record must be to see an effect that pays"))
        fig.legend(loc="outside lower left", ncols=2, fontsize=9)
        sns.despine(fig)
    return fig


def _continuation_panel(ax: Axes, side: str, tests: list[Continuation]) -> None:
    ks = np.array([test.k for test in tests])
    seen = [test for test in tests if test.opportunities]
    against, on = tests[0].break_even
    ax.axhspan(against, on, color=QUIET, alpha=0.2, linewidth=0, label=say("no bet pays in here"))
    ax.plot(ks, [t.expected for t in tests], color=INK, linewidth=1, label=say("pooled, by chance"))
    ax.plot(
        ks, [test.shoe_average_expected for test in tests], color=QUIET, linewidth=1,
        linestyle="--", label=say("average of shoes, by chance (biased)"),
    )  # fmt: skip
    ax.plot(
        [test.k for test in seen], [test.shoe_average for test in seen], "s", markersize=5,
        color=QUIET, markerfacecolor="none", label=say("average of shoes, observed (biased)"),
    )  # fmt: skip
    _intervals(ax, seen, COLOURS[side])
    ax.set_xticks(ks)
    ax.set_xlabel(say("{side} in a row before the coup, k or more", side=translated(side)))
    ax.set_title(translated(side).capitalize(), color=COLOURS[side])


def _intervals(ax: Axes, tests: list[Continuation], colour: str) -> None:
    """Draw pooled rates; an interval is for the chance to go on, its centre moved for bias."""
    rates = [test.rate for test in tests]
    ks: Any = [test.k for test in tests]
    lows, highs = [test.low for test in tests], [test.high for test in tests]
    ax.vlines(
        ks, lows, highs, color=colour, linewidth=1.5, label=say("95% interval for the chance")
    )
    ax.plot(ks, rates, "o", markersize=5, color=colour, label=say("pooled, observed"))


def _run_count_panel(ax: Axes, side: str, runs: pd.DataFrame) -> None:
    length, mean, sd = (runs[name].to_numpy() for name in ("length", "expected", "sd"))
    ax.set_yscale("function", functions=(lambda y: np.sqrt(np.maximum(y, 0)), np.square))
    low, high = np.maximum(mean - 2 * sd, 0), mean + 2 * sd
    ax.fill_between(length, low, high, color=QUIET, alpha=0.25, linewidth=0, label=say("± 2 sd"))
    ax.plot(length, mean, color=INK, linewidth=1, label=say("mean by chance"))
    ax.plot(length, runs["observed"], "o", markersize=5, color=COLOURS[side], label=say("observed"))
    ax.set_ylim(bottom=0)
    ax.yaxis.set_major_formatter(number_ticks())
    ax.set_title(translated(side).capitalize(), color=COLOURS[side])


def _run_difference_panel(ax: Axes, side: str, runs: pd.DataFrame) -> None:
    length, z = runs["length"].to_numpy(), runs["z"].to_numpy()
    ax.axhspan(-2, 2, color=QUIET, alpha=0.25, linewidth=0)
    ax.axhline(0, color=INK, linewidth=1)
    ax.vlines(length, 0, z, color=COLOURS[side], linewidth=1.5)
    ax.plot(length, z, "o", markersize=5, color=COLOURS[side])
    reach = max(3.2, 1.1 * float(np.nanmax(np.abs(z), initial=0)))
    ax.set_ylim(-reach, reach)
    ax.set_xticks(length, [*map(str, length[:-1]), f"{length[-1]}+"])
    ax.set_xlabel(say("run length (decided coups)"))
