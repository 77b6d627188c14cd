"""One short shoe in 26 forms met in the wild: each tells the same, as far as it tells."""

import json
from pathlib import Path

import numpy as np
import pytest

import baccarat as bc
from baccarat.game.cards import KNOWN_VALUE, RANKS, recorded_name

FOLDER = Path(__file__).parent / "data" / "formats"
EXPECTED = json.loads((FOLDER / "EXPECTED.json").read_text(encoding="utf-8"))

TOTALS = {"player_total", "banker_total"}
PAIRS = {"player_pair", "banker_pair"}
CARDS = TOTALS | PAIRS | {"natural"}

RECORDED = {
    "01_plain.txt": set(),
    "02_lower_sep.txt": set(),
    "03_words.csv": {"round"},
    "04_fr.csv": {"round"},
    "05_zh_hans.txt": set(),
    "06_zh_hant.txt": set(),
    "07_rle.txt": set(),
    "08_columns.txt": set(),
    "09_digits_120.txt": set(),
    "10_signed.csv": set(),
    "11_bead_grid_6rows.txt": set(),
    "12_marks.txt": {"points", "natural", "banker_pair"},
    "13_scores.csv": TOTALS,
    "14_cards_NA.csv": CARDS | {"ranks", "round"},
    "15_hyphen_events.json": CARDS | {"ranks", "round"},
    "16_pk_suit_dot_rank.txt": CARDS | {"cards"},
    "17_history_v2.json": TOTALS | {"natural", "banker_pair"},
    "18_deckhistory2.txt": PAIRS | {"points"},
    "19_TS_cards.txt": CARDS | {"cards"},
    "20_symbols.txt": CARDS | {"cards", "round"},
    "21_owen_0ten.json": CARDS | {"cards"},
    "22_es.txt": set(),
    "23_it_PBE.txt": set(),
    "24_hashrun_emoji.txt": set(),
    "25_values_no_rank.csv": TOTALS | {"values"},
    "26_th.txt": set(),
}
"""What each file records beside results."""

HINTS = {
    "10_signed.csv": {"symbols": {"1": "banker", "-1": "player", "0": "tie"}},
    "18_deckhistory2.txt": {
        "fields": ["outcome", "points", "player_pair", "banker_pair"],
        "symbols": {"0": "banker", "1": "player", "2": "tie"},
    },
}
"""The files that may mean two things, and what settles them."""

CODE_PARTS = {
    "player_total": (0, 15),
    "banker_total": (4, 15),
    "player_pair": (10, 1),
    "banker_pair": (11, 1),
}


def told(history, fact) -> list[int]:
    """Give a fact from the coup codes or, where they don't tell it, from the marks."""
    bit, mask = CODE_PARTS[fact]
    if history.known >> bit & mask == mask:
        return (history.coups >> bit & mask).tolist()
    return history.marks[fact].tolist()


def naturals(history) -> list[bool]:
    if "natural" in history.marks:
        return history.marks["natural"].astype(bool).tolist()
    coups = [bc.game.coup.Coup.from_code(int(code)) for code in history.coups]
    return [coup.player_natural or coup.banker_natural for coup in coups]


def names(history) -> list[list[list[str]]]:
    hands = [(row[:3], row[3:]) for row in history.cards]
    return [[[recorded_name(c) for c in hand if c != 255] for hand in coup] for coup in hands]


@pytest.mark.parametrize("name", RECORDED)
def test_a_file_tells_what_it_records(name):
    history = bc.read_history(FOLDER / name, **HINTS.get(name, {}))
    recorded = RECORDED[name]
    assert history.text().replace("\n", "") == EXPECTED["outcomes"]
    for fact in recorded & (TOTALS | PAIRS):
        assert told(history, fact) == list(map(int, EXPECTED[fact]))
    if "natural" in recorded:
        assert naturals(history) == EXPECTED["natural"]
    if "points" in recorded:
        best = np.maximum(EXPECTED["player_total"], EXPECTED["banker_total"])
        assert history.marks["points"].tolist() == best.tolist()
    if "round" in recorded:
        assert history.marks["round"].tolist() == list(range(1, 15))


@pytest.mark.parametrize("name", [name for name, what in RECORDED.items() if "cards" in what])
def test_cards_with_suits(name):
    history = bc.read_history(FOLDER / name)
    assert history.known == 0xFFFF
    assert names(history) == EXPECTED["cards"]


@pytest.mark.parametrize("name", [name for name, what in RECORDED.items() if "ranks" in what])
def test_cards_without_suits(name):
    history = bc.read_history(FOLDER / name)
    assert history.known == 0xCFFF
    assert names(history) == [[[c[:-1] for c in h] for h in coup] for coup in EXPECTED["cards"]]


@pytest.mark.parametrize("name", [name for name, what in RECORDED.items() if "values" in what])
def test_cards_by_value(name):
    history = bc.read_history(FOLDER / name)
    values = {rank: min(n, 10) % 10 for n, rank in enumerate(RANKS, 1)}
    expected = [[[values[c[:-1]] for c in h] for h in coup] for coup in EXPECTED["cards"]]
    hands = [(row[:3], row[3:]) for row in history.cards]
    assert [
        [KNOWN_VALUE[h[h != 255]].tolist() for h in coup] for coup in hands
    ] == expected  # fmt: skip
    assert history.known == 0xC3FF


@pytest.mark.parametrize(
    ("name", "known"),
    [("01_plain.txt", 0xC000), ("13_scores.csv", 0xC0FF), ("17_history_v2.json", 0xC8FF)],
)
def test_no_more_is_known_than_recorded(name, known):
    history = bc.read_history(FOLDER / name)
    assert history.known == known
    assert history.cards is None


def test_a_bar_begins_a_shoe():
    assert bc.read_history(FOLDER / "02_lower_sep.txt").starts.tolist() == [0, 7, 14]


@pytest.mark.parametrize("name", HINTS)
def test_without_the_hint_the_file_is_refused(name):
    with pytest.raises(ValueError, match=r"\A[^\n]+symbols=[^\n]+\Z") as caught:
        bc.read_history(FOLDER / name)
    assert name in str(caught.value)


def test_fields_alone_do_not_say_what_the_digits_are():
    name = "18_deckhistory2.txt"
    with pytest.raises(ValueError, match="'0' may be player or banker or tie"):
        bc.read_history(FOLDER / name, fields=HINTS[name]["fields"])


def test_digits_without_their_legend_are_refused(tmp_path):
    digits = (FOLDER / "09_digits_120.txt").read_text().splitlines()[1]
    path = tmp_path / "digits.txt"
    path.write_text(digits)
    with pytest.raises(ValueError, match="both orders are in use"):
        bc.read_history(path)
    told_so = {"1": "banker", "2": "player", "0": "tie"}
    assert bc.read_history(path, symbols=told_so).text() == EXPECTED["outcomes"]


@pytest.mark.parametrize("name", RECORDED)
@pytest.mark.parametrize("ending", [".csv", ".parquet"])
def test_what_was_read_comes_back_from_our_own_files(tmp_path, name, ending):
    history = bc.read_history(FOLDER / name, **HINTS.get(name, {}))
    bc.write_history(history, tmp_path / f"again{ending}")
    again = bc.read_history(tmp_path / f"again{ending}")
    if ending == ".csv":  # which does not keep where a history comes from
        again = bc.History(
            again.outcomes, again.starts, again.coups, again.cards, None, history.source,
            again.known, again.marks,
        )  # fmt: skip
    assert again == history
