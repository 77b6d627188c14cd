"""Checks of a student's answers, and what the lessons simulate, against other ways to know."""

import itertools
import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import baccarat as bc
from baccarat import teach
from baccarat.teach import check
from baccarat.teach.answers import LESSONS, QUESTIONS
from baccarat.teach.reading import number_in

DATA = Path(__file__).parent / "data"

# Published counts of ordered six-card sequences, eight decks.
BANKER, PLAYER, TIE = 2292252566437888, 2230518282592256, 475627426473216
TOTAL = BANKER + PLAYER + TIE
P, Q = Fraction(BANKER, BANKER + PLAYER), Fraction(PLAYER, BANKER + PLAYER)

SEVEN = json.loads((DATA / "martingale.json").read_text())["martingale"]["7"]["player"]


def distance_by_sum(n):
    """Add up |x - np| over the binomial law."""
    from scipy.stats import binom

    x = np.arange(n + 1)
    return float(np.abs(x - n * float(P)) @ binom.pmf(x, n, float(P)))


def share_after_a_head():
    shares = []
    for tosses in itertools.product("HT", repeat=3):
        after = [tosses[i + 1] for i in range(2) if tosses[i] == "H"]
        shares += [Fraction(after.count("H"), len(after))] if after else []
    return sum(shares) / len(shares)


def ruin(bankroll, target):
    """Give Huygens' chance to reach a target at even money; Feller, volume 1, XIV.2."""
    r = P / Q
    return (r**bankroll - 1) / (r**target - 1)


def two_looks():
    from scipy.stats import multivariate_normal, norm

    z, r = norm.isf(0.025), 0.5**0.5
    both = multivariate_normal([0, 0], [[1, r], [r, 1]])
    return 1 - (2 * both.cdf([z, z]) - 2 * both.cdf([z, -z]) + 1 - 2 * norm.cdf(z))


def mean_runs():
    """Give the mean number of runs as the sum of those of each length."""
    shares = (float(P), float(Q))
    return sum(bc.run_counts([73], share, longest=40).mean.sum() for share in shares)


def mean_longest():
    """Give the mean of the longest run as the sum of the chances to reach each length."""
    return sum(bc.either_run_chance(73, k, float(P)) for k in range(1, 74))


ELSEWHERE = {
    "house-edge/1": Fraction(BANKER - PLAYER, TOTAL),
    "house-edge/2": 0.010579,
    "house-edge/3": 0.0136497,
    "house-edge/4": 1 - Fraction(10 * TIE, TOTAL),
    "due/1": distance_by_sum(10_000),
    "due/2": distance_by_sum(10_000) / distance_by_sum(100),
    "due/3": 20 + 1000 * (P - Q),
    "due/4": P,
    "streaks-of-chance/1": 0.69358,
    "streaks-of-chance/2": mean_longest(),
    "streaks-of-chance/3": mean_runs(),
    "scorecards/1": bc.pooled_continuation([73], 3, float(P)),
    "scorecards/3": share_after_a_head(),
    "progressions/1": Fraction(BANKER - PLAYER, TOTAL),
    "progressions/2": SEVEN["ruin_per_cycle"],
    "progressions/3": SEVEN["action"],
    "progressions/4": SEVEN["ev_cycle"],
    "ruin-and-bold-play/1": ruin(10, 20),
    "ruin-and-bold-play/2": Q,
    "ruin-and-bold-play/3": ruin(100, 200),
    "ruin-and-bold-play/4": Fraction(10, 11),
    "lucky-winner/1": 1 - 0.95**30,
    "lucky-winner/2": 1.5,
    "lucky-winner/3": 0.05 / 30,
    "lucky-winner/4": next(n for n in range(1, 200) if 1 - 0.95**n >= 0.99),
    "every-night/2": 0.05,
    "every-night/3": two_looks(),
    "every-night/4": 100,
}
"""Published figures, enumerations, and other functions of the package."""


@pytest.mark.parametrize("question", ELSEWHERE)
def test_an_answer_agrees_with_another_way_to_know_it(question):
    # The published figures have five digits and more.
    assert QUESTIONS[question].value() == pytest.approx(float(ELSEWHERE[question]), rel=3e-5)


