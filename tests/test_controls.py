"""Planted faults against what is said to be true of them, counted and enumerated another way.

Unless said, a rate is held within five standard errors, taken between shoes: a sound rate fails
once in 1.7 million, were the seed to change.
"""

from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import chi2_contingency, chisquare

import baccarat as bc
from baccarat.history import controls
from baccarat.history.controls import (
    CONTROLS,
    BestShoes,
    Bias,
    Carried,
    DealerErrors,
    Drift,
    HiddenRegimes,
    Human,
    Markov,
    Momentum,
    ShoeBias,
    Sticky,
    double_coups,
    drop_coups,
    flip_sides,
    keep_shoes,
    longest_runs,
)

P = 279815987114 / 552096050907
"""Banker's share of decided coups, eight decks."""

TIE = 0.095155968024
RARELY = 1e-4
"""How often a sound control fails one chi-square test here, were the seed to change."""

ORDER_TWO = {"BB": 0.6, "BP": 0.45, "PB": 0.5, "PP": 0.3}
STRONG = [
    Bias(-0.05),
    Sticky(0.2),
    Sticky(-0.3),
    Human(0.6),
    Markov(ORDER_TWO),
    Markov({"": 0.4}),
    Momentum(1, -0.1),
    Momentum(3, 0.15),
    ShoeBias(0.1),
    HiddenRegimes(0.2, 0.1),
    Drift(0.2),
    BestShoes(6),
]
OUTCOME_CONTROLS = [
    control for control in CONTROLS.values() if not isinstance(control, Carried | DealerErrors)
]


def letters(history) -> list[str]:
    """Give the decided coups of each shoe as letters."""
    return history.decided().text().split("\n")


def holds(excess) -> bool:
    """Say whether sums over shoes, of mean zero, are within five standard errors of it."""
    excess = np.asarray(excess, dtype=float)
    return abs(excess.sum()) <= 5 * np.sqrt((excess**2).sum()) + 1e-9


def fits(observed, expected) -> bool:
    return chisquare(observed, np.asarray(expected) * np.sum(observed)).pvalue > RARELY


def pairs_of(history):
    """Count each shoe's pairs of decided coups in a row; shape (m, 2, 2)."""
    decided = history.decided()
    shoe = decided.shoe()
    inside = shoe[1:] == shoe[:-1]
    kind = (4 * shoe[1:] + 2 * decided.outcomes[:-1] + decided.outcomes[1:])[inside]
    return np.bincount(kind, minlength=4 * decided.segments).reshape(-1, 2, 2)


# Rates against the truth


@pytest.mark.parametrize("control", OUTCOME_CONTROLS + STRONG, ids=repr)
def test_rates_are_the_truth(control):
    history = control.make(3000, rng=11)
    decided = history.decided()
    truths = {n: control.truth(coups=n) for n in set(decided.lengths.tolist())}
    banker = np.bincount(decided.shoe(), decided.outcomes, minlength=decided.segments)
    assert holds(banker - [n * truths[n].banker for n in decided.lengths.tolist()])
    due = np.array([(n - 1) * np.array(truths[n].pairs) for n in decided.lengths.tolist()])
    excess = pairs_of(history) - due
    for first, second in product((0, 1), repeat=2):
        assert holds(excess[:, first, second])
    assert holds(excess[:, 0, 0] + excess[:, 1, 1])


@pytest.mark.parametrize("control", OUTCOME_CONTROLS + STRONG, ids=repr)
def test_ties_are_independent_and_at_the_share_of_the_table(control):
    history = control.make(2000, rng=12)
    tie = history.outcomes == 2
    kept_by_chance = not isinstance(control, BestShoes)  # a shoe with few ties has longer runs
    if kept_by_chance:
        assert abs(tie.mean() - TIE) < 5 * np.sqrt(TIE * (1 - TIE) / tie.size)
        assert control.truth().tie == pytest.approx(TIE, abs=1e-12)
    inside = np.diff(history.shoe()) == 0
    by_last = np.bincount((2 * history.outcomes[:-1] + tie[1:])[inside], minlength=6)
    assert chi2_contingency(by_last.reshape(3, 2)).pvalue > RARELY
    by_next = np.bincount((2 * history.outcomes[1:] + tie[:-1])[inside], minlength=6)
    assert chi2_contingency(by_next.reshape(3, 2)).pvalue > RARELY


