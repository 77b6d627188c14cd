"""The commands about tables, odds and histories, as a person types them."""

import json

import numpy as np
import pytest

import baccarat as bc
from baccarat.cli import run


@pytest.fixture
def told(capsys):
    """Run a command and give its exit status, what it printed and what it complained of."""

    def tell(*arguments):
        status = run(arguments)
        return status, *capsys.readouterr()

    return tell


def test_tables_lists_the_catalogue(told):
    status, printed, _ = told("tables")
    assert status == 0
    assert all(name in printed for name in bc.TABLES)


def test_tables_as_json(told):
    status, printed, _ = told("tables", "--json")
    assert status == 0
    rows = {row["table"]: row for row in json.loads(printed)}
    assert rows["live"]["decks"] == 8
    assert rows["live"]["after_cut"] == 0
    assert rows["six-deck"]["coups"] == 60


def test_odds_prints_the_published_edges(told):
    status, printed, _ = told("odds", "live")
    assert status == 0
    assert "1.2351%" in printed
    assert "1.0579%" in printed
    assert "14.3596%" in printed


def test_odds_as_json_is_exact_to_fifteen_digits(told):
    _, printed, _ = told("odds", "live", "--json")
    edges = {row["bet"]: row["edge"] for row in json.loads(printed)}
    assert edges["player"] == pytest.approx(241149546272 / 19524993263685, abs=1e-15)


def test_odds_of_what_is_left_of_another_shoe(told):
    command = "odds classic --decks 6 --json --seen"
    status, printed, _ = told(*command.split(), "AS KD 10h")
    left = np.full(52, 6)
    left[[0, 4 * 12 + 2, 4 * 9 + 1]] -= 1  # ace of spades, king of diamonds, ten of hearts
    law = bc.coup_law(composition=left)
    assert status == 0
    for row in json.loads(printed):
        assert row["edge"] == pytest.approx(float(law.edge(row["bet"])), abs=1e-15)


def test_deal_prints_a_line_a_shoe(told):
    status, printed, _ = told("deal", "live", "--shoes", "2", "--seed", "1")
    assert status == 0
    assert printed.split() == bc.deal("live", 2, rng=1).text().split("\n")


def test_deal_and_convert_keep_every_coup(told, tmp_path):
    text, parquet = tmp_path / "a.txt", tmp_path / "a.parquet"
    assert told("deal", "live", "--shoes", "3", "--seed", "2", "--out", str(text))[0] == 0
    assert told("convert", str(text), str(parquet), "--table", "live")[0] == 0
    history = bc.read_history(parquet)
    assert history.text() == bc.deal("live", 3, rng=2).text()
    assert history.table == bc.TABLES["live"]


def test_deal_with_cards_makes_what_the_data_folder_says(told, tmp_path):
    made = tmp_path / "live-200-shoes.parquet"
    command = "deal live --shoes 200 --seed 1 --cards --out"
    assert told(*command.split(), str(made))[0] == 0
    assert bc.read_history(made) == bc.read_history("data/simulated/live-200-shoes.parquet")


def test_a_hint_settles_what_a_file_leaves_open(told, tmp_path):
    record, out = tmp_path / "digits.txt", tmp_path / "out.txt"
    record.write_text("1221\n")
    status, _, complaint = told("convert", str(record), str(out))
    assert status == 2
    assert "symbols=" in complaint
    assert not out.exists()
    hint = 'symbols={"1": "banker", "2": "player"}'
    assert told("convert", str(record), str(out), "--hint", hint)[0] == 0
    assert out.read_text() == "BPPB\n"


def test_deal_as_json_counts_the_coups(told):
    _, printed, _ = told("deal", "live", "--shoes", "2", "--seed", "1", "--json")
    facts = json.loads(printed)
    assert facts["segments"] == 2
    assert facts["coups"] == facts["player"] + facts["banker"] + facts["tie"]
    assert sum(map(len, facts["shoes"])) == facts["coups"]


