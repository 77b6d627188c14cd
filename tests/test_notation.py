"""Reading what people record, and writing it so that it comes back the same."""

import dataclasses
import io
import json

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_history import histories

import baccarat as bc
from baccarat.game.table import Table
from baccarat.history import notation


def read(text: str) -> list[str]:
    return bc.read_history(io.StringIO(text)).text().split("\n")


# Letters


@pytest.mark.parametrize(
    "text",
    [
        "PBTV",
        "pbtv",
        "p b t v",
        "P,B;T\tV",
        "P, B, T, V,\n",
        "  PB\n  TV",
        "PB # so far\nTV",
        "PB\r\nTV",
    ],
)
def test_letters_in_any_dress(text):
    assert read(text) == ["PBTV"]


@pytest.mark.parametrize(
    "text",
    [
        "PBB\n\nTP",
        "PBB\r\n\r\nTP\r\n",
        "PBB\n \t \nTP",
        "PBB|TP",
        "PBB | TP |",
        "|PBB||TP",
        "PBB\n|\nTP",
        "\n\nPBB\n\n\n\nTP\n\n",
        "PBB # one\n\n# the next\nTP",
    ],
)
def test_a_blank_line_or_a_bar_begins_a_new_shoe(text):
    assert read(text) == ["PBB", "TP"]


@pytest.mark.parametrize(
    "text", ["PBB\n# a note\nTP", "# a note\nPBBTP", "PBB\n  # a note | with a bar\nTP", "PBBTP\n#"]
)
def test_a_comment_line_does_not_end_a_shoe(text):
    assert read(text) == ["PBBTP"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
def test_files_of_any_system(tmp_path, encoding, newline):
    path = tmp_path / "shoes.txt"
    lines = ["# relevé à la table", "PBB", "", "TP", ""]
    path.write_bytes(newline.join(lines).encode(encoding))
    history = bc.read_history(path)
    assert history.text() == "PBB\nTP"
    assert (history.table, history.source, history.coups) == (None, "shoes.txt", None)
    assert bc.read_history(str(path)) == history


def test_the_table_may_be_told(tmp_path):
    path = tmp_path / "shoes.txt"
    path.write_text("PB")
    assert bc.read_history(path, table="live").table is bc.TABLES["live"]
    with pytest.raises(ValueError, match=r"^no table 'liv'; did you mean 'live'"):
        bc.read_history(path, table="liv")


@pytest.mark.parametrize(
    ("text", "where"),
    [("PBX", "line 1: 'X'"), ("PB\n\nP1B", "line 3: '1'"), ("P%B", "line 1: '%'")],
)
def test_an_unknown_letter_is_told_with_its_file_and_line(tmp_path, text, where):
    path = tmp_path / "shoes.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"\A[^\n]*\Z") as caught:
        bc.read_history(path)
    assert f"{path}, {where} is no result; write P, B, T" in str(caught.value)


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing yet\n", "|"])
def test_a_file_without_a_coup(tmp_path, text):
    path = tmp_path / "shoes.txt"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"shoes\.txt holds no coup; write results as letters P"):
        bc.read_history(path)


@pytest.mark.parametrize("content", [b"\x00\x01\x02PBB\xff", b"PBB\x1b\x98"])
def test_a_file_that_is_not_text(tmp_path, content):
    path = tmp_path / "shoes.txt"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"shoes\.txt is not text in UTF-8, UTF-16 or cp1252"):
        bc.read_history(path)


def test_a_folder(tmp_path):
    with pytest.raises(ValueError, match=r" is a folder; give a file$"):
        bc.read_history(tmp_path)


def test_a_missing_file(tmp_path):
    with pytest.raises(FileNotFoundError, match=r"^no file .*shoes\.txt; give the path of "):
        bc.read_history(tmp_path / "shoes.txt")


# Round trips


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("histories")


@given(histories())
@settings(deadline=None)
def test_letters_come_back(folder, history):
    path = folder / "shoes.txt"
    bc.write_history(history, path)
    shoes = [line for line in history.text().split("\n") if line]
    if shoes:
        assert bc.read_history(path).text().split("\n") == shoes
    else:
        with pytest.raises(ValueError, match="holds no coup"):
            bc.read_history(path)


