"""The average of shoes with its bias put right: false alarms, power, and small cases by hand."""

from itertools import permutations

import numpy as np
import pytest
from scipy.stats import ttest_1samp

import baccarat as bc
from baccarat.evidence.laws.selection_bias import mean_shoe_average
from baccarat.evidence.streaks.shoe_average import shoe_average_test

BANKER_SHARE = 279815987114 / 552096050907


def shoe_rates(history: bc.History, side: int, k: int) -> list[float]:
    """Give each shoe's own share, NaN where it has none, by a plain loop."""
    decided, rates = history.decided(), []
    for first, stop in zip(decided.starts, decided.starts[1:], strict=False):
        coups = decided.outcomes[first:stop].tolist()
        after = [coups[i] for i in range(k, len(coups)) if coups[i - k : i] == [side] * k]
        rates.append(after.count(side) / len(after) if after else np.nan)
    return rates


# False alarms

RECORDS, SHOES, K = 400, 50, 3


@pytest.fixture(scope="module")
def records():
    dealt = bc.deal("live", RECORDS * SHOES, rng=61)
    return [dealt.part(i * SHOES, (i + 1) * SHOES) for i in range(RECORDS)]


def within_four_errors(times: int, share: float) -> bool:
    """Say whether a count in 400 is in line with a share; a sound one fails once in 16,000."""
    return abs(times / RECORDS - share) < 4 * np.sqrt(share * (1 - share) / RECORDS)


@pytest.mark.parametrize("side", ["player", "banker"])
def test_corrected_rejects_chance_in_a_twentieth_of_records(records, side):
    rejected = sum(shoe_average_test(r, K, side).p_value < 0.05 for r in records)
    assert within_four_errors(rejected, 0.05)


def test_permuted_rejects_chance_in_a_twentieth_of_records(records):
    # Of 99 permutations: p is a multiple of 1/100, and at most 0.05 in five of 100 places.
    p_values = [
        shoe_average_test(r, K, "banker", method="permuted", repetitions=99).p_value
        for r in records
    ]
    assert within_four_errors(sum(p <= 0.05 for p in p_values), 0.05)


def test_the_uncorrected_tests_reject_chance_most_of_the_time(records):
    # Miller and Sanjurjo's difference, each shoe's share after three bankers less that after three
    # players, against 0: an outside simulation of dealt shoes gives 84%.
    alarms = against_share = 0
    for record in records:
        banker = np.array(shoe_rates(record, 1, K))
        player = 1 - np.array(shoe_rates(record, 0, K))
        difference = (banker - player)[~np.isnan(banker - player)]
        alarms += ttest_1samp(difference, 0).pvalue < 0.05
        against_share += ttest_1samp(banker[~np.isnan(banker)], BANKER_SHARE).pvalue < 0.05
    assert within_four_errors(alarms, 0.84)
    assert against_share > RECORDS / 3  # one side alone, against its chance: ten times too often


# Power


def sticky_shoes(shoes: int, again: float, seed: int) -> bc.History:
    """Give shoes of 73 coups, each like the one before it with chance `again`."""
    rng = np.random.default_rng(seed)
    changes = rng.random((shoes, 73)) >= again
    changes[:, 0] = rng.random(shoes) < 0.5
    outcomes = np.cumsum(changes, axis=1) % 2
    return bc.History(outcomes.reshape(-1), 73 * np.arange(shoes + 1), table=bc.TABLES["live"])


@pytest.mark.parametrize("method", ["corrected", "permuted"])
@pytest.mark.parametrize("again", [0.58, 0.42])
def test_a_planted_effect_is_found(method, again):
    history = sticky_shoes(300, again, seed=4)
    result = shoe_average_test(history, 2, "player", method=method, repetitions=499)
    assert result.verdict == "deviation"
    assert (result.effect > 0) == (again > 0.5)


def test_a_shift_of_the_chance_moves_the_average_about_as_much():
    for k in range(1, 9):
        moved = mean_shoe_average(74, k, 0.5068 + 0.005) - mean_shoe_average(74, k, 0.5068)
        assert 0.86 < moved / 0.005 < 1.38


def test_many_shoes_are_consistent_with_chance():
    result = shoe_average_test(bc.deal("live", 5000, rng=1), 1, "banker")
    assert result.verdict == "consistent with chance"


# By hand


