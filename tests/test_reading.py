"""Reading results written one after the other, in the ways people write them."""

import io

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import baccarat as bc


def read(text: str, **hints) -> bc.History:
    return bc.read_history(io.StringIO(text), **hints)


def letters(text: str, **hints) -> str:
    return read(text, **hints).text()


def refused(text: str, **hints) -> str:
    """Give the one line that reading ends with."""
    with pytest.raises(ValueError, match=r"\A[^\n]+\Z") as caught:
        read(text, **hints)
    return str(caught.value)


# Words and signs


@pytest.mark.parametrize(
    "text",
    [
        "Player Banker Banker Tie",
        "PLAYER, banker, Banker, TIE",
        "player;banker;banker;tie",
        "Joueur Banque Banquier Égalité",
        "ponte banque banque nul",
        "punto banco banco égalité",
        "Jugador Banca Banca Empate",
        "Punto Banco Banco Pareggio",
        "giocatore banco banco pareggio",
        "Spieler Bank Bank Unentschieden",
        "Jogador Banca Banca Empate",
        "闲庄庄和",
        "閒 莊 莊 和",
        "閑，莊，庄，和",
        "闲家 庄家 庄家 和局",
        "플레이어 뱅커 뱅커 타이",
        "플뱅뱅타",
        "ผู้เล่น เจ้ามือ เจ้ามือ เสมอ",
        "игрок банкир банкир ничья",
        "П1 П2 П2 ничья",
        "con cái cái hòa",
        "Nhà con, nhà cái, Nhà cái, hòa",
        "🔵🔴🔴🟢",
        "🔵 🔴 🔴 🟢",
        "blue red red green",
        "bleu rouge rouge vert",
        "ＰＢＢＴ",
        "P→B→B→T",
        "P/B/B/T",
        "P-B-B-T",
        "J B B E",
        "JBBN",
        "P-B-B-E",
        "И Б Б Н",
        "S B B U",
        "B R R G",
        "G B B P",
    ],
)
def test_one_shoe_in_many_tongues(text):
    assert letters(text) == "PBBT"


def test_signs_of_boards_that_stand_for_pairs():
    history = read("庄装现撞壮裝現壯闲")
    assert history.text() == "BBPBBBPBP"
    assert history.marks["player_pair"].tolist() == [0, 1, 1, 0, 0, 1, 1, 0, 0]
    assert history.marks["banker_pair"].tolist() == [0, 0, 0, 1, 0, 0, 0, 0, 0]
    assert history.marks["points"].tolist() == [-1, -1, -1, -1, 6, -1, -1, 6, -1]


# Marks, runs, plates


def test_points_naturals_and_pairs_beside_letters():
    history = read("B9* P7 T6p T6 B8*b")
    assert history.text() == "BPTTB"
    assert {name: mark.tolist() for name, mark in history.marks.items()} == {
        "points": [9, 7, 6, 6, 8],
        "natural": [1, 0, 0, 0, 1],
        "player_pair": [0, 0, 1, 0, 0],
        "banker_pair": [0, 0, 0, 0, 1],
    }


def test_a_small_letter_behind_a_capital_marks_a_pair():
    history = read("Bp P Bbp T")
    assert history.text() == "BPBT"
    assert history.marks["player_pair"].tolist() == [1, 0, 1, 0]
    assert history.marks["banker_pair"].tolist() == [0, 0, 1, 0]


def test_a_mark_that_never_occurs_is_not_taken_for_recorded():
    assert read("P* B").marks.keys() == {"natural"}


@pytest.mark.parametrize("text", ["1P 2B 1T", "1P2B1T", "P BB T", "1Player, 2Banker 1Tie"])
def test_runs(text):
    assert letters(text) == "PBBT"


def test_numbers_behind_letters_are_points_or_runs():
    assert letters("B12 P3") == "B" * 12 + "PPP"
    assert "say runs=True or runs=False" in refused("B2 P3 B1 P1")
    assert letters("B2 P3 B1 P1", runs=True) == "BBPPPBP"
    assert read("B2 P3 B1 P1", runs=False).marks["points"].tolist() == [2, 3, 1, 1]
    assert letters("B2 B3 P1 P4") == "BBPP"


PLATE = "P P\nB T\nB P\nT B\nP B\nB B"


@pytest.mark.parametrize(
    "text",
    [
        PLATE,
        PLATE.replace(" ", "\t"),
        PLATE.replace(" ", ","),
        "P T P B\nB P T B\nB B P B",
        "PTPB\nBPTB\nBBPB",
    ],
)
def test_a_bead_plate_is_read_down_then_right(text):
    spaced = any(gap in text for gap in " \t,")
    assert letters(text, bead=None if spaced else True) == "PBBTPBPTPBBB"


def test_two_bead_plates_are_two_shoes():
    assert letters("P B\nB .\nT .\n\nB P\nB P\nB .") == "PBTB\nBBBPP"


def test_a_bead_plate_with_other_signs_and_empty_places():
    assert letters("庄 闲\n和 .\n庄 .") == "BTBP"
    assert letters("PB\nT.\nB.") == "PTBB"
    assert letters("P B\nB P", rows=2) == "PBBP"


def test_bead_false_reads_lines():
    assert letters(PLATE, bead=False) == PLATE.replace(" ", "").replace("\n", "")


def test_a_bead_plate_with_a_hole():
    assert "place 2 of the bead plate" in refused("P B\n. .\nB .")
    assert "a bead plate of 6 rows was told" in refused("P B\nB P", rows=6)


# Shoes and comments


@pytest.mark.parametrize(
    "text",
    ["Banker Player\n\nTie", "Banker Player | Tie", "Banker Player\n---\nTie", "B9 P8\n=====\nT6"],
)
def test_shoes(text):
    assert letters(text) == "BP\nT"


