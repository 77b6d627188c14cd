"""Selections as hypotheses: their bets and hits recounted, their p values found another way."""

from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import isnan
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom, binomtest
from statsmodels.stats.proportion import proportion_confint

import baccarat as bc
from baccarat import SELECTIONS, sides
from baccarat.betting.selections import Selection
from baccarat.betting.sides import Chooser, sides_over
from baccarat.evidence.break_even import side_odds
from baccarat.evidence.followed.luck import profits_by_luck
from baccarat.evidence.followed.mix import mix_p_value, score_interval
from baccarat.evidence.followed.orders import order_p_values, order_scores
from baccarat.evidence.followed.rates import hit_rates
from baccarat.kernels import sessions as kernels

BANKER = Fraction(279815987114, 552096050907)
"""Banker's share of decided coups from eight decks."""

CHANCE = float(1 - BANKER), float(BANKER)
LETTERS = {0: "P", 1: "B", 255: "-"}

shoes = st.lists(st.text("PBTV", max_size=40), max_size=4)
every = pytest.mark.parametrize("name", list(SELECTIONS))
quick = settings(max_examples=60, deadline=None, derandomize=True)


class Third(Selection):
    """Every third decided coup, on the side that won fewer so far."""

    start = frozenset({("P", 0), ("B", 0)})

    def side(self, state):
        won = dict(state)
        if sum(won.values()) % 3 != 2:
            return None
        return "banker" if won["P"] > won["B"] else "player"

    def seen(self, state, outcome):
        won = dict(state)
        won[outcome[0].upper()] += 1
        return frozenset(won.items())


class Never(Selection):
    """No bet, ever."""

    start = None

    def side(self, state):
        return None

    def seen(self, state, outcome):
        return None


def history_of(*shoes, table="live"):
    outcomes = ["PBTV".index(letter) for shoe in shoes for letter in shoe]
    return bc.History(outcomes, np.cumsum([0, *map(len, shoes)]), table=bc.TABLES[table])


def never_more_often_than(times, n, share):
    """Say whether a test of that level may reject so often; wrongly "no" once in 10,000."""
    return times <= binom.ppf(1 - 1e-4, n, share)


# Sides


@pytest.mark.parametrize(
    "selection",
    [*SELECTIONS.values(), Third(), Never()],
    ids=lambda each: repr(each).split(" object")[0],
)
@quick
@given(shoes=shoes)
def test_sides_of_a_history_are_those_traced_by_hand(selection, shoes):
    found = "".join(LETTERS[side] for side in sides_over(selection, history_of(*shoes)).tolist())
    assert found == "".join(sides(selection, shoe) for shoe in shoes)


@every
def test_a_table_that_is_emptied_gives_the_same_sides(name):
    history = bc.deal("live", 20, rng=3)
    small = Chooser(SELECTIONS[name], cap=5).over(history.outcomes, history.starts)
    np.testing.assert_array_equal(small, sides_over(SELECTIONS[name], history))


def test_a_chooser_serves_many_histories():
    chooser = Chooser(SELECTIONS["cockroach red"])
    for seed in range(3):
        history = bc.deal("live", 5, rng=seed)
        expected = sides_over(SELECTIONS["cockroach red"], history)
        np.testing.assert_array_equal(chooser.over(history.outcomes, history.starts), expected)


def test_the_loop_gives_the_same_uncompiled(monkeypatch):
    history = bc.deal("live", 2, rng=1)
    compiled = sides_over(SELECTIONS["small red"], history)
    plain = getattr(kernels.choose_sides, "py_func", kernels.choose_sides)
    monkeypatch.setattr(kernels, "choose_sides", plain)
    np.testing.assert_array_equal(sides_over(SELECTIONS["small red"], history), compiled)


# Bets, hits and what they paid


def plainly(selection, shoes):
    """Count bets and decided bets by side, and hits, coup by coup."""
    on, decided, hits = [0, 0], [0, 0], 0
    for shoe in shoes:
        for side, outcome in zip(sides(selection, shoe), shoe, strict=True):
            if side != "-" and outcome != "V":
                on["PB".index(side)] += 1
                decided["PB".index(side)] += outcome != "T"
                hits += side == outcome
    return tuple(on), tuple(decided), hits


