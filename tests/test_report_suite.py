"""The suite file and the parameters: every mistake is one line, before any kernel starts."""

from pathlib import Path

import nbformat
import pytest

from baccarat.report.parameters import UsageError, parse_cell, parse_line
from baccarat.report.plan import plan
from baccarat.report.suite import read_suite

PARAMETERS = """table: str = "live"  # house rules
shoes: int = 2000  # shoes dealt
seed: int | None = None  # start of the generator
exact: bool = True  # exact law as well
level: float = 0.95  # of the intervals
limits: list[int] = [1, 100]  # smallest and largest bet
"""


def write_notebook(path: Path, parameters: str) -> None:
    cell = nbformat.v4.new_code_cell(parameters, metadata={"tags": ["parameters"]})
    title = nbformat.v4.new_markdown_cell("# Title")
    path.parent.mkdir(exist_ok=True)
    nbformat.write(nbformat.v4.new_notebook(cells=[title, cell]), path)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    write_notebook(tmp_path / "notebooks/odds.ipynb", PARAMETERS)
    write_notebook(tmp_path / "notebooks/streaks.ipynb", "length: int = 3  # of a streak\n")
    (tmp_path / "reports").mkdir()
    return tmp_path


def suite_of(project: Path, text: str):
    path = project / "reports/suite.toml"
    path.write_text(text, encoding="utf-8")
    return read_suite(path)


TWO = """
[[report]]
name = "odds-live"
notebook = "odds"
[report.parameters]
shoes = 10
[[report]]
name = "streaks"
notebook = "streaks"
"""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            '[[report]]\nname = "a"\nnotebok = "odds"',
            "report a: unknown key 'notebok'; did you mean",
        ),
        ('[[report]]\nname = "a"\nnotebook = "od"', "no notebook 'od' in notebooks/; did you mean"),
        ('[[report]]\nname = "A b"\nnotebook = "odds"', "lower-case words joined by hyphens"),
        ('[[report]]\nname = "a"\nnotebook = "odds.ipynb"', "without ending"),
        ('[[report]]\nnotebook = "odds"', "report 1: 'name' is missing"),
        ("", "'report' is missing"),
        ('[[report]]\nname = "index"\nnotebook = "odds"', "index.html lists all reports"),
        ("report = 3", "'report' input should be a valid"),
        ("[[report]", "is not TOML"),
        ('[[reports]]\nname = "a"', "'report'"),
        (TWO.replace('"streaks"\nn', '"odds-live"\nn'), "two reports are named 'odds-live'"),
        (f"{TWO}timeout = 0", "report streaks: 'timeout' is a time limit in seconds, 1 or more"),
        (f"{TWO}timout = 9", "report streaks: unknown key 'timout'; did you mean 'timeout'?"),
        (f"{TWO}timeout = 1.5", "'timeout' must be a whole number of seconds, got 1.5"),
        (f'{TWO}data = ["data/no.txt"]', "report streaks: there is no data file 'data/no.txt'"),
    ],
)
def test_a_faulty_suite_is_refused_in_one_line(project, text, said):
    with pytest.raises(UsageError) as error:
        suite_of(project, text)
    assert said in str(error.value)
    assert "\n" not in str(error.value).strip()


def test_a_suite_that_is_not_there_says_where_to_go(tmp_path):
    with pytest.raises(UsageError, match=r"no suite file .* run this in the project's folder"):
        read_suite(tmp_path / "reports/suite.toml")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("shoes = 3  # shoes", "no type"),
        ("shoes: int = 3", "no comment"),
        ("shoes: int = 2 * 3  # shoes", "not a literal"),
        ("shoes: int  # shoes", "not a literal"),
        ("shoes: dict = {}  # shoes", "type must be one of"),
        ("shoes: list[int] = [  # shoes", "not one whole statement"),
        ("import numpy  # shoes", "no type"),
        ("shoes: int = 2.5  # shoes", "must be a whole number"),
    ],
)
def test_a_line_that_breaks_the_form_is_refused_with_its_number(line, said):
    with pytest.raises(UsageError, match="parameters cell, line 2") as error:
        parse_cell(f"# settings\n{line}", "odds")
    assert said in str(error.value)


