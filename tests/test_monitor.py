"""The monitor against products, integrals and full enumeration; its file; its false alarms."""

import json
import os
from datetime import date
from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import betaln, xlog1py, xlogy
from scipy.stats import beta, binom, norm

import baccarat as bc
from baccarat.evidence.monitor import (
    HYPOTHESES,
    Monitor,
    confidence_sequence,
    discoveries,
    false_alarms,
    log_e_value,
    log_order_e_value,
)
from baccarat.evidence.monitor.contexts import context_counts, log_e_values, naive_p_values
from baccarat.evidence.monitor.evalues import log_mean
from baccarat.history.controls import CONTROLS, Bias
from baccarat.plots.monitor import monitor_figure

P = 279815987114 / 552096050907
"""Banker's share of decided coups, eight decks."""

WEEKS, SHOES = 104, 8
"""Two years of weekly looks, about 590 decided coups each."""

NAIVE = 0.374
"""False alarms of the naive 5% test at so many looks, found by another simulation."""

shoes_of_coups = st.lists(st.text("PBTV", max_size=30), min_size=1, max_size=8)


def history_of(texts, table=None):
    outcomes = ["PBTV".index(letter) for text in texts for letter in text]
    starts = np.cumsum([0, *map(len, texts)])
    return bc.History(outcomes, starts, table=table)


def counts_of(texts, k):
    decided = history_of(texts).decided()
    return context_counts(decided, k, np.zeros(len(decided), dtype=np.int64), 1)[0]


# E-values


def step_by_step(texts, k, share, prior=625):
    """Give the e-values as products of next-coup predictions, each from all coups before."""
    a, b = prior * share, prior * (1 - share)
    found = dict.fromkeys(HYPOTHESES[:3], 1.0)
    seen = {}
    for text in texts:
        past = ""
        for coup in text.replace("T", "").replace("V", ""):
            contexts = {"share": "all"}
            if past:
                contexts["repeats"] = past[-1]
            if len(past) >= k and len(set(past[-k:])) == 1:
                contexts["after a run"] = past[-1]
            for hypothesis, context in contexts.items():
                n, x = seen.get((hypothesis, context), (0, 0))
                banker = (a + x) / (a + b + n)
                won = coup == "B"
                found[hypothesis] *= banker / share if won else (1 - banker) / (1 - share)
                seen[hypothesis, context] = (n + 1, x + won)
            past += coup
    return list(found.values())


@given(shoes_of_coups, st.integers(2, 4))
def test_e_values_are_products_of_predictions(texts, k):
    found = np.exp(log_e_values(counts_of(texts, k), P))
    assert found[:3] == pytest.approx(step_by_step(texts, k, P), rel=1e-9)


def test_the_mixture_is_the_integral_over_the_prior():
    x, n, share, prior = 9, 12, 0.5068, 40.0
    law = beta(prior * share, prior * (1 - share))

    def ratio(p):
        return law.pdf(p) * p**x * (1 - p) ** (n - x) / (share**x * (1 - share) ** (n - x))

    integral = quad(ratio, 0, 1, epsabs=1e-12)[0]
    assert np.exp(log_e_value([x], [n], share, prior)) == pytest.approx(integral, rel=1e-8)


def test_the_prior_spreads_banker_by_two_points():
    assert beta(625 * P, 625 * (1 - P)).std() == pytest.approx(0.02, rel=0.002)


def test_order_e_value_from_fractions():
    # After player: 1 of 3 to banker; after banker: 2 of 2. Jeffreys' rule: (x + 1/2) / (n + 1).
    half = Fraction(1, 2)
    after_player = half * (half / 2) * ((1 + half) / 3)  # banker, player, player
    after_banker = half * ((1 + half) / 2)
    best = Fraction(3, 5) ** 3 * Fraction(2, 5) ** 2
    exact = after_player * after_banker / best
    assert np.exp(log_order_e_value([1, 2], [3, 2])) == pytest.approx(float(exact), rel=1e-12)