def test_a_file_that_is_there_is_kept(told, tmp_path):
    kept = tmp_path / "mine.txt"
    kept.write_text("PBT\n")
    status, printed, complaint = told("deal", "live", "--out", str(kept))
    assert (status, printed) == (2, "")
    assert "--force" in complaint
    assert kept.read_text() == "PBT\n"
    assert told("deal", "live", "--out", str(kept), "--force")[0] == 0


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ("odds punto", "did you mean 'punto-banco'?"),
        ("odds", "Missing argument"),
        ("odds live --decks 13", "decks must be a whole number from 1 to 12, got 13"),
        ("odds live --seen ZZ", "can't read card 'ZZ'"),
        ("odds classic --decks 1 --seen AS,AS", "AS"),
        ("odds live --seen A,K", "perfect pair"),
        ("odds six-deck --stake 0", "a stake must be above 0"),
        ("odds six-deck --stake much", "--stake must be a number"),
        ("deal live --shoes 0", "shoes must be a whole number from 1, got 0"),
        ("deal live --shoes many", "--shoes"),
        ("deal live --seed -1", "rng must be a seed"),
        ("deal live --cards", "--out"),
        ("deal live --out nowhere/shoes.txt", "no folder nowhere"),
        ("deal live --out shoes.doc", ".txt or .parquet"),
        ("convert none.txt out.parquet", "none.txt"),
        ("convert data out.parquet", "data is a folder"),
        ("convert pyproject.toml out.txt", "pyproject.toml, line 1"),
        ("convert data/recorded/live-table.txt out.txt --table liv", "did you mean 'live'?"),
        ("shuffle", "No such command"),
        ("check data/recorded/live-table.txt --hint langage=it", "with a name among"),
        ("check data/recorded/live-table.txt --hint language", "--hint is NAME=VALUE"),
    ],
)
def test_bad_input_gets_one_line_and_writes_nothing(told, command, says):
    status, printed, complaint = told(*command.split())
    assert (status, printed) == (2, "")
    assert says in complaint
    assert complaint.count("\n") == 1
    assert "Traceback" not in complaint


def test_doctor_finds_this_installation_sound(told):
    status, printed, _ = told("doctor")
    assert status == 0
    assert "baccarat-lab" in printed
    assert all(row["ok"] for row in json.loads(told("doctor", "--json")[1]))


def test_a_record_is_tested(told):
    status, printed, complaint = told("test", "data/recorded/live-table.txt")
    assert (status, complaint) == (0, "")
    assert "inconclusive: None of 7 tests finds a departure from chance" in printed
    assert "3e2a66093eb9" in printed
    assert printed.count("inconclusive") == 8


def test_a_tested_record_as_json_holds_the_plan_and_every_field(told, tmp_path):
    record = tmp_path / "ties.txt"
    record.write_text("TTTT\n")
    status, printed, _ = told("test", str(record), "--json")
    document = json.loads(printed)
    assert status == 0
    assert document["hash"] == bc.Plan().hash
    assert document["tests"][0]["effect"] is None
    assert document["tests"][0]["warnings"] == ["not testable: no decided coup"]


def test_a_plan_file_says_which_tests(told, tmp_path):
    plan = tmp_path / "plan.toml"
    plan.write_text('tests = ["runs", "after run (k=2)"]\n')
    status, printed, _ = told("test", "data/recorded/live-table.txt", "--plan", str(plan), "--json")
    assert status == 0
    assert [row["test"] for row in json.loads(printed)["tests"]] == ["runs", "after 2 in a row"]


@pytest.mark.parametrize(
    ("plan", "complaint"),
    [
        ('tests = ["runz"]', "did you mean 'runs'?"),
        ("tests = [", "is no plan"),
        ('k = 3\ntests = ["runs"]', "no setting 'k' in a plan; there are: tests, correction"),
    ],
)
def test_a_wrong_plan_file_is_told_in_a_line(told, tmp_path, plan, complaint):
    path = tmp_path / "plan.toml"
    path.write_text(plan)
    status, printed, told_of = told("test", "data/recorded/live-table.txt", "--plan", str(path))
    assert (status, printed) == (2, "")
    assert complaint in told_of
    assert told_of.count("\n") == 1


def test_a_missing_plan_or_record_is_told(told, tmp_path):
    missing = str(tmp_path / "nothing.toml")
    for arguments in (["data/recorded/live-table.txt", "--plan", missing], [missing]):
        status, printed, complaint = told("test", *arguments)
        assert (status, printed) == (2, "")
        assert "nothing.toml" in complaint
