"""Entries of a catalogue by name, with options of their own: 'martingale(steps=6)'."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Callable, Mapping
from typing import Any, Final

_CALL: Final = re.compile(r"^(?P<name>[^()]+?)\s*(?P<options>\(.*\))?$", re.DOTALL)


def named(
    kind: str, text: str, catalogue: Mapping[str, Any], makers: Mapping[str, Callable[..., Any]]
) -> Any:
    """Find what a text names, or make it.

    Parameters
    ----------
    kind : str
        What is named, for messages: "progression", "test".
    text : str
        An entry's name, or a maker's with options that are plain values, as "martingale(steps=6)";
        in any case, words joined by spaces, hyphens or nothing.
    catalogue : mapping of str to object
        Entries by name.
    makers : mapping of str to callable
        Classes by name.

    Returns
    -------
    object

    Raises
    ------
    ValueError
        If there is no such name, with the nearest; or an option is wrong.

    Examples
    --------
    >>> named("number", "Complex (1, imag=2)", {"one": 1}, {"complex": complex})
    (1+2j)
    >>> named("number", "oen", {"one": 1}, {"complex": complex})
    Traceback (most recent call last):
    ...
    ValueError: no number 'oen'; did you mean 'one'? There are: one
    """
    if text.lower() in catalogue:
        return catalogue[text.lower()]
    match = _CALL.match(text)
    name, options = (match["name"], match["options"]) if match else (text, None)
    makers = {_plain(each): maker for each, maker in makers.items()}
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
