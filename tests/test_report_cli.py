"""The command: quick help, one line for a user's mistake, the right exit status."""

import json
import subprocess
import sys

import pytest
from tiny_project import executed_without_a_kernel, write_project

from baccarat import cli
from baccarat.report import one_run
from baccarat.report.runs import runs_of


@pytest.fixture
def project(tmp_path, monkeypatch):
    write_project(tmp_path, {"odds": ("shoes: int = 3  # dealt", "shoes")})
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def quick(project, monkeypatch):
    """A project whose notebook runs without a kernel, and how often it did."""
    ran = []

    def execute(job, *arguments, **options):
        ran.append(job)
        return executed_without_a_kernel(job, *arguments, **options)

    monkeypatch.setattr(one_run, "execute", execute)
    return ran


@pytest.fixture
def broken(project, monkeypatch):
    """A project whose notebook fails."""

    def execute(*arguments, **options):
        raise RuntimeError("no luck")

    monkeypatch.setattr(one_run, "execute", execute)
    return project


def test_help_loads_nothing_heavy():
    code = (
        "import sys\nfrom baccarat.cli import run\nassert run(['report', '--help']) == 0\n"
        "heavy = {'numpy', 'pandas', 'numba', 'scipy', 'papermill', 'nbformat', 'nbconvert'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["report", "-p", "shoe=1"], "did you mean 'shoes'?"),
        (["report", "-p", "shoes=few"], "must be a whole number, got 'few'"),
        (["report", "odd"], "did you mean 'odds'?"),
        (["report", "--suite", "no.toml"], "no suite file no.toml"),
        (["report", "--jobs", "0"], "'--jobs'"),
        (["report", "--keep", "0"], "'--keep'"),
        (["report", "--if-locked", "wai"], "'--if-locked'"),
        (["reproduce", "notebooks"], "notebooks is no manifest of a run; name one such as"),
        (["report", "--jbs", "1"], "--jbs"),
        (["reprt"], "reprt"),
    ],
)
def test_a_mistake_is_one_line_and_status_2_and_starts_no_kernel(
    project, monkeypatch, capsys, arguments, said
):
    def fail(*args, **options):
        raise AssertionError("a kernel was started")

    monkeypatch.setattr(one_run, "execute", fail)
    assert cli.run(arguments) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert said in captured.err
    assert captured.err.startswith("baccarat: ")
    assert captured.err.count("\n") == 1
    assert not (project / "reports/site").exists()


def test_outside_a_project_it_says_so(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.run(["report"]) == 2
    assert "no suite file reports/suite.toml here" in capsys.readouterr().err


def test_version(capsys):
    assert cli.run(["--version"]) == 0
    assert capsys.readouterr().out.startswith("baccarat ")


def test_no_arguments_show_the_help(capsys):
    assert cli.run([]) == 0
    assert "report" in capsys.readouterr().out


def test_json_is_one_document(project, quick, capsys):
    assert cli.run(["report", "--json", "--out", "pages"]) == 0
    captured = capsys.readouterr()
    (row,) = json.loads(captured.out)["reports"]
    assert row["status"] == "made"
    assert row["page"] == "pages/odds.html"
    assert json.loads((project / row["manifest"]).read_text())["status"] == "made"
    assert "odds started" in captured.err
    assert not (project / "reports/site").exists()


def test_what_is_made_already_is_skipped_until_something_changes(project, quick, capsys):
    statuses = []

    def run(*arguments):
        assert cli.run(["report", "--json", *arguments]) == 0
        statuses.append(json.loads(capsys.readouterr().out)["reports"][0]["status"])

    run()
    run()
    run("--force")
    run("-p", "shoes=4")
    run()  # its page is one of another setting now: put back, not made again
    notebook = project / "notebooks/odds.ipynb"
    notebook.write_text(notebook.read_text().replace("On odds", "On better odds"))
    run()
    assert statuses == ["made", "skipped", "made", "made", "skipped", "made"]
    assert len(quick) == 4


@pytest.mark.parametrize("harm", [lambda page: page.unlink(), lambda page: page.write_text("x")])
def test_a_published_page_that_is_lost_or_changed_is_put_back(project, quick, harm):
    assert cli.run(["report"]) == 0
    page = project / "reports/site/odds.html"
    before = page.read_text()
    harm(page)
    assert cli.run(["report"]) == 0
    assert page.read_text() == before
    assert len(quick) == 1


def test_a_run_whose_own_page_was_changed_is_made_again(project, quick):
    assert cli.run(["report"]) == 0
    ((folder, _),) = runs_of(project / "reports/site", "odds")
    (folder / "page.html").write_text("tampered")
    assert cli.run(["report"]) == 0
    assert len(quick) == 2


def test_keep_removes_the_oldest_runs(project, quick):
    site = project / "reports/site"
    for _ in range(3):
        assert cli.run(["report", "--force"]) == 0
    names = [folder.name for folder, _ in runs_of(site, "odds")]
    assert cli.run(["report", "--force", "--keep", "2"]) == 0
    left = [folder.name for folder, _ in runs_of(site, "odds")]
    assert len(names) == 3
    assert len(left) == 2
    assert left[0] == names[-1]


def test_the_log_may_be_json_lines(project, quick, capsys):
    assert cli.run(["report", "--log-json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [(line["report"], line["event"]) for line in lines] == [
        ("odds", "started"),
        ("odds", "made"),
    ]
    assert {line["level"] for line in lines} == {"info"}


def test_no_colours_where_nobody_looks(project, quick, capsys):
    assert cli.run(["report"]) == 0
    captured = capsys.readouterr()
    assert "\x1b" not in captured.out + captured.err


def test_the_index_is_opened_on_demand(project, quick, monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    assert cli.run(["report", "--open"]) == 0
    assert opened == [(project / "reports/site/index.html").as_uri()]


def test_a_failure_calls_the_users_command_with_all_it_needs(broken, capfd):
    command = 'echo "$BACCARAT_REPORT: $BACCARAT_ERROR"; cat "$BACCARAT_MANIFEST"; '
    command += 'test -s "$BACCARAT_PAGE" && touch called'
    assert cli.run(["report", "--json", "--on-failure", command]) == 1
    captured = capfd.readouterr()
    assert json.loads(captured.out)["reports"][0]["status"] == "failed"
    assert "odds: RuntimeError: no luck" in captured.err
    assert '"status": "failed"' in captured.err
    assert (broken / "called").exists()


@pytest.mark.parametrize(
    ("command", "said"), [("exit 7", "ended with status 7"), ("sleep 30", "took longer than 0.2 s")]
)
def test_a_command_that_fails_itself_is_told_in_a_line(broken, capsys, monkeypatch, command, said):
    monkeypatch.setattr("baccarat.report.on_failure.PATIENCE", 0.2)
    assert cli.run(["report", "--on-failure", command]) == 1
    lines = [line for line in capsys.readouterr().err.splitlines() if "--on-failure" in line]
    assert len(lines) == 1
    assert said in lines[0]


def test_no_command_is_called_where_nothing_fails(project, quick):
    assert cli.run(["report", "--on-failure", "touch called"]) == 0
    assert not (project / "called").exists()


def test_a_reader_that_leaves_is_no_error(project):
    code = "import sys; from baccarat.cli import run; sys.exit(run(['report', '--help']))"
    done = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -c "{code}" | true'], capture_output=True, text=True
    )
    assert done.stderr == ""
