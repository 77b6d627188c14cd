"""A table of texts, one row a coup, read as a record."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from baccarat.game.cards import NOT_DEALT
from baccarat.history.history import History
from baccarat.history.reading import cells
from baccarat.history.reading.cardmarks import card_script, card_texts
from baccarat.history.reading.cells import CellError, is_missing
from baccarat.history.reading.columns import columns_of, is_shoe_and_round
from baccarat.history.reading.hands import split_rows
from baccarat.history.reading.hints import Hints
from baccarat.history.reading.record import FLAGS, Numbers, Record, to_history
from baccarat.history.reading.sequence import tokens_history
from baccarat.history.reading.sheet import Sheet, without_blank_rows, without_events
from baccarat.history.reading.signs import NotSettledError, legend, settle
from baccarat.history.reading.words import VOCABULARY, Sign

_SIX = tuple(f"{side}_{n}" for side in ("player", "banker") for n in (1, 2, 3))


def table_history(sheet: Sheet, name: str, hints: Hints) -> History:
    """Read a table as a history.

    Parameters
    ----------
    sheet : Sheet
        The table.
    name : str
        The file's name.
    hints : Hints
        What was told.

    Returns
    -------
    History

    Raises
    ------
    ValueError
        If it can't be read, naming file, column and line.

    Examples
    --------
    >>> frame = pd.DataFrame({"P": ["6", "8"], "B": ["9", "5"]})
    >>> table_history(Sheet(frame, np.array([2, 3])), "x.csv", Hints()).text()
    'BP'
    """
    hints = replace(hints, symbols={**legend(sheet.comments), **hints.symbols})
    sheet = without_blank_rows(sheet)
    roles = columns_of(sheet.frame, hints, name)
    sheet = without_events(sheet, roles)
    if sheet.frame.empty:
        raise ValueError(f"{name} holds no coup: it is a table without a row")
    if "outcome" in roles and _are_shoes(sheet.frame[roles["outcome"]]):
        shoes = "\n\n".join(sheet.frame[roles["outcome"]])
        return tokens_history(shoes, [], name, hints)
    return to_history(_Reader(sheet, roles, name, hints).record(), name, hints)


def _are_shoes(column: pd.Series[str]) -> bool:
    """Say whether each cell is a whole shoe of single letters, such as PBBTP."""
    cells = [str(cell) for cell in column.unique()]
    signs = set("".join(cells).upper()) - set(" ,;")
    longest = max(map(len, cells), default=0)
    words = any(cell.casefold() in VOCABULARY for cell in cells)
    return longest > 2 and len(signs) <= 4 and all(map(str.isalpha, signs)) and not words


class _Reader:
    """Reads the columns of one table."""

    def __init__(self, sheet: Sheet, roles: Mapping[str, str], name: str, hints: Hints) -> None:
        self.sheet, self.roles, self.name, self.hints = sheet, roles, name, hints

    def record(self) -> Record:
        said = self._said()
        outcomes, marks = self._outcomes()
        for mark, numbers in marks.items():
            said.setdefault(mark, numbers)
        return Record(outcomes, self._starts(said), self._cards(outcomes), said, self.sheet.lines)

    def _column(self, role: str) -> pd.Series[str]:
        column: pd.Series[str] = self.sheet.frame[self.roles[role]]
        return column

    def _where(self, role: str, cell: str) -> str:
        place = int(np.argmax((self._column(role) == cell).to_numpy()))
        return f"{self.name}, line {self.sheet.lines[place]}, column {self.roles[role]}"

    def _said(self) -> dict[str, Numbers]:
        readers = {"player_total": cells.digit, "banker_total": cells.digit, "points": cells.digit}
        said = {}
        for role in self.roles:
            try:
                if role in readers:
                    said[role] = cells.each_once(self._column(role), readers[role])
                elif role in FLAGS or role == "natural":
                    said[role] = cells.flags(self._column(role), blank_is_no=True)
                elif role == "pairs":
                    for side in ("player", "banker"):
                        said[f"{side}_pair"] = cells.pairs(self._column(role), side)
                elif role == "round" and not is_shoe_and_round(self._column(role)):
                    said[role] = cells.each_once(self._column(role), _number_or_none)
            except CellError as error:
                raise ValueError(f"{self._where(role, error.cell)}: {error}") from None
        return {role: numbers for role, numbers in said.items() if np.any(numbers >= 0)}

    def _outcomes(self) -> tuple[Numbers, dict[str, Numbers]]:
        rows = len(self.sheet.frame)
        if "ticks" in self.roles:
            return self._ticks(), {}
        if "outcome" not in self.roles:
            return np.full(rows, -1), {}
        codes, distinct = pd.factorize(self._column("outcome"))
        texts = [str(text) for text in distinct]
        for text in texts:
            try:
                cells.refuse_date(text)
            except CellError as error:
                raise ValueError(f"{self._where('outcome', text)}: {error}") from None
        try:
            signs = settle([text for text in texts if not is_missing(text)], self.hints)
        except NotSettledError as error:
            raise ValueError(f"{self._where('outcome', error.sign)}: {error}") from None
        said = [signs.get(text, Sign(-1)) for text in texts]
        outcomes = np.array([sign.outcome for sign in said], dtype=np.int64)[codes]
        kinds = {mark for sign in said for mark, _ in sign.marks}
        silent = {"points": -1}
        return outcomes, {
            kind: np.array([dict(s.marks).get(kind, silent.get(kind, 0)) for s in said])[codes]
            for kind in kinds
        }

    def _ticks(self) -> Numbers:
        banker = ~self._column("ticks_banker").map(is_missing).to_numpy()
        tie = ~self._column("ticks_tie").map(is_missing).to_numpy()
        outcomes: Numbers = np.where(banker, 1, np.where(tie, 2, 0)).astype(np.int64)
        return outcomes

    def _cards(self, outcomes: Numbers) -> NDArray[np.uint8] | None:
        given = [
            role for role in (*_SIX, "player_hand", "banker_hand", "cards") if role in self.roles
        ]
        if "player_1" in given or "banker_1" in given:
            return self._six()
        if "player_hand" in given and "banker_hand" in given:
            return self._two_hands()
        return self._rows(outcomes) if "cards" in given else None

    def _six(self) -> NDArray[np.uint8]:
        lacking = [role for role in _SIX if role not in self.roles and not role.endswith("_3")]
        if lacking:
            raise ValueError(
                f"{self.name} has no column for {', '.join(lacking)}; say which it is: "
                f'columns={{"{lacking[0]}": "..."}}'
            )
        hands = [self._hands(role, 1) for role in _SIX if role in self.roles]
        texts = iter(self._bytes(hands))
        empty = [(NOT_DEALT,)] * len(self.sheet.frame)
        columns = [next(texts) if role in self.roles else empty for role in _SIX]
        return np.array(columns, dtype=np.uint8).reshape(6, -1).T.copy()

    def _two_hands(self) -> NDArray[np.uint8]:
        hands = self._bytes([self._hands(f"{side}_hand", 3) for side in ("player", "banker")])
        padded = [[(*h, *[NOT_DEALT] * (3 - len(h))) for h in hand] for hand in hands]
        return np.concatenate([np.array(hand, dtype=np.uint8).reshape(-1, 3) for hand in padded], 1)

    def _rows(self, outcomes: Numbers) -> NDArray[np.uint8]:
        if "card_1" in self.roles:
            columns = self._bytes([self._hands(f"card_{n}", 1) for n in range(1, 7)])
            rows = [tuple(card for (card,) in row) for row in zip(*columns, strict=True)]
        else:
            (rows,) = self._bytes([self._hands("cards", 6)])
        try:
            return split_rows(rows, outcomes.tolist(), self.hints.order)
        except ValueError as error:
            raise ValueError(f"{self.name}: {error}") from None

    def _hands(self, role: str, most: int) -> tuple[NDArray[np.int64], list[list[str]]]:
        """Cut each distinct cell of a column into cards, at most so many."""
        codes, texts = pd.factorize(self._column(role))
        hands = []
        for text in map(str, texts):
            try:
                cells.refuse_date(text)
                hand = [] if is_missing(text) else _cut(text, self.hints)
            except ValueError as error:
                raise ValueError(f"{self._where(role, text)}: {error}") from None
            if len(hand) > most:
                raise ValueError(
                    f"{self._where(role, text)}: {text!r} is {len(hand)} cards; at most {most}"
                )
            hands.append(hand if hand or most > 1 else [""])
        return codes, hands

    def _bytes(
        self, columns: list[tuple[NDArray[np.int64], list[list[str]]]]
    ) -> list[list[tuple[int, ...]]]:
        """Read the cards of all columns in one script."""
        texts = {text for _, hands in columns for hand in hands for text in hand}
        try:
            script = card_script(texts, self.hints.cards, self.hints.ranks)
            known = {text: script.read(text) for text in texts}
        except ValueError as error:
            raise ValueError(f"{self.name}: {error}") from None
        read = []
        for codes, hands in columns:
            cards = [tuple(known[text] for text in hand) for hand in hands]
            read.append([cards[code] for code in codes.tolist()])
        return read

    def _starts(self, said: Mapping[str, Numbers]) -> Numbers:
        """Begin a shoe where the table says so, where its shoe changes, where rounds restart."""
        rows = len(self.sheet.frame)
        new = np.zeros(rows, dtype=bool) if self.sheet.breaks is None else self.sheet.breaks.copy()
        if "shoe" in self.roles:
            new[1:] |= np.diff(pd.factorize(self._column("shoe"))[0]) != 0
        if "round" in said:
            back = np.diff(said["round"]) < 0
            if rows > 3 and back.mean() > 0.5:
                raise ValueError(
                    f"{self.name}: rounds count down in column {self.roles['round']}; sort the "
                    "record, the first coup first"
                )
            new[1:] |= back & (said["round"][1:] >= 0)
        if "round" in self.roles and "round" not in said:
            new[1:] |= np.diff(pd.factorize(self._column("round").str.partition("-")[0])[0]) != 0
        new[:1] = False
        starts: Numbers = np.concatenate([[0], np.flatnonzero(new), [rows]]).astype(np.int64)
        return starts


def _cut(text: str, hints: Hints) -> list[str]:
    """Cut a cell into cards; of six places with commas between them, empty ones stay."""
    form = text.strip().upper()
    if form in hints.ranks:
        return [form]
    if form.count(",") == 5 and ",," in f"{form},":
        return [(card_texts(place) or [""])[0] for place in form.strip("'\"").split(",")]
    return card_texts(text)


def _number_or_none(cell: str) -> int:
    """Read the number of a round; -1 for what is none, or none that could be counted up to."""
    try:
        number = cells.whole_number(cell)
    except CellError:
        return -1
    return number if 0 <= number < 2**53 else -1