OWN_RULES = Table(decks=6, burn=3, cut=20, after_cut=0, bets=["banker", "tie"], name="upstairs")
PLACES = [
    None,
    *bc.TABLES.values(),
    OWN_RULES,
    dataclasses.replace(bc.TABLES["live"], cut=30),  # a catalogue name, but not its rules
    Table(bets={"banker": "banker half on six", "player": "player"}),
    Table(decks=np.int64(6), cut=np.int16(14), burn=None),
]


@given(histories(), st.sampled_from(PLACES))
@settings(deadline=None)
def test_parquet_comes_back_exactly(folder, history, table):
    path = folder / "shoes.parquet"
    history = at_table(history, table)
    bc.write_history(history, path)
    back = bc.read_history(path)
    assert back == history
    assert back.table == table
    for name in ("outcomes", "starts", "coups", "cards"):
        mine, theirs = getattr(back, name), getattr(history, name)
        assert (mine is None) == (theirs is None)
        if mine is not None:
            assert mine.dtype == theirs.dtype
            assert np.array_equal(mine, theirs)


def at_table(history, table):
    return bc.History(
        history.outcomes, history.starts, history.coups, history.cards, table, history.source
    )


def test_a_catalogue_table_comes_back_as_itself(tmp_path):
    path = tmp_path / "shoes.parquet"
    bc.write_history(bc.deal("punto-banco", 3, rng=1), path)
    assert bc.read_history(path).table is bc.TABLES["punto-banco"]


def test_parquet_of_many_row_groups_comes_back(tmp_path):
    history = bc.deal(Table(decks=8, cut=0), 14_000, rng=2)
    assert len(history) > 1 << 20  # what a row group holds
    bc.write_history(history, tmp_path / "shoes.parquet")
    assert bc.read_history(tmp_path / "shoes.parquet") == history


@pytest.mark.parametrize("name", ["segment=3", "outcome=x", "a b%20é"])
def test_a_folders_name_is_no_part_of_the_history(tmp_path, name):
    folder = tmp_path / name
    folder.mkdir()
    history = bc.History([0, 1], [0, 0, 2])
    bc.write_history(history, folder / "shoes.parquet")
    assert bc.read_history(folder / "shoes.parquet") == history


def test_a_told_table_goes_before_the_files(tmp_path):
    path = tmp_path / "shoes.parquet"
    bc.write_history(bc.deal("live", 1, rng=1), path)
    assert bc.read_history(path, table="classic").table is bc.TABLES["classic"]


def test_pandas_reads_the_parquet_file(tmp_path):
    path = tmp_path / "shoes.parquet"
    history = bc.deal("live", 3, rng=1, cards=True)
    bc.write_history(history, path)
    frame = pd.read_parquet(path)
    assert frame.columns[:2].tolist() == ["segment", "outcome"]
    assert frame["segment"].tolist() == history.shoe().tolist()
    assert "".join(frame["outcome"]) == history.text().replace("\n", "")


# What can't be written


def left(folder) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_bet_of_ones_own_can_not_be_written(tmp_path):
    own = bc.Bet("six", lambda coup: 12 if coup.banker_total == 6 else -1)
    table = Table(bets=["player", "banker", own])
    with pytest.raises(ValueError, match=r"can't hold bets of your own \(six\); write the history"):
        bc.write_history(bc.deal(table, 1, rng=1), tmp_path / "shoes.parquet")
    assert left(tmp_path) == []
    bc.write_history(bc.deal(table, 1, rng=1), tmp_path / "shoes.txt")


def test_a_bet_under_a_catalogue_name_is_still_ones_own(tmp_path):
    table = Table(bets=[bc.Bet("tie", lambda coup: 9 if coup.winner == "tie" else -1)])
    with pytest.raises(ValueError, match=r"bets of your own \(tie\)"):
        bc.write_history(bc.deal(table, 1, rng=1), tmp_path / "shoes.parquet")