def test_comments_do_not_end_a_shoe():
    assert letters("Banker  # at 3-2-2026\n# the next | one\nPlayer") == "BP"


# What may mean two things


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("1221", "'1' may be player or banker or tie, both orders are in use"),
        ("1 2 2 1 0", "'1' may be"),
        ("1,0,0,1", "'1' may be"),
        ("1 -1 -1 1", "'1' may be"),
        ("B G B", "'B' is player (colours: B, R, G) or banker (it: G, B, E)"),
    ],
)
def test_signs_with_two_meanings_are_not_guessed(text, word):
    message = refused(text)
    assert word in message
    assert 'symbols={"' in message


@pytest.mark.parametrize(
    ("text", "hints", "expected"),
    [
        ("1221", {"symbols": {"1": "banker", "2": "player"}}, "BPPB"),
        ("1221", {"symbols": {"1": "player", "2": "banker"}}, "PBBP"),
        ("1 -1 0", {"symbols": {"1": "player", "-1": "banker", "0": "tie"}}, "PBT"),
        ("# 1=banker 2=player\n1221", {}, "BPPB"),
        ("# 1 = joueur, 2 = banque, 0 = égalité\n1 2 0", {}, "PBT"),
        ("# x=banker o=player\nxoox", {}, "BPPB"),
        ("BGB", {"symbols": {"G": "tie", "B": "banker"}}, "BTB"),
        ("BGB", {"language": "it"}, "BPB"),
        ("PBE", {"language": "fr"}, "PBT"),
        ("wlw", {"symbols": {"w": "banker", "l": "player"}}, "BPB"),
        ("PBT", {"symbols": {"P": "banker", "B": "player"}}, "BPT"),
    ],
)
def test_hints_and_legends_settle(text, hints, expected):
    assert letters(text, **hints) == expected


def test_letters_are_settled_by_each_other():
    assert letters("PBPB") == "PBPB"  # player and banker
    assert letters("RBRB") == "BPBP"  # red and blue
    assert letters("GBPB") == "PBTB"  # giocatore, banco, pareggio
    assert "'E' is no result together with the other letters here" in refused("PBTE")


@pytest.mark.parametrize(
    ("hints", "allowed"),
    [
        ({"language": "xx"}, "language must be among en, fr"),
        ({"cards": "suits"}, "cards must be among ranks, values, ids"),
        ({"order": "up"}, "order must be among deal, hands"),
        ({"columns": {"winner": "x"}}, "columns must be among shoe, round, outcome"),
        ({"fields": ["result"]}, "fields must be among outcome, points"),
        ({"symbols": {"1": "bank robber"}}, "must be among player, banker, tie, void"),
        ({"encoding": "utf-99"}, "no encoding 'utf-99'"),
    ],
)
def test_hints_say_what_they_allow(tmp_path, hints, allowed):
    path = tmp_path / "x.txt"
    path.write_text("PB")
    with pytest.raises(ValueError, match=r"\A[^\n]+\Z") as caught:
        bc.read_history(path, **hints)
    assert allowed in str(caught.value)


@pytest.mark.parametrize("text", ["NA", "P NA B", "None", "3.0", "P 3.0 B", "nan", "null"])
def test_what_stands_for_nothing_is_never_a_result(text):
    assert "is no result" in refused(text)


# Encodings


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(
    "text", ["PBBT", "庄闲和 闲        \n# table 3", "Banque;Joueur\r\nÉgalité"]
)
def test_encodings_are_found(tmp_path, encoding, text):
    path = tmp_path / "shoes.txt"
    path.write_bytes(text.encode(encoding))
    assert bc.read_history(path).text() == letters(text)


def test_an_encoding_can_be_told(tmp_path):
    path = tmp_path / "shoes.txt"
    path.write_bytes("庄闲和".encode("gb18030"))
    assert bc.read_history(path, encoding="gb18030").text() == "BPT"
    with pytest.raises(ValueError, match="is no result"):
        bc.read_history(path)


# Anything at all


def outcome_of(reading) -> bool:
    """Say whether it ends well: with coups or one line."""
    try:
        return len(reading()) > 0
    except ValueError as error:
        return "\n" not in str(error)


@given(st.text(max_size=60) | st.text("PBTpbt1290-|,;:#*. \n\"'[]{}()JQK♠", max_size=60))
@settings(max_examples=400, deadline=None)
def test_any_text_is_read_or_refused_in_one_line(text):
    assert outcome_of(lambda: read(text))


@given(st.binary(max_size=80))
@settings(max_examples=200, deadline=None)
def test_any_bytes_are_read_or_refused(tmp_path_factory, data):
    path = tmp_path_factory.getbasetemp() / "anything"
    path.write_bytes(data)
    assert outcome_of(lambda: bc.read_history(path))


@given(st.lists(st.integers(0, 2), min_size=1, max_size=40))
@settings(deadline=None)
def test_every_script_tells_the_same(outcomes):
    shoe = bc.History(outcomes)
    for script in ("闲庄和", "🔵🔴🟢", ["Joueur ", "Banque ", "Égalité "]):
        assert letters("".join(script[outcome] for outcome in outcomes)) == shoe.text()


# Much


def test_ten_megabytes_in_one_line():
    outcomes = np.random.default_rng(1).integers(0, 3, 10_000_000).astype(np.uint8)
    text = np.frombuffer(b"PBT", dtype=np.uint8)[outcomes].tobytes().decode()
    assert np.array_equal(read(text).outcomes, outcomes)
    assert "line 1: 'x' is no result" in refused(text[:1_000_000] + "x")


def test_sixty_thousand_shoes():
    history = read("PBBTP\n\n" * 60_000)
    assert history.segments == 60_000
    assert len(history) == 300_000
