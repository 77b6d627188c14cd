"""Reading tables: CSV, JSON, workbooks, SQLite, Parquet; cards and totals in their columns."""

import io
import json
import sqlite3
import zipfile

import numpy as np
import openpyxl
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import baccarat as bc
from baccarat.history.history import CARD_COLUMNS


def read(text: str, **hints) -> bc.History:
    return bc.read_history(io.StringIO(text), **hints)


def refused(source, **hints) -> str:
    """Give the one line that reading ends with."""
    with pytest.raises(ValueError, match=r"\A[^\n]+\Z") as caught:
        bc.read_history(io.StringIO(source) if isinstance(source, str) else source, **hints)
    return str(caught.value)


# Columns


@pytest.mark.parametrize("sign", [",", ";", "\t", "|"])
def test_any_delimiter(sign):
    text = "hand,winner\n1,Banker\n2,Player\n".replace(",", sign)
    assert read(text).text() == "BP"


def test_names_of_columns_over_two_lines_and_numbers_with_commas():
    text = '\ufeff"Round\nno.";"Player\ntotal";"Banker\ntotal"\n"1,234.00";6.0;9\n"1,235.00";8;5\n'
    history = read(text)
    assert history.text() == "BP"
    assert history.known == 0xC0FF
    assert history.marks["round"].tolist() == [1234, 1235]


def test_a_table_without_names():
    assert read("1,2025-11-01T13:25:44.6,B\n2,2025-11-01T13:26:01.5,P\n").text() == "BP"
    assert read('8,"9,4,6",5,"K,J,5",3,閒,blue\n9,"9,4",5,"K,J,5",3,莊,red\n').text() == "PB"


def test_ticks_in_columns():
    assert read("P,B,T\nx,,\n,x,\n,,x\n").text() == "PBT"


def test_a_shoe_in_a_row():
    assert read("id,sequence\n1,PBBBP\n2,TPB\n").text() == "PBBBP\nTPB"


def test_shoes_by_name_by_round_and_by_a_blank_row():
    assert read("shoe,winner\na,B\na,P\nb,T\n").text() == "BP\nT"
    assert read("round,winner\n1,B\n2,P\n1,T\n").text() == "BP\nT"
    assert read("winner\nB\n\nT\n").text() == "B\nT"
    assert "rounds count down" in refused("round,winner\n4,B\n3,P\n2,T\n1,P\n")


def test_missing_cells_are_told_from_totals_or_refused():
    assert read("winner,player,banker\nNA,6,9\nP,8,5\nNone,1,8\n").text() == "BPB"
    assert "line 3: no result" in refused("winner\nB\nNA\nP\n")


def test_a_date_made_of_a_score_is_reported():
    message = refused("winner,player total,banker total\nB,6,9\nP,2-Mar,5\n")
    assert "line 3, column player total: '2-Mar' is a date" in message
    assert "is a date" in refused("result\n2026-03-02\n")


def test_a_table_without_a_row_and_a_round_beyond_counting():
    assert "holds no coup" in refused("round,winner\n")
    assert read("round,winner\n" + "9" * 25 + ",B\n").marks == {}
    assert "column Player: '2026-03-02' is a date" in refused("Player,Banker\n2026-03-02,5\n")


def test_counts_of_results_are_no_history():
    assert "counts the results of each shoe" in refused("#,Player Wins,Banker Wins\n1,20,30\n")


def test_columns_that_contradict_each_other_are_refused():
    rows = ["winner,player_total,banker_total"] + ["P,1,8"] * 6 + ["P,8,1"] * 6
    assert "the winner agrees with the cards or totals in 6 of 12 rows" in refused("\n".join(rows))
    history = read("\n".join(rows), check=False)
    assert history.text() == "P" * 12
    assert history.known == 0xC0FF


def test_a_few_contradictory_rows_are_read_as_they_are():
    history = read("\n".join(["winner,player,banker"] + ["P,8,1"] * 9 + ["B,8,1"]))
    assert history.text() == "P" * 9 + "B"
    assert set(history.coups & 0xFF) == {0x18}


def test_columns_can_be_told():
    text = "a1,a2,a3,b1,b2,b3,winType\n8,K,,10,5,,1\n"
    told = {"player_1": "a1", "player_2": "a2", "player_3": "a3"}
    assert "winType: '1' may be" in refused(text, columns=told)
    assert read(text, columns=told, symbols={"1": "player"}).text() == "P"
    assert "has no column 'x' for outcome; it has a1, a2" in refused(text, columns={"outcome": "x"})


