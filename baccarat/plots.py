"""Figures of the reports. The only import of matplotlib and seaborn.

Text and axes are drawn in the colour of the surrounding text, so that a figure fits a light page
and a dark one. Player is blue and banker orange everywhere: the pair stays apart for all common
kinds of colour blindness.
"""

from __future__ import annotations

import io
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

import matplotlib as mpl
import numpy as np
import pandas as pd
import seaborn as sns
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, PercentFormatter

from baccarat.evidence.randomness import Continuation

COLOURS: Final = {"player": "#1f83c9", "banker": "#d9651a"}
QUIET: Final = "#8a8f98"
_INK: Final = "#010203"  # stands for the colour of the text around the figure
_STYLE: Final[Any] = {
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "axes.facecolor": "none",
    "axes.titlelocation": "left",
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "figure.facecolor": "none",
    "figure.titlesize": 12,
    "figure.titleweight": "bold",
    "font.family": "sans-serif",
    "font.size": 10,
    "legend.frameon": False,
    "svg.fonttype": "none",
    "text.color": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
}


def svg(fig: Figure, name: str) -> str:
    """Draw a figure as SVG that takes its text colour from the page.

    Parameters
    ----------
    fig : Figure
        What to draw.
    name : str
        Tells its inner names from those of other figures; the same name gives the same bytes.

    Returns
    -------
    str
        An ``<svg>`` element without header or date.

    Examples
    --------
    >>> svg(Figure(), "empty")[:4]
    '<svg'
    """
    buffer = io.StringIO()
    with mpl.rc_context({**_STYLE, "svg.hashsalt": name}):
        fig.savefig(buffer, format="svg", metadata={"Date": None, "Creator": None})
    drawn = buffer.getvalue()
    drawn = re.sub(r"<metadata>.*?</metadata>", "", drawn[drawn.index("<svg") :], flags=re.DOTALL)
    return drawn.replace(_INK, "currentColor").strip()


def show(fig: Figure, *, alt: str, caption: str = "", name: str = "") -> None:
    """Show a figure in a notebook, with the text that stands for it where it can't be seen.

    Parameters
    ----------
    fig : Figure
        What to show.
    alt : str
        What the figure shows, for those who don't see it.
    caption : str
        A line below it.
    name : str
        A short name; default one made from the text.

    Raises
    ------
    ValueError
        If there is no alternative text.

    Examples
    --------
    >>> show(Figure(), alt="")
    Traceback (most recent call last):
    ...
    ValueError: a figure needs alt, what it shows for those who can't see it
    """
    show_svg(svg(fig, name := name or _name(alt)), alt=alt, caption=caption, name=name)


def show_svg(drawing: str, *, alt: str, caption: str = "", name: str = "") -> None:
    """Show a ready drawing, such as `baccarat.board_svg` gives, as `show` shows a figure.

    Parameters
    ----------
    drawing : str
        An ``<svg>`` element.
    alt, caption, name
        As for `show`.

    Raises
    ------
    ValueError
        If there is no alternative text.

    Examples
    --------
    >>> show_svg("<svg/>", alt="")
    Traceback (most recent call last):
    ...
    ValueError: a figure needs alt, what it shows for those who can't see it
    """
    from IPython.display import display

    if not alt.strip():
        raise ValueError("a figure needs alt, what it shows for those who can't see it")
    about = {
        "alt": alt, "caption": caption, "name": name or _name(alt), "needs_background": "light"
    }  # fmt: skip
    data = {"image/svg+xml": drawing, "text/plain": alt}
    display(data, raw=True, metadata={"image/svg+xml": about})  # type: ignore[no-untyped-call]


