"""Scoreboards against worked examples, against a second reading of the manuals, and at random."""

import json
from itertools import groupby, pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import baccarat as bc

EXAMPLES = json.loads(Path(__file__).with_name("data").joinpath("roads.json").read_text())[
    "examples"
]
OFFSETS = {"big_eye": 1, "small": 2, "cockroach": 3}

shoes = st.text("PBT", max_size=90)
streaky = st.lists(st.integers(1, 16), max_size=40).map(
    lambda lengths: "".join("PB"[n % 2] * length for n, length in enumerate(lengths))
)
any_rows = st.integers(1, 8)
conventions = st.sampled_from(["down", "right"])


def lengths(board):
    return [column.length for column in board.columns]


def derived(board):
    return board.big_eye, board.small, board.cockroach


# Worked examples


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example["outcomes"])
def test_worked_examples(example):
    board = bc.roads(example["outcomes"], after_block=example.get("after_block", "down"))
    for road in OFFSETS.keys() & example.keys():
        assert getattr(board, road) == example[road]
    if "columns" in example:
        assert [[c.side, c.length] for c in board.columns] == example["columns"]
    if "ties_before_first_cell" in example:
        assert board.leading_ties == example["ties_before_first_cell"]
    if "ties_on_cells" in example:
        told = [ties for column in board.columns for ties in column.ties]
        assert {str(n): t for n, t in enumerate(told, 1) if t} == example["ties_on_cells"]
    if "drawn" in example:
        for column, run in zip(board.columns, board.drawn, strict=True):
            assert [list(place) for place in run] == example["drawn"][column.side]


@pytest.mark.parametrize(
    ("shoe", "big_eye"),
    [
        ("BPP", "B"),
        ("BPPP", "BR"),
        ("BPPPPPPPP", "BRRRRRR"),
        ("BPBBB", "RBR"),
        ("BPBPPP", "RRBR"),
        ("BPBB", "RB"),
        ("BPBPP", "RRB"),
        ("PPPP", ""),
        ("", ""),
    ],
)
def test_short_shoes_by_hand(shoe, big_eye):
    assert bc.roads(shoe).big_eye == big_eye


def test_ties_in_a_row_stay_on_the_cell_before_them():
    board = bc.roads("PBTTPBPPPPPBTPTPB")
    assert lengths(board) == [1, 1, 1, 1, 5, 1, 2, 1]
    assert [column.ties for column in board.columns][1] == (2,)
    assert [column.ties for column in board.columns][6] == (1, 0)


def test_a_tie_between_sides_opens_no_column():
    assert lengths(bc.roads("PBTTP")) == [1, 1, 1]


def test_leading_ties_wait_for_the_first_cell():
    board = bc.roads("TTBTBP")
    assert board.leading_ties == 2
    assert board.columns[0].ties == (1, 0)
    assert board.ties() == (3, 0, 0)
    assert [mark.coup for mark in board.columns[0].marks] == [3, 5]


def test_a_shoe_of_ties_alone():
    board = bc.roads("TTT")
    assert (board.columns, board.drawn, board.leading_ties) == ((), (), 3)
    assert derived(board) == ("", "", "")
    assert board.bead == ((1, 1), (1, 2), (1, 3))
    assert set(board.ask()["player"].values()) == {None}
    assert board.text().split("\n") == ["."] * 6


def test_a_void_coup_stands_on_no_board_but_keeps_its_number():
    board = bc.roads("PVP")
    assert board.letters("bead") == "PP"
    assert [mark.coup for mark in board.columns[0].marks] == [1, 3]


# The bead plate


def test_the_bead_plate_is_filled_down_then_right():
    board = bc.roads("PBBTPBPTPBBB")
    plate = dict(zip(board.bead, board.letters("bead"), strict=True))
    assert "".join(plate[1, row] for row in range(1, 7)) == "PBBTPB"
    assert "".join(plate[2, row] for row in range(1, 7)) == "PTPBBB"
    assert bc.roads("PBBT", rows=3).bead == ((1, 1), (1, 2), (1, 3), (2, 1))


# The big road as drawn


def test_a_new_run_begins_next_to_the_head_of_the_last_one_not_its_tail():
    assert bc.roads("BBBBBBBP").drawn[1] == ((2, 1),)


def test_a_run_never_joins_an_older_tail_of_its_side():
    assert bc.roads("BBBBBBBBPBBBBBB").drawn[2][-2:] == ((3, 5), (4, 5))


def test_a_run_turned_above_the_bottom_row_by_either_convention():
    shoe = "P" * 7 + "B" * 8
    assert bc.roads(shoe).drawn[1][-3:] == ((3, 5), (3, 6), (4, 6))
    assert bc.roads(shoe, after_block="right").drawn[1][-3:] == ((3, 5), (4, 5), (5, 5))


