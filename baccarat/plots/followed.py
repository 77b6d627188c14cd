"""Figures of bet selections: how often they hit, and how many end ahead by luck."""

from __future__ import annotations

from typing import Final

import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from baccarat.evidence.followed.luck import Luck
from baccarat.evidence.followed.rates import Followed
from baccarat.plots.drawing import COLOURS, INK, QUIET, percent_ticks, style
from baccarat.words.messages import say, translated
from baccarat.words.number import number

_REACH: Final = 3.0
"""Widths of a middling interval that the axis goes either way; longer intervals run off it."""


def selections_figure(followed: Followed) -> Figure:
    """Draw how far each selection's hits lie off what the sides it bet on allow.

    Parameters
    ----------
    followed : Followed
        As `baccarat.hit_rates` gives it.

    Returns
    -------
    Figure
        A row a selection, most hits beyond chance on top: a dot and its 95% interval, a deviation
        in another colour, between the shifts at which it pays to bet against it and on it. A
        selection that never bet has a row and no dot. An interval that runs off the axis ends in
        an arrowhead.

    Examples
    --------
    >>> import baccarat as bc
    >>> from baccarat.evidence.followed.rates import hit_rates
    >>> len(selections_figure(hit_rates(bc.deal("live", 10, rng=1))).axes)
    1
    """
    frame = followed.frame().sort_values("effect", na_position="first", kind="stable")
    frame = frame.reset_index(drop=True)
    with style():
        fig = Figure(figsize=(7.2, 1.5 + 0.24 * len(frame)), layout="constrained")
        ax = fig.subplots()
        _break_even_ticks(ax, frame)
        _dots(ax, frame[frame["decided"] > 0])
        ax.axvline(0, color=INK, linewidth=0.8)
        ax.set_yticks(frame.index, [_label(row) for _, row in frame.iterrows()], fontsize=8)
        ax.set_ylim(-0.7, len(frame) - 0.3)
        ax.set_xlabel(say("hits beyond what the sides bet on allow (points)"))
        ax.set_ylabel(say("selection (decided bets)"))
        ax.set_title(say("How often each selection hits, beside its sides' chance"))
        fig.legend(loc="outside lower left", ncols=3, fontsize=9)
        sns.despine(fig, left=True)
    return fig


def luck_figure(luck: Luck) -> Figure:
    """Draw how many selections end ahead by luck alone, and how many did on the record.

    Parameters
    ----------
    luck : Luck
        As `baccarat.profits_by_luck` gives it.

    Returns
    -------
    Figure

    Examples
    --------
    >>> from baccarat.evidence.followed.luck import profits_by_luck
    >>> len(luck_figure(profits_by_luck([80], table="live", rng=1, repetitions=100)).axes)
    1
    """
    frame = luck.frame()
    with style():
        fig = Figure(figsize=(7.2, 3.4), layout="constrained")
        ax = fig.subplots()
        ax.bar(frame["ahead"], frame["share"], width=0.8, color=QUIET, label=say("by luck alone"))
        if luck.observed is not None:
            ax.axvline(
                luck.observed, color=COLOURS["banker"], linewidth=2,
                label=say("on this record: {number}", number=luck.observed),
            )  # fmt: skip
        ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        ax.yaxis.set_major_formatter(percent_ticks())
        ax.set_xlabel(say("selections that end ahead, of {tried}", tried=luck.tried))
        ax.set_ylabel(say("records (%)"))
        ax.set_title(say("How many selections end ahead by luck alone"))
        fig.legend(loc="outside lower left", ncols=2, fontsize=9)
        sns.despine(fig)
    return fig


def _label(row: pd.Series) -> str:
    decided = number(row["decided"], ",") if row["decided"] else say("no bets")
    return f"{translated(row['selection'])} ({decided})"


def _break_even_ticks(ax: Axes, frame: pd.DataFrame) -> None:
    for column, label in (("break_even", say("a bet on it, or against it, pays beyond")),
                          ("break_even_against", None)):  # fmt: skip
        ax.plot(
            frame[column], frame.index, "|", color=QUIET, markersize=9, markeredgewidth=1.5,
            label=label, zorder=1,
        )  # fmt: skip


def _signed(value: float, _: int) -> str:
    return number(value, "+g") if value else "0"


def _dots(ax: Axes, frame: pd.DataFrame) -> None:
    reach = _REACH * float(((frame["high"] - frame["low"]) / 2).median()) if len(frame) else 1.0
    if len(frame):
        pays = frame[["break_even", "break_even_against"]].abs().max().max()
        reach = max(reach, 1.05 * float(frame["effect"].abs().max()), 1.1 * float(pays))
    out = frame["verdict"] == "deviation"
    groups = ((~out, "player", say("observed, 95% interval")), (out, "banker", say("a deviation")))
    for chosen, colour, label in groups:
        rows = frame[chosen]
        if len(rows):
            ax.hlines(rows.index, rows["low"], rows["high"], color=COLOURS[colour], linewidth=1.5)
            ax.plot(
                rows["effect"], rows.index, "o", markersize=5, color=COLOURS[colour], label=label
            )
        for column, edge, head in (("low", -reach, "<"), ("high", reach, ">")):
            beyond = rows[np.abs(rows[column]) > reach]
            ax.plot(
                np.full(len(beyond), edge), beyond.index, head, color=COLOURS[colour],
                markersize=5, clip_on=False,
            )  # fmt: skip
    ax.set_xlim(-reach, reach)
    ax.xaxis.set_major_formatter(FuncFormatter(_signed))
