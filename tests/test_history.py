"""What a History promises, whatever it holds."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

import baccarat as bc
from baccarat.game.coup import Coup
from baccarat.history.history import CARD_COLUMNS, join

History = bc.History

LETTERS = "PBTV"


def coup_codes():
    """Give codes of any coup, void ones too: the winner alone has to fit the outcome."""
    return st.integers(0, 2**16 - 1)


@st.composite
def histories(draw) -> bc.History:
    """Give segments of outcomes, some of them empty, with or without codes and cards."""
    shoes = draw(st.lists(st.lists(coup_codes(), max_size=8), max_size=5))
    codes = [code for shoe in shoes for code in shoe]
    starts = np.cumsum([0, *map(len, shoes)])
    rows = st.lists(st.integers(0, 51) | st.just(255), min_size=6, max_size=6)
    cards = [draw(rows) for _ in codes] if draw(st.booleans()) else None
    return History(
        [code >> 14 for code in codes],
        starts,
        codes if draw(st.booleans()) else None,
        np.array(cards, dtype=int).reshape(-1, 6) if cards is not None else None,
        draw(st.sampled_from([None, bc.TABLES["live"]])),
        draw(st.text(max_size=10)),
    )


def by_shoe(history) -> list[list[int]]:
    """Cut a history by a plain loop."""
    shoes = [[] for _ in range(history.segments)]
    for shoe, outcome in zip(history.shoe().tolist(), history.outcomes.tolist(), strict=True):
        shoes[shoe].append(outcome)
    return shoes


@given(histories())
def test_lengths_add_up(history):
    assert [len(shoe) for shoe in by_shoe(history)] == history.lengths.tolist()
    assert history.lengths.sum() == len(history) == history.outcomes.size


@given(histories())
def test_text_is_a_line_a_segment(history):
    lines = ["".join(LETTERS[outcome] for outcome in shoe) for shoe in by_shoe(history)]
    assert history.text() == "\n".join(lines)


@given(histories())
def test_decided_drops_ties_and_voids_and_keeps_segments(history):
    decided = history.decided()
    assert by_shoe(decided) == [[o for o in shoe if o < 2] for shoe in by_shoe(history)]
    assert decided.segments == history.segments
    assert (decided.table, decided.source) == (history.table, history.source)
    assert decided.decided() == decided


@given(histories(), st.randoms(use_true_random=False))
def test_select_keeps_each_coup_with_its_code_and_cards(history, random):
    keep = np.array([random.random() < 0.5 for _ in range(len(history))], dtype=bool)
    kept = history.select(keep)
    places = np.flatnonzero(keep)
    assert kept.outcomes.tolist() == [history.outcomes[i] for i in places]
    assert kept.shoe().tolist() == [history.shoe()[i] for i in places]
    if history.coups is not None:
        assert kept.coups.tolist() == [history.coups[i] for i in places]
    if history.cards is not None:
        assert kept.cards.tolist() == [history.cards[i].tolist() for i in places]


@given(histories())
def test_counts(history):
    text = history.text()
    names = ("player", "banker", "tie", "void")
    assert history.counts() == {
        name: text.count(letter) for name, letter in zip(names, LETTERS, strict=True)
    }


@given(histories())
def test_equal_histories(history):
    parts = (history.starts, history.coups, history.cards, history.table, history.source)
    copied = [part.copy() if isinstance(part, np.ndarray) else part for part in parts]
    assert History(history.outcomes.copy(), *copied) == history
    assert History(history.outcomes, *parts[:4], history.source + "!") != history


def test_a_history_differs_in_any_of_its_parts():
    given = {
        "outcomes": [0, 1],
        "starts": [0, 1, 2],
        "coups": [0, 1 << 14],
        "cards": np.zeros((2, 6), dtype=int),
        "table": bc.TABLES["live"],
        "source": "a",
    }
    others = {
        "starts": [0, 2],
        "coups": [1, 1 << 14],
        "cards": np.ones((2, 6), dtype=int),
        "table": bc.TABLES["classic"],
        "source": "b",
    }
    history = History(**given)
    for name, other in others.items():
        assert History(**(given | {name: other})) != history, name
        if name != "source":
            assert History(**(given | {name: None})) != history, name
    assert History([0, 0]) != History([0, 1])
    assert history != "PB"


def test_a_history_is_no_key():
    with pytest.raises(TypeError, match="unhashable"):
        hash(History([0]))


@given(histories())
def test_arrays_are_read_only_and_of_the_documented_types(history):
    expected = {"outcomes": np.uint8, "starts": np.int64, "coups": np.uint16, "cards": np.uint8}
    for name, dtype in expected.items():
        array = getattr(history, name)
        if array is not None:
            assert array.dtype == dtype
            assert not array.flags.writeable
    with pytest.raises(AttributeError):
        history.source = "other"


def test_the_callers_array_stays_writeable_and_is_not_copied():
    outcomes = np.array([0, 1], dtype=np.uint8)
    history = History(outcomes)
    assert np.shares_memory(history.outcomes, outcomes)
    outcomes[0] = 1  # no error


# As a table


@given(histories())
def test_frame_has_a_row_a_coup(history):
    frame = history.frame()
    shoes = by_shoe(history)
    assert frame["shoe"].tolist() == [i for i, shoe in enumerate(shoes, 1) for _ in shoe]
    assert frame["coup"].tolist() == [j for shoe in shoes for j, _ in enumerate(shoe, 1)]
    assert "".join(frame["outcome"]) == history.text().replace("\n", "")
    assert frame["outcome"].cat.categories.tolist() == list(LETTERS)


CODE_COLUMNS = {
    "player_total": np.uint8,
    "banker_total": np.uint8,
    "player_drew": bool,
    "banker_drew": bool,
    "player_pair": bool,
    "banker_pair": bool,
    "player_pair_suited": bool,
    "banker_pair_suited": bool,
}


def test_frame_of_codes_says_what_coups_say():
    history = bc.deal("live", 30, rng=1)
    frame = history.frame()
    assert frame.dtypes[list(CODE_COLUMNS)].to_dict() == CODE_COLUMNS
    coups = [Coup.from_code(code) for code in history.coups.tolist()]
    for name in CODE_COLUMNS:
        assert frame[name].tolist() == [getattr(coup, name) for coup in coups], name


def test_frame_names_the_cards():
    cards = [0, 5, 255, 39, 51, 20]
    frame = History([0], cards=[cards]).frame()
    assert frame.loc[0, list(CARD_COLUMNS[:2])].tolist() == ["AS", "2H"]
    assert pd.isna(frame.loc[0, "player_3"])
    assert frame.loc[0, list(CARD_COLUMNS[3:])].tolist() == ["10C", "KC", "6S"]
    assert {str(frame[name].dtype) for name in CARD_COLUMNS} == {"category"}


def test_frame_without_codes_and_cards_has_three_columns():
    assert History([0, 1]).frame().columns.tolist() == ["shoe", "coup", "outcome"]


# As it shows itself


def test_repr_counts():
    history = History([0, 1, 1, 2], starts=[0, 3, 4], source="a notebook")
    assert repr(history) == (
        "<History: 4 coups in 2 segments: 1 player, 2 banker, 1 tie; a notebook>"
    )
    assert repr(History([3])) == "<History: 1 coup in 1 segment: 0 player, 0 banker, 0 tie, 1 void>"


def test_html_escapes_the_source():
    html = History([0], source="<script>alert('&')</script>")._repr_html_()
    assert "<script>" not in html
    assert "&lt;script&gt;alert(&#x27;&amp;&#x27;)" in html


def test_html_shows_a_short_history_whole():
    html = History([0, 1, 2, 1], starts=[0, 2, 4])._repr_html_()
    assert ">PB\nTB</pre>" in html
    assert "more" not in html


def test_html_cuts_a_long_history():
    html = bc.deal("live", 2000, rng=1)._repr_html_()
    assert len(html) < 20_000
    letters = html.split("<pre")[1].split(">")[1].split("<")[0].replace("\n", "")
    total = len(bc.deal("live", 2000, rng=1))
    assert f"<p>… and {total - len(letters):,} coups more</p>" in html


# Nothing in it


@pytest.mark.parametrize(("starts", "segments"), [(None, 1), ([0], 0), ([0, 0, 0], 2)])
def test_an_empty_history(starts, segments):
    history = History([], starts=starts)
    assert (len(history), history.segments) == (0, segments)
    assert history.text() == "\n" * max(segments - 1, 0)
    assert history.decided() == history
    assert len(history.frame()) == 0
    assert sum(history.counts().values()) == 0
    assert "0 coups" in repr(history)
    assert "0 coups" in history._repr_html_()


# Input that can't be


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"outcomes": [0, 4]}, r"^outcomes must be 0 \(player\).* got 4$"),
        ({"outcomes": [0, -1]}, r"^outcomes must be from 0 to 255$"),
        ({"outcomes": [0.0, 1.0]}, r"^outcomes must hold whole numbers, got float64$"),
        ({"outcomes": "PBB"}, r"^outcomes must hold whole numbers, got <U3$"),
        ({"outcomes": [[0, 1]]}, r"^outcomes must have shape \(1,\), got \(1, 2\)$"),
        ({"outcomes": 1}, r"^outcomes must have shape \(1,\), got \(\)$"),
        ({"outcomes": [0, 1], "starts": [0, 1]}, r"^starts must rise from 0 to .* 2; got \[0 1\]$"),
        ({"outcomes": [0, 1], "starts": [1, 2]}, r"^starts must rise from 0 "),
        ({"outcomes": [0, 1], "starts": [0, 2, 1, 2]}, r"^starts must rise from 0 "),
        ({"outcomes": [], "starts": []}, r"^starts must rise from 0 "),
        ({"outcomes": [0, 1], "starts": [[0, 2]]}, r"^starts must rise from 0 "),
        ({"outcomes": [0, 1], "coups": [0]}, r"^coups must have shape \(2,\), got \(1,\)$"),
        ({"outcomes": [0, 1], "coups": [0, 0]}, r"^coups must have .* number 1 does not$"),
        ({"outcomes": [0], "coups": [1 << 16]}, r"^coups must be from 0 to 65535$"),
        ({"outcomes": [0], "cards": [[0] * 5]}, r"^cards must have shape \(1, 6\), got \(1, 5\)$"),
        ({"outcomes": [0], "cards": [[52] * 6]}, r"^cards must be 0 to 51, or 255 "),
    ],
)
def test_parts_that_do_not_fit(given, message):
    with pytest.raises(ValueError, match=message):
        History(**given)


# Joined


@given(st.lists(histories(), min_size=1, max_size=4))
def test_join_keeps_every_segment(parts):
    whole = join(parts)
    assert by_shoe(whole) == [shoe for part in parts for shoe in by_shoe(part)]
    assert (whole.table, whole.source) == (parts[0].table, parts[0].source)
    for name in ("coups", "cards"):
        pieces = [getattr(part, name) for part in parts]
        if any(piece is None for piece in pieces):
            assert getattr(whole, name) is None
        else:
            assert getattr(whole, name).tolist() == [row for p in pieces for row in p.tolist()]


def test_join_may_name_the_source():
    assert join([History([0], source="a")], source="both").source == "both"


@pytest.mark.parametrize(("first", "stop"), [(-1, 0), (0, 3), (2, 1), (3, 3)])
def test_segments_that_are_not_there_are_refused(first, stop):
    history = History([0, 1], starts=[0, 1, 2])
    with pytest.raises(ValueError, match=r"no segments from .* there are 2"):
        history.part(first, stop)
