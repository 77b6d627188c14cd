"""A house's table: the catalogue, the rules it may have, and the ones that are refused."""

import pickle

import by_hand
import numpy as np
import pytest
from by_hand import DECK

from baccarat import BETS, TABLES, Bet, Table, odds
from baccarat.game.table import as_table

PAIRS = {"player pair", "banker pair"}
MAIN = {"player", "banker", "tie"}


# the catalogue


@pytest.mark.parametrize(
    ("name", "decks", "after_cut", "shuffle", "bets"),
    [
        ("classic", 8, 1, "shoe", MAIN | PAIRS),
        ("live", 8, 0, "shoe", MAIN | PAIRS),
        ("live-no-commission", 8, 0, "shoe", MAIN | PAIRS),
        ("six-deck", 6, 1, "coup", MAIN),
        ("punto-banco", 8, 1, "shoe", MAIN),
    ],
)
def test_a_table_of_the_catalogue(name, decks, after_cut, shuffle, bets):
    table = TABLES[name]
    assert table.name == name
    assert (table.decks, table.after_cut, table.shuffle) == (decks, after_cut, shuffle)
    assert table.cards == 52 * decks
    assert table.burn == "first-card"
    assert table.cut == 14
    assert set(table.bets) == bets


def test_the_catalogue_lists_its_tables():
    names = ["classic", "live", "live-no-commission", "six-deck", "punto-banco"]
    assert list(TABLES) == names
    assert repr(TABLES) == f"<tables: {', '.join(names)}>"


def test_six_decks_shuffled_every_coup_make_shoes_of_sixty():
    assert TABLES["six-deck"].coups == 60
    assert all(table.coups is None for name, table in TABLES.items() if name != "six-deck")


@pytest.mark.parametrize("name", ["punto-banco", "live-no-commission"])
def test_banker_without_commission_is_half_on_six(name):
    assert TABLES[name].bets["banker"] == BETS["banker half on six"]


@pytest.mark.parametrize("name", ["classic", "live", "six-deck"])
def test_banker_pays_commission(name):
    assert TABLES[name].bets["banker"] == BETS["banker"]


def test_the_odds_of_a_table_are_those_of_its_bets():
    facts = by_hand.facts("bets_8_decks")["bets"]
    row = odds("punto-banco").loc["banker"]
    assert row["sd_units"] == pytest.approx(facts["banker half on six"]["sd"], rel=1e-12)
    assert list(odds("live").index) == list(TABLES["live"].bets)
    assert odds(Table()).loc["banker", "sd_units"] == pytest.approx(facts["banker"]["sd"])


@pytest.mark.parametrize(
    ("name", "guess"),
    [("clasic", "classic"), ("LIVE", "live"), ("six-decks", "six-deck"), ("punto", "punto-banco")],
)
def test_an_unknown_table_suggests_the_nearest(name, guess):
    with pytest.raises(KeyError) as told:
        odds(name)
    assert f"no table '{name}'; did you mean '{guess}'? There are: classic, " in str(told.value)


@pytest.mark.parametrize("name", ["", "roulette wheel"])
def test_a_name_like_no_other_suggests_nothing(name):
    with pytest.raises(ValueError, match="There are: classic, live") as told:
        as_table(name)
    assert "did you mean" not in str(told.value)


@pytest.mark.parametrize("name", [8, None, ["live"]])
def test_a_table_is_a_table_or_a_name(name):
    with pytest.raises(TypeError, match="must be a Table or one of the names classic, ") as told:
        as_table(name)
    assert str(told.value).endswith(f"got {name!r}")


def test_a_table_is_its_own_table():
    table = Table(decks=6)
    assert as_table(table) is table
    assert as_table("live") is TABLES["live"]


def test_a_catalogue_takes_what_is_no_name_for_unknown():
    assert "roulette" not in TABLES
    assert TABLES.get("roulette") is None
    with pytest.raises(KeyError, match="no table"):
        TABLES[["live"]]