def all_sequences(lengths):
    """Give the counts of every way that shoes of so many decided coups can go, and its wins."""
    ways = list(product("PB", repeat=sum(lengths)))
    cuts = np.cumsum([0, *lengths])
    texts = ["".join(way[a:b]) for way in ways for a, b in pairwise(cuts)]
    decided = history_of(texts)
    counts = context_counts(decided, 2, decided.shoe() // len(lengths), len(ways))
    return counts, counts[:, 0, 1]


@pytest.mark.parametrize("lengths", [(12,), (5, 7), (4, 4, 3)])
def test_the_mean_e_value_is_one_over_all_sequences(lengths):
    counts, wins = all_sequences(lengths)
    chance = P**wins * (1 - P) ** (sum(lengths) - wins)
    means = chance @ np.exp(log_e_values(counts, P, prior=5.0))
    assert means[:3] == pytest.approx(1, abs=1e-12)
    assert means[3] <= 1


@pytest.mark.parametrize("lengths", [(12,), (5, 7)])
def test_the_order_e_value_has_mean_one_at_most_whatever_the_share(lengths):
    counts, wins = all_sequences(lengths)
    e = np.exp(log_e_values(counts, P)[:, 3])
    for share in np.linspace(0.01, 0.99, 99):
        assert (share**wins * (1 - share) ** (sum(lengths) - wins)) @ e <= 1


def test_stopping_at_the_first_high_value_leaves_the_mean_at_one_or_below():
    """Whoever stops as soon as the mean e-value is above 1.2, or after ten coups."""
    stopped = {"": 1.0}
    mean = 0.0
    for _ in range(10):
        grown = {}
        for text, chance in stopped.items():
            for coup, p in (("P", 1 - P), ("B", P)):
                counts = counts_of([text + coup], 2)
                e = np.exp(log_e_values(counts, P, prior=5.0)[:3]).mean()
                if e > 1.2:
                    mean += chance * p * e
                else:
                    grown[text + coup] = chance * p
        stopped = grown
    going_on = [
        chance * np.exp(log_e_values(counts_of([text], 2), P, prior=5.0)[:3]).mean()
        for text, chance in stopped.items()
    ]
    assert mean > 0
    assert mean + sum(going_on) == pytest.approx(1, abs=1e-12)


# Limits that hold at all times


@given(st.integers(0, 20000), st.floats(0, 1), st.floats(0.01, 0.2))
@example(5001, 0.0001, 0.125)
def test_limits_are_where_the_share_is_just_refused(n, part, level):
    x = round(n * part)
    low, high = (float(v) for v in confidence_sequence(x, n, P, level=level))
    mixture = betaln(625 * P + x, 625 * (1 - P) + n - x) - betaln(625 * P, 625 * (1 - P))

    def over(p):
        return mixture - xlogy(x, p) - xlog1py(n - x, -p) + np.log(level)

    end = 1 - 2**-53  # the last float before 1: beyond it no limit can be told from 1
    begin = 1e-300  # and below this none from 0
    expected_low = brentq(over, begin, x / n, xtol=1e-13) if x and over(begin) > 0 else 0.0
    expected_high = brentq(over, x / n, end, xtol=1e-13) if x < n and over(end) > 0 else 1.0
    assert (low, high) == pytest.approx((expected_low, expected_high), abs=1e-9)


@given(st.integers(1, 5000), st.floats(0.3, 0.7))
def test_the_law_is_outside_the_limits_just_when_the_share_raises_an_alarm(n, part):
    x = round(n * part)
    low, high = confidence_sequence(x, n, P)
    assert (low < P < high) == (log_e_value([x], [n], P) < np.log(20))


# Several tables


def test_e_bh_by_hand():
    # Of four: the best alone needs 80, two 40, three 26.7, four 20.
    assert discoveries([79.0, 1, 1, 1]).tolist() == [False] * 4
    assert discoveries([80.0, 1, 1, 1]).tolist() == [True, False, False, False]
    assert discoveries([27.0, 1, 27, 30]).tolist() == [True, False, True, True]
    assert discoveries([20.0] * 4).tolist() == [True] * 4


def test_tables_together_are_half_the_product_and_half_the_mean():
    monitor = Monitor({"a": "live", "b": "six-deck", "c": "live"})
    monitor.update(bc.deal("live", 30, rng=1), "a")
    monitor.update(bc.deal("six-deck", 20, rng=2), "b")
    a, b = (monitor.path(name)["e_combined"].to_numpy() for name in "ab")
    expected = np.append((a + (a + 2) / 3) / 2, (a[-1] * b + (a[-1] + b + 1) / 3) / 2)
    assert monitor.e_value == pytest.approx(expected[-1])
    assert monitor.highest == pytest.approx(max(1, expected.max()))


def test_one_bad_table_among_many_is_named():
    monitor = Monitor({f"table {i}": "live" for i in range(1, 6)})
    for i in range(1, 6):
        made = Bias(0.06).make(60, rng=i) if i == 3 else bc.deal("live", 60, rng=i)
        monitor.update(made, f"table {i}")
    assert monitor.deviating() == ("table 3",)
    assert monitor.verdict == "deviation"
    assert "Tables that deviate: table 3." in monitor.sentence()


# Records that grow


@given(shoes_of_coups, st.randoms(use_true_random=False))
@settings(max_examples=50, deadline=None)
def test_neither_order_nor_repetition_changes_the_evidence(texts, random):
    ids = [str(i) for i in range(len(texts))]
    at_once, one_by_one = Monitor("live"), Monitor("live")
    at_once.update(history_of(texts), ids=ids)
    mixed = random.sample(ids, len(ids))
    for shoe in (*mixed, *mixed[:2]):
        one_by_one.update(history_of([texts[int(shoe)]]), ids=[shoe])
    columns = ["e_value", "e_combined", "shoes", "coups", "share", "low", "high"]
    assert one_by_one.frame()[columns].equals(at_once.frame()[columns])


@given(shoes_of_coups, st.lists(st.integers(0, 30), min_size=1, max_size=6))
@settings(max_examples=50, deadline=None)
def test_a_record_revealed_in_pieces_ends_where_it_would(texts, cuts):
    whole, growing = Monitor("live"), Monitor("live")
    whole.update(history_of(texts))
    for cut in sorted(cuts):
        growing.update(history_of([text[:cut] for text in texts]))
    growing.update(history_of(texts))
    assert growing.shoes() == whole.shoes()
    now = ["e_value", "e_combined", "coups"]
    assert growing.frame()[now].equals(whole.frame()[now])


def test_a_path_follows_pieces_in_the_order_in_which_they_came():
    monitor = Monitor("live")
    monitor.update(history_of(["BBP", "PT"]), when=date(2026, 1, 1))
    monitor.update(history_of(["BBP", "PTB", "BB"]), when=date(2026, 1, 2))
    path = monitor.path()
    assert path["shoe"].tolist() == ["1", "2", "2", "3"]
    assert path["update"].tolist() == [1, 1, 2, 2]
    assert path["when"].tolist() == ["2026-01-01"] * 2 + ["2026-01-02"] * 2
    assert path["coups"].tolist() == [3, 4, 5, 7]
    for row, texts in enumerate([["BBP"], ["BBP", "P"], ["BBP", "PB"], ["BBP", "PB", "BB"]]):
        shown = path.loc[row, ["e_share", "e_repeats", "e_after_a_run"]].tolist()
        assert shown == pytest.approx(step_by_step(texts, 3, P))


def test_the_same_record_again_changes_nothing():
    monitor = Monitor("live")
    record = bc.deal("live", 5, rng=1)
    monitor.update(record, when="Monday")
    before = monitor.path()
    again = monitor.update(record, when="Tuesday")
    assert (again.added, again.extended, again.unchanged) == ((), (), tuple("12345"))
    assert monitor.path().equals(before)


@pytest.mark.parametrize(
    ("texts", "ids", "told"),
    [
        (["PBB", "PBP"], None, "shoe 2 of 'live' had B and now has P as coup 3"),
        (["PBB", "PB"], None, "shoe 2 of 'live' holds only 2 of the 3 coups it had"),
        (["PBBT", "PBB", "P"], ["1", "2", "1"], "got '1' twice"),
        (["PBBT"], ["1", "2"], "one for each of 1 shoe"),
    ],
)
def test_a_changed_shoe_is_refused_and_nothing_changes(texts, ids, told):
    monitor, same = Monitor("live"), Monitor("live")
    for one in (monitor, same):
        one.update(history_of(["PBB", "PBB"]))
    with pytest.raises(ValueError, match=told) as refused:
        monitor.update(history_of(texts), ids=ids)
    assert "\n" not in str(refused.value)
    assert monitor == same


def test_other_decks_and_unknown_names_are_refused():
    monitor = Monitor({"mine": "live", "other": "live"})
    with pytest.raises(ValueError, match="played with 6 decks"):
        monitor.update(bc.deal("six-deck", 1, rng=1), "mine")
    with pytest.raises(ValueError, match="name must be one of mine, other; got None"):
        monitor.update(bc.deal("live", 1, rng=1))


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"k": 1}, "k, the wins"),
        ({"prior": 0}, "prior must"),
        ({"prior": float("nan")}, "prior must"),
        ({"level": 1}, "level must"),
        ({"tables": {}}, "at least one table"),
    ],
)
def test_settings_out_of_bounds_are_refused(wrong, told):
    with pytest.raises(ValueError, match=told):
        Monitor(**{"tables": "live"} | wrong)


