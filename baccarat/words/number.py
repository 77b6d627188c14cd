"""Numbers and dates as the language in force writes them."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from baccarat.words.language import language

THIN: Final = "\N{NARROW NO-BREAK SPACE}"

_FRENCH: Final = str.maketrans({",": THIN, ".": ",", "%": f"{THIN}%"})
_FIGURES: Final = re.compile(r"[+-]?(\d{1,3}(,\d{3})+|\d+)?(\.\d+)?(e[+-]?\d+)?%?")
_MONTHS: Final = {
    "en": "January February March April May June July August September October November December",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
}


def number(value: float, form: str = "") -> str:
    r"""Write a number as the language in force does.

    Parameters
    ----------
    value : float
        The number; an int too.
    form : str
        A format specification of Python, such as ``",.1f"`` or ``".1%"``.

    Returns
    -------
    str
        In English what ``format`` gives. In French a decimal comma, and a narrow no-break space
        between thousands and before a percent sign.

    References
    ----------
    Bureau international des poids et mesures, Le Système international d'unités (9th edition,
    2019), sections 5.4.4 and 5.4.7: the comma, the space between groups of three digits, and the
    space before %. Lexique des règles typographiques en usage à l'Imprimerie nationale.

    Examples
    --------
    >>> from baccarat.words.language import use_language
    >>> number(12345.6, ",.1f")
    '12,345.6'
    >>> with use_language("fr"):
    ...     number(12345.6, ",.1f"), number(0.5068, ".1%")
    ('12\u202f345,6', '50,7\u202f%')
    """
    written = format(value, form)
    return written if language() == "en" else written.translate(_FRENCH)


def rewritten(text: str) -> str:
    """Write a number anew that stands in an English text by itself; other texts stay.

    Examples
    --------
    >>> from baccarat.words.language import use_language
    >>> with use_language("fr"):
    ...     rewritten("+0.25"), rewritten("v1.2")
    ('+0,25', 'v1.2')
    """
    is_number = any(map(str.isdigit, text)) and _FIGURES.fullmatch(text)
    return text.translate(_FRENCH) if is_number and language() == "fr" else text


def day(moment: date) -> str:
    """Write a date in words.

    Parameters
    ----------
    moment : date
        A datetime too.

    Examples
    --------
    >>> from baccarat.words.language import use_language
    >>> day(date(2026, 11, 29))
    '29 November 2026'
    >>> with use_language("fr"):
    ...     day(date(2026, 11, 29)), day(date(2026, 8, 1))
    ('29 novembre 2026', '1er août 2026')
    """
    spoken = language()
    month = _MONTHS[spoken].split()[moment.month - 1]
    first = "1er" if spoken == "fr" and moment.day == 1 else str(moment.day)
    return f"{first} {month} {moment.year}"