def test_the_answers_not_worked_out_twice_are_known_too():
    assert set(QUESTIONS) - set(ELSEWHERE) == {"scorecards/2", "every-night/1"}
    # Armitage, McPherson and Rowe (1969), table 2.
    assert QUESTIONS["every-night/1"].value() == pytest.approx(0.374, abs=5e-4)
    # A ratio of means, to first order: p less the covariance of hits and opportunities.
    assert float(P) - 1e-4 < QUESTIONS["scorecards/2"].value() < float(P)


# What is said to an answer


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_exact_answer_is_right_in_every_form(question):
    asked = QUESTIONS[question]
    value = asked.value()
    forms = [value, Fraction(value), np.float64(value), f"{value:.12f}", f" {value!r} "]
    forms += [f"{100 * value:.10f}%", f"{100 * value:.10f} %"] if asked.unit == "share" else []
    assert [check(question, form).mark for form in forms] == ["right"] * len(forms)
    assert asked.shown() in check(question, value).text


@pytest.mark.parametrize("question", QUESTIONS)
def test_no_answer_yet_asks_for_one(question):
    told = check(question, None)
    assert told.mark == "not yet"
    assert told.text == "Type your guess above, then run the cell again."


@pytest.mark.parametrize("question", QUESTIONS)
def test_each_slip_gets_its_own_hint_and_is_not_right(question):
    for slip in QUESTIONS[question].slips:
        told = check(question, slip.value())
        assert (told.mark, told.text) == ("close", slip.hint), float(slip.value())


@pytest.mark.parametrize(
    ("question", "answer", "hint"),
    [
        ("house-edge/1", -0.01235, "sign"),
        ("house-edge/1", 1.235, "per cent"),
        ("house-edge/1", 0.0136, "not push"),
        ("house-edge/1", 0.1075, "books a tie as a loss"),
        ("house-edge/1", 0, "draws last"),
        ("house-edge/1", 0.0247, "Twice"),
        ("house-edge/1", "0.0062", "Half"),
        ("house-edge/2", "-1.235%", "without the commission"),
        ("house-edge/4", "14.36%", "eight to one"),
        ("due/1", 50, "standard deviation"),
        ("due/1", 400, "grows like the root"),
        ("due/2", 100, "growth like n"),
        ("due/3", 0, "law of averages"),
        ("due/3", 20, "Right for a coin"),
        ("due/4", 0.4932, "player's chance"),
        ("due/4", "45.86%", "counts ties"),
        ("streaks-of-chance/1", 0.0315, "68 places"),
        ("streaks-of-chance/1", 0.3064, "opposite"),
        ("streaks-of-chance/3", 36, "add one"),
        ("scorecards/1", 0.5068, "all shoes together"),
        ("scorecards/3", "1/2", "Average the shares"),
        ("scorecards/3", "5/16", "leave them out"),
        ("progressions/2", "1/128", "coin"),
        ("progressions/3", 127, "all seven"),
        ("progressions/4", 0.0996, "sign"),
        ("ruin-and-bold-play/1", 0.5, "fair game"),
        ("ruin-and-bold-play/4", 1.1, "one in how many"),
        ("ruin-and-bold-play/4", "1/11", "opposite"),
        ("lucky-winner/1", 1.5, "at most 1"),
        ("lucky-winner/4", 20, "on average"),
        ("every-night/1", 0.994, "separate records"),
        ("every-night/3", "9.75%", "two separate records"),
        ("every-night/4", 20, "one record in twenty"),
    ],
)
def test_a_typical_wrong_answer_is_told_what_is_off(question, answer, hint):
    told = check(question, answer)
    assert told.mark == "close"
    assert hint in told.text


@pytest.mark.parametrize(("answer", "way"), [(0.0130, "too high"), (0.0118, "too low")])
def test_a_near_answer_is_told_which_way_it_is_off(answer, way):
    told = check("house-edge/1", answer)
    assert told.mark == "close"
    assert told.text.startswith(f"A little {way}.")


def test_an_answer_without_a_reason_gets_the_way_to_work_it_out():
    told = check("house-edge/1", 0.4)
    assert told.mark == "not yet"
    assert told.text == QUESTIONS["house-edge/1"].hint


def test_sidaks_level_is_right_too():
    assert check("lucky-winner/3", 1 - 0.95 ** (1 / 30)).mark == "right"


