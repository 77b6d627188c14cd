"""Systems by name, as they are typed: 'follow-streak(3) + martingale(steps=6)'."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

from baccarat.betting import progressions, selections
from baccarat.betting.progressions import PROGRESSIONS
from baccarat.betting.selections import SELECTIONS
from baccarat.betting.system import System
from baccarat.game.naming import named


def system_named(text: str) -> System:
    """Make a system from its name.

    Parameters
    ----------
    text : str
        A selection, a plus sign, a progression: names of `SELECTIONS` and `PROGRESSIONS`, or of
        their classes with options, in any case, words joined by spaces, hyphens or nothing.

    Returns
    -------
    System
        Named as typed.

    Raises
    ------
    ValueError
        If there is no such name, with the nearest; or an option is wrong.

    Examples
    --------
    >>> system = system_named("follow-streak(3) + martingale(steps=6)")
    >>> system.selection.k, system.progression.steps
    (3, 6)
    >>> system_named("follow last + martingal")
    Traceback (most recent call last):
    ...
    ValueError: no progression 'martingal'; did you mean 'martingale'? There are: ...
    """
    parts = [part.strip() for part in text.split("+")]
    if len(parts) != 2 or not all(parts):
        raise ValueError(
            f"a system is a selection + a progression, as 'follow last + martingale'; got {text!r}"
        )
    selection = named("selection", parts[0], SELECTIONS, _makers(selections))
    progression = named("progression", parts[1], PROGRESSIONS, _makers(progressions))
    return System(selection, progression, text)


def _makers(module: ModuleType) -> dict[str, Callable[..., Any]]:
    names = [name for name in module.__all__ if name[0].isupper()]
    return {name: getattr(module, name) for name in names if callable(getattr(module, name))}
