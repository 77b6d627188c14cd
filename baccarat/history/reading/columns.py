"""Which column of a table holds what: by name, by its cells, or as told."""

from __future__ import annotations

import re
from collections.abc import Mapping

import pandas as pd

from baccarat.history.reading.cardmarks import card_texts
from baccarat.history.reading.cells import CellError, is_missing, refuse_date
from baccarat.history.reading.headers import role_of
from baccarat.history.reading.hints import Hints
from baccarat.history.reading.signs import settle
from baccarat.history.reading.words import plain

_NOT_A_DIGIT = re.compile(r"\D")
_SUMS = re.compile(r"(player|banker|tie)s?[\s_]*(wins?|counts?)", re.IGNORECASE)
_DIGIT = re.compile(r"\d(\.0+)?")
_SHOE_ROUND = re.compile(r"\d+\s*-\s*\d+")
_TELLING = {"outcome", "cards", "player_1", "player_hand", "player_total", "ticks"}
_SINGLE = ("outcome", "player_hand", "banker_hand", "cards", "player_total", "banker_total")


def columns_of(frame: pd.DataFrame, hints: Hints, name: str) -> dict[str, str]:
    """Say which column holds what.

    Parameters
    ----------
    frame : DataFrame of str
        The table.
    hints : Hints
        Told columns go before found ones.
    name : str
        The file's name, for messages.

    Returns
    -------
    dict of str to str
        Role to the column's name.

    Raises
    ------
    ValueError
        If a told column does not exist, or nothing tells results.

    Examples
    --------
    >>> frame = pd.DataFrame({"hand": ["1"], "winner": ["Banker"]})
    >>> columns_of(frame, Hints(), "x.csv")
    {'round': 'hand', 'outcome': 'winner'}
    """
    told = _told(frame, hints, name)
    found: dict[str, list[str]] = {}
    for column in frame.columns:
        role = role_of(column)
        if role is not None and role not in told and column not in told.values():
            found.setdefault(role, []).append(column)
    roles = told | {role: columns[0] for role, columns in found.items()}
    for role in _SINGLE:
        if len(found.get(role, [])) > 1 and not _same(frame[found[role]]):
            raise ValueError(
                f"{name}: columns {' and '.join(found[role])} both look like the "
                f'{role.replace("_", " ")}; say which: columns={{"{role}": "{found[role][0]}"}}'
            )
    roles = _by_cells(frame, _bare_sides(frame, roles, name), hints)
    if not roles.keys() & _TELLING and count_results(list(frame.columns)):
        raise ValueError(
            f"{name} counts the results of each shoe and does not list them in order; a history "
            "needs one row a coup"
        )
    if not _TELLING & roles.keys():
        raise ValueError(
            f"{name} has no column of winners, cards or totals that can be told by its name; it "
            f"has {', '.join(map(str, frame.columns[:12]))}; say which is which: "
            'columns={"outcome": "..."}'
        )
    return roles


def _told(frame: pd.DataFrame, hints: Hints, name: str) -> dict[str, str]:
    by_form = {plain(column).strip().casefold(): column for column in frame.columns}
    for role, column in hints.columns.items():
        if plain(str(column)).strip().casefold() not in by_form:
            raise ValueError(
                f"{name} has no column {column!r} for {role}; it has "
                f"{', '.join(map(str, frame.columns[:12]))}"
            )
    return {role: by_form[plain(str(c)).strip().casefold()] for role, c in hints.columns.items()}


def _same(columns: pd.DataFrame) -> bool:
    return all(columns.iloc[:, 0].equals(columns[other]) for other in columns)


def _bare_sides(frame: pd.DataFrame, roles: Mapping[str, str], name: str) -> dict[str, str]:
    """Find out what columns named no more than "player" and "banker" hold."""
    roles = dict(roles)
    sides = [(side, roles.pop(side)) for side in ("player", "banker") if side in roles]
    if len(sides) < 2:
        return roles
    cells = {
        side: [c for c in frame[column].unique() if not is_missing(c)] for side, column in sides
    }
    for side, column in sides:
        for cell in cells[side]:
            try:
                refuse_date(cell)
            except CellError as error:
                raise ValueError(f"{name}, column {column}: {error}") from None
    filled = (~frame[[column for _, column in sides]].map(is_missing)).sum(axis=1)
    if all(_DIGIT.fullmatch(cell) for side in cells for cell in cells[side]) and filled.min() == 2:
        return roles | {f"{side}_total": column for side, column in sides}
    if all(is_hand(cell) for side in cells for cell in cells[side]) and filled.min() == 2:
        return roles | {f"{side}_hand": column for side, column in sides}
    ticks = [column for _, column in sides]
    ticks += [
        c for c in frame.columns if plain(c).strip().casefold() in ("t", "tie", "和", "égalité")
    ]
    if ((~frame[ticks].map(is_missing)).sum(axis=1) == 1).all():
        return roles | {"ticks": ticks[0], "ticks_banker": ticks[1], "ticks_tie": ticks[-1]}
    return roles