def _name(alt: str) -> str:
    return f"figure-{zlib.crc32(alt.encode()):08x}"


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
    with _style():
        fig = Figure(figsize=(7.2, 1.1 + 0.36 * len(edges)), layout="constrained")
        ax = fig.subplots()
        place = np.arange(len(edges))[::-1]
        ax.barh(place, edges["exact"], height=0.5, color=QUIET, alpha=0.45, label="exact")
        reach = [edges["observed"] - edges["low"], edges["high"] - edges["observed"]]
        ax.errorbar(
            edges["observed"], place, xerr=reach, fmt="o", markersize=5, capsize=4,
            color=COLOURS["player"], label="simulated, 95% interval",
        )  # fmt: skip
        for y, exact, high in zip(place, edges["exact"], edges["high"], strict=True):
            ax.annotate(
                f"{exact:.2%}", (max(exact, high), y), (8, 0), textcoords="offset points",
                va="center",
            )  # fmt: skip
        ax.set_yticks(place, list(edges.index))
        ax.set_xlim(min(0, edges["low"].min()), edges["high"].max() * 1.15)
        ax.set_xlabel("house edge (% of the stake)")
        ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        ax.set_title("What the house keeps of each unit staked")
        fig.legend(loc="outside lower left", ncols=2)
        sns.despine(fig, left=True)
        ax.tick_params(axis="y", length=0)
    return fig


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
    with _style():
        fig = Figure(figsize=(7.2, 4.6), layout="constrained")
        panels = fig.subplots(1, 2, sharey=True)
        for ax, side in zip(panels, COLOURS, strict=True):
            _continuation_panel(ax, side, [test for test in tests if test.side == side])
        panels[0].set_ylabel("decided coups that continue the run (%)")
        panels[0].yaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        fig.suptitle("How often a run goes on, by its length", x=0.01, ha="left")
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
    with _style():
        fig = Figure(figsize=(7.2, 5.2), layout="constrained")
        panels = fig.subplots(2, 2, sharex=True, sharey="row", height_ratios=(3, 2))
        for (counts, differences), side in zip(panels.T, COLOURS, strict=True):
            mine = runs[runs["side"] == side]
            _run_count_panel(counts, side, mine)
            _run_difference_panel(differences, side, mine)
        panels[0, 0].set_ylabel("runs (square-root scale)")
        panels[1, 0].set_ylabel("difference (sd)")
        fig.suptitle("How many runs there were of each length", x=0.01, ha="left")
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
    with _style():
        fig = Figure(figsize=(7.2, 3.6), layout="constrained")
        ax = fig.subplots()
        for side, marker in zip(COLOURS, "os", strict=True):
            mine = [test for test in tests if test.side == side]
            ax.plot(
                [test.k for test in mine], [test.shoes_needed for test in mine], marker=marker,
                markersize=5, color=COLOURS[side], label=f"after {side} in a row",
            )  # fmt: skip
        ax.axhline(shoes, color=_INK, linestyle="--", linewidth=1)
        ax.annotate(
            f"this record: {shoes:,} shoe{'s' * (shoes != 1)}", (1, shoes), (0, 4),
            xycoords=("axes fraction", "data"), textcoords="offset points", ha="right",
        )  # fmt: skip
        ax.set_yscale("log")
        ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
        ax.set_xticks(sorted({test.k for test in tests}))
        ax.set_xlabel("run length k before the bet (coups)")
        ax.set_ylabel("shoes needed (log scale)")
        ax.set_title("How long a record must be to see an effect that pays")
        fig.legend(loc="outside lower left", ncols=2, fontsize=9)
        sns.despine(fig)
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
    with _style():
        fig = Figure(figsize=(7.2, 0.9 + 1.7 * rows), layout="constrained")
        panels = fig.subplots(rows, across, sharex=True, sharey=True, squeeze=False)
        place = np.arange(effects.shape[1])
        for ax, (bet, effect) in zip(panels.flat, effects.iterrows(), strict=False):
            colours = np.where(effect > 0, COLOURS["player"], COLOURS["banker"])
            ax.bar(place, 100 * effect, color=list(colours), width=0.7)
            ax.axhline(0, color=_INK, linewidth=0.8)
            ax.set_xticks(place, list(effects.columns))
            ax.set_title(str(bet), fontsize=10)
        for ax in panels.flat[len(effects) :]:
            ax.remove()
        fig.supylabel("change of the expectation (% of a unit)", fontsize=10)
        fig.supxlabel("value of the card that left the shoe", fontsize=10)
        fig.suptitle("What one card more gone does to a bet", x=0.01, ha="left")
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
    with _style():
        fig = Figure(figsize=(7.2, 1.1 + 0.42 * len(earnings)), layout="constrained")
        ax = fig.subplots()
        place = np.arange(len(earnings))[::-1]
        per_shoe, reach = earnings["per_shoe"], 1.96 * earnings["error"]
        colours = np.where(per_shoe > 0, COLOURS["player"], COLOURS["banker"])
        ax.barh(place, per_shoe, xerr=reach, height=0.5, color=list(colours), ecolor=_INK)
        ax.axvline(0, color=_INK, linewidth=0.8)
        for y, value, edge in zip(place, per_shoe, per_shoe + reach, strict=True):
            ax.annotate(
                f"{value:+.4f}" if abs(value) < 0.01 else f"{value:+.2f}",
                (max(edge, 0), y), (6, 0), textcoords="offset points", va="center",
            )  # fmt: skip
        ax.set_yticks(place, list(earnings.index))
        ax.set_xlabel("units a shoe, for bets of one unit (95% interval)")
        ax.set_title("What each way to bet comes to")
        ax.margins(x=0.15)
        sns.despine(fig, left=True)
        ax.tick_params(axis="y", length=0)
    return fig


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
    with _style():
        fig = Figure(figsize=(7.2, 4.6), layout="constrained")
        ax = fig.subplots()
        action = frame["action_units"] / frame["sessions"]
        reach = 1.15 * float(action.max())
        for side, colour in COLOURS.items():
            ax.plot([0, reach], [0, -edges[side] * reach], color=colour, linewidth=1, label=side)
        errors = [frame["mean_net_units"] - frame["mean_net_low"]] * 2
        ax.errorbar(
            action, frame["mean_net_units"], yerr=errors, fmt="o", markersize=4, capsize=2,
            color=_INK, linewidth=1, label="a system, 95% interval",
        )  # fmt: skip
        named = -np.inf
        for place in action.sort_values().index:
            if action[place] - named > reach / 25:
                point = (action[place], frame["mean_net_units"][place])
                ax.annotate(
                    str(frame["system"][place]), point, (4, 5), textcoords="offset points",
                    fontsize=7.5, rotation=30,
                )  # fmt: skip
                named = action[place]
        ax.set_xlabel("staked in a session (units)")
        ax.set_ylabel("net result of a session (units)")
        ax.set_title("What a system costs is what it stakes times the edge")
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
    with _style():
        fig = Figure(figsize=(7.2, 1.2 + 0.24 * len(frame)), layout="constrained")
        left, right = fig.subplots(1, 2, sharey=True)
        reach = [frame["ahead"] - frame["ahead_low"], frame["ahead_high"] - frame["ahead"]]
        left.errorbar(
            frame["ahead"], place, xerr=reach, fmt="o", markersize=4, color=COLOURS["player"]
        )
        left.axvline(0.5, color=QUIET, linewidth=1, linestyle="--")
        left.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        left.set_xlabel("sessions that end ahead (%)")
        right.hlines(place, frame["net_5%"], frame["net_95%"], color=QUIET, linewidth=2)
        right.plot(frame["net_median"], place, "o", markersize=4, color=COLOURS["player"])
        right.plot(frame["mean_net_units"], place, "|", markersize=9, color=COLOURS["banker"])
        right.axvline(0, color=_INK, linewidth=0.8)
        right.set_xlabel("net result of a session (units)")
        left.set_yticks(place, list(frame["system"]), fontsize=8)
        fig.suptitle("Often a little ahead, seldom far behind", x=0.01, ha="left")
        sns.despine(fig, left=True)
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
    with _style():
        fig = Figure(figsize=(7.2, 3.4), layout="constrained")
        ax = fig.subplots()
        bins = np.linspace(values.min(), values.max() + 1e-9, 60).tolist()
        for won, colour in ((True, COLOURS["player"]), (False, COLOURS["banker"])):
            chosen = (values > 0) == won
            label = "ended ahead" if won else "ended behind or even"
            ax.hist(values[chosen], bins, weights=times[chosen], color=colour, label=label)
        mean = float(values @ times / times.sum())
        ax.axvline(mean, color=_INK, linestyle="--", linewidth=1, label=f"mean {mean:+.2f}")
        ax.set_xlabel("net result of a session (units)")
        ax.set_ylabel("sessions")
        ax.set_title("Many small wins, and the losses that pay for them")
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
    with _style():
        fig = Figure(figsize=(7.2, 1.3 + 0.3 * len(frame)), layout="constrained")
        ax = fig.subplots()
        ax.barh(place, frame["probability"], height=0.6, color=COLOURS["player"], alpha=0.7)
        for y, chance in zip(place, frame["probability"], strict=True):
            ax.annotate(f"{chance:.2%}", (chance, y), (-4, 0), textcoords="offset points",
                        va="center", ha="right", fontsize=8)  # fmt: skip
        ax.axvline(ceiling, color=COLOURS["banker"], linewidth=1.2, label="best possible")
        ax.axvline(fair, color=_INK, linewidth=1, linestyle="--", label="a fair game")
        ax.set_yticks(place, list(frame.index))
        ax.xaxis.set_major_formatter(PercentFormatter(1, decimals=0))
        ax.set_xlabel("chance to reach the target before ruin (%)")
        ax.set_title("No system reaches the target more often than bold play")
        fig.legend(loc="outside lower left", ncols=2, fontsize=9)
        sns.despine(fig, left=True)
    return fig