# rules that a table may have


@pytest.mark.parametrize("decks", range(1, 13))
def test_a_table_may_have_1_to_12_decks(decks):
    most = 52 * decks - 6
    assert Table(decks=decks, cut=most, burn=most).cards == 52 * decks


def test_the_least_of_every_rule():
    table = Table(cut=0, burn=0, after_cut=0, shuffle="coup", coups=1)
    assert (table.cut, table.burn, table.after_cut, table.coups) == (0, 0, 0, 1)


def test_numbers_of_numpy_are_numbers():
    assert Table(decks=np.int64(6), cut=np.int32(20)) == Table(decks=6, cut=20)


def test_bets_may_be_listed_or_named():
    mine = Bet("mine", lambda coup: 0)
    listed = Table(bets=["tie", mine])
    named = Table(bets={"tie": "tie", "mine": mine, "banker": BETS["banker half on six"]})
    assert dict(listed.bets) == {"tie": BETS["tie"], "mine": mine}
    assert named.bets["banker"] == BETS["banker half on six"]


def test_a_table_offers_player_banker_and_tie_unless_told_otherwise():
    assert dict(Table().bets) == {name: BETS[name] for name in ("player", "banker", "tie")}


def test_an_unknown_bet_at_a_table_suggests_the_nearest():
    with pytest.raises(KeyError) as told:
        TABLES["punto-banco"].bets["bankr"]
    assert "no bet 'bankr'; did you mean 'banker'?" in str(told.value)


# burned cards


def test_the_first_card_burns_as_many_more_as_it_counts():
    """Itself, and one for an ace, ten for tens and faces."""
    face = dict.fromkeys(["10", "J", "Q", "K"], 10) | {"A": 1}
    expected = [1 + (face.get(card[:-1]) or int(card[:-1])) for card in DECK]
    assert Table().burned().tolist() == expected


@pytest.mark.parametrize(("burn", "gone"), [(None, 0), (0, 0), (1, 1), (10, 10)])
def test_a_burn_by_number(burn, gone):
    assert Table(burn=burn).burned().tolist() == [gone] * 52


# rules that are refused


