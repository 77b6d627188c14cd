"""Reading what people record, and writing histories so that they come back the same."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Literal, TextIO

from baccarat.game.table import Table
from baccarat.game.tables import as_table
from baccarat.history.history import History
from baccarat.history.parquet import write_parquet
from baccarat.history.reading.hints import Hints
from baccarat.history.reading.reader import read_buffer, read_file
from baccarat.history.reading.tidy import write_csv


def read_history(
    path: str | Path | TextIO,
    *,
    table: Table | str | None = None,
    symbols: Mapping[str, str] | None = None,
    language: str | None = None,
    columns: Mapping[str, str] | None = None,
    fields: Sequence[str] = (),
    cards: Literal["ranks", "values", "ids"] | None = None,
    order: Literal["deal", "hands"] | None = None,
    bead: bool | None = None,
    rows: int | None = None,
    runs: bool | None = None,
    sheet: str | None = None,
    encoding: str | None = None,
    check: bool = True,
) -> History:
    r"""Read a history from a file, in about any form that people record.

    Most files need no hint. Where a sign or a column may mean two things and nothing in the file
    settles it, reading ends with a `ValueError` that names both and the hint to give.

    Parameters
    ----------
    path : str, Path or text buffer
        Text (results one after the other, bead plates, lines of hands, tables with any delimiter,
        JSON), an Excel workbook, an SQLite or a Parquet file. In text ``#`` begins a comment; a
        blank line, ``|`` or ``---`` a new shoe. See Notes.
    table : Table or str, optional
        The table the coups were played at, where the file does not say.
    symbols : mapping of str to str, optional
        What signs stand for: "player", "banker", "tie" or "void", or the rank of a card:
        ``{"1": "banker"}``.
    language : str, optional
        Settles single letters: "en", "fr", "es", "it", "de", "pt", "ru".
    columns : mapping of str to str, optional
        What columns of a table hold: ``{"player_1": "a1"}``. Keys: shoe, round, outcome, player_1
        to player_3, banker_1 to banker_3, player_hand, banker_hand, cards, player_total,
        banker_total, points, natural, player_pair, banker_pair, pairs, event. Columns without a
        header are named "1", "2" and so on.
    fields : sequence of str, optional
        What the parts of codes such as ``0-9-0-0`` are, among the keys above and "skip".
    cards : {"ranks", "values", "ids"}, optional
        What numbers for cards are: ranks 1 to 13; values, where 0 or 10 is any ten or court card;
        or numbers 1 to 52, spades first, then hearts, clubs, diamonds. Default: values if there
        is no court card and no suit anywhere.
    order : {"deal", "hands"}, optional
        How the cards of a coup stand where one column or line holds them all: as dealt (player,
        banker, player, banker) or player's before banker's. Default: what fits the drawing rules.
    bead : bool, optional
        Whether the text is a bead plate, read down, then right. Default: if it has 3 or 6 lines of
        as many single symbols, with gaps between them or signs (``.``) for empty places.
    rows : int, optional
        How many rows the bead plate has.
    runs : bool, optional
        Whether numbers after letters (B2 P3) are lengths of runs, not points.
    sheet : str, optional
        The sheet of a workbook, the table of an SQLite file.
    encoding : str, optional
        The encoding of a text that is neither UTF-8, UTF-16 nor cp1252.
    check : bool, default True
        Refuse a table where winners, totals or pairs agree with the cards (winners with the
        totals) in less than 80 % of the rows: its columns are misread. A few rows that contradict
        each other are read as they are, the recorded winner kept, for `check` to report.

    Returns
    -------
    History
        One segment a shoe. It knows of coups what the record tells of all of them: totals from
        scores; draws too from values of cards, pairs from ranks, suited pairs from suits. What is
        told otherwise, or of some coups only, is in `History.marks`.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the file holds something else, no coup, or something that may mean two things; it says
        where, and what to do.

    Notes
    -----
    Results may be letters, words in English, French, Spanish, Italian, German, Portuguese, Chinese,
    Korean, Thai, Russian or Vietnamese, coloured circles or, with a legend such as
    ``# 1=banker 2=player 0=tie`` or the hint, digits. Beside a letter may stand points (``B9``), a
    star for a natural (``P8*``), p and b for pairs (``Bp``); a number before it repeats it
    (``3B``). A new shoe also begins where the shoe's name changes or the numbers of rounds start
    again. A row of four to six cards is split into hands by the drawing rules; where they leave it
    open, its cards are unknown (254). Everything is text first: NA is never a result, and a date
    that a spreadsheet made of 3-2 is refused.

    Examples
    --------
    >>> import io
    >>> read_history(io.StringIO("PBB TP  # first shoe\n\nbbp | pp")).text()
    'PBBTP\nBBP\nPP'
    >>> read_history(io.StringIO("Banca Jugador Empate")).text()
    'BPT'
    >>> scores = read_history(io.StringIO("player;banker\n6;9\n8;5\n"))
    >>> scores.frame()[["outcome", "player_total", "banker_total"]].values.tolist()
    [['B', 6, 9], ['P', 8, 5]]
    >>> read_history(io.StringIO("1221"), symbols={"1": "banker", "2": "player"}).text()
    'BPPB'
    """
    hints = Hints(
        table=None if table is None else as_table(table),
        symbols=symbols or {},
        language=language,
        columns=columns or {},
        fields=fields,
        cards=cards,
        order=order,
        bead=bead,
        rows=rows,
        runs=runs,
        sheet=sheet,
        encoding=encoding,
        check=check,
    )
    if isinstance(path, str | Path):
        return read_file(Path(path), hints)
    return read_buffer(path, hints)


def write_history(history: History, path: str | Path) -> None:
    r"""Write a history to a file; an older file of that name is replaced at once or not at all.

    Parameters
    ----------
    history : History
        What to write.
    path : str or Path
        Ending in ``.parquet``: everything. In ``.csv``: the tidy table of `History.frame`, one row
        a coup; table, source and empty segments are not kept. In ``.txt``: letters alone, shoes
        parted by a blank line.

    Raises
    ------
    ValueError
        If the ending is another; or the history's table has bets that are not in the catalogue,
        which a Parquet file can't hold.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> history = History([0, 1, 2], starts=[0, 2, 3])
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "shoes.txt"
    >>> write_history(history, path)
    >>> path.read_text()
    'PB\n\nT\n'
    """
    path = Path(path)
    writers: dict[str, Callable[[History, Path], None]] = {
        ".txt": write_letters,
        ".csv": write_csv,
        ".parquet": write_parquet,
    }
    if path.suffix not in writers:
        raise ValueError(f"can't write {path.name}: the name must end in .csv, .txt or .parquet")
    with _replacing(path) as unfinished:
        writers[path.suffix](history, unfinished)


def write_letters(history: History, path: Path) -> None:
    """Write the outcomes as letters, shoes parted by a blank line."""
    shoes = filter(None, history.text().split("\n"))
    path.write_text("\n\n".join(shoes) + "\n", encoding="utf-8")


@contextmanager
def _replacing(path: Path) -> Iterator[Path]:
    """Give a file beside `path` to write, and put it in its place if nothing goes wrong."""
    if not path.parent.is_dir():
        raise FileNotFoundError(f"no folder {path.parent} to write {path.name} into; make it first")
    unfinished = path.with_name(f".{path.stem}-{os.getpid()}{path.suffix}")
    try:
        yield unfinished
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