@contextmanager
def _style() -> Iterator[None]:
    with sns.axes_style("ticks", rc=_STYLE), mpl.rc_context(_STYLE):
        yield


def _continuation_panel(ax: Axes, side: str, tests: list[Continuation]) -> None:
    ks = np.array([test.k for test in tests])
    seen = [test for test in tests if test.opportunities]
    against, on = tests[0].break_even
    ax.axhspan(against, on, color=QUIET, alpha=0.2, linewidth=0, label="no bet pays in here")
    ax.plot(ks, [t.expected for t in tests], color=_INK, linewidth=1, label="pooled, by chance")
    ax.plot(
        ks, [test.shoe_average_expected for test in tests], color=QUIET, linewidth=1,
        linestyle="--", label="average of shoes, by chance (biased)",
    )  # fmt: skip
    ax.plot(
        [test.k for test in seen], [test.shoe_average for test in seen], "s", markersize=5,
        color=QUIET, markerfacecolor="none", label="average of shoes, observed (biased)",
    )  # fmt: skip
    _intervals(ax, seen, COLOURS[side])
    ax.set_xticks(ks)
    ax.set_xlabel(f"{side} in a row before the coup, k or more")
    ax.set_title(side.capitalize(), color=COLOURS[side])


def _intervals(ax: Axes, tests: list[Continuation], colour: str) -> None:
    """Draw pooled rates; an interval is for the chance to go on, its centre moved for bias."""
    rates = [test.rate for test in tests]
    ks: Any = [test.k for test in tests]
    lows, highs = [test.low for test in tests], [test.high for test in tests]
    ax.vlines(ks, lows, highs, color=colour, linewidth=1.5, label="95% interval for the chance")
    ax.plot(ks, rates, "o", markersize=5, color=colour, label="pooled, observed")


