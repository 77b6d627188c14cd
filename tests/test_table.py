"""A house's table: the catalogue, the rules it may have, and the ones that are refused."""

import dataclasses
import pickle
from decimal import Decimal
from fractions import Fraction

import by_hand
import numpy as np
import pytest
from by_hand import DECK

from baccarat import BETS, TABLES, Bet, Table, deal, odds, read_history, write_history
from baccarat.game.bets import UNIT
from baccarat.game.tables import as_table
from baccarat.game.terms import Commission, Limits
from baccarat.history import parquet

PAIRS = {"player pair", "banker pair"}
MAIN = {"player", "banker", "tie"}
LIVE_CLOSES = {  # as the live table's sheet lists them: bet, and coups of a shoe it is open for
    "player pair": 60,
    "banker pair": 60,
    "either pair": 50,
    "perfect pair": 50,
    "player natural": 50,
    "banker natural": 50,
    "player bonus": 40,
    "banker bonus": 40,
    "lucky six": 50,
    "lucky six two cards": 50,
    "lucky six three cards": 50,
    "lucky seven": 50,
    "lucky seven two cards": 50,
    "lucky seven three cards": 50,
    "super lucky seven": 50,
}
LIVE = MAIN | set(LIVE_CLOSES)
NAMES = [
    "classic",
    "live",
    "live-no-commission",
    "six-deck",
    "punto-banco",
    "ez",
    "super-6",
    "las-vegas",
    "macau",
]


# the catalogue


@pytest.mark.parametrize(
    ("name", "decks", "burn", "cut", "after_cut", "shuffle", "bets"),
    [
        ("classic", 8, "first-card", 14, 1, "shoe", MAIN | PAIRS),
        ("live", 8, "first-card", 14, 0, "shoe", LIVE),
        ("live-no-commission", 8, "first-card", 14, 0, "shoe", LIVE),
        ("six-deck", 6, "first-card", 14, 1, "coup", MAIN),
        ("punto-banco", 8, "first-card", 14, 1, "shoe", MAIN),
        ("ez", 8, "first-card", 14, 1, "shoe", MAIN | {"dragon 7", "panda 8"}),
        ("super-6", 8, "first-card", 14, 1, "shoe", MAIN | {"super 6"}),
        ("las-vegas", 8, "first-card", 16, 1, "shoe", MAIN | PAIRS),
        ("macau", 8, 8, 12, 0, "shoe", MAIN | PAIRS),
    ],
)
def test_a_table_of_the_catalogue(name, decks, burn, cut, after_cut, shuffle, bets):
    table = TABLES[name]
    assert table.name == name
    assert (table.decks, table.burn, table.cut) == (decks, burn, cut)
    assert (table.after_cut, table.shuffle) == (after_cut, shuffle)
    assert table.cards == 52 * decks
    assert set(table.bets) == bets


def test_the_catalogue_lists_its_tables():
    assert list(TABLES) == NAMES
    assert repr(TABLES) == f"<tables: {', '.join(NAMES)}>"


def test_six_decks_shuffled_every_coup_make_shoes_of_sixty():
    assert TABLES["six-deck"].coups == 60
    assert all(table.coups is None for name, table in TABLES.items() if name != "six-deck")


@pytest.mark.parametrize("name", NAMES)
def test_only_side_bets_of_a_live_table_close(name):
    assert dict(TABLES[name].closes) == (LIVE_CLOSES if name.startswith("live") else {})


@pytest.mark.parametrize("name", NAMES)
def test_only_punto_banco_asks_for_fractions_of_twenty(name):
    twenty = Limits(chip=20, minimum=20)
    assert TABLES[name].limits == (twenty if name == "punto-banco" else Limits())


@pytest.mark.parametrize("name", NAMES)
def test_only_at_six_decks_is_commission_collected_by_the_shoe(name):
    table = TABLES[name]
    assert (table.commission is not None) == (name == "six-deck")
    assert table.seats == (15 if name == "six-deck" else None)


def test_the_commission_at_six_decks():
    commission = TABLES["six-deck"].commission
    assert commission.rate == Fraction(1, 20)
    assert (commission.collected, commission.on, commission.minimum) == ("shoe", ("banker",), 0)


