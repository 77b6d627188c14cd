"""The answers to the lessons' questions, each worked out by the package, never written down."""

from __future__ import annotations

from typing import Final

from baccarat.game.catalogue import Catalogue
from baccarat.teach.answers import (
    bold_play,
    due,
    every_night,
    house_edge,
    lucky_winner,
    progressions,
    scorecards,
    streaks,
)
from baccarat.teach.question import Question

LESSONS: Final = {
    "house-edge": house_edge.ASKED,
    "due": due.ASKED,
    "streaks-of-chance": streaks.ASKED,
    "scorecards": scorecards.ASKED,
    "progressions": progressions.ASKED,
    "ruin-and-bold-play": bold_play.ASKED,
    "lucky-winner": lucky_winner.ASKED,
    "every-night": every_night.ASKED,
}
"""The questions of each lesson, in its order; a lesson is named as its notebook."""

QUESTIONS: Final[Catalogue[Question]] = Catalogue(
    "question",
    {
        f"{lesson}/{number}": asked
        for lesson, questions in LESSONS.items()
        for number, asked in enumerate(questions, start=1)
    },
)
"""Every question by its name, such as "house-edge/1"."""

__all__ = ["LESSONS", "QUESTIONS"]
