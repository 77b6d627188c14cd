"""Plans and what they find; corrections; and that chance is not called anything else."""

import hashlib
import json

import numpy as np
import pandas as pd
import pytest
from scipy.stats import binom

import baccarat as bc
from baccarat.evidence.battery.corrections import benjamini_hochberg, holm, step_down
from baccarat.evidence.battery.finding import battery, run_plan
from baccarat.evidence.battery.plan import DEFAULT_TESTS, Plan, read_plan
from baccarat.evidence.battery.power import record_p_values, rejection_rates
from baccarat.evidence.randomness import AfterRunTest, RunsTest, ShareTest
from baccarat.history.controls import Bias, Human, Momentum, Sticky

LIVE = bc.TABLES["live"]


def history_of(*shoes: str) -> bc.History:
    outcomes = ["PBTV".index(letter) for shoe in shoes for letter in shoe]
    return bc.History(outcomes, np.cumsum([0, *map(len, shoes)]), table=LIVE)


# Corrections


PUBLISHED = [
    0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.3240, 0.4262,
    0.5719, 0.6528, 0.7590, 1.0000,
]  # fmt: skip


def test_corrections_of_benjamini_and_hochbergs_example():
    assert sum(holm(PUBLISHED) < 0.05) == 3
    assert sum(benjamini_hochberg(PUBLISHED) < 0.05) == 4


def test_step_down_of_one_statistic_is_its_rank():
    alone, corrected = step_down([[3.0], [1.0], [5.0], [3.0]])
    assert alone.tolist() == corrected.tolist() == [0.75]


def test_step_down_holds_its_level_and_beats_holm_where_statistics_agree():
    rng = np.random.default_rng(1)
    same = np.abs(rng.normal(size=(400, 1))) + 1e-3 * rng.random((400, 5))
    alone, corrected = step_down(same)
    assert corrected.max() < 1.2 * alone.max() + 0.02
    false = 0
    for _ in range(400):
        extremes = np.abs(rng.normal(size=(200, 4)) + 0.5 * rng.normal(size=(200, 1)))
        false += bool((step_down(extremes)[1] <= 0.05).any())
    assert false <= binom.ppf(0.9999, 400, 0.05)


# Plans


USUAL = """{
 "tests": ["ShareTest()", "RunsTest()", "AutocorrelationTest(lags=10)", "SerialTest(m=4)", \
"AfterRunTest(k=3)", "BetweenShoesTest()", "DriftTest()"],
 "correction": "holm",
 "permutations": 999,
 "seed": 1,
 "level": 0.05
}"""
"""Written by hand: whoever has noted the hash can find again what it stands for."""


def test_the_usual_plan_is_stated_by_its_hash():
    plan = Plan()
    assert [test.name for test in plan.tests] == [
        "share", "runs", "autocorrelation, 10 lags", "serial, 4 coups", "after 3 in a row",
        "between shoes", "drift",
    ]  # fmt: skip
    assert plan.hash == hashlib.sha256(USUAL.encode()).hexdigest()[:12] == "3e2a66093eb9"
    assert json.loads(plan.text())["tests"][4] == "AfterRunTest(k=3)"


def test_the_hash_changes_with_every_setting():
    plans = [
        Plan(),
        Plan(["share"]),
        Plan(["after run (k=4)"]),
        Plan(["after run (k=5)"]),
        Plan(correction="minimum p"),
        Plan(permutations=1999),
        Plan(seed=2),
        Plan(reversed(DEFAULT_TESTS)),
    ]
    assert len({plan.hash for plan in plans}) == len(plans)
    assert Plan(["share", "after-run(3)"]) == Plan([ShareTest(), AfterRunTest(3)])


def test_a_plan_can_not_be_changed():
    with pytest.raises(AttributeError):
        Plan().seed = 2


