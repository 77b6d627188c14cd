"""The command: quick help, one line for a user's mistake, the right exit status."""

import json
import subprocess
import sys

import nbformat
import pytest

from baccarat import cli


@pytest.fixture
def project(tmp_path, monkeypatch):
    cells = [
        nbformat.v4.new_markdown_cell("# Title"),
        nbformat.v4.new_code_cell("shoes: int = 3  # dealt", metadata={"tags": ["parameters"]}),
    ]
    for folder in ("notebooks", "reports"):
        (tmp_path / folder).mkdir()
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "notebooks/odds.ipynb")
    (tmp_path / "reports/suite.toml").write_text('[[report]]\nname = "odds"\nnotebook = "odds"\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


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
        (["report", "--jbs", "1"], "--jbs"),
        (["reprt"], "reprt"),
    ],
)
def test_a_mistake_is_one_line_and_status_2_and_starts_no_kernel(
    project, monkeypatch, capsys, arguments, said
):
    def fail(*args, **options):
        raise AssertionError("a kernel was started")

    monkeypatch.setattr("baccarat.report.run.execute", fail)
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


def test_an_interrupt_is_status_130_and_leaves_nothing(project, monkeypatch, capsys):
    def interrupted(*args, **options):
        raise KeyboardInterrupt

    monkeypatch.setattr("baccarat.report.run.wait", interrupted)
    monkeypatch.setattr("baccarat.report.run.execute", lambda *args, **options: None)
    assert cli.run(["report"]) == 130
    assert "interrupted" in capsys.readouterr().err
    assert not (project / "reports/site").exists()


def executed_without_a_kernel(job, output, **options):
    options["on_cell"](1, 2)
    return nbformat.read(job.notebook, as_version=4)


def test_json_is_one_document(project, monkeypatch, capsys):
    monkeypatch.setattr("baccarat.report.run.execute", executed_without_a_kernel)
    assert cli.run(["report", "--json", "--out", "pages"]) == 0
    captured = capsys.readouterr()
    (row,) = json.loads(captured.out)["reports"]
    assert row["status"] == "made"
    assert row["page"] == "pages/odds.html"
    assert "odds started" in captured.err
    assert not (project / "reports/site").exists()


def test_a_reader_that_leaves_is_no_error(project):
    code = "import sys; from baccarat.cli import run; sys.exit(run(['report', '--help']))"
    done = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -c "{code}" | true'], capture_output=True, text=True
    )
    assert done.stderr == ""
