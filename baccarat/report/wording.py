"""Values and dates as pages print them, whatever the machine's language."""

from datetime import datetime

from baccarat.report.parameters import Value

_MONTHS = "January February March April May June July August September October November December"


def shown(value: Value) -> str:
    """Return a parameter's value as a page prints it.

    Examples
    --------
    >>> shown(20000), shown(True), shown(None), shown([1, 2])
    ('20000', 'yes', 'none', '1, 2')
    """
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


def day(moment: datetime) -> str:
    """Return a date as people write it.

    Examples
    --------
    >>> day(datetime(2026, 11, 9))
    '9 November 2026'
    """
    return f"{moment.day} {_MONTHS.split()[moment.month - 1]} {moment.year}"


def how_many(number: int, one: str, several: str | None = None) -> str:
    """Return a number with its noun.

    Examples
    --------
    >>> how_many(1, "run"), how_many(1200, "run"), how_many(2, "has", "have")
    ('1 run', '1,200 runs', '2 have')
    """
    return f"{number:,} {one if number == 1 else several or one + 's'}"