# Cards


@pytest.mark.parametrize(
    ("cells", "known"),
    [
        ("8S,KH,,10D,5C,", 0xFFFF),
        ("S.8,H.13,,D.10,C.5,", 0xFFFF),
        ("♠8,♥️K,,♦T,♣️5,", 0xFFFF),
        ("🂨,🂾,,🃊,🃕,", 0xFFFF),
        ("8,K,NA,X,5,", 0xCFFF),
        ("8,13,,10,5,", 0xCFFF),
        ("8,R,,V,5,-", 0xCFFF),
        ("8,0,,0,5,", 0xC3FF),
    ],
)
def test_cards_in_many_scripts(cells, known):
    history = read(f"p1,p2,p3,b1,b2,b3\n{cells}\n")
    assert history.text() == "P"
    assert history.known == known


def test_numbered_cards_need_the_hint():
    text = "p1,p2,p3,b1,b2,b3\n40,2,3,14,52,\n"
    assert 'say cards="ids"' in refused(text)
    assert read(text, cards="ids").cards.tolist() == [[2, 4, 8, 1, 50, 255]]


def test_six_places_as_dealt_with_empty_ones():
    natural = '"C.8,S.10,S.11,S.5,,"'
    text = f'rn,pk\n24-33,"D.6,H.11,D.11,C.13,,H.9"\n24-34,{natural}\n25-1,{natural}'
    history = read(text)
    assert history.text() == "BP\nP"
    assert history.cards[0].tolist() == [22, 42, 255, 41, 51, 33]


def test_a_split_that_the_rules_leave_open_is_unknown():
    history = read(
        'winner,cards\nB,"6,0,0,0,9"\nP,"8,0,0,5"\nB,"9,9,9,9,9"\n', check=False, order="hands"
    )
    assert history.cards[2].tolist() == [254] * 6
    assert history.known == 0xC000
    assert history.marks["player_total"].tolist() == [6, 8, -1]


def test_hands_in_brackets_and_who_is_who():
    text = "#N7 … 9(4♥️5♠️) … 7(10♦️7♣️)\n#N8 … 9(4♥️5♠️) … 7(10♦️7♣️)\n"
    history = read(text)
    assert (history.text(), history.marks["round"].tolist()) == ("PP", [7, 8])
    assert read("B(4♥5♠) P(10♦7♣)").text() == "B"


# JSON


def test_events_and_rounds_line_by_line():
    rows = [
        {"event": "SHOE_START", "shoe_id": "a"},
        {"player_hand": "A-5", "banker_hand": "K-4-9", "outcome": "Player", "round": 1},
        {"event": "SHOE_END", "shoe_id": "a"},
        {"event": "SHOE_START", "shoe_id": "b"},
        {"player_hand": "9-K", "banker_hand": "K-4", "outcome": "Player", "round": 2},
    ]
    history = read("\n".join(map(json.dumps, rows)))
    assert history.text() == "P\nP"


