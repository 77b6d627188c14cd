"""What is said in figures, pages and verdicts: English templates and what they are in French."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from numbers import Real
from string import Formatter
from typing import Any, Final, TypedDict

from baccarat.words.language import language
from baccarat.words.number import THIN, number, rewritten

_NO_BREAK: Final = "\N{NO-BREAK SPACE}"
_TYPOGRAPHY: Final = (
    (re.compile(r"(?<=\w)'(?=\w)"), "\N{RIGHT SINGLE QUOTATION MARK}"),
    (re.compile(r" (?=[;!?%])"), THIN),
    (re.compile(r" (?=[:»])|(?<=«) "), _NO_BREAK),
)


class Messages(TypedDict):
    """What ``messages.toml`` holds.

    Attributes
    ----------
    said : dict of str to str, or to a list of two
        Templates that `say` and `say_many` are given, and their French; a singular and a plural
        where only the French has both: the field ``count`` chooses.
    kept : dict of str to str
        Texts that the code keeps in English, as names in frames are, and their French.
    same : list of str
        Texts that are the same in French.
    """

    said: dict[str, str | list[str]]
    kept: dict[str, str]
    same: list[str]


@cache
def messages() -> Messages:
    """Read the table of messages.

    Examples
    --------
    >>> messages()["said"]["house edge (% of the stake)"]
    'avantage de la maison (% de la mise)'
    """
    text = resources.files(__package__).joinpath("messages.toml").read_text(encoding="utf-8")
    read: Messages = tomllib.loads(text)  # type: ignore[assignment]
    return read


class _Filler(Formatter):
    """Fills templates; numbers are written in the language in force."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if _is_number(value):
            return number(value, format_spec)
        return str(format(value, format_spec))


def _is_number(value: Any) -> bool:
    return isinstance(value, Real) and not isinstance(value, bool)


_FILLER: Final = _Filler()


def _filled(template: str, values: Mapping[str, Any]) -> str:
    return _FILLER.vformat(template, (), values)


def _french(template: str, count: float = 2) -> str:
    """Give the French of what `say` is given; a template without one stays English."""
    french = messages()["said"].get(template, template)
    if isinstance(french, list):
        one, several = french
        french = one if abs(count) < 2 else several
    return typeset(french)


@cache
def typeset(french: str) -> str:
    r"""Put the spaces that don't break into a French text, and the apostrophe.

    References
    ----------
    Lexique des règles typographiques en usage à l'Imprimerie nationale: a thin space before
    semicolon, question and exclamation mark, a word space before the colon and inside guillemets,
    none of which may break.

    Examples
    --------
    >>> typeset("l'effet : 95 %")
    'l’effet\xa0: 95\u202f%'
    """
    for found, put in _TYPOGRAPHY:
        french = found.sub(put, french)
    return french


def say(template: str, /, **values: Any) -> str:
    """Say something in the language in force.

    Parameters
    ----------
    template : str
        What to say, in English, with a field in braces for each value; a number's field may end in
        a format specification, as in ``{share:.1%}``. A literal: the tests look for it in the
        table of messages.
    **values
        By the names of the fields. Numbers are written as `number` writes them.

    Returns
    -------
    str

    Examples
    --------
    >>> from baccarat.words.language import use_language
    >>> say("mean {mean:+.2f}", mean=-1.5)
    'mean -1.50'
    >>> with use_language("fr"):
    ...     say("mean {mean:+.2f}", mean=-1.5)
    'moyenne -1,50'
    """
    if language() == "fr":
        template = _french(template, values.get("count", 2))
    return _filled(template, values)


def say_many(count: int, one: str, several: str, /, **values: Any) -> str:
    """Say something of a number of things; none and one are singular in French.

    Parameters
    ----------
    count : int
        How many there are; the field ``count`` of both templates.
    one, several : str
        As the template of `say`: of one thing, and of several.
    **values
        As for `say`.

    Returns
    -------
    str

    References
    ----------
    Unicode CLDR, Language Plural Rules: English "one" is 1, French "one" is 0 and 1.

    Examples
    --------
    >>> from baccarat.words.language import use_language
    >>> [say_many(n, "{count:,} shoe", "{count:,} shoes") for n in (0, 1, 2)]
    ['0 shoes', '1 shoe', '2 shoes']
    >>> with use_language("fr"):
    ...     [say_many(n, "{count:,} shoe", "{count:,} shoes") for n in (0, 1, 2)]
    ['0 sabot', '1 sabot', '2 sabots']
    """
    if language() == "fr":
        template = _french(one if abs(count) < 2 else several)
    else:
        template = one if count == 1 else several
    return _filled(template, {"count": count, **values})


def translated(text: str) -> str:
    """Give a text that the code keeps in English, such as a test's name, in the language in force.

    Parameters
    ----------
    text : str
        A text of the table, or one made from a template of it, as "after 3 in a row" is.

    Returns
    -------
    str
        A number by itself is written anew; a text that the table does not know stays as it is.

    Examples
    --------
    >>> from baccarat.words.language import use_language
    >>> translated("after 3 in a row")
    'after 3 in a row'
    >>> with use_language("fr"):
    ...     translated("after 3 in a row"), translated("my own bet")
    ('après 3 de suite', 'my own bet')
    """
    if language() == "en":
        return text
    if text in messages()["kept"]:
        return typeset(messages()["kept"][text])
    for pattern, french in _patterns():
        found = pattern.fullmatch(text)
        if found:
            values = {name: translated(value) for name, value in found.groupdict().items()}
            return _filled(french, values)
    return rewritten(text)


@cache
def _patterns() -> list[tuple[re.Pattern[str], str]]:
    """Give what texts made of templates look like, the longest first, and their French."""
    templates = sorted((each for each in messages()["kept"] if "{" in each), key=len, reverse=True)
    return [(_pattern(each), typeset(messages()["kept"][each])) for each in templates]


def _pattern(template: str) -> re.Pattern[str]:
    return re.compile("".join(_parts(template)))


def _parts(template: str) -> Iterator[str]:
    for literal, name, _, _ in Formatter().parse(template):
        yield re.escape(literal)
        if name is not None:
            yield f"(?P<{name}>.+?)"