@quick
@given(shoes=shoes)
def test_counts_of_a_plain_loop(shoes):
    chosen = {**SELECTIONS, "third": Third()}
    with patch("gc.collect"):  # statsmodels collects at every correction
        rates = hit_rates(history_of(*shoes), chosen).rates
    for rate in rates:
        counted = plainly(chosen[rate.selection], shoes)
        assert (rate.on, rate.decided, rate.hits) == counted


@pytest.mark.parametrize("table", ["live", "ez", "live-no-commission", "six-deck"])
def test_net_is_that_of_flat_play(table):
    history = bc.deal(table, 60, rng=4)
    systems = [bc.System(selection, bc.Flat()) for selection in SELECTIONS.values()]
    results = bc.play(systems, history)
    for rate, played in zip(hit_rates(history).rates, results.played, strict=True):
        assert rate.net == sum(net * times for net, times in played.tally.nets.items())
        assert rate.bets == played.bets
        assert rate.profit == (rate.net > 0)


def test_a_record_of_outcomes_does_not_tell_what_a_six_paid():
    followed = hit_rates(history_of("PBBP", table="punto-banco"))
    assert followed.profits is None
    assert followed.frame()["net_units"].isna().all()
    assert followed.rates[1].hits == 2
    assert "does not tell what the bets paid" in followed.sentence()


def test_a_selection_that_never_bets_is_listed_and_not_judged():
    followed = hit_rates(history_of("PBBP"), {"never": Never(), "third": Third()})
    rate = followed.rates[0]
    assert (rate.bets, rate.net, rate.profit) == (0, 0, False)
    assert isnan(rate.rate)
    assert isnan(rate.expected)
    assert rate.result.method == "none"
    assert rate.result.verdict == followed.verdict == "inconclusive"
    by_order = hit_rates(history_of("PBBP"), {"never": Never()}, correction="minimum p")
    assert by_order.rates[0].result.method == "none"
    assert by_order.rates[0].result.p_corrected == 1
    assert "none can be judged" in by_order.sentence()


# What chance gives


def test_follow_last_hits_p_squared_plus_q_squared():
    mean = float(BANKER**2 + (1 - BANKER) ** 2)
    assert mean == pytest.approx(0.50009, abs=5e-6)
    rate = hit_rates(bc.deal("live", 2000, rng=5)).rates[2]
    # It is the share of bets on banker that varies: 5 standard errors, once in two million.
    spread = (CHANCE[1] - CHANCE[0]) * (CHANCE[0] * CHANCE[1] / sum(rate.decided)) ** 0.5
    assert rate.expected == pytest.approx(mean, abs=5 * spread)


@pytest.mark.parametrize("table", list(bc.TABLES))
def test_short_of_break_even_by_the_edge_of_a_decided_bet(table):
    table = bc.TABLES[table]
    law, odds = bc.coup_law(table.decks), side_odds(table)
    decided = 1 - law.tie / law.total
    for place, side in enumerate(("player", "banker")):
        c, gain, loss = odds.chance[place], odds.gain[place], odds.loss[place]
        edge = float(law.edge(table.bets[side])) / decided
        assert (1 - c) * loss - c * gain == pytest.approx(edge, rel=1e-9)


@given(st.tuples(st.integers(0, 99), st.integers(0, 99)).filter(any))
@quick
def test_bets_pay_nothing_at_break_even(mix):
    odds = side_odds(bc.TABLES["classic"])
    shift = odds.break_even(mix) / 100
    comes_to = mix[0] * (2 * (CHANCE[0] + shift) - 1) + mix[1] * (1.95 * (CHANCE[1] + shift) - 1)
    assert comes_to == pytest.approx(0, abs=1e-9)
    assert odds.margin(mix)[0] == -odds.margin((mix[1], mix[0]))[1]


