"""Reading and writing histories: P, B, T letters and Parquet."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any, Final, TextIO

import numpy as np
from numpy.typing import NDArray

from baccarat.game.bets import BETS
from baccarat.game.coup import OUTCOMES
from baccarat.game.table import Table
from baccarat.game.tables import TABLES, as_table
from baccarat.game.terms import Commission, Limits
from baccarat.history.history import ALL_BITS, CARD_COLUMNS, History

SCHEMA_VERSION: Final = 1
"""Version of the Parquet layout; a file says its own."""

_METADATA_KEY: Final = b"baccarat"
_MARK: Final = "marked_"
_LETTERS: Final = {letter: code for code, letter in enumerate(OUTCOMES)}
_SEPARATORS: Final = re.compile(r"[\s,;]+")


def read_history(path: str | Path | TextIO, *, table: Table | str | None = None) -> History:
    r"""Read a history from a file.

    Parameters
    ----------
    path : str, Path or text buffer
        A ``.parquet`` file that `write_history` made, or text: the letters P, B, T (V for a void
        coup) in either case, with or without spaces, commas or semicolons; ``#`` begins a comment;
        a blank line or ``|`` begins a new shoe.
    table : Table or str, optional
        The table the coups were played at, where the file does not say.

    Returns
    -------
    History
        One segment a shoe.

    Raises
    ------
    FileNotFoundError
        If there is no such file.
    ValueError
        If the file holds something else, or no coup; it says where.

    Examples
    --------
    >>> import io
    >>> read_history(io.StringIO("PBB TP  # first shoe\n\nbbp | pp")).text()
    'PBBTP\nBBP\nPP'
    """
    place = None if table is None else as_table(table)
    if not isinstance(path, str | Path):
        return _read_letters(path.read(), getattr(path, "name", "text"), place)
    path = Path(path)
    if path.is_dir():
        raise ValueError(f"{path} is a folder; give a file")
    if not path.exists():
        raise FileNotFoundError(
            f"no file {path.absolute()}; give the path of a record of P, B, T or .parquet"
        )
    if path.suffix == ".parquet":
        return _read_parquet(path, place)
    try:
        return _read_letters(path.read_text(encoding="utf-8-sig"), str(path), place)
    except UnicodeDecodeError:
        raise ValueError(f"{path} is not text in UTF-8; give letters P, B, T or .parquet") from None


def write_history(history: History, path: str | Path) -> None:
    r"""Write a history to a file; an older file of that name is replaced at once or not at all.

    Parameters
    ----------
    history : History
        What to write.
    path : str or Path
        Ending in ``.txt``: letters, shoes parted by a blank line. In ``.parquet``: everything,
        one row a coup, the layout's version inside.

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
        ".txt": _write_letters,
        ".parquet": _write_parquet,
    }
    if path.suffix not in writers:
        raise ValueError(f"can't write {path.name}: the name must end in {' or '.join(writers)}")
    with _replacing(path) as unfinished:
        writers[path.suffix](history, unfinished)


def _read_letters(text: str, name: str, table: Table | None) -> History:
    shoes = list(_shoes(text, name))
    letters = np.frombuffer("".join(shoes).encode(), dtype=np.uint8)
    if not letters.size:
        raise ValueError(f"{name} holds no coup; write results as letters P, B, T")
    codes = np.zeros(256, dtype=np.uint8)
    codes[[ord(letter) for letter in OUTCOMES]] = range(len(OUTCOMES))
    starts = np.cumsum([0, *map(len, shoes)])
    return History(codes[letters], starts, table=table, source=Path(name).name)


def _shoes(text: str, name: str) -> Iterator[str]:
    """Give the letters of each shoe that has any."""
    shoe: list[str] = []
    for number, line in enumerate(text.splitlines(), start=1):
        written = line.partition("#")[0]
        parts = written.split("|")
        if not written.strip() and "#" not in line:
            parts = ["", ""]
        for index, part in enumerate(parts):
            if index:
                yield from filter(None, ["".join(shoe)])
                shoe = []
            shoe.append(_letters(part, f"{name}, line {number}"))
    yield from filter(None, ["".join(shoe)])


def _letters(part: str, where: str) -> str:
    letters = _SEPARATORS.sub("", part).upper()
    strange = letters.translate(dict.fromkeys(map(ord, OUTCOMES)))
    if strange:
        raise ValueError(
            f"{where}: {strange[0]!r} is no result; write P, B, T (V for a void coup), "
            "and # before a comment"
        )
    return letters


def _write_letters(history: History, path: Path) -> None:
    shoes = filter(None, history.text().split("\n"))
    path.write_text("\n\n".join(shoes) + "\n", encoding="utf-8")


