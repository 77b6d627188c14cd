"""Histories in Parquet: everything, exactly, one row a coup."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from baccarat.game.bets import BETS
from baccarat.game.coup import OUTCOMES
from baccarat.game.table import Table
from baccarat.game.tables import TABLES
from baccarat.game.terms import Commission, Limits
from baccarat.history.history import ALL_BITS, CARD_COLUMNS, History

SCHEMA_VERSION: Final = 1
"""Version of the Parquet layout; a file says its own."""

_METADATA_KEY: Final = b"baccarat"
_MARK: Final = "marked_"
_LETTERS: Final = {letter: code for code, letter in enumerate(OUTCOMES)}


def write_parquet(history: History, path: Path) -> None:
    """Write a history as Parquet; see `baccarat.write_history`.

    Parameters
    ----------
    history : History
        What to write.
    path : Path
        The file.

    Raises
    ------
    ValueError
        If its table has bets that are not in the catalogue.
    """
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


def read_parquet(path: Path) -> Any:
    """Read a Parquet file, of ours or not.

    Parameters
    ----------
    path : Path
        The file.

    Returns
    -------
    pyarrow.Table

    Raises
    ------
    ValueError
        If it can't be read.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return pq.read_table(path, page_checksum_verification=True)
    except (pa.ArrowInvalid, OSError) as error:
        raise ValueError(f"{path} can't be read as Parquet: {str(error).splitlines()[0]}") from None


def was_written_here(data: Any) -> bool:
    """Say whether `write_parquet` made a table."""
    return _METADATA_KEY in (data.schema.metadata or {})


def history_of(data: Any, path: Path, table: Table | None) -> History:
    """Give the history that `write_parquet` laid down.

    Parameters
    ----------
    data : pyarrow.Table
        As `read_parquet` gives it.
    path : Path
        The file, for messages.
    table : Table or None
        A told table, which goes before the file's.

    Returns
    -------
    History

    Raises
    ------
    ValueError
        If its layout is newer.
    """
    facts = _facts(data.schema.metadata, path)
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
