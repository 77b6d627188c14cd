"""The whole way, with kernels: one batch of tiny notebooks, looked at from all sides."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import nbformat
import pytest

from baccarat.report.index import write_index
from baccarat.report.offline import requests_of
from baccarat.report.run import Folders, make
from baccarat.report.suite import plan, read_suite

GOOD = """
import random, warnings
from IPython.display import display
from baccarat.report.display import show_headline
random.seed(seed)
show_headline(f"Drew {random.random():.6f} of {shoes}.", "consistent with chance")
print(open("data/shoes.txt").read())
warnings.warn("few shoes")
print({"player", "banker", "tie"})
svg = '<svg width="9" height="9" viewBox="0 0 9 9"><path id="p" d="M0 0"/></svg>'
about = {"alt": "A dot.", "caption": "Dot.", "name": "dot"}
display({"image/svg+xml": svg, "text/plain": "dot"}, raw=True, metadata={"image/svg+xml": about})
"""
CELLS = {
    "good": ("shoes: int = 3  # dealt\nseed: int = 1  # start", GOOD),
    "raising": ("shoes: int = 3  # dealt", "print('so far')\nassert shoes > 5, f'only {shoes}'"),
    "blind": ("", "from IPython.display import SVG\nSVG('<svg viewBox=\"0 0 1 1\"></svg>')"),
    "dying": ("", "import os\nos.kill(os.getpid(), 9)"),
    "slow": ("", "import time\ntime.sleep(60)"),
}


def write_project(root: Path) -> None:
    for folder in ("notebooks", "reports", "data"):
        (root / folder).mkdir()
    (root / "data/shoes.txt").write_text("from the project's folder")
    for name, (parameters, source) in CELLS.items():
        cells = [
            nbformat.v4.new_markdown_cell(f"# On {name}\n\nWith $p$."),
            nbformat.v4.new_code_cell(parameters, metadata={"tags": ["parameters"]}),
            nbformat.v4.new_code_cell(source),
        ]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), root / f"notebooks/{name}.ipynb")
    names = ["good", "again", *list(CELLS)[1:]]
    text = "".join(
        f'[[report]]\nname = "{name}"\nnotebook = "{"good" if name == "again" else name}"\n'
        for name in names
    )
    (root / "reports/suite.toml").write_text(text)


@pytest.fixture(scope="module")
def batch(tmp_path_factory):
    """All notebooks run once, two at a time; the failing report had a good page before."""
    root = tmp_path_factory.mktemp("project {with} braces")
    write_project(root)
    suite = read_suite(root / "reports/suite.toml")
    folders = Folders.of(suite)
    folders.site.mkdir()
    (folders.site / "raising.html").write_text("the last good page")
    folders.failed.mkdir()
    (folders.failed / "good.html").write_text("an old failure")
    events = []
    results = make(
        plan(suite),
        folders,
        root=suite.root,
        workers=3,
        timeout=4,
        on_event=lambda *event: events.append(event),
    )
    index = write_index(suite, folders)
    return suite, folders, {each.name: each for each in results}, events, index


def test_each_report_has_its_own_fate(batch):
    _, _, results, events, _ = batch
    status = {name: each.status for name, each in results.items()}
    failed = dict.fromkeys(("raising", "blind", "dying", "slow"), "failed")
    assert status == {"good": "made", "again": "made", **failed}
    assert {event[1] for event in events} == {"started", "cell", "made", "failed"}


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("raising", "AssertionError: only 3 (at: assert shoes > 5, f'only {shoes}')"),
        ("blind", "a figure without alternative text"),
        ("dying", "the kernel died"),
        ("slow", "longer than 4 s"),
    ],
)
def test_a_failure_says_why_in_one_line(batch, name, said):
    _, _, results, _, _ = batch
    assert said in results[name].error
    assert "\n" not in results[name].error


def test_a_failed_run_is_not_published_and_the_last_good_page_stays(batch):
    _, folders, _, _, _ = batch
    pages = {path.name for path in folders.site.iterdir()}
    assert pages == {
        *("good.html", "good.json", "again.html", "again.json"),
        *("index.html", "raising.html"),
    }
    assert (folders.site / "raising.html").read_text() == "the last good page"


def test_a_failed_run_is_kept_apart_with_its_notebook(batch):
    _, folders, _, _, _ = batch
    page = (folders.failed / "raising.html").read_text()
    assert "This run failed" in page
    assert "so far" in page
    assert "AssertionError" in page
    assert (folders.failed / "raising.ipynb").exists()
    assert not (folders.failed / "good.html").exists()  # the success removed it


def test_the_good_page_ran_in_the_project_and_shows_no_machine(batch):
    suite, folders, _, _, _ = batch
    page = (folders.site / "good.html").read_text()
    assert "from the project&#x27;s folder" in page
    assert "cell:7: UserWarning: few shoes" in page
    assert requests_of(page) == []
    for trace in ("ipykernel", str(suite.root), "/tmp/"):
        assert trace not in page


def test_the_same_seed_gives_the_same_page(batch):
    _, folders, _, _, _ = batch
    first, second = (
        re.sub(
            r"<footer>.*</footer>|<time.*?</time>|<p class=\"kicker\">.*?</p>",
            "",
            (folders.site / f"{name}.html").read_text(),
            flags=re.DOTALL,
        )
        for name in ("good", "again")
    )
    assert first == second


def test_the_index_tells_pages_and_failures_apart(batch):
    _, folders, _, _, index = batch
    html = index.read_text()
    assert requests_of(html) == []
    assert html.count("<h1") == 1
    assert 'href="good.html"' in html
    assert "Drew 0.134364 of 3." in html
    assert "shoes 3 · seed 1" in html
    assert html.count("The last run failed") == 4
    assert 'href="../failed/raising.html"' in html
    record = json.loads((folders.site / "good.json").read_text())
    assert record["verdict"] == "consistent with chance"
    assert record["size"] == (folders.site / "good.html").stat().st_size


def test_with_out_everything_stays_in_the_folder_named(tmp_path):
    write_project(tmp_path)
    suite = read_suite(tmp_path / "reports/suite.toml")
    folders = Folders.of(suite, tmp_path / "pages")
    assert folders.failed.parent == folders.site


def test_remains_of_killed_runs_are_cleared_after_a_day(tmp_path, monkeypatch):
    write_project(tmp_path)
    suite = read_suite(tmp_path / "reports/suite.toml")
    folders = Folders.of(suite)
    old, new = folders.site / ".making-old", folders.site / ".making-new"
    for folder in (old, new):
        folder.mkdir(parents=True)
    os.utime(old, (0, 0))
    assert make([], folders, root=suite.root) == []
    assert not old.exists()
    assert new.exists()
    shutil.rmtree(new)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_ends_the_kernel_and_leaves_nothing(tmp_path):
    write_project(tmp_path)
    source = "import os, time\nopen('data/pid', 'w').write(f'{os.getpid()}.')\ntime.sleep(60)"
    cell = nbformat.v4.new_code_cell(source)
    nbformat.write(nbformat.v4.new_notebook(cells=[cell]), tmp_path / "notebooks/slow.ipynb")
    command = [sys.executable, "-m", "baccarat", "report", "slow"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        pid = tmp_path / "data/pid"
        for _ in range(300):
            if pid.exists() and pid.read_text().endswith("."):
                break
            time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
    assert process.returncode == 130
    assert said.endswith("baccarat: interrupted; nothing unfinished was kept\n")
    assert "Traceback" not in said
    with pytest.raises(ProcessLookupError):
        os.kill(int(pid.read_text().rstrip(".")), 0)
    assert [path.name for path in (tmp_path / "reports").iterdir()] == ["suite.toml"]