def test_lines_of_every_kind_are_read():
    found = parse_cell(PARAMETERS, "odds")
    assert [each.default for each in found.values()] == ["live", 2000, None, True, 0.95, [1, 100]]
    assert found["seed"].optional
    assert found["shoes"].comment == "shoes dealt"


@pytest.mark.parametrize(
    ("line", "text", "value"),
    [
        ("a: bool = True  # x", "false", False),
        ("a: bool = True  # x", "no", False),
        ("a: bool = False  # x", "1", True),
        ("a: int = 1  # x", "5_000", 5000),
        ("a: int | None = 1  # x", "none", None),
        ("a: float = 1  # x", "3", 3.0),
        ("a: str = ''  # x", "none", "none"),
        ("a: str = ''  # x", "a=b, c", "a=b, c"),
        ("a: list[int] = []  # x", "1, 2", [1, 2]),
        ("a: list[str] = []  # x", "[live, 'mini']", ["live", "mini"]),
        ("a: list[int] | None = None  # x", "", []),
    ],
)
def test_command_line_text_is_read_by_the_declared_type(line, text, value):
    found = parse_line(line).read(text)
    assert found == value
    assert type(found) is type(value)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("a: bool = True  # x", "maybe"),
        ("a: int = 1  # x", "1.5"),
        ("a: int = 1  # x", "none"),
        ("a: float = 1  # x", "nan"),
        ("a: list[int] = []  # x", "1,two"),
    ],
)
def test_text_of_the_wrong_type_names_what_is_allowed(line, text):
    with pytest.raises(UsageError, match=r"parameter 'a' must be .*, got "):
        parse_line(line).read(text)


def test_settings_are_defaults_then_suite_then_command_line(project):
    odds, streaks = plan(suite_of(project, TWO), [], ["seed=7", "table=punto banco"])
    assert {each.name: each.value for each in odds.settings} == {
        "table": "punto banco",
        "shoes": 10,
        "seed": 7,
        "exact": True,
        "level": 0.95,
        "limits": [1, 100],
    }
    assert odds.given == {"shoes": 10, "seed": 7, "table": "punto banco"}
    assert odds.command == "baccarat report odds-live -p seed=7 -p 'table=punto banco'"
    # The streaks notebook has neither parameter, so neither applies to it.
    assert streaks.command == "baccarat report streaks"


@pytest.mark.parametrize(
    ("names", "overrides", "said"),
    [
        (["odds"], [], "no report 'odds'; did you mean 'odds-live'"),
        ([], ["shoe=1"], "no chosen report has a parameter 'shoe'.*did you mean 'shoes'"),
        (["streaks"], ["shoes=1"], "no chosen report has a parameter 'shoes'"),
        ([], ["shoes"], "-p needs NAME=VALUE"),
        ([], ["shoes=few"], "parameter 'shoes' must be a whole number, got 'few'"),
    ],
)
def test_a_wrong_choice_is_refused(project, names, overrides, said):
    with pytest.raises(UsageError, match=said):
        plan(suite_of(project, TWO), names, overrides)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("shoes", "shoe", "report odds-live: notebook odds has no parameter 'shoe'; did you mean"),
        ("10", '"10"', "report odds-live: parameter 'shoes' must be a whole number, got '10'"),
        ("10", "true", "must be a whole number, got True"),
    ],
)
def test_a_wrong_parameter_in_the_suite_is_refused(project, old, new, said):
    with pytest.raises(UsageError, match=said):
        plan(suite_of(project, TWO.replace(old, new, 1)))


# Grids