@pytest.mark.parametrize("name", ["classic", "six-deck"])
def test_share_ties_and_lengths_are_those_of_the_table(name):
    law = bc.coup_law(bc.TABLES[name].decks)
    truth = Sticky(0.1).truth(name)
    assert truth.banker == pytest.approx(float(law.banker_share), abs=1e-12)
    assert truth.tie == law.tie / law.total
    history = Sticky(0.1).make(300, rng=5, table=name)
    assert history.table is bc.TABLES[name]
    assert np.array_equal(history.lengths, bc.deal(name, 300, rng=5).lengths)


@pytest.mark.parametrize("control", [Sticky(0.2), Human(0.6), ShoeBias(0.1), Drift(0.2)], ids=repr)
def test_banker_keeps_its_share_where_that_is_claimed(control):
    assert control.truth().banker == pytest.approx(P, abs=1e-12)


def test_the_correlations_that_are_claimed():
    q = 1 - P
    assert Sticky(0.07).truth().correlation == pytest.approx(0.07, abs=1e-12)
    assert Human(0.6).truth().same == pytest.approx(0.4, abs=1e-12)
    assert ShoeBias(0.1).truth().correlation == pytest.approx(0.01 / (P * q), abs=1e-12)
    assert HiddenRegimes(0.1, 0.2).truth().correlation == pytest.approx(0.006 / (P * q), abs=1e-12)
    assert Bias(0.1).truth().correlation == pytest.approx(0, abs=1e-12)
    truth = Sticky(0.1).truth()
    assert truth.after_banker == pytest.approx(P + 0.1 * q, abs=1e-12)
    assert truth.after_player == pytest.approx(P - 0.1 * P, abs=1e-12)


def test_shoes_that_lean_spread_more_than_by_chance():
    decided = ShoeBias(0.1).make(5000, rng=3).decided()
    n = decided.lengths
    banker = np.bincount(decided.shoe(), decided.outcomes, minlength=n.size)
    assert holds((banker - n * P) ** 2 - n * (P * (1 - P) + 0.01 * (n - 1)))


@pytest.mark.parametrize("lag", [1, 2, 5])
def test_regimes_fade_with_the_lag(lag):
    shoes = [
        np.array([c == "B" for c in s]) - P
        for s in letters(HiddenRegimes(0.3, 0.1).make(2000, rng=4))
    ]
    assert holds([np.sum(s[lag:] * s[:-lag] - 0.8**lag * 0.09) for s in shoes])


@pytest.mark.parametrize(("part", "way"), [(0, -1), (1, 1)])
def test_drift_goes_from_end_to_end(part, way):
    shoes = letters(Drift(0.2).make(5000, rng=6))
    assert holds([(shoe[-part] == "B") - (P + way * 0.2) for shoe in shoes])


# Pure chance where nothing is shifted


@pytest.mark.parametrize(
    "control",
    [
        Bias(0),
        Sticky(0),
        Momentum(2, 0),
        ShoeBias(0),
        HiddenRegimes(0, 0.3),
        Drift(0),
        Markov(dict.fromkeys(("BB", "BP", "PB", "PP"), P)),
    ],
    ids=repr,
)
def test_a_shift_of_zero_is_pure_chance(control):
    shoes = letters(control.make(20_000, rng=7))
    for first in (0, 50):
        words = [shoe[first : first + 5] for shoe in shoes if len(shoe) >= first + 5]
        assert fits(*word_counts(words, lambda past: P, 5))
    truth = control.truth()
    assert truth.banker == pytest.approx(P, abs=1e-12)
    assert truth.correlation == pytest.approx(0, abs=1e-12)


# A second method: each rule in plain words, all sequences enumerated


def word_counts(words, chance, length):
    """Count words, and give the chance of each from that of banker by the past."""
    every = ["".join(word) for word in product("PB", repeat=length)]
    number = {word: place for place, word in enumerate(every)}
    counts = np.bincount([number[word] for word in words], minlength=len(every))
    return counts, [word_chance(word, chance) for word in every]


