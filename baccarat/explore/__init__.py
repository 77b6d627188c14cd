"""Exploring in a notebook: a setting moves, and odds, streaks, outcomes and risk move with it.

Each view is a plain function of its settings that gives a table and a figure; `panel` shows it
with controls, or without where there are none to be had.
"""

from baccarat.explore.controls import SETTINGS, Choice, Whole, controls_of
from baccarat.explore.panels import panel
from baccarat.explore.play import outcomes_of, risk_of
from baccarat.explore.price import odds_of, streaks_of
from baccarat.explore.view import View

__all__ = [
    "SETTINGS",
    "Choice",
    "View",
    "Whole",
    "controls_of",
    "odds_of",
    "outcomes_of",
    "panel",
    "risk_of",
    "streaks_of",
]
