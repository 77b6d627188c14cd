"""Keys, manifests and folders of runs: what makes two runs the same, and which is the newest."""

import dataclasses
import json
from datetime import UTC, datetime, timedelta

import pytest
from tiny_project import planned, write_project

from baccarat.report import keys, manifest
from baccarat.report.files import digest, write_whole
from baccarat.report.keys import ingredients
from baccarat.report.plan import data_of
from baccarat.report.runs import clear_remains, finished, forget, mark_crashed, new_run, runs_of
from baccarat.report.suite import Setting

NOW = datetime(2026, 11, 29, 22, 15, 3, tzinfo=UTC)
KEY = "1a2b3c4d" + 56 * "0"


@pytest.fixture
def project(tmp_path):
    parameters = 'record: str = "data/shoe.txt"  # read\nseed: int = 1  # start'
    write_project(tmp_path, {"reads": (parameters, "record")})
    (tmp_path / "data/shoe.txt").write_text("PBPBT")
    return tmp_path


def key(root, *given):
    suite, (job,) = planned(root, given=given)
    return ingredients(job, suite.root).key


# Keys


def test_the_same_run_has_the_same_key(project):
    assert key(project) == key(project)
    assert len(key(project)) == 64


def edit(path, old, new):
    path.write_text(path.read_text().replace(old, new))


@pytest.mark.parametrize(
    "change",
    [
        lambda root, monkeypatch: edit(root / "data/shoe.txt", "T", "P"),
        lambda root, monkeypatch: edit(root / "notebooks/reads.ipynb", "With", "For"),
        lambda root, monkeypatch: edit(root / "reports/suite.toml", '= "reads"\nn', '= "r"\nn'),
        lambda root, monkeypatch: monkeypatch.setattr(keys, "versions", lambda: {"numpy": "9"}),
        lambda root, monkeypatch: monkeypatch.setattr(keys, "package_digest", lambda: "other"),
    ],
    ids=["data", "notebook", "name", "versions", "package"],
)
def test_whatever_a_page_depends_on_changes_its_key(project, monkeypatch, change):
    before = key(project)
    change(project, monkeypatch)
    assert key(project) != before


def test_a_parameter_changes_the_key_and_its_default_given_does_not(project):
    assert key(project, "seed=2") != key(project)
    assert key(project, "seed=1") == key(project)


def test_the_digest_of_the_package_sees_its_code_and_its_styles(tmp_path, monkeypatch):
    found = set()
    monkeypatch.setattr(keys.baccarat, "__file__", str(tmp_path / "__init__.py"))
    for name in ("__init__.py", "page.css", "page.html.j2", "notes.md"):
        (tmp_path / name).write_text("x")
        found.add(keys.package_digest.__wrapped__())
    assert len(found) == 3  # what is neither code nor part of a page does not count


