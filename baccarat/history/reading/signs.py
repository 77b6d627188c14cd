"""What the signs of one record mean: settled by each other, by a legend or a hint."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from baccarat.history.reading.hints import Hints
from baccarat.history.reading.words import LETTERS, OUTCOME_NAMES, VOCABULARY, Sign, plain

PLAIN_ADVICE: Final = (
    "write P, B, T (V for a void coup), and # before a comment, or say what it means: "
    'symbols={"x": "banker"}'
)
_LEGEND: Final = re.compile(r"(?<![\w-])(-?\w{1,3}|[^\w\s=,;])\s*=\s*(\w+)")
_NUMBERS: Final = {"0", "1", "2", "3", "-1"}
_NEEDS: Final = {"GBP": "G", "GBE": "G", "BRG": "RG"}


class NotSettledError(ValueError):
    """A sign that has no meaning, or two.

    Parameters
    ----------
    sign : str
        The sign as written.
    reason : str
        What is wrong with it and what to do.
    """

    def __init__(self, sign: str, reason: str) -> None:
        super().__init__(f"{sign!r} {reason}")
        self.sign = sign


def settle(signs: Iterable[str], hints: Hints) -> dict[str, Sign]:
    """Say what each sign of a record means.

    Parameters
    ----------
    signs : iterable of str
        All signs of the record, in order of appearance.
    hints : Hints
        What was told.

    Returns
    -------
    dict of str to Sign

    Raises
    ------
    NotSettledError
        If a sign has no meaning or more than one.

    Examples
    --------
    >>> settle("PBE", Hints())["E"].outcome
    2
    >>> settle("G", Hints())
    Traceback (most recent call last):
    ...
    baccarat.history.reading.signs.NotSettledError: 'G' is player (it: ...) or tie (colours: ...
    """
    told = {sign.casefold(): said for sign, said in hints.signs.items()} | hints.signs
    meanings: dict[str, Sign] = {}
    open_letters: dict[str, str] = {}
    for sign in dict.fromkeys(signs):
        form = plain(sign).strip()
        said = told.get(form) or told.get(form.casefold()) or VOCABULARY.get(form.casefold())
        if said is not None:
            meanings[sign] = said
        elif len(form) == 1 and form.isalpha():
            open_letters[sign] = form.upper()
        else:
            raise NotSettledError(sign, _why_not(form))
    return meanings | _letters(open_letters, hints)


def _why_not(form: str) -> str:
    if form in _NUMBERS:
        return (
            "may be player or banker or tie, both orders are in use; say which: "
            'symbols={"1": "banker", "2": "player", "0": "tie"}, or in the file: '
            "# 1=banker 2=player 0=tie"
        )
    return f"is no result; {PLAIN_ADVICE}"


def _letters(letters: dict[str, str], hints: Hints) -> dict[str, Sign]:
    """Settle single letters: by a set of three in use that holds them all."""
    used = set(letters.values())
    if hints.language not in LETTERS and used <= set("PBTV"):
        return {sign: Sign("PBTV".index(letter)) for sign, letter in letters.items()}
    sets = {
        letters_in_use: language
        for language, known in LETTERS.items()
        for letters_in_use in known
        if used <= set(letters_in_use) and letters_in_use
        and used & set(_NEEDS.get(letters_in_use, letters_in_use))
        and (hints.language not in LETTERS or language == hints.language)
    }  # fmt: skip
    if not sets and used <= set("PBTV"):
        sets = {"PBTV": "en"}
    if not sets:  # name the letter that is least expected first
        letters = dict(sorted(letters.items(), key=lambda each: each[1] in "PBTV"))
    return {sign: Sign(_one_meaning(sign, letter, sets)) for sign, letter in letters.items()}


def _one_meaning(sign: str, letter: str, sets: dict[str, str]) -> int:
    meanings = {each.index(letter): (each, language) for each, language in sets.items()}
    if not meanings:
        known = any(letter in each for every in LETTERS.values() for each in every)
        also = " together with the other letters here" if known and letter not in "PBTV" else ""
        raise NotSettledError(sign, f"is no result{also}; {PLAIN_ADVICE}")
    if len(meanings) > 1:
        readings = " or ".join(
            f"{OUTCOME_NAMES[outcome]} ({language}: {', '.join(each)})"
            for outcome, (each, language) in sorted(meanings.items())
        )
        raise NotSettledError(sign, f'is {readings}; say which: symbols={{"{sign}": "banker"}}')
    (outcome,) = meanings
    return outcome


def legend(comments: Iterable[str]) -> dict[str, str]:
    """Find what comments say of symbols.

    Parameters
    ----------
    comments : iterable of str
        Comments of a record.

    Returns
    -------
    dict of str to str
        Symbol to the name of an outcome.

    Examples
    --------
    >>> legend(["1=banker 2=player 0=tie", "table 3"])
    {'1': 'banker', '2': 'player', '0': 'tie'}
    """
    return {
        plain(symbol): OUTCOME_NAMES[VOCABULARY[plain(word).casefold()].outcome]
        for comment in comments
        for symbol, word in _LEGEND.findall(comment)
        if plain(word).casefold() in VOCABULARY
    }