def word_chance(word, chance):
    result = 1.0
    for place, letter in enumerate(word):
        banker = chance(word[:place])
        result *= banker if letter == "B" else 1 - banker
    return result


def momentum(length, shift):
    def chance(past):
        run = len(past) - len(past.rstrip(past[-1])) if past else 0
        if run < length:
            return P
        return P + shift if past[-1] == "B" else P - shift

    return chance


def sticky(shift):
    def chance(past):
        if not past:
            return P
        return P + shift * (1 - P) if past[-1] == "B" else P - shift * P

    return chance


PLAIN = [
    (Momentum(2, 0.2), momentum(2, 0.2)),
    (Momentum(1, -0.3), momentum(1, -0.3)),
    (Momentum(4, 0.4), momentum(4, 0.4)),
    (Sticky(0.3), sticky(0.3)),
    (Bias(0.1), lambda past: P + 0.1),
    (Drift(0.2), lambda past: P + 0.2 * (2 * len(past) / 7 - 1)),
]


def enumerated(chances):
    """Give banker's mean chance and the pairs of all words, by their chances."""
    banker, pairs = 0.0, np.zeros((2, 2))
    for word, chance in chances.items():
        banker += chance * word.count("B") / len(word)
        for first, second in pairwise(word):
            pairs["PB".index(first), "PB".index(second)] += chance / (len(word) - 1)
    return banker, pairs


def assert_enumerated(control, chances):
    truth = control.truth(coups=len(next(iter(chances))))
    banker, pairs = enumerated(chances)
    assert truth.banker == pytest.approx(banker, abs=1e-12)
    assert np.allclose(truth.pairs, pairs, atol=1e-12)


def words_of(length):
    return ["".join(word) for word in product("PB", repeat=length)]


@pytest.mark.parametrize(("control", "chance"), PLAIN, ids=lambda value: repr(value)[:24])
def test_truth_is_that_of_all_sequences(control, chance):
    assert_enumerated(control, {word: word_chance(word, chance) for word in words_of(8)})


@pytest.mark.parametrize(("control", "chance"), PLAIN[:5], ids=lambda value: repr(value)[:24])
def test_first_coups_follow_the_plain_rule(control, chance):
    words = [shoe[:6] for shoe in letters(control.make(20_000, rng=8))]
    assert fits(*word_counts(words, chance, 6))


def regime_chance(word, shift, switch):
    """Sum over the two regimes, coup by coup."""
    weights = {+1: 0.5, -1: 0.5}
    for letter in word:
        seen = {
            way: weight * (P + way * shift if letter == "B" else 1 - P - way * shift)
            for way, weight in weights.items()
        }
        weights = {way: (1 - switch) * seen[way] + switch * seen[-way] for way in seen}
    return sum(weights.values())


@pytest.mark.parametrize(
    ("control", "shift", "switch"),
    [(HiddenRegimes(0.3, 0.2), 0.3, 0.2), (ShoeBias(0.25), 0.25, 0)],
    ids=["regimes", "shoe"],
)
def test_regimes_are_those_of_all_sequences(control, shift, switch):
    chances = {word: regime_chance(word, shift, switch) for word in words_of(6)}
    assert_enumerated(control, chances)
    words = [shoe[:6] for shoe in letters(control.make(20_000, rng=9))]
    counts, _ = word_counts(words, lambda past: P, 6)
    assert fits(counts, [chances[word] for word in words_of(6)])


def test_markov_begins_as_if_it_had_gone_on_for_ever():
    law = dict.fromkeys(ORDER_TWO, 0.25)
    for _ in range(500):
        moved = dict.fromkeys(law, 0.0)
        for past, weight in law.items():
            moved[past[1] + "B"] += weight * ORDER_TWO[past]
            moved[past[1] + "P"] += weight * (1 - ORDER_TWO[past])
        law = moved
    chances = {
        word: sum(
            weight * word_chance(word, lambda seen, past=past: ORDER_TWO[(past + seen)[-2:]])
            for past, weight in law.items()
        )
        for word in words_of(6)
    }
    assert_enumerated(Markov(ORDER_TWO), chances)
    words = [shoe[:6] for shoe in letters(Markov(ORDER_TWO).make(20_000, rng=10))]
    counts, _ = word_counts(words, lambda past: P, 6)
    assert fits(counts, [chances[word] for word in words_of(6)])


