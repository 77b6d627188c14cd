"""A catalogue: named things to look up, that says what it holds when a name is not in it."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, TypeVar

from baccarat.game.showing import block_html, first_line, frame_html, value_text

if TYPE_CHECKING:
    import pandas as pd

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

    def frame(self) -> pd.DataFrame:
        """Table the entries.

        Returns
        -------
        DataFrame
            Indexed by name: what each entry tells of itself in a few words; most say how they are
            made and what they do.

        Examples
        --------
        >>> from baccarat import PROGRESSIONS
        >>> PROGRESSIONS.frame().loc["31", "made by"]
        'ThirtyOne()'
        """
        import pandas as pd

        rows = {name: _brief(entry) for name, entry in self.items()}
        return pd.DataFrame.from_dict(rows, orient="index").rename_axis(self._kind)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def _repr_html_(self) -> str:
        number = f"{len(self)} {self._kind}{'s' * (len(self) != 1)}"
        return block_html(number, "", frame_html(self.frame(), index=True) * bool(len(self)))

    def _advice(self, name: object) -> str:
        near = difflib.get_close_matches(str(name).lower(), list(self), n=1)
        guess = f"did you mean '{near[0]}'? " if near else ""
        return f"no {self._kind} {name!r}; {guess}There are: {', '.join(self)}"


def _brief(entry: object) -> dict[str, object]:
    """Tell an entry in a few words, its own where it has any."""
    if hasattr(entry, "_brief"):
        own: dict[str, object] = entry._brief()
        return own
    if told := first_line(entry):
        return {"made by": repr(entry), "what it is": told}
    return {"value": value_text(entry)}


class UnknownNameError(KeyError, ValueError):
    """A name that a catalogue does not hold; its text says which names there are."""

    def __str__(self) -> str:
        return str(self.args[0])