def test_a_staircase_of_tails_pushes_the_last_run_one_column_on():
    shoe = "".join("PB"[n % 2] * n for n in (7, 6, 5, 4, 3, 2, 1))
    drawn = bc.roads(shoe).drawn
    places = [place for run in drawn for place in run]
    assert len(set(places)) == len(places) == 28
    assert drawn[5] == ((6, 1), (7, 1))
    assert drawn[6] == ((8, 1),)


def test_columns_have_no_end():
    board = bc.roads("PB" * 70)
    assert len(board.columns) == 140
    assert board.drawn[-1] == ((140, 1),)
    assert len(board.big_eye) == 138
    assert set(board.big_eye) == {"R"}


@given(shoes | streaky, any_rows, conventions)
def test_no_two_cells_share_a_place(shoe, rows, after_block):
    board = bc.roads(shoe, rows=rows, after_block=after_block)
    for road in ("bead", "big", "big_eye", "small", "cockroach"):
        places = board.places(road)
        assert len(set(places)) == len(places) == len(board.letters(road))
        assert all(column >= 1 and 1 <= row <= rows for column, row in places)


@given(shoes | streaky, any_rows, conventions)
def test_runs_begin_on_the_top_row_and_only_go_down_or_right(shoe, rows, after_block):
    before = 0
    for run in bc.roads(shoe, rows=rows, after_block=after_block).drawn:
        assert run[0] == (before + 1, 1)
        before += sum(row == 1 for _, row in run)  # a tail along the top row keeps its place
        for (column, row), (next_column, next_row) in pairwise(run):
            assert (next_column - column, next_row - row) in {(0, 1), (1, 0)}


@given(shoes | streaky, st.integers(6, 8))
def test_a_run_turns_only_where_there_is_no_room(shoe, rows):
    taken = set()
    for run in bc.roads(shoe, rows=rows).drawn:
        for (column, row), (_, next_row) in pairwise(run):
            assert (next_row == row) == (row == rows or (column, row + 1) in taken)
        taken.update(run)


@given(shoes | streaky, any_rows, conventions)
def test_how_runs_are_drawn_changes_no_derived_road(shoe, rows, after_block):
    assert derived(bc.roads(shoe, rows=rows, after_block=after_block)) == derived(bc.roads(shoe))


# Derived roads


def cell_by_cell(shoe: str, offset: int) -> str:
    """Read a derived road as scoreboard manuals tell it, one decided coup after the other."""
    grid: dict[tuple[int, int], str] = {}
    column, row, told, begun = 0, 0, "", False
    for letter in shoe.replace("T", ""):
        same = grid.get((column, row)) == letter
        column, row = (column, row + 1) if same else (column + 1, 1)
        grid[column, row] = letter
        begun = begun or (column, row) in {(offset + 1, 2), (offset + 2, 1)}
        if begun and row == 1:
            depths = [sum(c == column - back for c, _ in grid) for back in (1, 1 + offset)]
            told += "R" if depths[0] == depths[1] else "B"
        elif begun:
            beside, above = (column - offset, row) in grid, (column - offset, row - 1) in grid
            told += "R" if beside else "B" if above else "R"
    return told


@given(shoes | streaky)
def test_derived_roads_agree_with_the_manuals_read_cell_by_cell(shoe):
    board = bc.roads(shoe)
    for road, offset in OFFSETS.items():
        assert getattr(board, road) == board.letters(road) == cell_by_cell(shoe, offset)


def test_derived_roads_of_dealt_shoes_agree_too():
    history = bc.deal("live", 100, rng=1)
    for segment, text in enumerate(history.text().split("\n")):
        board = bc.roads(history, segment=segment)
        assert derived(board) == tuple(cell_by_cell(text, offset) for offset in (1, 2, 3))


@given(shoes, st.data())
def test_a_tie_anywhere_changes_no_run_and_no_derived_road(shoe, data):
    at = data.draw(st.integers(0, len(shoe)))
    board, other = bc.roads(shoe), bc.roads(shoe[:at] + "T" + shoe[at:])
    assert lengths(other) == lengths(board)
    assert other.drawn == board.drawn
    assert derived(other) == derived(board)
    assert sum(other.ties(), other.leading_ties * (not other.columns)) == other.letters(
        "bead"
    ).count("T")


@given(shoes | streaky)
def test_next_banker_and_next_player_always_print_opposite_colours(shoe):
    asked = bc.roads(shoe).ask()
    for road, offset in OFFSETS.items():
        colours = {asked["banker"][road], asked["player"][road]}
        assert colours == ({None} if len(bc.roads(shoe).columns) <= offset else {"R", "B"})