@pytest.mark.parametrize("name", ["shoes.doc", "shoes", "shoes.parquet.gz"])
def test_an_unknown_ending(tmp_path, name):
    with pytest.raises(ValueError, match=r"^can't write shoes.*must end in \.csv, \.txt or "):
        bc.write_history(bc.History([0]), tmp_path / name)
    assert left(tmp_path) == []


@pytest.mark.parametrize("name", ["shoes.txt", "shoes.parquet"])
def test_a_missing_folder(tmp_path, name):
    with pytest.raises(FileNotFoundError, match=r"^no folder .*none to write shoes\..* make it "):
        bc.write_history(bc.History([0]), tmp_path / "none" / name)


@pytest.mark.parametrize("name", ["shoes.txt", "shoes.parquet"])
def test_an_older_file_is_replaced_at_once_or_not_at_all(tmp_path, monkeypatch, name):
    path = tmp_path / name
    bc.write_history(bc.History([0, 0]), path)
    bc.write_history(bc.History([0, 1]), path)
    assert bc.read_history(path).text() == "PB"

    def half_way(history, unfinished):
        unfinished.write_bytes(b"half")
        raise OSError("No space left on device")

    monkeypatch.setattr(notation, "write_letters", half_way)
    monkeypatch.setattr(notation, "write_parquet", half_way)
    with pytest.raises(OSError, match="No space left"):
        bc.write_history(bc.History([1, 1]), path)
    assert bc.read_history(path).text() == "PB"
    assert left(tmp_path) == [name]


# Parquet files that are not ours, not yet, or no longer


def refused(path) -> str:
    """Give the one line that reading ends with."""
    with pytest.raises(ValueError, match=r"\A[^\n]+\Z") as caught:
        bc.read_history(path)
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_a_parquet_file_of_someone_else(tmp_path):
    path = tmp_path / "prices.parquet"
    pd.DataFrame({"price": [1.5], "day": ["Monday"]}).to_parquet(path)
    assert "has no column of winners, cards or totals" in refused(path)
    pd.DataFrame({"segment": [0], "outcome": ["P"]}).to_parquet(path)
    assert bc.read_history(path).text() == "P"


def test_a_parquet_file_of_a_newer_layout(tmp_path):
    path = tmp_path / "shoes.parquet"
    bc.write_history(bc.History([0]), path)
    table = pq.read_table(path)
    facts = json.loads(table.schema.metadata[b"baccarat"])
    facts["version"] += 1
    table = table.replace_schema_metadata({b"baccarat": json.dumps(facts).encode()})
    pq.write_table(table, path)
    assert "has layout 2, this baccarat reads up to 1; update baccarat-lab" in refused(path)


@pytest.mark.parametrize("kept", [0, 3, 500, -1])
def test_a_parquet_file_cut_short(tmp_path, kept):
    path = tmp_path / "shoes.parquet"
    bc.write_history(bc.deal("live", 20, rng=1), path)
    path.write_bytes(path.read_bytes()[:kept])
    assert "can't be read as Parquet: " in refused(path)


def test_a_parquet_file_with_damaged_pages(tmp_path):
    path = tmp_path / "shoes.parquet"
    bc.write_history(bc.deal("live", 20, rng=1), path)
    whole = path.read_bytes()
    end_of_pages = len(whole) - 8 - int.from_bytes(whole[-8:-4], "little")
    for place in np.linspace(4, end_of_pages - 1, 40).astype(int).tolist():
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        assert "can't be read as Parquet: " in refused(path)


def test_text_named_parquet(tmp_path):
    path = tmp_path / "shoes.parquet"
    path.write_text("PBBTP")
    assert "can't be read as Parquet: " in refused(path)


def test_outcomes_are_stored_as_letters_with_their_codes(tmp_path):
    path = tmp_path / "shoes.parquet"
    bc.write_history(bc.History([2, 0]), path)
    column = pq.read_table(path)["outcome"]
    assert pa.types.is_dictionary(column.type)
    assert column.to_pylist() == ["T", "P"]
