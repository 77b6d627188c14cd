"""Which language words and numbers are given in: English, or the one that is asked for."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar, Token
from typing import Final

SPOKEN: Final = ("en", "fr")
"""The languages there are, by the codes that web pages know them by; the first is the usual one."""

VARIABLE: Final = "BACCARAT_LANG"
"""The environment variable that says which language is meant where none has been asked for."""

_asked: ContextVar[str | None] = ContextVar("language", default=None)


def language() -> str:
    """Give the code of the language in force.

    Returns
    -------
    str
        What `use_language` asked for last in this thread; else what ``BACCARAT_LANG`` says; else
        ``"en"``.

    Raises
    ------
    ValueError
        If the environment variable names a language that there is not.

    Examples
    --------
    >>> with use_language("fr"):
    ...     language()
    'fr'
    """
    asked = _asked.get()
    if asked is not None:
        return asked
    named = os.environ.get(VARIABLE)
    return _known(named, f"the environment variable {VARIABLE}") if named else SPOKEN[0]


def _known(code: str, where: str) -> str:
    if code not in SPOKEN:
        raise ValueError(f"{where} must be {' or '.join(SPOKEN)}, got {code!r}; choose one of them")
    return code


class use_language:  # called like a function, with or without `with`
    """Give words and numbers in a language from now on, or within a ``with`` block.

    Parameters
    ----------
    code : {"en", "fr"}
        The language. It holds for the thread that asks, or the asynchronous task; others keep
        theirs.

    Raises
    ------
    ValueError
        If there is no such language.

    Examples
    --------
    >>> from baccarat.words.number import number
    >>> with use_language("fr"):
    ...     number(0.507)
    '0,507'
    >>> number(0.507)
    '0.507'
    """

    def __init__(self, code: str) -> None:
        self._code = _known(code, "the language")
        self._token: Token[str | None] | None = _asked.set(code)

    def __enter__(self) -> use_language:
        if self._token is None:  # used a second time
            self._token = _asked.set(self._code)
        return self

    def __exit__(self, *_: object) -> None:
        if self._token is not None:
            _asked.reset(self._token)
            self._token = None

    def __repr__(self) -> str:
        return f"use_language({self._code!r})"


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Give words and numbers in a language in all threads and in processes begun meanwhile.

    Parameters
    ----------
    code : {"en", "fr"}
        The language.

    Raises
    ------
    ValueError
        If there is no such language.

    Examples
    --------
    >>> with speaking("fr"):
    ...     language()
    'fr'
    """
    before = os.environ.get(VARIABLE)
    os.environ[VARIABLE] = _known(code, "the language")
    try:
        yield
    finally:
        if before is None:
            del os.environ[VARIABLE]
        else:
            os.environ[VARIABLE] = before