@given(shoes | streaky)
def test_what_was_asked_is_what_is_printed(shoe):
    board = bc.roads(shoe)
    for side, letter in (("banker", "B"), ("player", "P")):
        for road, asked in board.ask()[side].items():
            assert bc.roads(shoe + letter).letters(road) == board.letters(road) + (asked or "")


# What a history tells


def test_marks_of_a_dealt_shoe_are_those_of_its_coups():
    history = bc.deal("live", 1, rng=3)
    for mark, code in zip(bc.roads(history).marks, history.coups.tolist(), strict=True):
        coup = bc.Coup.from_code(code)
        assert (mark.player_pair, mark.banker_pair) == (coup.player_pair, coup.banker_pair)
        assert mark.natural == (coup.player_natural or coup.banker_natural)
        assert mark.points == max(coup.player_total, coup.banker_total)


def test_what_a_record_marks_is_shown_and_what_it_leaves_out_is_none():
    marks = {"player_pair": [1, 0, -1], "points": [8, -1, 3], "natural": [1, 0, 0]}
    first, second, third = bc.roads(bc.History([0, 1, 2], marks=marks)).marks
    assert (first.player_pair, first.banker_pair, first.natural, first.points) == (
        True, None, True, 8
    )  # fmt: skip
    assert (second.player_pair, second.points) == (False, None)
    assert (third.player_pair, third.points) == (None, 3)


def test_totals_that_a_record_marks_give_points():
    totals = {"player_total": [7, 2, 5], "banker_total": [3, 6, 5]}
    board = bc.roads(bc.History([0, 1, 2], marks=totals))
    assert [mark.points for mark in board.marks] == [7, 6, 5]


def test_a_run_over_the_border_of_shoes_is_impossible():
    history = bc.History([1, 1, 1, 1], starts=[0, 2, 4])
    with pytest.raises(ValueError, match=r"has 2 segments.*history\.part"):
        bc.roads(history)
    assert lengths(bc.roads(history, segment=1)) == [2]
    assert lengths(bc.roads(history.part(0, 1))) == [2]
    with pytest.raises(ValueError, match="segment must be from 0 to 1, got 2"):
        bc.roads(history, segment=2)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ({"history": "PBX"}, "'X'"),
        ({"history": "P", "rows": 0}, "rows must be a whole number from 1"),
        ({"history": "P", "rows": True}, "rows must be a whole number from 1"),
        ({"history": "P", "after_block": "up"}, "after_block"),
    ],
)
def test_bad_arguments_are_told(arguments, says):
    with pytest.raises(ValueError, match=says):
        bc.roads(**arguments)


@pytest.mark.parametrize("ask", ["letters", "places", "text"])
def test_an_unknown_road_is_told(ask):
    with pytest.raises(ValueError, match="big_eye"):
        getattr(bc.roads("PB"), ask)("dragon")


# Text


def test_text_is_an_aligned_grid_with_ties_as_numbers():
    lines = bc.roads("TPTTBBP").text().split("\n")
    assert lines[:3] == ["P3 B P", ".  B .", ".  . ."]
    assert len(lines) == 6


@given(shoes | streaky)
def test_text_shows_every_cell(shoe):
    board = bc.roads(shoe)
    for road in ("bead", "big", "big_eye", "small", "cockroach"):
        shown = "".join(sorted(letter for letter in board.text(road) if letter.isalpha()))
        assert shown == "".join(sorted(board.letters(road)))


def test_a_shoe_shows_itself_short_and_in_a_notebook():
    board = bc.roads("PBBTP")
    assert repr(board) == "<Roads: coups 5, columns 3, rows 6>"
    assert board._repr_html_().startswith("<svg")
    assert board._repr_html_()[:80] != bc.roads("PBB")._repr_html_()[:80]


def test_document_is_fit_for_json():
    told = json.loads(json.dumps(bc.roads(bc.deal("live", 1, rng=1)).document()))
    assert {"bead", "big", "columns", "ties", "ask"} <= told.keys()
    assert told["big"]["letters"] == "".join(side * n for side, n in told["columns"])


def test_columns_are_the_runs_of_the_decided_coups():
    text = bc.deal("live", 1, rng=2).text()
    runs = [(side, len(list(run))) for side, run in groupby(text.replace("T", ""))]
    assert [(column.side, column.length) for column in bc.roads(text).columns] == runs


def test_three_rows_and_numpy_history():
    history = bc.History(np.array([0] * 5))
    assert bc.roads(history, rows=3).drawn == (((1, 1), (1, 2), (1, 3), (2, 3), (3, 3)),)