def test_nested_json():
    coup = {
        "playerHand": {"cards": ["6D", "6H", "2S"], "score": 4},
        "bankerHand": {"cards": ["7D", "KH"], "score": 7},
        "winner": "Banker",
    }
    assert (
        read(json.dumps({"shoes": [{"rounds": [coup, coup]}, {"rounds": [coup]}]})).text()
        == "BB\nB"
    )
    assert read('[["B", "P"], ["T"]]').text() == "BP\nT"
    assert read('{"winner": ["B", "P"], "natural": ["1", "0"]}').marks["natural"].tolist() == [1, 0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[{"winner": "B"},\n{"win', "line 2: broken or truncated JSON"),
        ('{"winner": "B"}\n{"winner": "P"', "line 2: broken or truncated JSON"),
        ("[]", "holds no coup"),
        ('{"a": 1}', "has no column of winners"),
    ],
)
def test_json_that_is_cut_or_says_nothing(text, told):
    assert told in refused(text)


# Files


def workbook(path, rows, title="Shoes"):
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    book.save(path)
    return path


def test_a_workbook(tmp_path):
    rows = [["My record"], [], ["Round", "Winner", "Player total", "Banker total"]]
    path = workbook(tmp_path / "x.xlsx", [*rows, [1, "Banker", 6, 9.0], [2, "Player", 8, 5]])
    history = bc.read_history(path)
    assert (history.text(), history.known) == ("BP", 0xC0FF)
    assert bc.read_history(path, sheet="Shoes") == history
    assert "has no sheet 'Shoe'; it has Shoes" in refused(path, sheet="Shoe")


def test_a_workbook_with_formulas_or_dates(tmp_path):
    path = workbook(tmp_path / "x.xlsx", [["winner"], ["B"], ['=IF(1>0,"B","P")']])
    assert "cell A3: a formula without a kept value" in refused(path)
    path = workbook(tmp_path / "y.xlsx", [["result"], [pd.Timestamp("2026-03-02").to_pydatetime()]])
    assert "is a date, which spreadsheets make" in refused(path)


def test_a_database(tmp_path):
    path = tmp_path / "x.db"
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE hands (id INTEGER, winner TEXT, cards TEXT)")
    base.executemany(
        "INSERT INTO hands VALUES (?, ?, ?)", [(1, "P", "2,8,6,0,0,3"), (2, "B", "0,1,3,9,0,0")]
    )
    base.execute("CREATE TABLE shoes (id INTEGER, sequence TEXT)")
    base.execute("INSERT INTO shoes VALUES (1, 'PBBBPPBPB')")
    base.commit()
    base.close()
    assert "2 tables that may hold coups: hands, shoes; say which" in refused(path)
    assert bc.read_history(path, sheet="shoes").text() == "PBBBPPBPB"
    assert bc.read_history(path, sheet="hands", order="hands", check=False).text() == "PB"


@pytest.mark.parametrize(
    ("head", "told"),
    [
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is a picture"),
        (b"\xff\xd8\xff\xe0\x00", "is a picture"),
        (b"%PDF-1.7", "is a PDF"),
        (b"\x1f\x8b\x08", "is a compressed archive"),
        (b"PK\x03\x04", "is a compressed archive"),
        (b"\xd0\xcf\x11\xe0", "is an Excel workbook of the old form"),
        (b"SQLite format 3\x00cut", "can't be read as SQLite"),
        (b"", "holds no coup"),
    ],
)
def test_files_that_hold_no_record(tmp_path, head, told):
    path = tmp_path / "x"
    path.write_bytes(head)
    assert told in refused(path)


def test_a_zip_archive(tmp_path):
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.writestr("shoes.txt", "PB")
    assert "is a compressed archive; unpack it" in refused(tmp_path / "x.zip")


# Round trips


@st.composite
def recorded(draw) -> bc.History:
    """Give shoes of which more or less is known."""
    shoes = draw(st.lists(st.integers(1, 6), min_size=1, max_size=4))
    starts = np.cumsum([0, *shoes])
    n = int(starts[-1])
    dealt = bc.deal("live", 1, rng=draw(st.integers(0, 99)), cards=True)
    known = draw(st.sampled_from([0xC000, 0xC0FF, 0xC3FF, 0xCFFF, 0xFFFF]))
    rounds = draw(st.lists(st.integers(0, 90), min_size=n, max_size=n).map(sorted))
    marks = {"round": rounds} if draw(st.booleans()) else {}
    if known == 0xC000:
        marks |= {"points": draw(st.lists(st.integers(0, 9), min_size=n, max_size=n))}
    return bc.History(
        dealt.outcomes[:n],
        starts if not marks else [0, n],
        dealt.coups[:n] & np.uint16(known) if known != 0xC000 else None,
        dealt.cards[:n] if known == 0xFFFF and draw(st.booleans()) else None,
        known=known,
        marks=marks,
    )


@given(recorded())
@settings(deadline=None, max_examples=60)
def test_csv_comes_back(tmp_path_factory, history):
    path = tmp_path_factory.getbasetemp() / "shoes.csv"
    bc.write_history(history, path)
    again = bc.read_history(path)
    assert again.source == "shoes.csv"
    same = bc.History(
        again.outcomes, again.starts, again.coups, again.cards, None, "", again.known, again.marks
    )
    assert same == history
    bc.write_history(again, path)
    assert bc.read_history(path) == again


@given(recorded())
@settings(deadline=None, max_examples=40)
def test_parquet_comes_back_with_what_is_not_known(tmp_path_factory, history):
    path = tmp_path_factory.getbasetemp() / "shoes.parquet"
    bc.write_history(history, path)
    assert bc.read_history(path) == history


def test_a_csv_names_cards(tmp_path):
    bc.write_history(bc.deal("live", 1, rng=1, cards=True), tmp_path / "x.csv")
    frame = pd.read_csv(tmp_path / "x.csv")
    assert frame.columns[:3].tolist() == ["shoe", "coup", "outcome"]
    assert set(CARD_COLUMNS) <= set(frame.columns)