@pytest.mark.parametrize(
    "mix",
    [(1, 0), (0, 1), (2, 1), (3, 3), (1, 5), (4, 2)],
    ids=str,
)
def test_p_values_of_every_sequence_of_hits(mix):
    chances = [CHANCE[0]] * mix[0] + [CHANCE[1]] * mix[1]
    law = np.zeros(len(chances) + 1)
    for hit in product([0, 1], repeat=len(chances)):
        law[sum(hit)] += np.prod([p if h else 1 - p for p, h in zip(chances, hit, strict=True)])
    for hits, chance in enumerate(law):
        expected = law[law <= chance * (1 + 1e-7)].sum()
        assert mix_p_value(hits, mix, CHANCE) == pytest.approx(expected, rel=1e-9)


@given(st.integers(1, 400), st.floats(0, 1))
@quick
def test_bets_on_one_side_are_binomial_with_wilsons_interval(bets, share):
    hits = round(share * bets)
    expected = binomtest(hits, bets, CHANCE[1]).pvalue
    assert mix_p_value(hits, (0, bets), CHANCE) == pytest.approx(expected, rel=1e-6)
    low, high = proportion_confint(hits, bets, method="wilson")
    found = np.array(score_interval(hits, (0, bets), CHANCE)) / 100 + CHANCE[1]
    assert found == pytest.approx([low, high], abs=1e-12)


def test_the_normal_law_takes_over_where_it_is_close():
    exact, normal = (mix_p_value(half + 70, (half, half), CHANCE) for half in (2500, 2501))
    # Two-sided and without a correction for whole numbers: off by the chance of one number.
    assert normal == pytest.approx(exact, abs=binom.pmf(2570, 5000, 0.5))


def test_the_score_interval_holds_the_shifts_the_score_test_lets_pass():
    low, high = score_interval(70, (60, 80), CHANCE)
    for shift in (low / 100, high / 100):
        mean = 60 * (CHANCE[0] + shift) + 80 * (CHANCE[1] + shift)
        spread = sum(
            m * (c + shift) * (1 - c - shift) for m, c in zip((60, 80), CHANCE, strict=True)
        )
        assert abs(70 - mean) / spread**0.5 == pytest.approx(1.959964, abs=1e-6)


# Many selections


def test_holm_and_benjamini_hochberg_by_hand():
    followed = hit_rates(bc.deal("live", 30, rng=8))
    p = np.array([rate.result.p_value for rate in followed.rates])
    order, n = np.argsort(p, kind="stable"), p.size
    ranked = p[order]
    holm = np.minimum(np.maximum.accumulate((n - np.arange(n)) * ranked), 1)
    bh = np.minimum.accumulate((ranked * n / (1 + np.arange(n)))[::-1])[::-1]
    assert [followed.rates[i].result.p_corrected for i in order] == pytest.approx(holm)
    assert [followed.rates[i].p_bh for i in order] == pytest.approx(np.minimum(bh, 1))


def stepped(scores):
    """Westfall and Young's step-down, each step a loop over what is left."""
    apart = np.abs(scores - scores.mean(axis=0))
    records, n = apart.shape
    p = np.array(
        [[np.mean(apart[:, j] >= apart[r, j] - 1e-9) for j in range(n)] for r in range(records)]
    )
    left, corrected, so_far = sorted(range(n), key=lambda j: p[0, j]), np.zeros(n), 0.0
    while left:
        j = left[0]
        so_far = max(so_far, np.mean([min(row[left]) <= p[0, j] + 1e-12 for row in p]))
        corrected[j] = so_far
        left.pop(0)
    return p[0], corrected


@pytest.mark.parametrize("seed", range(5))
def test_minimum_p_by_loops(seed):
    rng = np.random.default_rng(seed)
    scores = rng.integers(-4, 5, (40, 6)) @ rng.integers(-2, 3, (6, 6)) * 1.0
    np.testing.assert_allclose(np.array(order_p_values(scores)), np.array(stepped(scores)))


