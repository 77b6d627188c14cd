"""Counting sequences of sides in one pass, against plain loops over letters."""

from collections import Counter
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import baccarat as bc
from baccarat.evidence import sample as sample_module
from baccarat.evidence.sample import Depth, sample_of
from baccarat.kernels import shuffle_segments

DEPTH = Depth(lags=3, word=3, longest=4)

shoes = st.lists(st.text("PPBBTV", max_size=14), min_size=1, max_size=6)


def history_of(shoes: list[str]) -> bc.History:
    outcomes = ["PBTV".index(letter) for shoe in shoes for letter in shoe]
    return bc.History(outcomes, np.cumsum([0, *map(len, shoes)]), table=bc.TABLES["live"])


def decided(shoe: str) -> str:
    return "".join(letter for letter in shoe if letter in "PB")


@given(shoes, st.data())
@settings(deadline=None)
def test_counts_of_plain_loops(shoes, data):
    cut = data.draw(st.integers(0, len(shoes)))
    records = [shoes[:cut], shoes[cut:]]
    counts = sample_of(history_of(shoes), records=[0, cut, len(shoes)]).counts(DEPTH)
    assert counts.records == 2
    assert counts.bankers.tolist() == [shoe.count("B") for shoe in shoes]
    for i, record in enumerate(records):
        played = [decided(shoe) for shoe in record]
        assert counts.decided[i] == sum(map(len, played))
        assert counts.ties[i] == "".join(record).count("T")
        assert counts.coups[i] == sum(len(shoe) - shoe.count("V") for shoe in record)
        assert counts.runs[i].tolist() == runs(played)
        assert counts.after[i].tolist() == after(played)
        assert counts.lagged[i].tolist() == [lagged(played, lag) for lag in (1, 2, 3)]
        assert counts.words[i].tolist() == words(played)
        assert counts.slopes[i].tolist() == pytest.approx(slopes(played))


def runs(shoes):
    seen = Counter(
        (letter, min(len(list(run)), 4)) for shoe in shoes for letter, run in groupby(shoe)
    )
    return [[seen[letter, length] for length in (1, 2, 3, 4)] for letter in "PB"]


def after(shoes):
    seen = Counter()
    for shoe in shoes:
        for i in range(1, len(shoe)):
            last = shoe[i - 1]
            length = len(shoe[:i]) - len(shoe[:i].rstrip(last))
            seen[last, min(length, 4), shoe[i] == last] += 1
    return [[[seen[s, n, on] for on in (False, True)] for n in (1, 2, 3, 4)] for s in "PB"]


def lagged(shoes, lag):
    seen = Counter(shoe[i - lag] + shoe[i] for shoe in shoes for i in range(lag, len(shoe)))
    return [seen[pair] for pair in ("PP", "PB", "BP", "BB")]


def words(shoes):
    counts = [0] * 16
    for shoe in shoes:
        for size in (1, 2, 3):
            for i in range(len(shoe) - size + 1):
                bits = shoe[i : i + size].replace("P", "0").replace("B", "1")
                counts[2**size + int(bits, 2)] += 1
    return counts


def slopes(shoes):
    weighed = squares = 0.0
    for shoe in shoes:
        places = np.linspace(-1, 1, len(shoe)) if len(shoe) > 1 else np.zeros(len(shoe))
        weighed += sum(place for place, letter in zip(places, shoe, strict=True) if letter == "B")
        squares += float(places @ places)
    return [weighed, squares]


def test_counting_deeper_keeps_what_was_counted():
    sample = sample_of(bc.deal("live", 3, rng=1))
    first = sample.counts(Depth(lags=2))
    assert sample.counts(Depth(lags=1)) is first
    deeper = sample.counts(Depth(word=2))
    assert deeper.depth == Depth(lags=2, word=2)
    assert np.array_equal(deeper.lagged, first.lagged)


def test_a_sample_needs_a_table():
    with pytest.raises(ValueError, match="does not say its table"):
        sample_of(bc.History([0, 1]))


def test_simulated_records_have_the_shape_and_the_chances(monkeypatch):
    monkeypatch.setattr(sample_module, "REPETITIONS", 4000)
    sample = sample_of(history_of(["PBTPB", "", "BBBT"]))
    null = sample.null()
    assert null is sample.null()
    counts = null.counts(Depth())
    assert counts.lengths.reshape(4000, 3).tolist() == [[4, 0, 3]] * 4000
    # Two means over 28,000 and 36,000 draws: a sound generator fails once in 16,000 each.
    p, t = sample.share, sample.tie
    assert abs(null.sides.mean() - p) < 4 * np.sqrt(p * (1 - p) / 28_000)
    assert abs(null.ties.mean() / 9 - t) < 4 * np.sqrt(t * (1 - t) / 36_000)


@given(shoes, st.integers(0, 2**32))
@settings(deadline=None)
def test_permuted_records_keep_each_shoe(shoes, seed):
    history = history_of(shoes)
    sample = sample_of(history)
    made = sample.permuted(3, np.random.default_rng(seed))
    assert made.counts(Depth()).bankers.tolist() == [s.count("B") for s in shoes] * 3
    assert np.array_equal(sample.sides, history.decided().outcomes)


def test_every_order_is_as_likely():
    sides = np.tile(np.array([1, 1, 0, 0, 0], dtype=np.uint8), 20_000)
    starts = np.arange(20_001) * 5
    shuffle_segments(sides, starts, np.random.default_rng(7).random(sides.size))
    _, seen = np.unique(sides.reshape(-1, 5), axis=0, return_counts=True)
    assert seen.size == 10
    # Chi-square on 9 degrees of freedom: above 33.7 once in 10,000.
    assert ((seen - 2000) ** 2 / 2000).sum() < 33.7
