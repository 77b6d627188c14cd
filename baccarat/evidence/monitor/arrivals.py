"""Shoes that arrive: new ones, unfinished ones that went on, and what must be refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from baccarat.history.history import History
from baccarat.history.words import many

SAME_COUPS: Final = 20
"""Coups from which two shoes that are the same are likely one shoe, entered twice."""


@dataclass(frozen=True)
class Arrival:
    """What one update brought.

    Attributes
    ----------
    name : str
        The record's name.
    when : str or None
        When, as the caller said.
    shoes : tuple of (str, int)
        In order: a shoe's id, and how many coups it had from then on.
    """

    name: str
    when: str | None
    shoes: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Update:
    """What was new in a record.

    Attributes
    ----------
    name : str
        The record's name.
    added, extended, unchanged : tuple of str
        Ids of shoes that were not there before; that went on; that are as they were.
    warnings : tuple of str
        What to look into.

    Examples
    --------
    >>> print(Update("live", ("3",), (), ("1", "2")))
    live: 1 shoe added, 0 extended, 2 unchanged
    """

    name: str
    added: tuple[str, ...] = field(repr=False)
    extended: tuple[str, ...] = field(repr=False)
    unchanged: tuple[str, ...] = field(repr=False)
    warnings: tuple[str, ...] = ()

    def __str__(self) -> str:
        told = f"{self.name}: {many(len(self.added), 'shoe')} added, {len(self.extended):,} "
        told += f"extended, {len(self.unchanged):,} unchanged"
        return "; ".join([told, *self.warnings])


def named_shoes(history: History, ids: Iterable[object] | None) -> dict[str, str]:
    """Give the letters of each shoe by its id.

    Parameters
    ----------
    history : History
        A shoe a segment.
    ids : iterable, optional
        One for each shoe; default their places in the record, "1", "2" and so on.

    Returns
    -------
    dict of str to str

    Raises
    ------
    ValueError
        If there are too many or too few ids, or two are the same.

    Examples
    --------
    >>> named_shoes(History([0, 1, 2], starts=[0, 2, 3]), None)
    {'1': 'PB', '2': 'T'}
    """
    texts = history.text().split("\n") if history.segments else []
    names = [str(name) for name in (range(1, len(texts) + 1) if ids is None else ids)]
    if len(names) != len(texts):
        raise ValueError(f"ids must be one for each of {many(len(texts), 'shoe')}: {len(names)}")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"ids must differ from shoe to shoe, got {twice!r} twice")
    return dict(zip(names, texts, strict=True))


def compare(name: str, stored: Mapping[str, str], given: Mapping[str, str]) -> Update:
    """Say what is new in a record.

    Parameters
    ----------
    name : str
        The record's name.
    stored, given : mapping of str to str
        Shoes' letters by id, as they were and as they are now.

    Returns
    -------
    Update
        Without warnings.

    Raises
    ------
    ValueError
        If a shoe is not what it was, and not the same gone on.

    Examples
    --------
    >>> compare("live", {"1": "PB"}, {"1": "PBB", "2": "P"}).extended
    ('1',)
    """
    for shoe, text in given.items():
        if not text.startswith(stored.get(shoe, "")):
            raise ValueError(_refusal(name, shoe, stored[shoe], text))
    return Update(
        name,
        added=tuple(shoe for shoe in given if shoe not in stored),
        extended=tuple(s for s, text in given.items() if s in stored and text != stored[s]),
        unchanged=tuple(s for s, text in given.items() if s in stored and text == stored[s]),
    )


def _refusal(name: str, shoe: str, stored: str, text: str) -> str:
    same = next((i for i, (a, b) in enumerate(zip(stored, text, strict=False)) if a != b), None)
    differs = f"holds only {len(text)} of the {many(len(stored), 'coup')} it had"
    if same is not None:
        differs = f"had {stored[same]} and now has {text[same]} as coup {same + 1}"
    return (
        f"shoe {shoe} of {name!r} {differs}; a shoe may only go on: restore the record, or give a "
        "new shoe another id (nothing was changed)"
    )


def twins(shoes: Mapping[str, Mapping[str, str]], new: Update) -> tuple[str, ...]:
    """Warn of new or extended shoes that are the same as another one.

    Parameters
    ----------
    shoes : mapping of str to mapping of str to str
        All shoes' letters by record and id, the new ones included.
    new : Update
        What to look at.

    Returns
    -------
    tuple of str

    Examples
    --------
    >>> twins({"live": {"1": "PBB" * 7, "2": "PBB" * 7}}, Update("live", ("2",), (), ("1",)))
    ("shoe 2 of 'live' is the same as shoe 1 of 'live': was it entered twice?",)
    """
    places: dict[str, list[tuple[str, str]]] = {}
    for name, texts in shoes.items():
        for shoe, text in texts.items():
            if len(text) >= SAME_COUPS:
                places.setdefault(text, []).append((name, shoe))
    warnings, told = [], set()
    for shoe in (*new.added, *new.extended):
        text = shoes[new.name][shoe]
        others = [place for place in places.get(text, []) if place != (new.name, shoe)]
        if others and text not in told:
            told.add(text)
            first_name, first = others[0]
            warnings.append(
                f"shoe {shoe} of {new.name!r} is the same as shoe {first} of {first_name!r}: "
                "was it entered twice?"
            )
    return tuple(warnings)