@pytest.mark.parametrize(
    "answer", ["banker", "", "1,06%", "1/0", "nan", "inf", "1e400", "%", "1/2/3"]
)
def test_what_is_no_number_is_said_to_be_none(answer):
    told = check("due/4", answer)
    assert told.mark == "not yet"
    assert told.text.startswith(f"Can't read {answer!r} as a number")


@pytest.mark.parametrize("answer", [float("nan"), float("inf"), 10**400])
def test_a_number_without_end_is_no_answer(answer):
    assert "Can't read" in check("due/4", answer).text


@pytest.mark.parametrize("answer", [True, [0.5], 1j, np.True_, {}, b"0.5"])
def test_another_type_is_refused(answer):
    with pytest.raises(TypeError, match="an answer must be a number or a text"):
        check("due/4", answer)


@pytest.mark.parametrize("question", ["house-edge/9", "house edge/1", "", None])
def test_a_question_that_is_not_there_is_refused_even_without_an_answer(question):
    with pytest.raises(ValueError, match="no question"):
        check(question, None)


def test_a_misspelt_question_is_guessed():
    with pytest.raises(ValueError, match="did you mean 'house-edge/1'"):
        check("huose-edge/1", 0.01)


@settings(deadline=None)  # the answers are worked out at the first check
@given(st.one_of(st.floats(), st.integers(), st.fractions(), st.text(max_size=12)))
def test_no_answer_raises(answer):
    for question in QUESTIONS:
        assert check(question, answer).mark in ("right", "close", "not yet")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("20/39", 20 / 39),
        ("1 in 8", 0.125),
        ("1.1%", 0.011),
        ("−3", -3),
        ("1E-3", 0.001),
        (".5", 0.5),
    ],
)
def test_numbers_are_read_as_they_are_written(text, number):
    assert number_in(text) == number


def test_a_reply_shows_itself_as_text_and_as_html():
    told = teach.Reply("due/1", "close", "n < 100 & more")
    assert str(told) == repr(told) == "Close (due/1): n < 100 & more"
    assert "n &lt; 100 &amp; more" in told._repr_html_()
    assert "<strong>Close.</strong>" in told._repr_html_()


def test_the_key_has_every_question_and_knows_its_lessons():
    assert list(teach.answer_key().index) == list(QUESTIONS)
    assert len(teach.answer_key("due")) == len(LESSONS["due"])
    with pytest.raises(ValueError, match="no lesson 'dew'; there are: house-edge"):
        teach.answer_key("dew")


# What the lessons simulate


@given(st.integers(1, 60), st.fractions(0, 1, max_denominator=20))
def test_de_moivres_mean_distance_is_the_sum_over_the_binomial_law(n, p):
    from math import comb

    exact = sum(abs(x - n * p) * comb(n, x) * p**x * (1 - p) ** (n - x) for x in range(n + 1))
    assert teach.mean_distance(n, float(p)) == pytest.approx(float(exact), abs=1e-9)