def test_corrected_is_students_test_of_what_a_plain_loop_counts():
    history = bc.deal("live", 40, rng=9)
    for side, share in (("player", 1 - BANKER_SHARE), ("banker", BANKER_SHARE)):
        rates = np.array(shoe_rates(history, ("player", "banker").index(side), 5))
        seen = ~np.isnan(rates)
        means = [mean_shoe_average(n, 5, share) for n in history.decided().lengths[seen].tolist()]
        by_scipy = ttest_1samp(rates[seen] - means, 0)
        result = shoe_average_test(history, 5, side)
        interval = by_scipy.confidence_interval()
        assert result.coups == seen.sum()
        assert result.statistic == pytest.approx(by_scipy.statistic)
        assert result.p_value == pytest.approx(by_scipy.pvalue)
        assert (result.low, result.high) == pytest.approx((interval.low * 100, interval.high * 100))
        below = ttest_1samp(rates[seen] - means, result.margin[0] / 100, alternative="greater")
        above = ttest_1samp(rates[seen] - means, result.margin[1] / 100, alternative="less")
        assert result.p_equivalence == pytest.approx(max(below.pvalue, above.pvalue))


def test_permuted_p_value_of_every_order():
    # Every order of each of two shoes, and the average of shoes in it.
    shoes = [0, 0, 0, 1, 0, 1], [0, 1, 0, 0]
    history = bc.History([*shoes[0], *shoes[1]], [0, 6, 10], table=bc.TABLES["live"])
    each = [
        [shoe_rates(bc.History(list(order)), 0, 1)[0] for order in permutations(shoe)]
        for shoe in shoes
    ]
    averages = np.array([np.nanmean([a, b]) for a in each[0] for b in each[1]])
    own = np.mean(shoe_rates(history, 0, 1))
    exact = np.mean(np.abs(averages - averages.mean()) >= abs(own - averages.mean()) - 1e-3)
    result = shoe_average_test(history, 1, "player", method="permuted")
    assert result.method == "permutation"
    assert abs(result.p_value - exact) < 4 * np.sqrt(exact * (1 - exact) / 9999) + 2 / 10_000
    error = 400 * averages.std() / np.sqrt(9999)
    assert abs(result.effect - 100 * (own - averages.mean())) < error


def test_ties_and_voids_are_passed_over_and_no_run_leaves_its_shoe():
    bare = bc.History([0, 0, 1, 0, 0, 0], [0, 3, 6], table=bc.TABLES["live"])
    full = bc.History([0, 2, 0, 3, 1, 0, 2, 0, 0], [0, 5, 9], table=bc.TABLES["live"])
    ask = [shoe_average_test(h, 2, "player", method="permuted") for h in (bare, full)]
    assert ask[0] == ask[1]
    assert ask[0].coups == 2


def test_the_same_record_gives_the_same_answer():
    history = bc.deal("live", 5, rng=2)
    first, second = (
        shoe_average_test(history, 2, "banker", method="permuted", repetitions=99) for _ in range(2)
    )
    assert first == second


def test_margins_are_the_break_even_of_both_sides():
    history = bc.deal("live", 12, rng=1)
    on_banker, on_player = 20 / 39 - BANKER_SHARE, 1 / 2 - (1 - BANKER_SHARE)
    margins = {side: shoe_average_test(history, 1, side).margin for side in ("player", "banker")}
    assert margins["banker"] == pytest.approx((-100 * on_player, 100 * on_banker))
    assert margins["player"] == pytest.approx((-100 * on_banker, 100 * on_player))


# What can't be tested


def test_few_shoes_are_for_permutation_only():
    history = bc.deal("live", 9, rng=1)
    result = shoe_average_test(history, 1, "player")
    assert (result.method, result.p_value, result.verdict) == ("none", 1.0, "inconclusive")
    assert result.warnings[0].startswith("not testable: 9 shoes with 1 player in a row")
    assert shoe_average_test(history, 1, "player", method="permuted").method == "permutation"


@pytest.mark.parametrize("outcomes", [[], [2, 2], [0, 1, 0], [0, 0, 0]])
def test_records_in_which_no_order_says_anything(outcomes):
    history = bc.History(outcomes, table=bc.TABLES["live"])
    result = shoe_average_test(history, 2, "player", method="permuted", repetitions=19)
    assert (result.method, result.verdict) == ("none", "inconclusive")


def test_shoes_that_are_all_alike_have_no_spread():
    history = bc.History([0, 0, 1] * 12, np.arange(0, 37, 3), table=bc.TABLES["live"])
    assert "all shoes are alike" in shoe_average_test(history, 2, "player").warnings[0]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"side": "tie"}, 'side must be "player" or "banker", got \'tie\''),
        ({"method": "naive"}, 'method must be "corrected" or "permuted", got \'naive\''),
        ({"k": 0}, "a run length must be a whole number from 1, got 0"),
        ({"repetitions": 0}, "repetitions must be a whole number from 1, got 0"),
    ],
)
def test_what_can_not_be_asked(wrong, told):
    asked = {"k": 1, "side": "player"} | wrong
    with pytest.raises(ValueError, match=f"^{told}$"):
        shoe_average_test(bc.deal("live", 12, rng=1), **asked)
