"""Numbers that are given, refused in a line where they are out of bounds."""

from __future__ import annotations

import math

import numpy as np


def check_number(name: str, number: float, low: float, high: float) -> None:
    """Refuse what is no number between two bounds."""
    real = isinstance(number, int | float | np.integer | np.floating)
    if not real or isinstance(number, bool) or not math.isfinite(number):
        raise ValueError(f"{name} must be a number from {low} to {high}, got {number!r}")
    if not low <= number <= high:
        raise ValueError(f"{name} must be from {low} to {high}, got {number}")


def check_whole(name: str, number: int, low: int, high: int) -> None:
    """Refuse what is no whole number between two bounds."""
    whole = isinstance(number, int | np.integer) and not isinstance(number, bool)
    if not whole or not low <= number <= high:
        raise ValueError(f"{name} must be a whole number from {low} to {high}, got {number!r}")