def followed(shoes, ready):
    """Count by a plain loop, shoe by shoe: coups after a past that is ready, and banker's wins."""
    for shoe in shoes:
        places = [place for place in range(len(shoe)) if ready(shoe[:place])]
        yield len(places), sum(shoe[place] == "B" for place in places)


@pytest.mark.parametrize("past", ORDER_TWO)
def test_markov_wins_by_its_table(past):
    shoes = letters(Markov(ORDER_TWO).make(1500, rng=13))
    counted = followed(shoes, lambda seen: seen.endswith(past))
    assert holds([hits - tried * ORDER_TWO[past] for tried, hits in counted])


@pytest.mark.parametrize(("past", "chance"), [("BBB", P + 0.15), ("PPP", P - 0.15), ("PBB", P)])
def test_momentum_shifts_runs_that_are_long_enough(past, chance):
    shoes = letters(Momentum(3, 0.15).make(1500, rng=14))
    counted = followed(shoes, lambda seen: seen.endswith(past))
    assert holds([hits - tried * chance for tried, hits in counted])


# Selective reporting


def longest(word):
    run = best = 0
    for place, letter in enumerate(word):
        run = run + 1 if place and letter == word[place - 1] else 1
        best = max(best, run)
    return best


def test_best_shoes_are_all_sequences_with_a_long_run():
    chances = {w: word_chance(w, lambda past: P) for w in words_of(9) if longest(w) >= 4}
    kept = sum(chances.values())
    assert BestShoes(4).truth(coups=9).kept == pytest.approx(kept, abs=1e-12)
    assert_enumerated(BestShoes(4), {word: chance / kept for word, chance in chances.items()})


@pytest.mark.parametrize("length", [1, 5, 8, 12])
def test_best_shoes_are_kept_as_often_as_runs_are_so_long(length):
    expected = float(bc.either_run_chance(73, length, P))
    assert BestShoes(length).truth(coups=73).kept == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("length", [1, 7, 10])
def test_best_shoes_all_have_a_long_run(length):
    history = BestShoes(length).make(50, rng=2)
    assert history.segments == 50
    assert min(map(longest, letters(history))) >= length


@given(st.lists(st.text("PPBBTV", max_size=30), min_size=1, max_size=6))
def test_longest_runs(shoes):
    outcomes = ["PBTV".index(letter) for shoe in shoes for letter in shoe]
    history = bc.History(outcomes, np.cumsum([0, *map(len, shoes)]))
    decided = [shoe.replace("T", "").replace("V", "") for shoe in shoes]
    assert longest_runs(history).tolist() == [longest(shoe) for shoe in decided]


# Making


@pytest.mark.parametrize("name", CONTROLS)
def test_a_control_is_made_again_from_its_seed(name):
    control = CONTROLS[name]
    history = control.make(30, rng=1)
    assert history.segments == 30
    assert history == control.make(30, rng=1)
    assert not np.array_equal(history.outcomes, control.make(30, rng=2).outcomes)
    assert repr(control) in history.source
    assert "seed 1" in history.source
    generator = np.random.default_rng(1)
    assert np.array_equal(control.make(30, rng=generator).outcomes, history.outcomes)
    assert not np.array_equal(control.make(30, rng=generator).outcomes, history.outcomes)


def test_many_shoes_are_as_many_segments():
    history = Sticky(0.1).make(9000, rng=1)  # more than one block of dealing
    assert history.segments == 9000
    assert history.lengths.min() > 60


def test_controls_are_values():
    assert (
        len({Markov({"B": 0.5, "P": 0.4}), Markov({"P": 0.4, "B": 0.5}), Sticky(), Sticky()}) == 2
    )


