"""Systems by name, as they are typed: 'follow-streak(3) + martingale(steps=6)'."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from baccarat.betting import progressions, selections
from baccarat.betting.progressions import PROGRESSIONS
from baccarat.betting.selections import SELECTIONS
from baccarat.betting.system import System

_CALL: Final = re.compile(r"^(?P<name>[^()]+?)\s*(?P<options>\(.*\))?$", re.DOTALL)


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
    selection = _named("selection", parts[0], SELECTIONS, selections)
    progression = _named("progression", parts[1], PROGRESSIONS, progressions)
    return System(selection, progression, text)


def _named(kind: str, text: str, catalogue: Mapping[str, Any], module: Any) -> Any:
    if text.lower() in catalogue:
        return catalogue[text.lower()]
    match = _CALL.match(text)
    name, options = (match["name"], match["options"]) if match else (text, None)
    makers = {_plain(each): getattr(module, each) for each in module.__all__ if each[0].isupper()}
    makers = {each: maker for each, maker in makers.items() if callable(maker)}
    entries = {_plain(each): entry for each, entry in catalogue.items()}
    if options is None and _plain(name) in entries:
        return entries[_plain(name)]
    if _plain(name) not in makers:
        near = difflib.get_close_matches(text.lower(), [*catalogue, *makers], n=1)
        guess = f"did you mean '{near[0]}'? " if near else ""
        raise ValueError(f"no {kind} {text!r}; {guess}There are: {', '.join(catalogue)}")
    return _made(kind, text, makers[_plain(name)], options or "()")


def _plain(name: str) -> str:
    return re.sub(r"[^a-z0-9]", "", name.lower())


def _made(kind: str, text: str, maker: Callable[..., Any], options: str) -> Any:
    """Call a maker with options that are plain values."""
    try:
        call = ast.parse(f"f{options}", mode="eval").body
        assert isinstance(call, ast.Call)
        values = [_value(argument) for argument in call.args]
        named = {word.arg: _value(word.value) for word in call.keywords if word.arg}
    except (SyntaxError, AssertionError, ValueError):
        raise ValueError(
            f"can't read the options of the {kind} {text!r}; they are plain values, as (3), "
            "(steps=6), (banker) or ((1, 2, 3))"
        ) from None
    try:
        return maker(*values, **named)
    except (TypeError, ValueError) as error:
        raise ValueError(f"can't make the {kind} {text!r}: {error}") from None


def _value(node: ast.expr) -> Any:
    return node.id if isinstance(node, ast.Name) else ast.literal_eval(node)