def test_shuffled_scores_are_those_of_every_order():
    chosen = [SELECTIONS["follow last"], SELECTIONS["opposite last"], SELECTIONS["banker"]]
    history = history_of("PPTPB", "BBVBPB")
    orders = [
        ("".join(one), "".join(two))
        for one, two in product(permutations("PPPB"), permutations("BBBPB"))
    ]
    every = np.array([[plain_score(selection, order) for selection in chosen] for order in orders])
    times = 20_000
    scores = order_scores(history, chosen, CHANCE, times, np.random.default_rng(1))[1:]
    values, ways = np.unique(every.round(9), axis=0, return_counts=True)
    for value, expected in zip(values, ways / len(every), strict=True):
        seen = np.mean(np.all(np.abs(scores - value) < 1e-6, axis=1))
        # 5 standard errors: a false alarm once in a million.
        assert seen == pytest.approx(expected, abs=5 * (expected / times) ** 0.5)


@cache
def plain_score(selection, order):
    _, decided, hits = plainly(selection, order)
    return hits - CHANCE[0] * decided[0] - CHANCE[1] * decided[1]


def test_the_shuffles_do_not_depend_on_how_they_are_cut_into_blocks(monkeypatch):
    history, chosen = bc.deal("live", 2, rng=1), [SELECTIONS["follow 3"]]
    whole = order_scores(history, chosen, CHANCE, 20, np.random.default_rng(2))
    monkeypatch.setattr("baccarat.evidence.followed.orders.BLOCK_COUPS", 400)
    parts = order_scores(history, chosen, CHANCE, 20, np.random.default_rng(2))
    np.testing.assert_array_equal(whole, parts)


RECORDS = 300


@pytest.fixture(scope="module")
def by_chance():
    history = bc.deal("live", 30 * RECORDS, rng=6)
    with patch("gc.collect"):  # statsmodels collects at every correction
        return [hit_rates(history.part(i, i + 30)) for i in range(0, 30 * RECORDS, 30)]


def test_chance_is_called_a_deviation_once_in_twenty_records_at_most(by_chance):
    deviations = sum(each.verdict == "deviation" for each in by_chance)
    assert never_more_often_than(deviations, RECORDS, 0.05)


def test_a_selection_alone_rejects_chance_no_more_often_than_its_level(by_chance):
    alone = np.array([[rate.result.p_value < 0.05 for rate in each.rates] for each in by_chance])
    for times in alone.sum(axis=0).tolist():
        assert never_more_often_than(times, RECORDS, 0.05)


def test_intervals_hold_chance_in_nineteen_records_of_twenty(by_chance):
    outside = np.array(
        [[not r.result.low <= 0 <= r.result.high for r in each.rates] for each in by_chance]
    )
    # Wilson's cover swings about 95% with the number of bets, some thirty for the sparsest.
    for times in outside.sum(axis=0).tolist():
        assert never_more_often_than(times, RECORDS, 0.065)


@pytest.mark.usefixtures("quick_corrections")
def test_the_minimum_p_keeps_its_level():
    history = bc.deal("live", 8 * 100, rng=7)
    records = [history.part(i, i + 8) for i in range(0, history.segments, 8)]
    made = [hit_rates(each, correction="minimum p", permutations=199) for each in records]
    deviations = sum(each.verdict == "deviation" for each in made)
    assert never_more_often_than(deviations, len(records), 0.05)


def test_the_minimum_p_is_less_strict_than_holm_of_the_same_p_values():
    followed = hit_rates(bc.deal("live", 100, rng=9), correction="minimum p", permutations=499)
    p = [rate.result.p_value for rate in followed.rates]
    best = int(np.argmin(p))
    assert p[best] <= followed.rates[best].result.p_corrected < min(1, p[best] * len(p))
    assert all(r.result.method == "permutation" for r in followed.rates)
    assert [r.result.p_value for r in followed.rates[:2]] == [1, 1]  # player and banker, always