def test_a_shoe_entered_twice_is_told():
    text = "PBBPBTBBPPPBPBBBTPPB"
    monitor = Monitor({"a": "live", "b": "live"})
    assert not monitor.update(history_of([text, text[:19], text[:19]]), "a").warnings
    (warning,) = monitor.update(history_of([text]), "b").warnings
    assert warning == "shoe 1 of 'b' is the same as shoe 1 of 'a': was it entered twice?"
    grown = monitor.update(history_of([text, text, text[:19]]), "a")
    assert len(grown.warnings) == 1
    assert "shoe 2 of 'a'" in str(grown)


def test_nothing_recorded_is_no_evidence():
    monitor = Monitor({"a": "live", "b": "six-deck"})
    monitor.update(history_of(["", "TT"]), "a")
    assert monitor.e_value == monitor.highest == 1
    assert (monitor.frame()["e_value"] == 1).all()
    assert monitor.verdict == "inconclusive"
    assert monitor.path("b").empty


# The file


@pytest.fixture
def kept(tmp_path):
    monitor = Monitor({"salle privée": "live", "b": bc.Table(decks=6)}, k=4, level=0.01)
    monitor.update(bc.deal("live", 3, rng=1), "salle privée", when=date(2026, 1, 1))
    monitor.update(history_of(["PB"]), "b")
    monitor.update(history_of(["PBT", ""]), "b", when="later")
    monitor.save(tmp_path / "monitor.json")
    return monitor, tmp_path / "monitor.json"


