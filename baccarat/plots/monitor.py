"""The figure of a record that grows and is tested at every look."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from baccarat.plots.drawing import COLOURS, INK, QUIET, number_ticks, style
from baccarat.words.messages import say, translated

_PARTS: Final = {
    "e_share": ("share", "-"),
    "e_repeats": ("repeats", "--"),
    "e_after_a_run": ("after a run", ":"),
    "e_order": ("order, share unknown", "-."),
}
_SMALLEST: Final = 1e-12  # p values below it say nothing more,
_LARGEST: Final = 1e12  # nor do e-values above it


def monitor_figure(path: pd.DataFrame, level: float = 0.05) -> Figure:
    """Draw a record's e-value as it grew, and below it the p value that pretends to a single look.

    Parameters
    ----------
    path : DataFrame
        As `Monitor.path` gives it; a row a look.
    level : float
        The alarm: an e-value of 1 / level, a p value of level.

    Returns
    -------
    Figure
        Two panels over the decided coups, on log scales. The e-value for order with the share
        unknown may leave the panel below: where order is chance it falls without end.

    Raises
    ------
    ValueError
        If the path holds no shoe.

    Examples
    --------
    >>> import baccarat as bc
    >>> from baccarat.evidence.monitor import Monitor
    >>> monitor = Monitor("live")
    >>> _ = monitor.update(bc.deal("live", 10, rng=1))
    >>> len(monitor_figure(monitor.path()).axes)
    2
    """
    if path.empty:
        raise ValueError("the path holds no shoe to draw; update the monitor first")
    with style():
        fig = Figure(figsize=(7.2, 5.4), layout="constrained")
        above, below = fig.subplots(2, 1, sharex=True, height_ratios=(3, 2))
        _e_panel(above, path, level)
        _p_panel(below, path, level)
        below.set_xlim(left=0)
        below.set_xlabel(say("decided coups so far"))
        below.xaxis.set_major_formatter(number_ticks())
        fig.suptitle(say("One record, judged at every look in two ways"), x=0.01, ha="left")
        handles, labels = above.get_legend_handles_labels()
        fig.legend(handles, labels, loc="outside lower left", ncols=3, fontsize=9)
        sns.despine(fig)
    return fig


def _e_panel(ax: Axes, path: pd.DataFrame, level: float) -> None:
    marker = "o" if len(path) == 1 else ""
    e_values = path[["e_combined", *_PARTS]].clip(1 / _LARGEST, _LARGEST)
    ax.set_yscale("log")
    for column, (label, line) in _PARTS.items():
        ax.plot(
            path["coups"], e_values[column], line, color=QUIET, linewidth=1, marker=marker,
            markersize=4, label=translated(label),
        )  # fmt: skip
    ax.plot(
        path["coups"], e_values["e_combined"], color=COLOURS["player"], linewidth=2, marker=marker,
        markersize=5, label=say("combined (mean of the four)"),
    )  # fmt: skip
    _alarm(ax, 1 / level, say("alarm at {level:g}", level=1 / level), above=True)
    shown = e_values.drop(columns="e_order").to_numpy()
    ax.set_ylim(max(0.01, 0.5 * shown.min()), 2.5 * max(1 / level, shown.max()))
    ax.set_ylabel(say("e-value (log scale)"))
    ax.set_title(say("Valid at every look"))


def _p_panel(ax: Axes, path: pd.DataFrame, level: float) -> None:
    p = np.maximum(path["p_naive"].to_numpy(), _SMALLEST)
    marker = "o" if len(path) == 1 else ""
    ax.set_yscale("log")
    ax.plot(path["coups"], p, color=COLOURS["banker"], linewidth=1.5, marker=marker, markersize=5)
    _alarm(ax, level, say("alarm below {level:g}", level=level), above=False)
    ax.set_ylim(0.4 * min(level, float(p.min())), 1.3)
    ax.set_ylabel(say("p value (log scale)"))
    ax.set_title(say("Valid at one look only: naive p value of banker's share"))


def _alarm(ax: Axes, height: float, told: str, *, above: bool) -> None:
    ax.axhline(height, color=INK, linestyle="--", linewidth=1)
    ax.annotate(
        told, (1, height), (0, 4 if above else -4), xycoords=("axes fraction", "data"),
        textcoords="offset points", ha="right", va="bottom" if above else "top",
    )  # fmt: skip