def test_the_catalogue_is_public():
    assert bc.CONTROLS is CONTROLS
    with pytest.raises(ValueError, match="did you mean 'sticky'"):
        bc.CONTROLS["stiky"]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Bias(0.6), "shift must be from -0.45 to 0.45, got 0.6"),
        (lambda: Bias(float("nan")), "shift must be a number"),
        (lambda: Sticky("0.1"), "shift must be a number"),
        (lambda: Sticky(True), "shift must be a number"),
        (lambda: Human(1), "alternate must be from 0.05 to 0.95, got 1"),
        (lambda: ShoeBias(-0.1), "shift must be from 0 to 0.45"),
        (lambda: HiddenRegimes(0.1, 1.5), "switch must be from 0 to 1"),
        (lambda: Momentum(0), "length must be a whole number"),
        (lambda: Momentum(2.5), "length must be a whole number"),
        (lambda: Momentum(101), "length must be a whole number from 1 to 100, got 101"),
        (lambda: BestShoes(8).make(1, table=bc.Table(cut=390)), "no shoe of this table has 8"),
        (lambda: Markov({"B" * 9: 0.5}), "every word of B and P"),
        (lambda: BestShoes(16), "length must be a whole number from 1 to 15, got 16"),
        (lambda: Markov({"B": 0.5}), "every word of B and P"),
        (lambda: Markov({}), "every word of B and P"),
        (lambda: Markov(0.5), "every word of B and P"),
        (lambda: Markov({"B": 0.5, "X": 0.5}), "every word of B and P"),
        (lambda: Markov({"B": 0.5, "P": 1.5}), "the chance after 'P' must be from 0 to 1"),
        (lambda: Markov({"B": 1, "P": 0}), "one set of words"),
        (lambda: Sticky().make(0), "shoes must be a whole number from 1"),
        (lambda: Sticky().make(5, rng=-1), "rng must be a seed"),
        (lambda: Sticky().make(5, table="livee"), "did you mean 'live'"),
        (lambda: Sticky().truth(coups=1), "coups must be a whole number from 2, got 1"),
        (lambda: flip_sides(bc.History([0]), 2), "chance must be from 0 to 1, got 2"),
        (lambda: keep_shoes(bc.History([0]), [True, False]), "each of 1 segments"),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(make, message):
    with pytest.raises(ValueError, match=message) as error:
        make()
    assert "\n" not in str(error.value)


# Recording errors


@pytest.fixture(scope="module")
def dealt():
    return bc.deal("live", 60, rng=21, cards=True)


def test_flipped_sides_stand_at_their_places(dealt):
    written, places = flip_sides(dealt, 0.05, rng=1)
    changed = np.flatnonzero(written.outcomes != dealt.outcomes)
    assert np.array_equal(changed, places)
    assert set(dealt.outcomes[places]) == {0, 1}
    assert np.array_equal(written.outcomes[places], 1 - dealt.outcomes[places])
    assert np.array_equal(written.coups & 0x3FFF, dealt.coups & 0x3FFF)
    assert np.array_equal(written.cards, dealt.cards)
    assert np.array_equal(written.starts, dealt.starts)


def test_dropped_coups_stood_at_their_places(dealt):
    written, places = drop_coups(dealt, 0.05, rng=1)
    assert np.array_equal(written.coups, np.delete(dealt.coups, places))
    assert np.array_equal(written.cards, np.delete(dealt.cards, places, axis=0))
    lost = np.bincount(dealt.shoe()[places], minlength=dealt.segments)
    assert np.array_equal(written.lengths, dealt.lengths - lost)


def test_doubled_coups_stand_at_their_places(dealt):
    written, places = double_coups(dealt, 0.05, rng=1)
    assert np.array_equal(written.coups[places], written.coups[places - 1])
    assert np.array_equal(np.delete(written.cards, places, axis=0), dealt.cards)
    assert not np.isin(places, written.starts).any()
    more = np.bincount(written.shoe()[places], minlength=dealt.segments)
    assert np.array_equal(written.lengths, dealt.lengths + more)


@pytest.mark.parametrize("err", [flip_sides, drop_coups, double_coups])
def test_errors_come_as_often_as_asked_and_by_seed(err, dealt):
    none, places = err(dealt, 0, rng=1)
    assert places.size == 0
    assert np.array_equal(none.coups, dealt.coups)
    assert err(dealt, 0.1, rng=3).history == err(dealt, 0.1, rng=3).history
    tried = np.sum(dealt.outcomes < 2) if err is flip_sides else len(dealt)
    places = err(dealt, 0.1, rng=3).places
    assert abs(places.size - 0.1 * tried) < 5 * np.sqrt(0.09 * tried)
    assert err(dealt, 0.1, rng=3).history.source.startswith(dealt.source + "; some ")