def test_a_saved_monitor_comes_back_the_same(kept):
    monitor, path = kept
    again = Monitor.load(path, like=Monitor(monitor_tables(), k=4, level=0.01))
    assert again == monitor
    assert again.frame().equals(monitor.frame())
    assert again.path("b").equals(monitor.path("b"))
    again.save(path.with_name("again.json"))
    assert path.with_name("again.json").read_bytes() == path.read_bytes()


def monitor_tables():
    return {"salle privée": "live", "b": bc.Table(decks=6)}


def test_an_interrupted_save_leaves_the_old_file(kept, monkeypatch):
    monitor, path = kept
    old = path.read_bytes()
    monitor.update(history_of(["PBT", "", "P"]), "b")

    def interrupted(*_):
        raise KeyboardInterrupt

    for step in ("fsync", "replace"):
        monkeypatch.setattr(os, step, interrupted)
        with pytest.raises(KeyboardInterrupt):
            monitor.save(path)
        monkeypatch.undo()
        assert path.read_bytes() == old
        assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_file_with_other_settings_than_asked_for_is_refused(kept):
    _, path = kept
    for other in (Monitor(monitor_tables(), k=3, level=0.01), Monitor("live", k=4, level=0.01)):
        with pytest.raises(ValueError, match="settings are not those asked for"):
            Monitor.load(path, like=other)


def spoiled(text, change):
    held = json.loads(text)
    change(held)
    return json.dumps(held)


