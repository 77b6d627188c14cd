"""Edges seen in a history, beside the exact ones."""

import numpy as np
import pytest

import baccarat as bc


@pytest.mark.parametrize("table", list(bc.TABLES))
def test_observed_edges_agree_with_the_exact_ones(table):
    # 5 standard errors: by chance one seed in some 30,000 for the 65 bets tested here.
    edges = bc.observed_edges(bc.deal(table, 50_000, rng=11))
    assert (edges["z"].abs() < 5).all()
    assert (edges["low"] < edges["observed"]).all()
    np.testing.assert_allclose(edges["exact"], bc.odds(table)["edge"])


def test_observed_edge_by_hand():
    # Banker's six beats a drawn 4, player's 7 beats 6, 7 ties with 7: a unit on each bet each time.
    banker, player, tie = 1 << 14 | 1 << 8 | 6 << 4 | 4, 7 | 6 << 4, 2 << 14 | 7 | 7 << 4
    history = bc.History([1, 0, 2], coups=[banker, player, tie], table=bc.TABLES["punto-banco"])
    observed = bc.observed_edges(history)["observed"]
    assert observed.to_dict() == {"player": 0, "banker": 0.5 / 3, "tie": -2.0}


def test_closed_bets_are_left_out():
    history = bc.deal("live", 50, rng=1)
    coups = bc.observed_edges(history)["coups"]
    assert coups["player"] == len(history)
    assert coups["player pair"] == 50 * 60
    assert coups["lucky six"] == coups["perfect pair"] == 50 * 50
    assert coups["banker bonus"] == 50 * 40


def test_void_coups_are_left_out():
    history = bc.History([0, 3], coups=[7 | 6 << 4, 3 << 14], table=bc.TABLES["live"])
    assert bc.observed_edges(history)["coups"].unique().tolist() == [1]


def test_interval_covers_about_nineteen_times_in_twenty():
    # 400 histories, five bets; 95 % +- 5 standard errors of a share of 400 (the bets of one
    # history depend on each other, so each bet is held to it alone).
    hits = np.zeros(5)
    for seed in range(400):
        edges = bc.observed_edges(bc.deal("classic", 20, rng=seed))
        hits += ((edges["low"] <= edges["exact"]) & (edges["exact"] <= edges["high"])).to_numpy()
    assert np.all(np.abs(hits / 400 - 0.95) < 5 * np.sqrt(0.95 * 0.05 / 400))


def test_outcomes_alone_are_refused():
    with pytest.raises(ValueError, match="needs the coups"):
        bc.observed_edges(bc.History([0, 1]), "live")
