"""What may be set in a view, and between which bounds, whether by a slider or in code."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from baccarat.betting.progressions import PROGRESSIONS
from baccarat.betting.selections import SELECTIONS
from baccarat.game.catalogue import Catalogue
from baccarat.game.tables import TABLES


@dataclass(frozen=True)
class Whole:
    """A whole number between bounds.

    Attributes
    ----------
    name : str
        What is set.
    low, high, step : int
        The bounds, and how far apart a slider's stops are.

    Examples
    --------
    >>> Whole("decks", 1, 12).checked(8)
    8
    >>> Whole("decks", 1, 12).checked(13)
    Traceback (most recent call last):
    ...
    ValueError: decks must be a whole number from 1 to 12, got 13
    """

    name: str
    low: int
    high: int
    step: int = 1

    def checked(self, value: object) -> int:
        """Take a value, or refuse it."""
        whole = isinstance(value, int) and not isinstance(value, bool)
        if not whole or not self.low <= value <= self.high:  # type: ignore[operator]
            raise ValueError(
                f"{self.name} must be a whole number from {self.low} to {self.high:,}, "
                f"got {value!r}"
            )
        return value  # type: ignore[return-value]


@dataclass(frozen=True)
class Choice:
    """One of the names of a catalogue.

    Attributes
    ----------
    name : str
        What is set.
    catalogue : Catalogue
        What may be chosen.

    Examples
    --------
    >>> Choice("table", TABLES).checked("liv")
    Traceback (most recent call last):
    ...
    baccarat.game.catalogue.UnknownNameError: no table 'liv'; did you mean 'live'? ...
    """

    name: str
    catalogue: Catalogue[Any]

    def checked(self, value: object) -> str:
        """Take a value, or refuse it."""
        self.catalogue[value]  # type: ignore[index]
        return str(value)


Control: TypeAlias = Whole | Choice

SETTINGS: Final[Catalogue[Control]] = Catalogue(
    "setting",
    {
        "table": Choice("table", TABLES),
        "decks": Whole("decks", 1, 12),
        "length": Whole("length", 1, 12),
        "coups": Whole("coups", 20, 200, 5),
        "selection": Choice("selection", SELECTIONS),
        "progression": Choice("progression", PROGRESSIONS),
        "bankroll": Whole("bankroll", 10, 1000, 10),
        "limit": Whole("limit", 1, 1000),
        "shoes": Whole("shoes", 1, 10),
        "seed": Whole("seed", 1, 1_000_000),
    },
)
"""Every setting of every view."""


def controls_of(view_of: Callable[..., Any]) -> dict[str, Control]:
    """Give the controls of a view, by the names of its settings.

    Parameters
    ----------
    view_of : callable
        A function of settings, such as `odds_of`.

    Returns
    -------
    dict of str to Whole or Choice

    Raises
    ------
    ValueError
        If it has a setting that no control is known for.

    Examples
    --------
    >>> from baccarat import explore
    >>> list(controls_of(explore.odds_of))
    ['table', 'decks']
    """
    return {name: SETTINGS[name] for name in inspect.signature(view_of).parameters}


def checked(view_of: Callable[..., Any], settings: dict[str, Any]) -> dict[str, Any]:
    """Take the settings of a view, those not given as they usually are, or refuse them.

    Parameters
    ----------
    view_of : callable
    settings : dict of str to object

    Returns
    -------
    dict of str to object
        All settings of the view.

    Raises
    ------
    ValueError
        If the view has no such setting, or a value is out of bounds.

    Examples
    --------
    >>> from baccarat import explore
    >>> checked(explore.odds_of, {"decks": 6})
    {'table': 'live', 'decks': 6}
    """
    controls, known = controls_of(view_of), inspect.signature(view_of).parameters
    if strange := [name for name in settings if name not in controls]:
        raise ValueError(
            f"there is no setting {strange[0]!r} here; there are {', '.join(controls)}"
        )
    values = {name: each.default for name, each in known.items()} | settings
    return {name: control.checked(values[name]) for name, control in controls.items()}
