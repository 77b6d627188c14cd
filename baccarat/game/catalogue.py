"""A catalogue: named things to look up, that says what it holds when a name is not in it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import TypeVar

T = TypeVar("T")


class Catalogue(Mapping[str, T]):
    """A read-only mapping whose missing key names the nearest entries.

    Parameters
    ----------
    kind : str
        What an entry is, for the message: "table", "bet".
    entries : mapping of str to object
        What the catalogue holds, in the order to be shown.

    Examples
    --------
    >>> prices = Catalogue("fruit", {"apple": 3, "pear": 4})
    >>> prices["pear"]
    4
    >>> prices["peer"]
    Traceback (most recent call last):
    ...
    baccarat.game.catalogue.UnknownNameError: no fruit 'peer'; did you mean 'pear'? ...
    """

    def __init__(self, kind: str, entries: Mapping[str, T]) -> None:
        self._kind = kind
        self._entries = dict(entries)

    def __getitem__(self, name: str) -> T:
        try:
            return self._entries[name]
        except (KeyError, TypeError):
            raise UnknownNameError(self._advice(name)) from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)

    def __repr__(self) -> str:
        return f"<{self._kind}s: {', '.join(self)}>"

    def _advice(self, name: object) -> str:
        near = difflib.get_close_matches(str(name).lower(), list(self), n=1)
        guess = f"did you mean '{near[0]}'? " if near else ""
        return f"no {self._kind} {name!r}; {guess}There are: {', '.join(self)}"


class UnknownNameError(KeyError, ValueError):
    """A name that a catalogue does not hold; its text says which names there are."""

    def __str__(self) -> str:
        return str(self.args[0])
