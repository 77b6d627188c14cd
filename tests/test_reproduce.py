"""`baccarat reproduce`: the same page again, and a word on whatever is not as it was."""

import json
import os
from pathlib import Path

import pytest
from tiny_project import executed_without_a_kernel, write_notebook, write_project

from baccarat import cli
from baccarat.report import one_run
from baccarat.report.reproduce import difference
from baccarat.report.runs import runs_of

SHOWS = "print(f'{shoes} shoes of', open(record).read())"
PARAMETERS = 'shoes: int = 3  # dealt\nrecord: str = "data/shoe.txt"  # read'


@pytest.fixture
def project(tmp_path, tmp_path_factory, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path_factory.mktemp("temporary")))
    write_project(tmp_path, {"shows": (PARAMETERS, SHOWS)})
    (tmp_path / "data/shoe.txt").write_text("PBPBT")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def made(project, monkeypatch, capsys):
    """The folder of a run that was made, with parameters of its own; no kernel runs."""

    def execute(job, source, output, **options):
        notebook = executed_without_a_kernel(job, source, output, **options)
        read = Path("data/shoe.txt").read_text()
        notebook.cells[0].source += f"\n\n{dict(job.given)} {read}"
        return notebook

    monkeypatch.setattr(one_run, "execute", execute)
    assert cli.run(["report", "-p", "shoes=7"]) == 0
    capsys.readouterr()
    return only_run(project)


def only_run(project):
    ((folder, _),) = runs_of(project / "reports/site", "shows")
    return folder


@pytest.fixture
def again(capsys):
    def run(*arguments):
        status = cli.run(["reproduce", *map(str, arguments)])
        captured = capsys.readouterr()
        complaints = [line for line in captured.err.splitlines() if line.startswith("baccarat:")]
        return status, captured.out, complaints

    return run


@pytest.mark.parametrize("name", ["", "manifest.json"])
def test_the_same_again_is_said_to_be_the_same(made, again, name):
    assert again(made / name) == (0, "shows: the same page, times apart\n", [])


def test_it_leaves_the_site_alone(project, made, again):
    before = {path: path.stat().st_mtime_ns for path in project.rglob("*") if path.is_file()}
    again(made)
    assert before == {
        path: path.stat().st_mtime_ns for path in project.rglob("*") if path.is_file()
    }


def test_the_new_page_goes_where_it_is_wanted(project, made, again):
    status, out, _ = again(made, "--out", "again")
    assert status == 0
    assert "(the new page: again/shows.html)" in out
    page = (project / "again/shows.html").read_text()
    assert difference(page, (made / "page.html").read_text()) is None


def test_changed_data_are_named_and_the_difference_is_shown(project, made, again):
    (project / "data/shoe.txt").write_text("BBBBB")
    status, out, complaints = again(made)
    assert status == 1
    assert complaints == ["baccarat: shows: not as it was then: data/shoe.txt has changed"]
    assert "it differs: line" in out
    assert "BBBBB" in out


def test_all_that_is_not_as_it_was_is_told_in_one_line(project, made, again, monkeypatch):
    write_notebook(project / "notebooks/shows.ipynb", SHOWS + "  # more", PARAMETERS)
    path = made / "manifest.json"
    told = json.loads(path.read_text())
    told["versions"]["numpy"] = "1.0"
    told["data"][0]["path"] = "data/lost.txt"
    told["revision"] = "abc"
    path.write_text(json.dumps(told))
    _, _, (complaint,) = again(made)
    assert (
        "the notebook has changed; data/lost.txt is not there any more; numpy was 1.0" in complaint
    )
    assert "the revision was abc" in complaint


def test_a_changed_default_does_not_change_the_run(project, made, again):
    text = PARAMETERS.replace("= 3", "= 5")
    write_notebook(project / "notebooks/shows.ipynb", SHOWS, text)
    status, out, (complaint,) = again(made)
    assert (status, out) == (0, "shows: the same page, times apart\n")
    assert "the notebook has changed" in complaint