SPOILS = [
    (lambda h: h["settings"].update(k=3), "settings were changed after the first look"),
    (lambda h: h["settings"].update(level=0.05), "settings were changed after the first look"),
    (lambda h: h["settings"]["tables"].pop("b"), "settings were changed after the first look"),
    (lambda h: h.update(version=2), "version 2 and this program reads 1"),
    (lambda h: h.update(format="other"), "no monitor's file"),
    (lambda h: h.pop("arrivals"), "damaged"),
    (lambda h: h.update(arrivals=[{"name": "b"}]), "damaged"),
    (lambda h: h["arrivals"].pop(), "not those that arrived"),
    (lambda h: h["arrivals"].reverse(), "damaged"),
    (lambda h: h["shoes"].pop("b"), "damaged"),
    (lambda h: h["shoes"]["b"].update({"1": "PBX"}), "letters of shoe 1"),
    (lambda h: h["shoes"]["b"].update({"1": 3}), "letters of shoe 1"),
    (lambda h: h["shoes"].update(b=[1]), "damaged"),
]


@pytest.mark.parametrize(("change", "told"), SPOILS)
def test_a_spoiled_file_is_refused_in_a_line(kept, change, told):
    _, path = kept
    path.write_text(spoiled(path.read_text(encoding="utf-8"), change), encoding="utf-8")
    with pytest.raises(ValueError, match=told) as refused:
        Monitor.load(path)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("content", [b"", b"PBBT", b"[1]", b"\xff\xfe\x00", b"{" * 10])
def test_garbage_is_refused(tmp_path, content):
    (tmp_path / "m.json").write_bytes(content)
    with pytest.raises(ValueError, match="can't be used"):
        Monitor.load(tmp_path / "m.json")


# False alarms, and alarms