@pytest.mark.parametrize(
    ("settings", "told"),
    [
        ({"tests": []}, "needs a test or more"),
        ({"tests": ["runs", "runs"]}, "'runs' is there twice"),
        ({"tests": ["after run", "after run (k=3)"]}, "'after 3 in a row' is there twice"),
        ({"tests": ["runz"]}, "no test 'runz'; did you mean 'runs'"),
        ({"tests": ["serial (m=99)"]}, "m must be a whole number from 2 to 8, got 99"),
        ({"tests": ["serial (n=4)"]}, "unexpected keyword"),
        ({"tests": [3]}, "tests or their names, got 3"),
        ({"correction": "none"}, "'holm' or 'minimum p', got 'none'"),
        ({"permutations": 10}, "permutations must be a whole number from 99, got 10"),
        ({"seed": -1}, "seed must be a whole number from 0, got -1"),
        ({"seed": True}, "seed must be a whole number"),
    ],
)
def test_a_plan_that_makes_no_sense_is_refused(settings, told):
    with pytest.raises(ValueError, match=told.replace("(", r"\(").replace(")", r"\)")):
        Plan(**settings)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("tests = [", "is no plan"),
        ('test = ["runs"]', "no setting 'test' in a plan; there are: tests, correction"),
        ('tests = "runs"', "tests must be a list of names, got 'runs'"),
        ('tests = ["runz"]', "did you mean 'runs'"),
        ('permutations = "many"', "permutations must be a whole number"),
    ],
)
def test_a_plan_file_that_makes_no_sense_is_refused(tmp_path, text, told):
    path = tmp_path / "plan.toml"
    path.write_text(text)
    with pytest.raises(ValueError, match=r"plan\.toml") as caught:
        read_plan(path)
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_plan_file_says_what_a_plan_says(tmp_path):
    path = tmp_path / "plan.toml"
    path.write_text('tests = ["runs", "drift"]\ncorrection = "minimum p"\nseed = 7\n')
    assert read_plan(path) == Plan(["runs", "drift"], "minimum p", seed=7)


# What is found


def test_corrected_p_values_are_holms():
    found = run_plan(bc.deal("live", 100, rng=5))
    p = [result.p_value for result in found.results]
    assert [result.p_corrected for result in found.results] == pytest.approx(list(holm(p)))
    frame = found.frame()
    assert frame["p_exploratory"].tolist() == pytest.approx(list(benjamini_hochberg(p)))
    pd.testing.assert_frame_equal(frame, battery(bc.deal("live", 100, rng=5)))


def test_each_test_alone_says_the_same():
    history = bc.deal("live", 30, rng=5)
    for result, test in zip(run_plan(history).results, Plan().tests, strict=True):
        alone = test.run(history)
        assert (alone.statistic, alone.p_value) == (result.statistic, result.p_value)


def test_the_columns_agreed_on_are_there():
    columns = ["test", "statistic", "p_value", "p_corrected", "effect", "low", "high"]
    columns += ["detectable", "verdict"]
    assert set(columns) <= set(battery(bc.deal("live", 3, rng=1)))


@pytest.mark.parametrize(
    ("control", "test"),
    [(Bias(0.05), "share"), (Sticky(0.08), "runs"), (Momentum(3, 0.1), "after 3 in a row")],
)
@pytest.mark.parametrize("correction", ["holm", "minimum p"])
def test_planted_faults_are_found(control, test, correction):
    found = run_plan(control.make(200, rng=2), Plan(correction=correction))
    assert found.verdict == "deviation"
    assert test in found.sentence()


def test_a_long_record_of_chance_is_consistent_with_it():
    found = run_plan(bc.deal("live", 12_000, rng=4))
    assert found.verdict == "consistent with chance"
    assert found.sentence().startswith("None of 7 tests finds a departure from chance (smallest")
    assert found.sentence().endswith("every one rules out effects large enough to pay.")