def count_results(names: list[str]) -> bool:
    """Say whether names of columns are those of a table of counts.

    Examples
    --------
    >>> count_results(["#", "Player Wins", "Banker Wins"]), count_results(["Player", "Banker"])
    (True, False)
    """
    return sum(bool(_SUMS.fullmatch(name.strip())) for name in names) >= 2


def tells_results(frame: pd.DataFrame, hints: Hints) -> bool:
    """Say whether a table without names of columns shows results or cards by its cells.

    Examples
    --------
    >>> tells_results(pd.DataFrame({"1": ["1", "2"], "2": ["B", "P"]}), Hints())
    True
    """
    return bool(hints.columns or _TELLING & _by_cells(frame, {}, hints).keys())


def is_hand(cell: str) -> bool:
    """Say whether a cell is two or three cards."""
    try:
        return 2 <= len(card_texts(cell)) <= 3
    except ValueError:
        return False


def _by_cells(frame: pd.DataFrame, roles: dict[str, str], hints: Hints) -> dict[str, str]:
    """Find results or cards by what the cells say, in tables whose names say nothing."""
    if _TELLING & roles.keys():
        return roles
    left = [column for column in frame.columns if column not in roles.values()]
    if len(left) == 6 and all(_are_cards(frame[column]) for column in left) and _any_high(frame):
        return (
            roles | {f"card_{n}": column for n, column in enumerate(left, 1)} | {"cards": left[0]}
        )
    results = {column: said for column in left if (said := _results(frame[column], hints))}
    if len(set(results.values())) == 1:
        roles["outcome"] = next(iter(results))
    rows = [column for column in left if _all_hands(frame[column], 4, 6)]
    hands = [column for column in left if _all_hands(frame[column], 2, 3)]
    if len(rows) == 1:
        roles["cards"] = rows[0]
    elif len(hands) == 2:
        roles |= dict(zip(("player_hand", "banker_hand"), hands, strict=True))
    return roles


def _results(column: pd.Series[str], hints: Hints) -> tuple[int, ...] | None:
    """Give the outcomes that a column tells, row by row, if it tells nothing else."""
    codes, distinct = pd.factorize(column)
    cells = [str(cell) for cell in distinct]
    if len(cells) > 30 or all(is_missing(cell) for cell in cells):
        return None
    try:
        signs = settle([cell for cell in cells if not is_missing(cell)], hints)
    except ValueError:
        return None
    outcomes = [signs[cell].outcome if cell in signs else -1 for cell in cells]
    return tuple(outcomes[code] for code in codes.tolist())


def _are_cards(column: pd.Series[str]) -> bool:
    try:
        return all(len(card_texts(cell)) <= 1 for cell in column.unique())
    except ValueError:
        return False


def _any_high(frame: pd.DataFrame) -> bool:
    """Say whether some cell is more than the digits 0 to 2 that results may be."""
    return not set(frame.to_numpy().ravel().tolist()) <= {"0", "1", "2", ""}


def _all_hands(column: pd.Series[str], least: int, most: int) -> bool:
    """Say whether every cell is so many cards."""
    cells = column.unique().tolist()
    if any(is_missing(cell) for cell in cells) or not any(map(_NOT_A_DIGIT.search, cells)):
        return False
    try:
        return bool(cells) and all(least <= len(card_texts(cell)) <= most for cell in cells)
    except ValueError:
        return False


def is_shoe_and_round(cells: pd.Series[str]) -> bool:
    """Say whether every cell is a shoe's number and a round's, such as 24-33."""
    return all(_SHOE_ROUND.fullmatch(cell.strip()) for cell in cells.unique())