def weekly(made, records):
    """Give counts after each week, of records of `WEEKS` times `SHOES` shoes one after another."""
    decided = made.decided()
    counts = context_counts(decided, 3, decided.shoe() // SHOES, records * WEEKS)
    return counts.reshape(records, WEEKS, 5, 2).cumsum(axis=1)


def dealt_weeks(records, rng):
    blocks = [
        weekly(bc.deal("live", 40 * WEEKS * SHOES, rng=rng), 40) for _ in range(records // 40)
    ]
    return np.concatenate(blocks)


@pytest.fixture(scope="module")
def two_years():
    return dealt_weeks(400, np.random.default_rng(20))


def test_the_alarm_is_false_in_one_record_of_twenty_at_most(two_years):
    logs = log_e_values(two_years, P)
    combined = log_mean(logs).max(axis=1) >= np.log(20)
    # Were the chance as much as 5%, more alarms than this would come in one test of 10,000.
    assert combined.sum() <= binom.isf(1e-4, 400, 0.05)
    each = (logs.max(axis=1) >= np.log(20)).sum(axis=0)
    assert (each <= binom.isf(1e-4 / 4, 400, 0.05)).all()


def test_the_naive_test_is_false_in_more_than_a_third(two_years):
    alarms = (naive_p_values(two_years, P) < 0.05).any(axis=1).mean()
    # Four standard errors either way: a right program fails for one seed in 16,000.
    assert abs(alarms - NAIVE) < 4 * np.sqrt(NAIVE * (1 - NAIVE) / 400)


def test_the_limits_hold_at_all_looks_together(two_years):
    coups, wins = two_years[..., 0, 0], two_years[..., 0, 1]
    low, high = confidence_sequence(wins, coups, P)
    missed = ((low >= P) | (high <= P)).any(axis=1)
    assert missed.sum() <= binom.isf(1e-4, 400, 0.05)


def weeks_to_alarm(control, records, rng):
    made = control.make(records * WEEKS * SHOES, rng=rng)
    combined = log_mean(log_e_values(weekly(made, records), P))
    raised = combined >= np.log(20)
    return np.where(raised.any(axis=1), raised.argmax(axis=1) + 1, np.inf)


@pytest.mark.parametrize(
    ("control", "effect", "contexts"),
    [(Bias(0.02), 0.02, 1), (CONTROLS["sticky"], None, 2)],
    ids=["bias", "sticky"],
)
def test_a_planted_fault_raises_the_alarm_when_it_should(control, effect, contexts):
    weeks = weeks_to_alarm(control, 60, np.random.default_rng(5))
    effect = effect or control.truth().correlation / 2
    coups = np.arange(1, 590 * WEEKS)
    # On average the log e-value grows by 2 effect**2 a coup, less half a log of how far the data
    # outweigh the prior in each context, with a spread of 2 effect root n; the mean of four has
    # to reach 20, one of them 80.
    above = 2 * effect**2 * coups - contexts / 2 * np.log1p(coups / contexts / 625) - np.log(80)
    middle = coups[np.argmax(above >= 0)] / 590
    missed = norm.cdf(-above[-1] / (2 * effect * np.sqrt(coups[-1])))
    assert middle / 2 < np.median(weeks) < 2 * middle
    # More misses than this would come in one test of 10,000.
    assert np.isinf(weeks).sum() <= binom.isf(1e-4, 60, missed)


def test_simulated_false_alarms_agree_with_dealt_ones(two_years):
    found = false_alarms([74] * 8 * 30, np.repeat(np.arange(30), 8), records=300, rng=3)
    dealt = (naive_p_values(two_years[:, :30], P) < 0.05).any(axis=1).mean()
    error = np.sqrt(dealt * (1 - dealt) * (1 / 300 + 1 / 400))
    # Five standard errors: a right program fails for one seed in 1.7 million.
    assert abs(found.by_p_value / 300 - dealt) < 5 * error
    assert found.by_e_value <= binom.isf(1e-4, 300, 0.05)
    assert found.frame()["share"].tolist() == [found.by_e_value / 300, found.by_p_value / 300]


@pytest.mark.parametrize("looks", [[0], [1, 0], [-1, 0], [0, 0, 0]])
def test_looks_out_of_order_are_refused(looks):
    with pytest.raises(ValueError, match="looks must be"):
        false_alarms([70, 70], looks)


# The answer


def test_verdicts():
    biased, chance = Monitor("live"), Monitor("live")
    biased.update(Bias(0.03).make(300, rng=1))
    assert biased.verdict == "deviation"
    assert biased.frame().set_index("hypothesis").loc["share", "alarm"]
    assert "Look for a fault in the record" in biased.sentence()
    chance.update(bc.deal("live", 4000, rng=1))
    assert chance.verdict == "consistent with chance"
    low, high = chance.frame().loc[0, ["low", "high"]]
    assert -0.6825 < low < 0 < high < 0.5996
    assert "is ruled out" in chance.sentence()


def test_an_alarm_is_not_taken_back():
    monitor = Monitor("live")
    monitor.update(Bias(0.05).make(60, rng=2))
    monitor.update(Bias(-0.05).make(60, rng=3), ids=range(61, 121))
    assert monitor.highest >= 20 > monitor.e_value
    assert monitor.verdict == "deviation"


def test_a_flood_of_evidence_stays_finite_and_can_be_drawn():
    monitor = Monitor("live")
    monitor.update(history_of(["B" * 70] * 100))
    assert np.isfinite(monitor.path()["e_combined"]).all()
    assert monitor.highest > 1e290
    assert len(monitor_figure(monitor.path(), 0.05).axes) == 2


# The figure


def test_the_figure_shows_both_ways_over_the_same_coups():
    monitor = Monitor("live")
    monitor.update(bc.deal("live", 30, rng=1))
    above, below = monitor_figure(monitor.path(), 0.05).axes
    assert above.get_yscale() == below.get_yscale() == "log"
    assert above.get_shared_x_axes().joined(above, below)
    assert 20 in [line.get_ydata()[0] for line in above.lines]
    assert 0.05 in [line.get_ydata()[0] for line in below.lines]
    coups = monitor.path()["coups"].tolist()
    assert any(list(line.get_xdata()) == coups for line in below.lines)


def test_a_path_without_shoes_is_refused():
    with pytest.raises(ValueError, match="no shoe"):
        monitor_figure(Monitor("live").path(), 0.05)