@pytest.mark.parametrize(
    ("name", "bet", "pays"),
    [
        ("classic", "banker", "banker"),
        ("live", "banker", "banker"),
        ("six-deck", "banker", "banker"),
        ("las-vegas", "banker", "banker"),
        ("macau", "banker", "banker"),
        ("live-no-commission", "banker", "banker half on six"),
        ("punto-banco", "banker", "banker half on six"),
        ("super-6", "banker", "banker half on six"),
        ("super-6", "super 6", "super 6"),
        ("ez", "banker", "banker ez"),
        ("ez", "dragon 7", "dragon 7"),
        ("ez", "panda 8", "panda 8"),
        *[(name, "tie", "tie") for name in NAMES],  # nine for one is eight to one
    ],
)
def test_what_a_table_pays(name, bet, pays):
    assert TABLES[name].bets[bet] == BETS[pays]


@pytest.mark.parametrize(
    ("bet", "pays"),
    [  # the live table's sheet, "x:1"
        ("player pair", {11}),
        ("either pair", {5}),
        ("perfect pair", {25}),
        ("player natural", {3.5}),
        ("banker bonus", {30, 10, 6, 4, 2, 1}),
        ("lucky six", {12, 20}),
        ("lucky six two cards", {22}),
        ("lucky six three cards", {50}),
        ("lucky seven", {6, 15}),
        ("lucky seven two cards", {15}),
        ("lucky seven three cards", {30}),
        ("super lucky seven", {30, 40, 100}),
    ],
)
def test_what_a_live_table_pays(bet, pays):
    for name in ("live", "live-no-commission"):
        net = TABLES[name].bets[bet].pays
        assert set((net[net > 0] / UNIT).tolist()) == pays


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
        ({"closes": {"tee": 60}}, "no bet 'tee'", "did you mean 'tie'?"),
        ({"closes": {"super 6": 60}}, "no bet 'super 6'", "There are: player, banker, tie"),
        ({"closes": {"tie": -1}}, "got tie: -1", "a number of coups from 0"),
        ({"closes": {"tie": 60.0}}, "got tie: 60.0", "a number of coups from 0"),
        ({"closes": {"tie": True}}, "got tie: True", "a number of coups from 0"),
        ({"closes": {"tie": None}}, "got tie: None", "a number of coups from 0"),
        ({"closes": ["tie"]}, "got ['tie']", "closes must say after how many coups"),
        ({"closes": None}, "got None", "closes must say after how many coups"),
        ({"limits": None}, "got None", "limits must be Limits(...)"),
        ({"limits": 20}, "got 20", "limits must be Limits(...)"),
        ({"commission": 0.05}, "got 0.05", "None or Commission(...)"),
        ({"seats": 0}, "got 0", "seats must be a whole number from 1"),
        ({"seats": 7.0}, "got 7.0", "seats must be a whole number from 1"),
        ({"seats": True}, "got True", "seats must be a whole number from 1"),
        ({"commission": Commission(on=("bankr",))}, "no bet 'bankr'", "did you mean 'banker'?"),
        (
            {"commission": Commission(rate=0.04)},
            "banker pays 19/20",
            "not what a commission of 1/25 leaves",
        ),
        (
            {"bets": {"banker": "banker half on six"}, "commission": Commission()},
            "banker pays 1",
            "give the rate that its pays leave out",
        ),
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
        {"closes": {"tie": 60}},
        {"closes": {"tie": 0, "player": np.int64(50)}},
        {"limits": Limits(chip=0.5, maximum=Decimal("99.5"), difference=Fraction(1, 2))},
        {"commission": Commission(chip=0.05, minimum=1, collected="shoe")},
        {"commission": Commission()},
        {"bets": ["banker 4%"], "commission": Commission(rate=0.04, on=["banker 4%"])},
        {"seats": 15},
        {"seats": 7},
    ],
    ids=str,
)
def test_tables_are_equal_when_all_their_rules_are(rules):
    assert Table(**rules) == Table(**rules)
    assert hash(Table(**rules)) == hash(Table(**rules))
    assert Table(**rules) != Table()
    assert pickle.loads(pickle.dumps(Table(**rules))) == Table(**rules)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"limits": Limits(chip=0.5)}, {"limits": Limits(chip=Fraction(1, 2))}),
        ({"limits": Limits(maximum=20.0)}, {"limits": Limits(maximum=Decimal(20))}),
        ({"commission": Commission()}, {"commission": Commission(rate=0.05, on=["banker"])}),
        ({"closes": {"tie": 1, "player": 2}}, {"closes": {"player": 2, "tie": 1}}),
    ],
)
def test_the_same_amount_in_another_guise_makes_no_other_table(one, other):
    assert Table(**one) == Table(**other)
    assert hash(Table(**one)) == hash(Table(**other))
    assert repr(Table(**one).limits) == repr(Table(**other).limits)


