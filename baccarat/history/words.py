"""Words for counts."""


def many(number: int, thing: str, things: str = "") -> str:
    """Say how many there are of a thing.

    Examples
    --------
    >>> many(1, "coup"), many(1200, "loss", "losses")
    ('1 coup', '1,200 losses')
    """
    return f"{number:,} {thing if number == 1 else things or thing + 's'}"