def _run_count_panel(ax: Axes, side: str, runs: pd.DataFrame) -> None:
    length, mean, sd = (runs[name].to_numpy() for name in ("length", "expected", "sd"))
    ax.set_yscale("function", functions=(lambda y: np.sqrt(np.maximum(y, 0)), np.square))
    low, high = np.maximum(mean - 2 * sd, 0), mean + 2 * sd
    ax.fill_between(length, low, high, color=QUIET, alpha=0.25, linewidth=0, label="± 2 sd")
    ax.plot(length, mean, color=_INK, linewidth=1, label="mean by chance")
    ax.plot(length, runs["observed"], "o", markersize=5, color=COLOURS[side], label="observed")
    ax.set_ylim(bottom=0)
    ax.yaxis.set_major_formatter(FuncFormatter(lambda value, _: f"{value:,.0f}"))
    ax.set_title(side.capitalize(), color=COLOURS[side])


def _run_difference_panel(ax: Axes, side: str, runs: pd.DataFrame) -> None:
    length, z = runs["length"].to_numpy(), runs["z"].to_numpy()
    ax.axhspan(-2, 2, color=QUIET, alpha=0.25, linewidth=0)
    ax.axhline(0, color=_INK, linewidth=1)
    ax.vlines(length, 0, z, color=COLOURS[side], linewidth=1.5)
    ax.plot(length, z, "o", markersize=5, color=COLOURS[side])
    reach = max(3.2, 1.1 * float(np.nanmax(np.abs(z), initial=0)))
    ax.set_ylim(-reach, reach)
    ax.set_xticks(length, [*map(str, length[:-1]), f"{length[-1]}+"])
    ax.set_xlabel("run length (decided coups)")