def _write_parquet(history: History, path: Path) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    facts = {
        "version": SCHEMA_VERSION,
        "segments": history.segments,
        "source": history.source,
        "known": history.known,
        "table": None if history.table is None else _table_facts(history.table),
    }
    outcomes = pa.DictionaryArray.from_arrays(pa.array(history.outcomes), list(OUTCOMES))
    columns = {"segment": pa.array(history.shoe()), "outcome": outcomes}
    if history.coups is not None:
        columns["coup"] = pa.array(history.coups)
    if history.cards is not None:
        for name, cards in zip(CARD_COLUMNS, history.cards.T, strict=True):
            columns[name] = pa.array(np.ascontiguousarray(cards))
    for name, mark in history.marks.items():
        columns[_MARK + name] = pa.array(mark)
    table = pa.table(columns)
    said = json.dumps(facts).encode()
    metadata = {**(table.schema.metadata or {}), _METADATA_KEY: said}
    table = table.replace_schema_metadata(metadata)
    pq.write_table(table, path, compression="zstd", write_page_checksum=True)


def _read_parquet(path: Path, table: Table | None) -> History:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        data = pq.read_table(path, page_checksum_verification=True)
    except (pa.ArrowInvalid, OSError) as error:
        raise ValueError(f"{path} can't be read as Parquet: {str(error).splitlines()[0]}") from None
    facts = _facts(data.schema.metadata or {}, path)
    columns = {name: data[name].combine_chunks() for name in data.schema.names}
    outcome = columns.pop("outcome")
    letters = np.array([_LETTERS[letter] for letter in outcome.dictionary.to_pylist()], np.uint8)
    numbers: dict[str, NDArray[Any]] = {name: c.to_numpy() for name, c in columns.items()}
    cards = [numbers[name] for name in CARD_COLUMNS if name in numbers]
    return History(
        letters[outcome.indices.to_numpy()],
        np.searchsorted(numbers["segment"], np.arange(facts["segments"] + 1)),
        numbers.get("coup"),
        np.stack(cards, axis=1) if cards else None,
        _table_from(facts["table"]) if table is None else table,
        facts["source"],
        facts.get("known", ALL_BITS),
        {name.removeprefix(_MARK): n for name, n in numbers.items() if name.startswith(_MARK)},
    )


def _facts(metadata: dict[bytes, bytes], path: Path) -> dict[str, Any]:
    if _METADATA_KEY not in metadata:
        raise ValueError(f"{path} is a Parquet file, but not a history that write_history made")
    facts: dict[str, Any] = json.loads(metadata[_METADATA_KEY])
    if facts["version"] > SCHEMA_VERSION:
        raise ValueError(
            f"{path} has layout {facts['version']}, this baccarat reads up to {SCHEMA_VERSION}; "
            "update baccarat-lab"
        )
    return facts


def _table_facts(table: Table) -> dict[str, Any]:
    own = [name for name, bet in table.bets.items() if BETS.get(bet.name) != bet]
    if own:
        raise ValueError(
            f"a Parquet file can't hold bets of your own ({', '.join(own)}); write the history "
            "with a table of catalogue bets: dataclasses.replace(table, bets=...)"
        )
    facts: dict[str, Any] = _plain(table)
    return {**facts, "bets": {name: bet.name for name, bet in table.bets.items()}}


def _plain(rule: Any) -> Any:
    """Say a rule in what JSON knows; a fraction as text, so that it stays exact."""
    if isinstance(rule, Table | Limits | Commission):
        return {field.name: _plain(getattr(rule, field.name)) for field in fields(rule)}
    if isinstance(rule, Mapping):
        return {name: _plain(part) for name, part in rule.items()}
    if isinstance(rule, tuple):
        return [_plain(part) for part in rule]
    if isinstance(rule, np.integer):
        return int(rule)
    return str(rule) if isinstance(rule, Fraction) else rule


def _table_from(facts: dict[str, Any] | None) -> Table | None:
    if facts is None:
        return None
    known = TABLES.get(facts["name"])
    if known is not None and _table_facts(known) == facts:
        return known
    rules = dict(facts)
    if rules.get("limits"):
        rules["limits"] = Limits(**_amounts(rules["limits"]))
    if rules.get("commission"):
        rules["commission"] = Commission(**_amounts(rules["commission"]))
    return Table(**rules)


def _amounts(terms: dict[str, Any]) -> dict[str, Any]:
    """Take back the fractions that JSON holds as text."""
    return {
        name: Fraction(said) if isinstance(said, str) and name != "collected" else said
        for name, said in terms.items()
    }


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