@pytest.mark.parametrize("correction", ["holm", "minimum p"])
def test_a_sticky_record_makes_follow_last_a_deviation(correction):
    # Repeats come 1.5 points too often: 3.6 standard errors over 1,000 shoes and more.
    history = bc.CONTROLS["sticky"].make(1500, rng=2)
    chosen = {name: SELECTIONS[name] for name in ("banker", "follow last", "opposite last")}
    followed = hit_rates(history, chosen, correction=correction)
    found = {rate.selection: rate.result for rate in followed.rates}
    assert followed.verdict == found["follow last"].verdict == "deviation"
    assert found["follow last"].effect > 0
    assert found["follow last"].effect == pytest.approx(-found["opposite last"].effect)
    assert found["banker"].verdict != "deviation"
    assert "follow last with" in followed.sentence()


def test_a_biased_record_makes_the_side_a_deviation():
    followed = hit_rates(bc.CONTROLS["bias"].make(1500, rng=2))
    assert followed.rates[1].result.verdict == "deviation"


def test_a_long_record_by_chance_is_consistent_with_it():
    history = bc.deal("live", 5000, rng=3)
    chosen = {name: SELECTIONS[name] for name in ("player", "follow last", "time before last")}
    followed = hit_rates(history, chosen)
    assert followed.verdict == "consistent with chance"
    assert followed.sentence().startswith("Each of 3 selections tried hits as often as")
    assert "deviation" not in followed._repr_html_()


def test_the_table_has_a_row_a_selection():
    followed = hit_rates(bc.deal("live", 20, rng=1), {**SELECTIONS, "never": Never()})
    frame = followed.frame()
    assert frame["selection"].tolist() == [*SELECTIONS, "never"]
    told = frame[frame["decided"] > 0]
    assert (told["low"] < told["effect"]).all()
    assert (told["effect"] < told["high"]).all()
    assert told["effect"].to_numpy() == pytest.approx(100 * (told["rate"] - told["expected"]))
    assert (told["p_corrected"] >= told["p_value"]).all()
    assert (told["break_even_against"] < 0).all()
    assert (told["break_even"] > 0).all()
    assert frame["profit"].sum() == followed.profits


# Bad input


@pytest.mark.parametrize("selections", [{}, [bc.FollowLast()], None], ids=repr)
def test_selections_go_by_name(selections):
    with pytest.raises(ValueError, match="selections must go by name, as"):
        hit_rates(history_of("PB"), selections)


def test_what_is_no_selection_is_refused():
    with pytest.raises(ValueError, match="'mine' must be a selection, such as FollowLast"):
        hit_rates(history_of("PB"), {"mine": bc.Flat()})


def test_an_unknown_correction_is_refused():
    with pytest.raises(ValueError, match="correction must be"):
        hit_rates(history_of("PB"), correction="bonferroni")


def test_too_much_work_is_refused_with_advice():
    history = bc.History(np.zeros(200_000, dtype=np.uint8), table=bc.TABLES["live"])
    with pytest.raises(ValueError, match='take correction="holm"'):
        hit_rates(history, correction="minimum p")
    with pytest.raises(ValueError, match="ask for fewer, or about a part"):
        profits_by_luck(history, repetitions=1000)


@pytest.mark.parametrize("size", [[0.5], [-1], [[1]], "live"], ids=repr)
def test_a_size_is_coups_of_each_shoe(size):
    with pytest.raises(ValueError, match="coups of each shoe"):
        profits_by_luck(size, table="live")


def test_luck_needs_coups_and_a_table():
    with pytest.raises(ValueError, match="no coups"):
        profits_by_luck([0], table="live")
    with pytest.raises(ValueError, match="say at which table"):
        profits_by_luck([80])


# Luck


def chance_ahead(coups, win, lose, pays):
    """Give the exact chance that flat bets on one side end ahead; a tie pushes."""
    law = {0: 1.0}
    for _ in range(coups):
        after = {}
        for net, chance in law.items():
            for step, p in ((pays, win), (-20, lose), (0, 1 - win - lose)):
                after[net + step] = after.get(net + step, 0) + chance * p
        law = after
    return sum(chance for net, chance in law.items() if net > 0)