@pytest.mark.parametrize("name", NAMES)
def test_another_number_of_decks(name):
    table = dataclasses.replace(TABLES[name], decks=6)
    assert (table.decks, table.cards) == (6, 312)
    assert dataclasses.replace(table, decks=TABLES[name].decks) == TABLES[name]


def test_bets_may_be_left_open():
    table = dataclasses.replace(TABLES["live"], closes={})
    assert dict(table.closes) == {}
    assert table.bets == TABLES["live"].bets
    assert table != TABLES["live"]


def test_a_table_without_a_bet_that_closes():
    with pytest.raises(ValueError, match="no bet 'player pair'"):
        dataclasses.replace(TABLES["live"], bets=["player", "banker", "tie"])


def test_closes_cannot_be_changed():
    with pytest.raises(TypeError):
        TABLES["live"].closes["tie"] = 60
    closes = {"tie": 60}
    table = Table(closes=closes)
    closes["tie"] = 50
    assert dict(table.closes) == {"tie": 60}


@pytest.mark.parametrize(
    "table",
    [
        *TABLES.values(),
        dataclasses.replace(
            TABLES["live"],
            closes={"tie": np.int64(60), "player bonus": 0},
            limits=Limits(chip=Fraction(1, 16), minimum=0.5, maximum=Decimal("100.0001")),
            commission=Commission(chip=0.05, minimum=Decimal("0.25"), collected="shoe"),
            seats=np.int64(7),
        ),
        Table(
            bets={"punto": "player", "banco": "banker 2.75%"},
            limits=Limits(difference=10**9),
            commission=Commission(rate=0.0275, on=("banco",)),
        ),
    ],
    ids=lambda table: table.name or "mine",
)
def test_a_history_keeps_its_table_in_a_file(tmp_path, table):
    write_history(deal(table, 2, rng=1), tmp_path / "shoes.parquet")
    back = read_history(tmp_path / "shoes.parquet").table
    assert back == table
    assert hash(back) == hash(table)
    assert repr(back) == repr(table)
    assert back.limits == table.limits
    assert back.commission == table.commission


def test_a_file_from_before_tables_had_terms(tmp_path):
    """Their absence is what is usual."""
    rules = {"decks": 8, "burn": None, "cut": 20, "after_cut": 1, "shuffle": "shoe", "coups": None}
    facts = {**rules, "name": "live", "bets": {"tie": "tie"}}
    assert parquet._table_from(facts) == Table(cut=20, burn=None, bets=["tie"], name="live")


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
        "bets=['player', 'banker', 'tie'], commission=Commission(rate=Fraction(1, 20), "
        "chip=Fraction(1, 10000), minimum=0, collected='shoe', on=('banker',)), seats=15, "
        "name='six-deck')"
    )
    table = Table(bets=["tie"], closes={"tie": 60}, limits=Limits(chip=20.0, maximum=0.5 * 80))
    assert repr(table) == (
        "Table(decks=8, burn='first-card', cut=14, after_cut=1, shuffle='shoe', bets=['tie'], "
        "closes={'tie': 60}, limits=Limits(chip=20, minimum=0, maximum=40, difference=None))"
    )


# what a stake comes to