def test_excesses_are_those_of_a_plain_loop():
    history = bc.deal("live", 6, rng=1)
    letters = history.decided().text().replace("\n", "")
    found = teach.excesses(history, 100, [1, 50, 100])
    assert found.shape == (len(letters) // 100, 3)
    for i, row in enumerate(found):
        record = letters[100 * i : 100 * i + 100]
        wanted = [record[:n].count("B") - n * float(P) for n in (1, 50, 100)]
        assert row == pytest.approx(wanted)


def test_excesses_refuse_what_they_cannot_give():
    history = bc.History([0, 1], table=bc.TABLES["live"])
    with pytest.raises(ValueError, match="2 decided coups make no record of 3"):
        teach.excesses(history, 3, [1])
    with pytest.raises(ValueError, match="make no record of 0"):
        teach.excesses(history, 0, [1])
    with pytest.raises(ValueError, match=r"at must be from 1 to coups, 2; got \[3\]"):
        teach.excesses(history, 2, [3])
    with pytest.raises(ValueError, match="from 1, got 0"):
        teach.mean_distance(0, 0.5)
    with pytest.raises(ValueError, match="from 0 to 1, got 2"):
        teach.mean_distance(5, 2)


@pytest.mark.parametrize("side", ["player", "banker"])
@pytest.mark.parametrize("k", [1, 3])
def test_own_shares_are_those_of_a_plain_loop(side, k):
    history = bc.deal("live", 40, rng=2)
    frame = teach.own_shares(history, k, side).set_index("shoe")
    run = side[0].upper() * k
    for shoe, letters in enumerate(history.decided().text().split("\n")):
        after = [letters[i] for i in range(k, len(letters)) if letters[i - k : i] == run]
        if not after:
            assert shoe not in frame.index
            continue
        row = frame.loc[shoe]
        assert (row["opportunities"], row["hits"]) == (len(after), after.count(run[0]))
    test = next(test for test in bc.continuations(history, [k]) if test.side == side)
    assert frame["share"].mean() == pytest.approx(test.shoe_average)


def test_own_shares_of_another_side_are_refused():
    with pytest.raises(ValueError, match='side must be "player" or "banker"'):
        teach.own_shares(bc.History([0]), 1, "tie")


def test_costs_of_flat_bets_are_those_of_the_books():
    history = bc.deal("live", 200, rng=3)
    results = bc.play(bc.System(bc.Always("player"), bc.Flat(), "flat"), history)
    row = teach.costs(results).loc["flat"]
    lost = int((history.outcomes == 1).sum()) - int((history.outcomes == 0).sum())
    assert row["cost"] == pytest.approx(lost / len(history))
    assert row["staked"] == len(history) / 200
    assert row["exact"] == pytest.approx(float(Fraction(BANKER - PLAYER, TOTAL)))
    sd = bc.odds("live")["sd_units"]["player"]
    assert row["high"] - row["cost"] == pytest.approx(1.959964 * sd / len(history) ** 0.5, rel=1e-6)
    assert row["z"] == pytest.approx((row["cost"] - row["exact"]) * len(history) ** 0.5 / sd)


def test_any_two_patterns_agree_in_half_of_their_places():
    rows = [pattern.row for pattern in teach.pattern_systems(31).values()]
    for one, other in itertools.combinations(rows, 2):
        assert sum(a == b for a, b in zip(one, other, strict=True)) == 16
    assert {len(row) for row in rows} == {32}


@pytest.mark.parametrize("count", [0, 32, 2.0, True])
def test_a_number_of_patterns_that_there_are_not_is_refused(count):
    with pytest.raises(ValueError, match="count must be a whole number from 1 to 31"):
        teach.pattern_systems(count)


def test_lucky_counts_are_those_of_patterns_followed_one_by_one():
    from scipy.stats import norm

    coups, records = 100, 20
    banker = np.random.default_rng(4).random((records, coups)) < float(P)
    wanted = []
    for record in banker:
        letters = "".join("B" if won else "P" for won in record)
        looked_good = 0
        for system in teach.pattern_systems(31).values():
            bets = bc.sides(system, letters)
            hits = sum(a == b for a, b in zip(bets, letters, strict=True))
            mean = bets.count("B") * float(P) + bets.count("P") * float(Q)
            z = (hits - mean) / (coups * float(P * Q)) ** 0.5
            looked_good += 2 * norm.sf(abs(z)) < 0.05
        wanted.append(looked_good)
    assert teach.lucky_counts(31, coups, records, rng=4).tolist() == wanted
    with pytest.raises(ValueError, match="coups and records must be from 1, got 0 and 5"):
        teach.lucky_counts(30, 0, 5)


def test_lucky_systems_follow_the_binomial_law():
    # The level is exact to 3e-4 at 3,200 coups, so 0.01 on the mean; 5 standard errors beside it.
    counts = teach.lucky_counts(30, 3_200, 4_000, rng=1)
    assert abs(counts.mean() - 1.5) < 5 * counts.std() / 4_000**0.5 + 0.01
    exact = 1 - 0.95**30
    assert abs((counts > 0).mean() - exact) < 5 * (exact * (1 - exact) / 4_000) ** 0.5 + 0.01


@pytest.mark.parametrize(
    ("looks", "chance"),
    [
        (1, 0.05),
        (2, 0.083),
        (3, 0.107),
        (4, 0.126),
        (5, 0.142),
        (10, 0.193),
        (20, 0.248),
        (50, 0.320),
    ],
)
def test_alarm_chance_of_armitage_mcpherson_and_rowe_1969_table_2(looks, chance):
    assert teach.alarm_chance(looks)[-1] == pytest.approx(chance, abs=5.1e-4)


def test_alarm_chance_at_another_level_agrees_with_walks():
    # 5 standard errors at each of six looks: one seed in 290,000.
    walks = np.random.default_rng(1).standard_normal((100_000, 6)).cumsum(axis=1)
    far = 2.5758293 * np.sqrt(np.arange(1, 7))
    seen = np.maximum.accumulate(np.abs(walks) > far, axis=1).mean(axis=0)
    exact = teach.alarm_chance(6, 0.01)
    assert (np.abs(seen - exact) < 5 * np.sqrt(exact * (1 - exact) / 100_000)).all()


@pytest.mark.parametrize(("looks", "level"), [(0, 0.05), (5, 0), (5, 1)])
def test_alarm_chance_refuses_what_is_no_test(looks, level):
    with pytest.raises(ValueError, match=r"must (be|lie)"):
        teach.alarm_chance(looks, level)


def test_alarms_by_night_are_those_of_the_monitor():
    """The same records, handed to the monitor's own p and e-values one by one."""
    from baccarat.evidence.monitor.contexts import naive_p_values
    from baccarat.evidence.monitor.evalues import log_e_value

    nights, coups, records = 12, 500, 200
    wins = np.random.default_rng(5).binomial(coups, float(P), (records, nights)).cumsum(axis=1)
    by_p = by_e = 0
    for record in wins:
        counts = np.zeros((nights, 5, 2), dtype=np.int64)
        counts[:, 0, 0], counts[:, 0, 1] = coups * np.arange(1, nights + 1), record
        by_p += naive_p_values(counts, float(P)).min() < 0.05
        e_values = [log_e_value([x], [n], float(P)) for n, x in counts[:, 0]]
        by_e += max(map(float, e_values)) >= np.log(20)
    last = teach.alarms_by_night(nights, coups, records, rng=5).iloc[-1]
    assert (last["by_p"], last["by_e"]) == (by_p / records, by_e / records)


def test_an_e_value_keeps_its_promise_and_a_p_value_its_exact_law():
    # 5 standard errors; half a point for the normal law at 580 coups a night.
    last = teach.alarms_by_night(100, 580, 4_000, rng=6).iloc[-1]
    assert last["by_e"] <= 0.05
    assert abs(last["by_p"] - 0.374) < 5 * (0.374 * 0.626 / 4_000) ** 0.5 + 0.005
    with pytest.raises(ValueError, match="must be from 1, got 5, 0 and 3"):
        teach.alarms_by_night(5, 0, 3)


def test_telltales_are_those_of_grouped_letters():
    history = bc.deal("live", 30, rng=7)
    frame = teach.telltales(history)
    for shoe, letters in enumerate(history.decided().text().split("\n")):
        runs = [len(list(group)) for _, group in itertools.groupby(letters)]
        row = frame.loc[shoe]
        assert (row["decided"], row["runs"], row["longest"]) == (len(letters), len(runs), max(runs))
        assert row["changes"] == pytest.approx((len(runs) - 1) / (len(letters) - 1))


def test_the_quiz_mixes_shoes_of_both_kinds_and_hides_the_key():
    quiz = teach.real_or_faked(200, rng=8)
    assert quiz.key not in repr(quiz)
    assert quiz.key not in quiz._repr_html_()
    assert quiz.score(quiz.key).mark == "right"
    assert quiz.score(None).mark == quiz.score("RF").mark == quiz.score("X" * 200).mark == "not yet"
    for letter, chance in (("R", 2 * float(P * Q)), ("F", 0.6)):
        shoes = [shoe for shoe, kind in zip(quiz.shoes, quiz.key, strict=True) if kind == letter]
        pairs = [pair for shoe in shoes for pair in itertools.pairwise(shoe)]
        # 5 standard errors of some 7,000 independent changes, for each kind.
        off = sum(one != other for one, other in pairs) / len(pairs) - chance
        assert abs(off) < 5 * (chance * (1 - chance) / len(pairs)) ** 0.5


def test_the_quiz_refuses_what_is_no_guess():
    quiz = teach.Quiz(("PB", "BP", "PP"), "RFR")
    with pytest.raises(TypeError, match="a guess is a text of R and F"):
        quiz.score(["R"])
    assert "2 of 3 shoes told right" in quiz.score("r f f").text
    assert "50%" in quiz.score("RFF").text
    assert quiz.score("RFF").mark == "close"
    assert quiz.score("FRR").mark == "not yet"
    with pytest.raises(ValueError, match="shoes"):
        teach.real_or_faked(0)