def test_luck_of_one_side_is_exact():
    law = bc.coup_law(decks=8)
    player, banker = law.player / law.total, law.banker / law.total
    times = 4000
    for side, exact in (
        ("player", chance_ahead(60, player, banker, 20)),
        ("banker", chance_ahead(60, banker, player, 19)),
    ):
        luck = profits_by_luck(
            [30, 0, 30], {side: bc.Always(side)}, "live", rng=1, repetitions=times
        )
        # 5 standard errors: a false alarm once in two million.
        assert luck.some == pytest.approx(exact, abs=5 * (exact * (1 - exact) / times) ** 0.5)


def test_luck_on_independent_coups_is_that_on_dealt_shoes(by_chance):
    dealt = np.array([each.profits for each in by_chance])
    luck = profits_by_luck([81] * 30, table="live", rng=2, repetitions=600)
    error = (dealt.var() / dealt.size + luck.counts.var() / 600) ** 0.5
    # 4 standard errors: a false alarm once in 16,000.
    assert luck.counts.mean() == pytest.approx(dealt.mean(), abs=4 * error)
    assert luck.range90[0] <= np.median(dealt) <= luck.range90[1]


def test_at_a_table_without_commission_sixes_are_dealt_too():
    chosen = {"banker": bc.Always("banker")}
    luck = profits_by_luck([81] * 20, chosen, "live-no-commission", rng=1, repetitions=4000)
    history = bc.deal("live-no-commission", 20 * 400, rng=1)
    session = bc.Session(shoes=20)
    played = bc.play(bc.System(bc.Always("banker"), bc.Flat()), history, session=session).played[0]
    share = played.chance("ahead")[0]
    # 4 standard errors: a false alarm once in 16,000.
    error = (share * (1 - share) * (1 / 400 + 1 / 4000)) ** 0.5
    assert luck.some == pytest.approx(share, abs=4 * error)


def test_the_observed_number_has_its_place():
    history = bc.deal("live", 20, rng=1)
    luck = profits_by_luck(history, rng=1, repetitions=200)
    assert luck.observed == hit_rates(history).profits
    assert luck.as_many == (1 + (luck.counts >= luck.observed).sum()) / 201
    assert (luck.coups, luck.shoes, luck.tried) == (len(history), 20, len(SELECTIONS))
    assert luck.frame()["records"].sum() == luck.repetitions == 200
    assert "On this record" in luck._repr_html_()
    assert 0 < luck.some_error < 0.05


def test_long_records_are_dealt_less_often(monkeypatch):
    monkeypatch.setattr("baccarat.evidence.followed.luck._USUAL_STEPS", 500_000)
    chosen = {"player": bc.Always("player")}
    for coups, times in ((100, 2000), (1000, 500), (20_000, 100)):
        assert profits_by_luck([coups], chosen, "live", rng=1).repetitions == times


def test_some_selections_end_ahead_on_nearly_every_record_of_fifty_shoes():
    # The catalogue holds six pairs that bet against each other: where one loses by more than the
    # house takes of both, the other wins.
    luck = profits_by_luck([81] * 50, table="live", rng=3, repetitions=400)
    assert luck.some == 1
    assert 4 <= luck.median <= 7


# Figures


def test_figures_name_what_they_show():
    from baccarat.plots.drawing import svg
    from baccarat.plots.followed import luck_figure, selections_figure

    history = bc.deal("live", 10, rng=1)
    followed = hit_rates(history, {**SELECTIONS, "never": Never()})
    luck = profits_by_luck(history, rng=1, repetitions=100)
    for figure in (selections_figure(followed), luck_figure(luck)):
        (ax,) = figure.axes
        assert ax.get_title(loc="left")
        assert ax.get_xlabel()
        assert ax.get_ylabel()
        assert "currentColor" in svg(figure, "figure")
    labels = [label.get_text() for label in selections_figure(followed).axes[0].get_yticklabels()]
    assert labels[0] == "never (no bets)"
    assert len(labels) == len(followed.rates)


def test_a_figure_of_nothing_but_no_bets_can_be_drawn():
    from baccarat.plots.drawing import svg
    from baccarat.plots.followed import selections_figure

    figure = selections_figure(hit_rates(history_of("PB"), {"never": Never()}))
    assert "never" in svg(figure, "never bet")