def test_a_short_one_says_what_it_would_take():
    found = run_plan(bc.read_history("data/recorded/live-table.txt", table="live"))
    assert found.verdict == "inconclusive"
    assert "would take some 160,000 decided coups, and has 57." in found.sentence()


def test_where_there_is_nothing_that_is_said():
    found = run_plan(history_of("TTT"))
    assert found.verdict == "inconclusive"
    assert found.sentence() == "Nothing can be tested here: no decided coup."


@pytest.mark.parametrize("shoes", [["B" * 70], ["T" * 30], ["PB"], ["P"], [""], ["", "VT", "B"]])
@pytest.mark.parametrize("correction", ["holm", "minimum p"])
def test_odd_records_pass_through_every_plan(shoes, correction):
    found = run_plan(history_of(*shoes), Plan(correction=correction, permutations=99))
    assert len(found.frame()) == 7
    assert "nan" not in found.sentence()
    assert found._repr_html_()


def test_a_correct_engine_is_not_called_streaky():
    # 1,000 records of 200 dealt shoes. A sound plan goes beyond the bound once in 10,000.
    rates = rejection_rates(None, 200, 1000, rng=2026).set_index("test")
    assert rates.loc["any, corrected", "rate"] * 1000 <= binom.ppf(0.9999, 1000, 0.05)


@pytest.mark.usefixtures("quick_corrections")
def test_minimum_p_holds_its_level_too():
    plan = Plan(correction="minimum p", permutations=199)
    false = sum(
        run_plan(bc.deal("live", 30, rng=seed), plan).verdict == "deviation" for seed in range(60)
    )
    assert false <= binom.ppf(0.9999, 60, 0.05)


def test_minimum_p_of_many_is_refused_before_it_begins():
    plan = Plan(correction="minimum p", permutations=10**8)
    with pytest.raises(ValueError, match="more than 2,000,000,000 steps; ask for fewer"):
        run_plan(bc.deal("live", 1, rng=1), plan)


def test_two_tests_that_nearly_say_the_same_cost_little_more_than_one():
    # Holm doubles the smaller p value; runs and repeats are almost one statistic.
    history, tests = bc.deal("live", 30, rng=2), ["runs", "repeats"]
    alone = min(result.p_value for result in run_plan(history, Plan(tests)).results)
    corrected = run_plan(history, Plan(tests, "minimum p", permutations=1999)).results
    least = min(result.p_corrected for result in corrected)
    error = np.sqrt(alone * (1 - alone) / 1999)
    assert alone - 4 * error < least < 1.25 * alone + 4 * error  # beyond once in 16,000


# Power


def test_rates_are_those_of_single_records():
    p = record_p_values(None, 30, 5, tests={"runs": RunsTest()}, rng=3)
    history = bc.deal("live", 150, rng=3)
    for i in range(5):
        result = RunsTest().run(history.part(30 * i, 30 * i + 30))
        # By the normal law there, exact here.
        assert p[i, 0] == pytest.approx(result.p_value, abs=0.02)


@pytest.mark.usefixtures("quick_corrections")
def test_any_corrected_rejection_is_where_holm_rejects():
    p = record_p_values(Human(0.52), 30, 60, rng=8)
    rates = rejection_rates(Human(0.52), 30, 60, rng=8).set_index("test")
    assert rates.loc["any, corrected", "rate"] == np.mean([holm(row).min() < 0.05 for row in p])


def test_blocks_do_not_change_how_many_there_are(monkeypatch):
    from baccarat.evidence.battery import power

    monkeypatch.setattr(power, "BLOCK_SHOES", 70)
    assert record_p_values(Human(0.6), 30, 5, rng=3).shape == (5, 7)


def test_too_few_shoes_for_the_laws_are_refused():
    with pytest.raises(ValueError, match="shoes must be a whole number from 25"):
        rejection_rates(None, 5)
    with pytest.raises(ValueError, match="records"):
        rejection_rates(None, 30, 0)
