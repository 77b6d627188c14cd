"""Parameter grids: one entry of a suite that stands for a report of each combination."""

import itertools
import re
from collections.abc import Mapping, Sequence
from typing import Any

from baccarat.report.parameters import UsageError

MOST = 100


def word(value: Any) -> str:
    """Return a value as part of a report's name: lower-case words joined by hyphens.

    Examples
    --------
    >>> word("punto banco"), word(5000), word(0.5), word(True), word([1, 100])
    ('punto-banco', '5000', '0-5', 'true', '1-100')
    """
    text = "-".join(map(str, value)) if isinstance(value, list) else str(value)
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def _count(grid: Mapping[str, Sequence[Any]]) -> int:
    total = 1
    for values in grid.values():
        total *= len(values)
    return total


def _refuse(grid: Mapping[str, Sequence[Any]], parameters: Mapping[str, Any]) -> None:
    for name in grid:
        if name in parameters:
            raise UsageError(
                f"'{name}' stands under parameters and in the grid; take it out of one"
            )
    count = _count(grid)
    if count > MOST:
        raise UsageError(
            f"the grid has {count} combinations, {MOST} at most; "
            "shorten it, or run it as several reports"
        )


def combinations(
    name: str, grid: Mapping[str, Sequence[Any]], parameters: Mapping[str, Any]
) -> dict[str, dict[str, Any]]:
    """Return the parameters of each combination by the name of its report.

    Parameters
    ----------
    name
        What the suite calls the grid; each name begins with it.
    grid
        The values of each parameter; the last varies fastest.
    parameters
        What all combinations share.

    Raises
    ------
    UsageError
        For more than 100 combinations, a parameter set in both places, a value no name can be made
        of, or two combinations whose names are the same.

    Examples
    --------
    >>> combinations("odds", {"table": ["live", "punto banco"], "seed": [1]}, {"shoes": 9})
    {'odds-live-1': {'shoes': 9, 'table': 'live', 'seed': 1},
     'odds-punto-banco-1': {'shoes': 9, 'table': 'punto banco', 'seed': 1}}
    """
    _refuse(grid, parameters)
    found: dict[str, dict[str, Any]] = {}
    for values in itertools.product(*grid.values()):
        words = [word(value) for value in values]
        if not all(words):
            raise UsageError(f"no name can be made of the grid's value {values[words.index('')]!r}")
        full = "-".join([name, *words])
        if full in found:
            raise UsageError(
                f"two combinations of the grid would be named '{full}'; "
                "leave one out, or write it as a report of its own"
            )
        found[full] = {**parameters, **dict(zip(grid, values, strict=True))}
    return found
