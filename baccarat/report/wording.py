"""Values as pages print them, whatever the machine's language."""

from baccarat.report.parameters import Value
from baccarat.words.messages import say


def shown(value: Value) -> str:
    """Return a parameter's value as a page prints it.

    Examples
    --------
    >>> shown(20000), shown(True), shown(None), shown([1, 2])
    ('20000', 'yes', 'none', '1, 2')
    """
    if value is None:
        return say("none")
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)
