"""Bets on runs and good roads seen, against plain loops, played systems and dealt shoes."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import baccarat as bc
from baccarat.evidence.streaks.roads_seen import roads_seen
from baccarat.evidence.streaks.run_bets import run_bets


def history_of(*shoes: str) -> bc.History:
    outcomes = ["PBTV".index(letter) for shoe in shoes for letter in shoe]
    starts = np.cumsum([0, *map(len, shoes)])
    return bc.History(outcomes, starts, table=bc.TABLES["live"])


# Bets on runs


def booked(shoe: str, letter: str, k: int) -> tuple[int, int, int]:
    """Count bets won, lost and pushed, coup by coup."""
    run, won, lost, pushed = 0, 0, 0, 0
    for outcome in shoe.replace("V", ""):
        if run >= k:
            won += outcome == letter
            pushed += outcome == "T"
            lost += outcome not in ("T", letter)
        if outcome != "T":
            run = run + 1 if outcome == letter else 0
    return won, lost, pushed


@given(st.lists(st.text("PPBBTV", max_size=30), max_size=6))
@settings(deadline=None)
def test_bets_of_a_plain_loop(shoes):
    frame = run_bets(history_of(*shoes), [1, 2, 4])
    assert list(zip(frame["side"], frame["k"], strict=True)) == list(
        product(["player", "banker"], [1, 2, 4])
    )
    for row in frame.itertuples():
        each = [booked(shoe, row.side[0].upper(), row.k) for shoe in shoes]
        won, lost, pushed = map(sum, zip((0, 0, 0), *each, strict=True))
        assert (row.won, row.lost, row.pushed) == (won, lost, pushed)
        assert row.bets == won + lost + pushed
        if row.bets:
            pay = {"player": 1, "banker": 0.95}[row.side]
            assert row.net == pytest.approx((pay * won - lost) / row.bets)
        else:
            assert np.isnan([row.net, row.low, row.high, row.z]).all()


@pytest.mark.parametrize("k", [1, 3])
def test_bets_come_to_what_a_played_system_does(k):
    history = bc.deal("live", 300, rng=3)
    frame = run_bets(history, [k])
    system = bc.System(bc.FollowStreak(k), bc.Flat())
    played = bc.play(system, history, session=bc.Session(bankroll=10**6)).played[0]
    assert played.net == pytest.approx((frame["net"] * frame["bets"]).sum())


def test_chance_of_commission_and_the_spread_of_one_bet():
    # Published edges, 1.2351% and 1.0579% of a unit; the spread of a bet is about 0.95 and 0.93.
    frame = run_bets(bc.deal("live", 50, rng=1), [1]).set_index("side")
    assert frame["by_chance"].tolist() == pytest.approx([-0.012351, -0.010579], abs=5e-7)
    spread = (frame["high"] - frame["low"]) / 2 / 1.959964 * np.sqrt(frame["bets"])
    assert spread.tolist() == pytest.approx([0.9511, 0.9274], abs=1e-4)


def test_where_banker_pays_half_on_six_wins_pay_their_mean():
    frame = run_bets(bc.deal("punto-banco", 2000, rng=1), [1]).set_index("side")
    # The published numbers of sequences of six cards: banker without six, with six, and player.
    net = 2023020261982208 + 269232304455680 / 2 - 2230518282592256
    assert frame.loc["banker", "by_chance"] == pytest.approx(net / 4998398275503360, rel=1e-9)
    assert abs(frame.loc["banker", "z"]) < 4


def test_following_costs_the_edge_and_no_more_on_dealt_shoes():
    frame = run_bets(bc.deal("live", 5000, rng=1))
    assert frame["z"].abs().max() < 4.2  # 16 standard scores: one sound record in 2,300 fails


def test_bets_need_a_length_and_a_table():
    with pytest.raises(ValueError, match=r"^a run length must be a whole number from 1, got 0$"):
        run_bets(history_of("PP"), [0])
    with pytest.raises(ValueError, match="does not say its table"):
        run_bets(bc.History([0, 1]))


# Good roads


def test_roads_seen_are_those_of_each_shoe():
    history = bc.deal("live", 30, rng=6)
    each = [bc.good_roads(history.part(i, i + 1), shoes=10) for i in range(30)]
    counts = sum((frame["found"] > 0).to_numpy().astype(int) for frame in each)
    seen = roads_seen(history, shoes=100)
    assert seen["pattern"].tolist() == each[0]["pattern"].tolist()
    assert seen["seen"].tolist() == counts.tolist()
    assert seen["share"].tolist() == (counts / 30).tolist()


def test_roads_by_chance_are_those_of_dealt_shoes():
    # Independent coups here, shoes dealt card by card there.
    history = bc.deal("live", 2000, rng=7)
    here, dealt = roads_seen(history), bc.good_roads(history.part(0, 1))
    p = dealt["chance_per_shoe"]
    error = np.sqrt(p * (1 - p) * (1 / 20_000 + 1 / 50_000))
    assert (abs(here["by_chance"] - p) < 4.5 * error).all()  # 11 of them: one in 13,000 fails
    assert (abs(here["share"] - here["by_chance"]) < 4.5 * here["se"]).all()


def test_roads_by_chance_of_every_short_shoe():
    law = bc.coup_law(decks=8)
    chances = np.array([law.player, law.banker, law.tie]) / law.total
    expected = dict.fromkeys(roads_seen(history_of("P"), shoes=1)["pattern"], 0.0)
    for n in (4, 6):  # half of the shoes are of four coups, half of six
        shoes = list(product(range(3), repeat=n))
        every = bc.History(np.ravel(shoes), np.arange(0, n * len(shoes) + 1, n))
        weights = chances[np.array(shoes)].prod(axis=1)
        for i in range(len(shoes)):
            if weights[i]:
                for name in shown_by(every.part(i, i + 1)):
                    expected[name] += weights[i] / 2
    found = roads_seen(history_of("PPPP", "", "BBBVBBB"), shoes=50_000)
    for name, chance in zip(found["pattern"], found["by_chance"], strict=True):
        p = expected[name]
        assert abs(chance - p) <= 4.5 * np.sqrt(p * (1 - p) / 50_000)
    assert found.set_index("pattern").loc["long banker", "seen"] == 1
    assert found.set_index("pattern").loc["long banker", "share"] == 0.5


def shown_by(shoe: bc.History) -> list[str]:
    frame = bc.good_roads(shoe, "live", shoes=1)
    return frame["pattern"][frame["found"] > 0].tolist()


@pytest.mark.parametrize(("outcomes", "shoes"), [([], 10), ([3, 3], 10), ([0, 1], 0)])
def test_roads_need_a_coup_and_a_shoe_to_draw(outcomes, shoes):
    with pytest.raises(ValueError, match="roads need a shoe with a coup in it, and a shoe or more"):
        roads_seen(bc.History(outcomes), "live", shoes=shoes)