def test_a_digest_is_the_published_one():
    """FIPS 180-4, its example of one block: "abc"."""
    assert digest(b"abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


# Run folders


def run(site, moment=NOW, status="made", page="a page", **more):
    """Make a run's folder with a manifest, as a run leaves it."""
    folder = new_run(site, "reads", KEY, moment)
    write_whole(folder / "page.html", page)
    told = dict.fromkeys(manifest._NEEDED)
    told |= {"format": 1, "report": "reads", "run": folder.name, "key": KEY, "status": status}
    told |= {"page": {"file": "page.html", "sha256": digest(page.encode()), "bytes": len(page)}}
    manifest.write(folder, told | more)
    return folder


def names(site):
    return [folder.name for folder, _ in runs_of(site, "reads")]


def test_a_run_is_named_by_time_and_key(tmp_path):
    assert new_run(tmp_path, "reads", KEY, NOW).name == "20261129T221503Z-1a2b3c4d"


@pytest.mark.parametrize("back", [0, 1, 3600, 86_400 * 400], ids=["none", "s", "hour", "years"])
def test_runs_sort_in_the_order_they_began_though_the_clock_was_set_back(tmp_path, back):
    moments = [NOW, NOW + timedelta(seconds=5), NOW + timedelta(seconds=5 - back), NOW]
    made = [run(tmp_path, moment).name for moment in moments]
    assert len(set(made)) == 4
    assert names(tmp_path) == made == sorted(made)


def test_the_newest_finished_run_is_the_one_begun_last(tmp_path):
    run(tmp_path, NOW)
    last = run(tmp_path, NOW - timedelta(days=1))
    assert finished(tmp_path, "reads", KEY)[0] == last


@pytest.mark.parametrize("status", ["running", "failed", "interrupted", "crashed"])
def test_only_a_run_that_was_made_counts_as_finished(tmp_path, status):
    run(tmp_path, status=status)
    assert finished(tmp_path, "reads", KEY) is None


def test_a_finished_run_needs_its_page_and_its_key(tmp_path):
    folder = run(tmp_path)
    assert finished(tmp_path, "reads", "f" * 64) is None
    assert finished(tmp_path, "other", KEY) is None
    (folder / "page.html").write_text("cut o")
    assert finished(tmp_path, "reads", KEY) is None


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", '{"format": 2}', '{"format": 1, "report": "reads"}']
)
def test_a_manifest_that_is_none_of_ours_is_passed_over(tmp_path, text):
    folder = new_run(tmp_path, "reads", KEY, NOW)
    (folder / "manifest.json").write_text(text)
    assert runs_of(tmp_path, "reads") == []
    assert forget(tmp_path, "reads", 1) == []
    assert mark_crashed(tmp_path) == []
    assert (folder / "manifest.json").read_text() == text


def test_a_run_that_never_ended_is_marked_once(tmp_path):
    run(tmp_path)
    folder = run(tmp_path, status="running")
    assert mark_crashed(tmp_path) == [f"reads/{folder.name}"]
    assert mark_crashed(tmp_path) == []
    told = json.loads((folder / "manifest.json").read_text())
    assert (told["status"], told["error"]["kind"]) == ("crashed", "crash")


def test_keep_spares_the_published_page_and_what_is_not_ours(tmp_path):
    old = [run(tmp_path, page=f"page {number}") for number in range(5)]
    theirs = tmp_path / "runs/reads/notes"
    theirs.mkdir()
    (theirs / "read.me").write_text("mine")
    write_whole(tmp_path / "reads.html", "page 1")
    assert forget(tmp_path, "reads", 2) == [old[0].name, old[2].name]
    assert names(tmp_path) == [old[1].name, old[3].name, old[4].name]
    assert (theirs / "read.me").exists()


def test_remains_of_killed_runs_are_cleared_and_nothing_else(tmp_path):
    for name in (".making-x", "runs"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text("")
    for name in (".writing-y", ".lock", "reads.html"):
        (tmp_path / name).write_text("")
    clear_remains(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == [".lock", "reads.html", "runs"]


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "page.html"
    write_whole(path, "old")
    with pytest.raises(UnicodeEncodeError):
        write_whole(path, "new \ud800")  # half of a surrogate pair: no UTF-8
    assert path.read_text() == "old"
    assert [each.name for each in tmp_path.iterdir()] == ["page.html"]


def test_data_files_are_in_the_manifest_as_json_holds_them(project):
    suite, (job,) = planned(project)
    used = ingredients(job, suite.root)
    folder = new_run(project / "site", "reads", used.key)
    told = manifest.begun(job, used, folder, root=suite.root, revision=None)
    assert json.loads(json.dumps(told)) == told
    assert told["data"] == [dataclasses.asdict(used.data[0])]
    assert told["data"][0] == {
        "path": "data/shoe.txt",
        "sha256": digest(b"PBPBT"),
        "bytes": 5,
    }


def test_a_file_that_a_notebook_keeps_for_itself_is_no_data(tmp_path):
    # It changes with every run: as data it would make every key new, and every run a failure.
    for name in ("record.txt", "state.json"):
        (tmp_path / name).write_text("PBT\n")
    settings = [Setting("record", "record.txt", ""), Setting("state", "state.json", "")]
    assert data_of(tmp_path, settings, ["more.csv"]) == ("more.csv", "record.txt")