@pytest.mark.parametrize(
    ("rules", "given", "allowed"),
    [
        ({"decks": 13}, "got 13", "decks must be a whole number from 1 to 12"),
        ({"decks": 0}, "got 0", "from 1 to 12"),
        ({"decks": True}, "got True", "from 1 to 12"),
        ({"decks": 8.0}, "got 8.0", "from 1 to 12"),
        ({"decks": "eight"}, "got 'eight'", "from 1 to 12"),
        ({"cut": 416}, "got 416", "cut must be between 0 and 410 cards for 8 decks"),
        ({"cut": 411}, "got 411", "the number of cards behind the cut card"),
        ({"cut": 47, "decks": 1}, "got 47", "between 0 and 46 cards for 1 deck,"),
        ({"cut": -1}, "got -1", "between 0 and 410"),
        ({"cut": True}, "got True", "between 0 and 410"),
        ({"cut": 14.0}, "got 14.0", "between 0 and 410"),
        ({"cut": None}, "got None", "between 0 and 410"),
        ({"burn": "x"}, "got 'x'", 'burn must be None, "first-card" or a number from 0 to 410'),
        ({"burn": 411}, "got 411", "from 0 to 410 cards for 8 decks"),
        ({"burn": 47, "decks": 1}, "got 47", "from 0 to 46 cards for 1 deck,"),
        ({"burn": -1}, "got -1", "from 0 to 410"),
        ({"burn": False}, "got False", "from 0 to 410"),
        ({"burn": 2.5}, "got 2.5", "from 0 to 410"),
        ({"after_cut": 2}, "got 2", "after_cut must be 0 or 1"),
        ({"after_cut": -1}, "got -1", "0 or 1"),
        ({"after_cut": True}, "got True", "0 or 1"),
        ({"after_cut": None}, "got None", "0 or 1"),
        ({"shuffle": "never"}, "got 'never'", 'shuffle must be "shoe" or "coup"'),
        ({"shuffle": None}, "got None", '"shoe" or "coup"'),
        ({"shuffle": "coup"}, "got None", "needs coups"),
        ({"shuffle": "coup", "coups": 0}, "got 0", "1 or more"),
        ({"shuffle": "coup", "coups": True}, "got True", "1 or more"),
        ({"shuffle": "coup", "coups": 60.5}, "got 60.5", "1 or more"),
        ({"coups": 60}, "got 60", "coups is for tables that shuffle before every coup"),
        ({"bets": []}, "got none", "at least one bet"),
        ({"bets": {}}, "got none", "at least one bet"),
        ({"bets": "tie"}, 'got the text "tie"', "a list of bets or a mapping"),
        ({"bets": None}, "got None", "a list of bets or a mapping"),
        ({"bets": 3}, "got 3", "a list of bets or a mapping"),
        ({"bets": ["tee"]}, "no bet 'tee'", "did you mean 'tie'?"),
        ({"bets": {"tie": "tee"}}, "no bet 'tee'", "did you mean 'tie'?"),
        ({"bets": [3]}, "no bet 3", "There are: player, banker"),
        ({"bets": [["tie"]]}, "no bet ['tie']", "There are: player, banker"),
        ({"bets": ["tie", "tie"]}, "got tie, tie", "different names"),
        (
            {"bets": ["tie", Bet("tie", lambda coup: 9 if coup.winner == "tie" else -1)]},
            "got tie, tie",
            "different names",
        ),
    ],
)
def test_a_rule_that_no_table_has(rules, given, allowed):
    with pytest.raises(ValueError, match=r"\w") as told:
        Table(**rules)
    text = str(told.value)
    assert given in text
    assert allowed in text
    assert "\n" not in text


# tables as values


@pytest.mark.parametrize(
    "rules",
    [
        {"decks": 6},
        {"burn": None},
        {"burn": 3},
        {"cut": 15},
        {"after_cut": 0},
        {"shuffle": "coup", "coups": 60},
        {"bets": ["tie"]},
        {"bets": {"player": "player", "banker": "banker half on six", "tie": "tie"}},
        {"name": "mine"},
    ],
    ids=str,
)
def test_tables_are_equal_when_all_their_rules_are(rules):
    assert Table(**rules) == Table(**rules)
    assert hash(Table(**rules)) == hash(Table(**rules))
    assert Table(**rules) != Table()


def test_bets_in_another_order_make_no_other_table():
    one, other = Table(bets=["player", "tie"]), Table(bets=["tie", "player"])
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other}) == 1


@pytest.mark.parametrize("name", TABLES)
def test_a_table_survives_pickling(name):
    odds(name)  # so that its bets are tabulated
    pickled = pickle.dumps(TABLES[name])
    copy = pickle.loads(pickled)
    assert copy == TABLES[name]
    assert hash(copy) == hash(TABLES[name])
    assert len(pickled) < 3_000


def test_a_table_cannot_be_changed():
    with pytest.raises(AttributeError):
        TABLES["live"].decks = 6
    with pytest.raises(TypeError):
        TABLES["live"].bets["tie"] = BETS["player"]


def test_a_table_keeps_its_bets_when_the_list_it_was_given_grows():
    bets = {"tie": "tie"}
    table = Table(bets=bets)
    bets["player"] = "player"
    assert list(table.bets) == ["tie"]


def test_a_table_shows_all_its_rules():
    assert repr(TABLES["six-deck"]) == (
        "Table(decks=6, burn='first-card', cut=14, after_cut=1, shuffle='coup', coups=60, "
        "bets=['player', 'banker', 'tie'], name='six-deck')"
    )