@settings(max_examples=50)
@given(st.lists(st.text("PBT", max_size=5), min_size=1, max_size=5), st.integers(0, 99))
def test_errors_cross_no_shoe(shoes, seed):
    history = bc.History(
        ["PBT".index(c) for s in shoes for c in s],
        np.cumsum([0, *map(len, shoes)]),
        marks={"round": list(range(sum(map(len, shoes))))},
    )
    written, places = double_coups(history, 0.5, rng=seed)
    assert np.array_equal(np.delete(written.marks["round"], places), history.marks["round"])
    first = np.delete(written.shoe(), places)
    assert np.array_equal(first, history.shoe())
    written, places = drop_coups(history, 0.5, rng=seed)
    assert np.array_equal(written.shoe(), np.delete(history.shoe(), places))


def test_kept_shoes_are_those_asked_for(dealt):
    keep = np.arange(60) % 3 == 0
    kept = keep_shoes(dealt, keep)
    assert kept.text().split("\n") == dealt.text().split("\n")[::3]
    by_length = keep_shoes(dealt, lambda shoe: len(shoe) > 80)
    assert [len(t) for t in by_length.text().split("\n")] == [n for n in dealt.lengths if n > 80]
    assert kept.source.startswith("20 of 60 segments kept of: ")
    assert keep_shoes(dealt, keep & False).segments == 0


# Power


def found(control) -> int:
    """Count the records of 200 shoes, of eight, in which a deviation is seen after one win."""
    records = [control.make(200, rng=seed) for seed in range(8)]
    tests = [bc.continuations(record, lengths=[1]) for record in records]
    return sum(any(test.verdict == "deviation" for test in record) for record in tests)


def test_continuations_find_what_is_planted_and_not_chance():
    # By chance three or more of eight records are taken for a deviation once in 170 times.
    assert found(Sticky(0.03)) >= 5
    assert found(Bias(0)) <= 2


POWER = {
    "chance": 0.05,
    "bias": 0.06,
    "sticky": 0.95,
    "human": 1.0,
    "momentum": 0.44,
    "shoe bias": 0.22,
}
"""How often 200 shoes show a difference after banker and after player, at 5%.

From a simulation written apart from this package; standard error 0.02 and less.
"""


@pytest.mark.parametrize("name", POWER)
def test_power_is_that_of_another_simulation(name):
    # Four standard errors of both simulations: a sound control fails once in 16,000.
    pairs = pairs_of(CONTROLS[name].make(200 * 250, rng=5)).reshape(250, 200, 2, 2).sum(axis=1)
    after = pairs.sum(axis=2)
    share = pairs[:, :, 1].sum(axis=1) / after.sum(axis=1)
    difference = pairs[:, 1, 1] / after[:, 1] - pairs[:, 0, 1] / after[:, 0]
    error = np.sqrt(share * (1 - share) * (1 / after).sum(axis=1))
    seen, known = np.mean(np.abs(difference / error) > 1.96), POWER[name]
    spread = np.sqrt(max(known * (1 - known), 0.002) * (1 / 250 + 1 / 600))
    assert abs(seen - known) < 4 * spread


@pytest.mark.parametrize("name", controls.SIZES)
def test_a_control_of_a_size_is_the_catalogues_at_that_size(name):
    made = controls.sized_control(name, 0.11)
    assert type(made) is type(bc.CONTROLS[name])
    assert getattr(made, controls.SIZES[name]) == 0.11
    assert controls.sized_control(name) == bc.CONTROLS[name]


@pytest.mark.parametrize(
    ("name", "size", "told"),
    [
        ("stiky", None, "no control with a size 'stiky'; did you mean 'sticky'"),
        ("shelf", 0.1, "no control with a size 'shelf'"),
        ("chance", 0.1, "chance has no size, got 0.1; leave it out"),
        ("bias", 0.9, "shift"),
    ],
)
def test_a_size_or_name_out_of_range_is_refused(name, size, told):
    with pytest.raises(ValueError, match=told):
        controls.sized_control(name, size)