GRID = """
[[report]]
name = "odds"
notebook = "odds"
timeout = 30
[report.parameters]
level = 0.99
[report.grid]
table = ["live", "punto banco"]
shoes = [10, 20]
[[report]]
name = "streaks"
notebook = "streaks"
"""


def test_a_grid_is_a_report_of_each_combination(project):
    jobs = plan(suite_of(project, GRID))
    assert [job.name for job in jobs] == [
        "odds-live-10",
        "odds-live-20",
        "odds-punto-banco-10",
        "odds-punto-banco-20",
        "streaks",
    ]
    assert jobs[2].given == {"level": 0.99, "table": "punto banco", "shoes": 10}
    assert jobs[2].command == "baccarat report odds-punto-banco-10"
    assert (jobs[2].timeout, jobs[4].timeout) == (30, None)


def test_a_grid_is_chosen_whole_by_its_name_or_one_of_it(project):
    suite = suite_of(project, GRID)
    assert len(plan(suite, ["odds"])) == 4
    assert [job.name for job in plan(suite, ["odds-live-20"])] == ["odds-live-20"]


def grid_of(text):
    return GRID[: GRID.index("table =")] + text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (grid_of(f"shoes = {list(range(101))}"), "the grid has 101 combinations, 100 at most"),
        (grid_of("level = [0.9]"), "'level' stands under parameters and in the grid"),
        (grid_of('table = ["a b", "a-b"]'), "two combinations of the grid would be named 'odds-a"),
        (grid_of('table = ["--"]'), "no name can be made of the grid's value '--'"),
        (grid_of("shoes = 3"), "'shoes' of the grid must be a list of values"),
        (grid_of("shoes = []"), "'shoes' of the grid must be a list of values"),
        (GRID.replace('"streaks"\nn', '"odds-live-10"\nn'), "two reports are named 'odds-live-10'"),
        (GRID.replace('"streaks"\nn', '"odds"\nn'), "two reports are named 'odds'"),
    ],
)
def test_a_grid_that_cant_be_laid_out_is_refused(project, text, said):
    with pytest.raises(UsageError) as error:
        suite_of(project, text)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_a_wrong_value_in_a_grid_is_refused_before_anything_runs(project):
    with pytest.raises(UsageError, match=r"report odds-x: parameter 'shoes' must be a whole num"):
        plan(suite_of(project, grid_of('shoes = ["x"]')))


# Data


def test_data_are_what_the_suite_names_and_parameters_that_are_files(project):
    (project / "data").mkdir()
    for name in ("named.txt", "given.txt"):
        (project / "data" / name).write_text("PB")
    text = TWO.replace("[report.parameters]", 'data = ["data/named.txt"]\n[report.parameters]')
    odds, streaks = plan(suite_of(project, text), [], ["table=data/given.txt"])
    assert odds.data == ("data/named.txt", "data/given.txt")
    assert streaks.data == ()
    assert plan(suite_of(project, TWO), [], ["table=data"])[0].data == ()  # a folder is no file


def test_a_notebook_may_lie_in_a_folder_of_its_own(tmp_path):
    for name in ("odds", "lessons/due"):
        path = tmp_path / "notebooks" / f"{name}.ipynb"
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(nbformat.v4.new_notebook(), path)
    suite = tmp_path / "reports" / "suite.toml"
    suite.parent.mkdir()
    suite.write_text('[[report]]\nname = "due"\nnotebook = "lessons/due"\n')
    (report,) = read_suite(suite).reports
    assert read_suite(suite).notebook(report) == tmp_path / "notebooks/lessons/due.ipynb"
    suite.write_text('[[report]]\nname = "due"\nnotebook = "lessons/deu"\n')
    with pytest.raises(UsageError, match="did you mean 'lessons/due'"):
        read_suite(suite)
    suite.write_text('[[report]]\nname = "due"\nnotebook = "../due"\n')
    with pytest.raises(UsageError, match="is a name in notebooks/"):
        read_suite(suite)
