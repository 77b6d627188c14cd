"""Lessons in probability: checks of a student's answer, a quiz, and what the lessons simulate."""

from baccarat.teach.checking import answer_key, check
from baccarat.teach.costs import costs
from baccarat.teach.looks import alarm_chance, alarms_by_night
from baccarat.teach.lucky import lucky_counts, pattern_systems
from baccarat.teach.quiz import Quiz, real_or_faked, telltales
from baccarat.teach.reply import Reply
from baccarat.teach.scorecards import own_shares
from baccarat.teach.walks import excesses, mean_distance

__all__ = [
    "Quiz",
    "Reply",
    "alarm_chance",
    "alarms_by_night",
    "answer_key",
    "check",
    "costs",
    "excesses",
    "lucky_counts",
    "mean_distance",
    "own_shares",
    "pattern_systems",
    "real_or_faked",
    "telltales",
]
