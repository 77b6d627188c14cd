"""Figures of the reports. The only import of matplotlib and seaborn.

Text and axes are drawn in the colour of the surrounding text, so that a figure fits a light page
and a dark one. Player is blue and banker orange everywhere: the pair stays apart for all common
kinds of colour blindness.
"""

from baccarat.plots.drawing import (
    COLOURS,
    show,
    show_svg,
    svg,
)
from baccarat.plots.evidence import battery_figure, power_figure
from baccarat.plots.followed import luck_figure, selections_figure
from baccarat.plots.monitor import monitor_figure
from baccarat.plots.odds import (
    earnings_figure,
    edges_figure,
    removal_figure,
)
from baccarat.plots.runs import (
    continuation_figure,
    run_length_figure,
    shoes_needed_figure,
)
from baccarat.plots.systems import (
    action_figure,
    ahead_figure,
    outcome_figure,
    paths_figure,
    reach_figure,
)

__all__ = [
    "COLOURS",
    "action_figure",
    "ahead_figure",
    "battery_figure",
    "continuation_figure",
    "earnings_figure",
    "edges_figure",
    "luck_figure",
    "monitor_figure",
    "outcome_figure",
    "paths_figure",
    "power_figure",
    "reach_figure",
    "removal_figure",
    "run_length_figure",
    "selections_figure",
    "shoes_needed_figure",
    "show",
    "show_svg",
    "svg",
]