@pytest.mark.parametrize("bet", sorted(LIVE))
@pytest.mark.parametrize("stake", [1, 20, Fraction(1, 2)])
def test_a_stake_comes_to_its_pay(bet, stake):
    """Half a unit at 19 to 20 still is a whole number of ten-thousandths."""
    net = TABLES["live"].net(bet, stake)
    assert net.shape == (65536,)
    numerator, denominator = Fraction(stake).as_integer_ratio()
    assert (net * denominator == BETS[bet].pays * numerator).all()


def test_net_is_what_is_booked():
    table = Table(commission=Commission(chip=1, minimum=2))
    codes = np.arange(1 << 16, dtype=np.uint16)
    for stake in (1, 7, 19, 20, 21):
        net, due = table.booked("banker", np.full(1 << 16, stake * UNIT), codes)
        assert (table.net("banker", stake) == net).all()
        assert set(due[net > 0].tolist()) <= {max(2, -(-stake // 20)) * UNIT}


def test_a_part_of_a_ten_thousandth_is_the_houses():
    mine = Bet("mine", lambda coup: {"player": 0.5, "banker": -0.5}.get(coup.winner, 0))
    table = Table(bets=["banker", mine])
    assert set(table.net("mine", Fraction(1, UNIT)).tolist()) == {0, -1}
    assert set(table.net("mine", Fraction(3, UNIT)).tolist()) == {0, 1, -2}
    assert set(table.net("banker", Fraction(1, UNIT)).tolist()) == {0, -1}
    assert set(table.net("banker", Fraction(39, UNIT)).tolist()) == {0, -39, 37}  # of 37.05


@pytest.mark.parametrize("collected", ["coup", "shoe"])
@pytest.mark.parametrize("stake", [1, 39, 1001])
def test_commission_at_its_exact_rate_changes_no_pay(stake, collected):
    units = Fraction(stake, UNIT)
    with_commission = Table(commission=Commission(collected=collected)).net("banker", units)
    assert (with_commission == Table().net("banker", units)).all()


def test_the_edge_of_ten_units_with_a_minimum_commission_of_one():
    """Banker wins 9 for 10: by the outcome counts alone, 3.35 per cent."""
    law = by_hand.facts("coup_law")["law"]["8"]
    player, banker = law["outcomes"]["player"], law["outcomes"]["banker"]
    edge = Fraction(10 * player - 9 * banker, 10 * law["total"])
    net = Table(commission=Commission(minimum=1)).net("banker", 10)
    code = {"player": 7 | 6 << 4, "banker": 1 << 14 | 6 | 7 << 4}
    paid = sum(int(net[code[side]]) * law["outcomes"][side] for side in code)
    assert Fraction(-paid, 10 * UNIT * law["total"]) == edge
    assert f"{float(edge):.2%}" == "3.35%"


@pytest.mark.parametrize("stake", [0, -1, "5", None, True, float("nan"), 10**10, 0.00001])
def test_a_stake_that_comes_to_nothing(stake):
    with pytest.raises(ValueError, match=r"stake must be above 0|an amount must be") as told:
        Table().net("banker", stake)
    assert str(stake) in str(told.value).replace("'", "").replace(",", "")


def test_a_stake_on_no_bet():
    with pytest.raises(ValueError, match="no bet 'bankr'; did you mean 'banker'"):
        Table().net("bankr")


def test_a_win_beyond_counting():
    most = Bet("most", lambda coup: 1_000_000 if coup.winner == "tie" else -1)
    table = Table(bets=[most])
    assert table.net("most", 10**4).max() == 10**10 * UNIT
    with pytest.raises(ValueError, match="most could win more than can be counted"):
        table.net("most", 10**9)


def test_a_win_before_commission_beyond_counting():
    """What the house takes is counted too."""
    slim = Bet("slim", lambda coup: {"banker": 50, "player": -1}.get(coup.winner, 0))
    table = Table(bets=[slim], commission=Commission(rate=0.9999, on=("slim",)))
    assert table.net("slim", 2).max() == 100 * UNIT
    with pytest.raises(ValueError, match="slim could win more than can be counted"):
        table.net("slim", 10**9)
