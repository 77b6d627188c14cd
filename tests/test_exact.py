"""Exact answers about systems: facts found elsewhere, simulation, and what must always hold."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import baccarat as bc
from baccarat.betting.chain import TooManyStatesError, grow
from baccarat.game.money import UNIT

DATA = Path(__file__).parent / "data"
RUIN = json.loads((DATA / "ruin.json").read_text())
MARTINGALE = json.loads((DATA / "martingale.json").read_text())
LIVE = bc.TABLES["live"]
LAW = bc.coup_law(decks=8)
SE = 5.0
"""Standard errors allowed: a false alarm in 1.7 million comparisons; there are some 200 here."""


def on(side, name):
    progression = bc.PROGRESSIONS[name] if isinstance(name, str) else name
    return bc.System(bc.Always(side), progression)


def edge(table, side, decided=False):
    bet = bc.TABLES[table].bets[side]
    return float(bc.coup_law(decks=bc.TABLES[table].decks).edge(bet)) / (
        1 - LAW.tie / LAW.total if decided else 1
    )


def printed(value, expected):
    """Agree in all the digits that were printed."""
    digits = len(str(expected).partition(".")[2])
    return round(value, digits) == expected


CASES = [
    (target, name, fact) for target in ("to_110", "to_200") for name, fact in RUIN[target].items()
]


@pytest.mark.parametrize(("target", "name", "fact"), CASES)
def test_reach_before_ruin(target, name, fact):
    aim = int(target[3:])
    if name == "bold play":
        reached = bc.bold_play("live", 100, aim, limit=100)
    else:
        reached = bc.reach(on("player", name), "live", 100, aim, limit=100)
    assert printed(reached.probability, fact["p"])
    if "action" in fact:
        assert printed(reached.action, fact["action"]) or round(reached.action) == fact["action"]


@pytest.mark.parametrize(("start", "fact"), MARTINGALE["flat_player_reach_before_ruin"].items())
def test_flat_play_as_gamblers_ruin(start, fact):
    bankroll, target = map(int, start.split("->"))
    reached = bc.reach(on("player", "flat"), "live", bankroll, target)
    assert reached.probability == pytest.approx(fact, abs=1e-12)
    ratio = LAW.banker / LAW.player
    closed = (ratio**bankroll - 1) / (ratio**target - 1)
    assert reached.probability == pytest.approx(closed, rel=1e-10)
    assert reached.coups == pytest.approx(
        (bankroll - target * closed) / edge("live", "player", True)
    )


CYCLES = [
    (int(steps), side, fact)
    for steps, sides in MARTINGALE["martingale"].items()
    for side, fact in sides.items()
]


@pytest.mark.parametrize(("steps", "side", "fact"), CYCLES)
def test_a_martingale_broken_by_a_run_of_losses(steps, side, fact):
    system = on(side.removesuffix("5"), "martingale")
    broken = {"limit": 2 ** (steps - 1), "over_limit": "stop"}
    for ties, key in ((False, "ruin_in"), (True, "ruin_in_coups_with_ties")):
        for coups, chance in fact[key].items():
            found = bc.ruin_within(system, "live", None, int(coups), **broken, ties=ties)
            assert found == pytest.approx(chance, abs=1e-12)
    once = bc.ruin_within(system, "live", None, steps, **broken, ties=False)
    assert once == pytest.approx(fact["ruin_per_cycle"], abs=1e-14)


# On banker a win at the seventh step does not pay for the losses before it.
@pytest.mark.parametrize(
    ("steps", "side", "fact"), [case for case in CYCLES if case[0] == 5 or case[1] == "player"]
)
def test_a_cycle_of_a_martingale(steps, side, fact):
    bankroll = 2**steps - 1
    target = bankroll + (1 if side == "player" else 0.2)
    cycle = bc.reach(on(side.removesuffix("5"), "martingale"), "live", bankroll, target)
    assert cycle.ruin == pytest.approx(fact["ruin_per_cycle"], abs=1e-13)
    assert cycle.action == pytest.approx(fact["action"], abs=1e-11)
    assert cycle.net == pytest.approx(fact["ev_cycle"], abs=1e-11)
    assert cycle.net / cycle.action == pytest.approx(fact["ev_over_action"], abs=1e-12)


TABLES = ("live", "punto-banco", "ez")


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("side", ["player", "banker"])
def test_what_stakes_cost_is_the_edge(table, side):
    decided = edge(table, side, decided=True)
    for name in ("flat", "martingale", "paroli", "d'alembert", "oscar's grind"):
        reached = bc.reach(on(side, name), table, 12, 18, limit=8)
        assert reached.probability + reached.ruin + reached.stopped == pytest.approx(1, abs=1e-12)
        assert reached.net == pytest.approx(-decided * reached.action, abs=1e-11)
        law = bc.final_law(on(side, name), table, 12, coups=30, limit=8, target=18)
        assert law.probability.sum() == pytest.approx(1, abs=1e-12)
        assert law.mean - 12 == pytest.approx(-edge(table, side) * law.action, abs=1e-12)


@pytest.mark.parametrize("name", list(bc.SELECTIONS))
def test_a_selection_changes_nothing_but_the_side(name):
    # Until n coups are over, what is staked on player and on banker is all that counts.
    system = bc.System(bc.SELECTIONS[name], bc.Martingale())
    law = bc.final_law(system, "live", 7, coups=10, limit=4)
    assert law.probability.sum() == pytest.approx(1, abs=1e-12)
    cost = 7 - law.mean
    low, high = sorted((edge("live", "player"), edge("live", "banker")))
    assert low * law.action - 1e-12 <= cost <= high * law.action + 1e-12


def test_a_table_half_on_six_is_followed_pay_by_pay():
    law = bc.final_law(on("banker", "flat"), "punto-banco", 10, coups=1, ties=False)
    bet = bc.TABLES["punto-banco"].bets["banker"]
    decided = LAW.player + LAW.banker
    ways = {float(pay): n / decided for pay, n in LAW.pays(bet).items() if pay}
    assert law.bank_units.tolist() == [10 + pay for pay in ways]
    np.testing.assert_allclose(law.probability, list(ways.values()), atol=1e-15)


def test_a_push_on_a_decided_coup_moves_nothing():
    law = bc.final_law(on("banker", "martingale"), "ez", None, coups=2, ties=False)
    decided = LAW.player + LAW.banker
    ways = LAW.pays(bc.TABLES["ez"].bets["banker"])
    win, lose = ways[1] / decided, ways[-1] / decided
    push = 1 - win - lose
    by_hand = {
        -3: lose * lose,
        -1: 2 * lose * push,
        0: push * push + win * lose,
        1: 2 * win * push + lose * win,
        2: win * win,
    }
    assert law.bank_units.tolist() == list(by_hand)
    np.testing.assert_allclose(law.probability, list(by_hand.values()), atol=1e-15)


def test_the_law_of_many_flat_bets_is_binomial():
    law = bc.final_law(on("player", "flat"), "live", None, coups=40, ties=False)
    p = LAW.player / (LAW.player + LAW.banker)
    from scipy.stats import binom

    np.testing.assert_allclose(law.probability, binom.pmf(np.arange(41), 40, p), atol=1e-14)
    np.testing.assert_array_equal(law.bank_units, np.arange(-40, 41, 2))
    assert law.frame()["at_most"].iloc[-1] == pytest.approx(1)


def every_course(system, outcomes, session, target):
    """Chances of the final bankrolls by the ledger of every course of decided coups."""
    total = {}
    shares = (LAW.player / (LAW.player + LAW.banker), LAW.banker / (LAW.player + LAW.banker))
    session = replace(session, win=target - session.bankroll)
    for course in range(2**outcomes):
        coups = [(course >> i) & 1 for i in range(outcomes)]
        books = bc.ledger(system, bc.History(coups), session, "live")
        bank = books["bank_units"].iloc[-1] if len(books) else session.bankroll
        chance = np.prod([shares[coup] for coup in coups])
        total[round(bank, 4)] = total.get(round(bank, 4), 0) + chance
    return dict(sorted(total.items()))


@settings(max_examples=30, deadline=None, derandomize=True)
@given(
    selection=st.sampled_from(list(bc.SELECTIONS.values())),
    progression=st.sampled_from(list(bc.PROGRESSIONS.values())),
    over=st.sampled_from(["stop", "restart", "limit"]),
    short=st.sampled_from(["stop", "rest"]),
    minimum=st.integers(1, 2),
)
def test_every_course_of_six_coups_by_the_ledger(selection, progression, over, short, minimum):
    system = bc.System(selection, progression)
    session = bc.Session(5, limit=3, minimum=minimum, over_limit=over, short=short)
    counted = every_course(system, 6, session, target=8)
    law = bc.final_law(
        system, "live", 5, 6, 3, target=8, over_limit=over, short=short, minimum=minimum, ties=False
    )
    np.testing.assert_allclose(law.bank_units, list(counted), atol=1e-9)
    np.testing.assert_allclose(law.probability, list(counted.values()), atol=1e-13)


def sessions(count, coups, seed, table="live"):
    """Independent coups, cut into sessions of a fixed length."""
    dealt = bc.deal_independent(table, count * coups, rng=seed)
    starts = np.arange(0, count * coups + 1, coups)
    return bc.History(dealt.outcomes, starts, dealt.coups, table=dealt.table)


SIMULATED = [
    ("live", bc.Always("player"), "martingale", "limit"),
    ("live", bc.Always("banker"), "d'alembert", "limit"),
    ("ez", bc.FollowLast(), "1-3-2-6", "restart"),
    ("punto-banco", bc.FollowStreak(3), "oscar's grind", "limit"),
    ("six-deck", bc.TimeBeforeLast(), "paroli", "limit"),
    ("live", bc.OppositeLast(), "tiers et tout", "stop"),
]


@pytest.mark.parametrize(("table", "selection", "name", "over"), SIMULATED)
def test_simulated_sessions_of_sixty_coups(table, selection, name, over):
    system, count = bc.System(selection, bc.PROGRESSIONS[name]), 40_000
    rules = {"limit": 8, "over_limit": over}
    played = bc.play(system, sessions(count, 60, 7, table), session=bc.Session(12, win=6, **rules))
    found, law = played.played[0], bc.final_law(system, table, 12, 60, target=18, **rules)
    for reason in ("ruined", "target", "over the limit"):
        chance = law.ended[reason]
        error = np.sqrt(chance * (1 - chance) / count)
        assert abs(found.chance(reason)[0] - chance) <= SE * error
    nets = {net + 12 * UNIT: times / count for net, times in found.tally.nets.items()}
    banks = (law.bank_units * UNIT).round().astype(int).tolist()
    assert set(nets) <= set(banks)
    for bank, chance in zip(banks, law.probability, strict=True):
        error = np.sqrt(chance * (1 - chance) / count)
        if count * chance > 100:  # where a count is close to normal
            assert abs(nets[bank] - chance) <= SE * error


def test_simulated_sessions_played_to_their_end():
    system, count = on("banker", "martingale"), 20_000
    reached = bc.reach(system, "live", 20, 26, limit=10)
    ended = bc.play(
        system, sessions(count, 400, 11), session=bc.Session(20, limit=10, win=6)
    ).played[0]
    assert ended.chance("end")[0] == 0
    error = np.sqrt(reached.probability * reached.ruin / count)
    assert abs(ended.chance("target")[0] - reached.probability) <= SE * error
    # The coups and stakes of a session spread about as widely as their mean.
    assert ended.coups / count == pytest.approx(reached.coups_with_ties, rel=0.05)
    assert ended.action / count == pytest.approx(reached.action_with_ties, rel=0.05)


@pytest.mark.parametrize("target", [110, 200])
def test_bold_play_is_the_best_on_player(target):
    bold = bc.bold_play("live", 100, target).probability
    best = bc.ceiling("live", 100, target, sides=("player",))
    assert best.probability == pytest.approx(bold, abs=1e-12)
    assert best.probability < best.fair == 100 / target
    assert bc.ceiling("live", 100, target).probability >= bold


@pytest.mark.parametrize("name", list(bc.PROGRESSIONS))
def test_no_progression_passes_bold_play(name):
    bold = bc.bold_play("live", 30, 36).probability
    reached = bc.reach(on("player", name), "live", 30, 36)
    assert reached.probability <= bold + 1e-12


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("limit", [1, 3, None])
def test_no_system_passes_the_ceiling(table, limit):
    best = bc.ceiling(table, 12, 17, limit)
    assert best.probability <= best.fair
    assert bc.bold_play(table, 12, 17, limit, ("player", "banker")).probability <= (
        best.probability + 1e-12
    )
    for selection in (bc.Always("player"), bc.Always("banker"), bc.FollowLast(), bc.Back(2)):
        for name in ("flat", "martingale", "fibonacci", "1-3-2-6"):
            system = bc.System(selection, bc.PROGRESSIONS[name])
            assert bc.reach(system, table, 12, 17, limit).probability <= best.probability + 1e-12


def test_a_lower_limit_costs():
    for find in (bc.ceiling, bc.bold_play):
        chances = [find("live", 30, 40, limit).probability for limit in (1, 2, 4, 8, 16, None)]
        assert chances == sorted(chances)
        assert chances[0] < chances[-1]


def test_the_ceiling_by_value_iteration():
    p, target = LAW.player / (LAW.player + LAW.banker), 13
    chances = np.zeros(target + 1)
    chances[target] = 1
    for _ in range(3000):
        for bank in range(1, target):
            chances[bank] = max(
                p * chances[min(bank + stake, target)] + (1 - p) * chances[bank - stake]
                for stake in range(1, min(bank, 3) + 1)
            )
    best = bc.ceiling("live", 7, target, limit=3, sides=("player",))
    assert best.probability == pytest.approx(chances[7], abs=1e-12)


def test_long_chains_are_added_up_to_the_same(monkeypatch):
    system = on("player", "d'alembert")
    solved = bc.reach(system, "live", 30, 40, limit=20)
    monkeypatch.setattr("baccarat.betting.chain._FEW", 0)
    added = bc.reach(system, "live", 30, 40, limit=20)
    for part in ("probability", "ruin", "net", "action", "coups"):
        assert getattr(added, part) == pytest.approx(getattr(solved, part), abs=1e-9)


def test_a_pot_of_tiers_et_tout():
    pot = bc.TiersEtTout(9)
    assert bc.stakes(pot, "WWWW") == [3, 4, 5, 7]
    assert bc.stakes(pot, "LWLL") == [3, 6, 4, 8]
    assert bc.stakes(pot, "LLT L") == [3, 6, 3, 3]
    # From 9 to 12 is one win, or a loss and a win that leaves 12 as well; two losses are ruin.
    q = LAW.banker / (LAW.player + LAW.banker)
    reached = bc.reach(on("player", pot), "live", 9, 12)
    assert reached.ruin == pytest.approx(q * q, abs=1e-14)


@dataclass(frozen=True)
class Once(bc.Selection):
    """Bet on player once, and never again."""

    start = False

    def side(self, state):
        return None if state else "player"

    def seen(self, state, outcome):
        return True


def test_a_chain_that_is_too_large_says_what_would_do():
    with pytest.raises(TooManyStatesError, match=r"more than 50 states; .*nearer target"):
        grow(
            (0, 0, 0),
            lambda state: (0, 1, [(1.0, (0, 0, state[2] + 1))]),
            cap=50,
            advice=lambda states: "a nearer target",
        )


def test_a_large_chain_is_refused(monkeypatch):
    monkeypatch.setattr(grow, "__defaults__", (None, 1000, grow.__defaults__[-1]))
    with pytest.raises(ValueError, match=r"more than 1,000 states; .*lower limit"):
        bc.reach(on("player", "labouchere"), "live", 100, 200)
    with pytest.raises(ValueError, match=r"more than 1,000 states; .*nearer target"):
        bc.reach(on("banker", "flat"), "live", 100, 200)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: bc.reach(on("player", "flat"), "live", 10, 10), "must be above the bankroll, 10"),
        (lambda: bc.reach(on("player", "flat"), "live", 10, None), "an amount must be a number"),
        (lambda: bc.reach(on("player", "flat"), "live", None, 10), "got None"),
        (lambda: bc.reach(on("player", "flat"), "live", 4, 9, minimum=5), "bankroll must not be"),
        (lambda: bc.reach(on("player", "flat"), "live", 4, 9, short="x"), 'short must be "rest"'),
        (lambda: bc.reach(bc.System(Once(), bc.Flat()), "live", 4, 9), "may go on for ever"),
        (lambda: bc.final_law(on("player", "flat"), "live", 4, coups=0), "coups must be a whole"),
        (lambda: bc.bold_play("live", 10, 9), "must be above the bankroll, 10 units; got 9"),
        (lambda: bc.bold_play("live", 10, 12, sides=("tie",)), "got"),
        (lambda: bc.ceiling("live", 10**5, 10**6), "a smaller bankroll and target, a lower limit"),
        (lambda: bc.TiersEtTout(2), "pot must be a whole number of units from 3, got 2"),
    ],
)
def test_bad_input_is_refused(call, says):
    with pytest.raises(ValueError, match=says):
        call()


def test_a_bet_that_ties_do_not_push_is_refused():
    odd = bc.Bet("odd", lambda coup: 1 if coup.winner == "player" else -1)
    table = replace(LIVE, bets={**LIVE.bets, "player": odd}, closes={})
    with pytest.raises(ValueError, match="the player bet of this table must push on a tie"):
        bc.reach(on("player", "flat"), table, 5, 6)