def test_a_lost_parameter_is_bad_input(project, made, again):
    write_notebook(project / "notebooks/shows.ipynb", SHOWS, "coups: int = 3  # dealt")
    status, out, (complaint,) = again(made)
    assert (status, out) == (2, "")
    assert "has no parameter 'shoes' any more" in complaint


def test_elsewhere_it_says_where_to_run_it(made, again, tmp_path_factory, monkeypatch):
    monkeypatch.chdir(tmp_path_factory.mktemp("elsewhere"))
    status, _, (complaint,) = again(made)
    assert status == 2
    assert "run this in the project's folder" in complaint


def test_a_page_that_is_gone_cant_be_compared(made, again):
    (made / "page.html").unlink()
    status, out, _ = again(made)
    assert status == 1
    assert "nothing to compare with" in out


def test_a_failed_run_that_fails_again_is_reproduced(project, again, monkeypatch, capsys):
    def fail(*arguments, **options):
        raise RuntimeError(words)

    monkeypatch.setattr(one_run, "execute", fail)
    words = "no luck"
    assert cli.run(["report"]) == 1
    capsys.readouterr()
    assert again(only_run(project))[:2] == (0, "shows: it fails again: RuntimeError: no luck\n")
    words = "other luck"
    status, out, _ = again(only_run(project))
    assert status == 1
    assert out.startswith("shows: it fails now: RuntimeError: other luck (the new page: ")
    monkeypatch.setattr(one_run, "execute", executed_without_a_kernel)
    status, out, _ = again(only_run(project))
    assert status == 1
    assert "it is made now, where the run was failed: RuntimeError: no luck" in out


def test_json_is_one_document(made, again):
    status, out, _ = again(made, "--json")
    assert status == 0
    assert json.loads(out) == {
        "report": "shows",
        "same": True,
        "told": "the same page, times apart",
        "warning": None,
        "page": None,
    }


def test_a_difference_in_a_long_line_is_shown_where_it_is():
    old, new = "x" * 5000 + "1.06" + "y" * 5000, "x" * 5000 + "1.07" + "y" * 5000
    assert "1.06" in difference(old, new)
    assert len(difference(old, new)) < 250


@pytest.mark.parametrize(
    ("old", "new"),
    [("a\n<footer>1</footer>", "a\n<footer>2\n3</footer>"), ("<time>1</time>b", "<time>2</time>b")],
)
def test_times_make_no_difference(old, new):
    assert difference(old, new) is None


def test_a_page_that_only_ends_earlier_differs():
    assert difference("a\nb", "a") == "line 2 was 'b' and is ''"


def test_a_real_kernel_makes_the_same_page_again(project, again):
    assert cli.run(["report"]) == 0
    assert again(only_run(project))[1].endswith("shows: the same page, times apart\n")


def test_a_page_in_french_is_another_page_and_is_made_again_in_french(project, again, monkeypatch):
    monkeypatch.delenv("BACCARAT_LANG", raising=False)
    monkeypatch.setattr(one_run, "execute", executed_without_a_kernel)
    assert cli.run(["report"]) == 0
    assert cli.run(["report", "--lang", "fr"]) == 0
    (french, told), (_, english) = sorted(
        runs_of(project / "reports/site", "shows"), key=lambda run: run[1]["language"], reverse=True
    )
    assert (told["language"], english["language"]) == ("fr", "en")
    assert told["key"] != english["key"]
    assert told["command"] == "baccarat report shows --lang fr"
    assert '<html lang="fr"' in (french / "page.html").read_text()
    assert '<html lang="fr"' in (project / "reports/site/index.html").read_text()
    status, printed, _ = again(french)
    assert status == 0
    assert printed.endswith("shows: the same page, times apart\n")
    assert "BACCARAT_LANG" not in os.environ


def test_a_language_there_is_not_is_told_in_a_line(project, capsys):
    assert cli.run(["report", "--lang", "de"]) == 2
    assert "'de' is not one of 'en', 'fr'" in capsys.readouterr().err
