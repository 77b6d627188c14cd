"""The whole way, with kernels: one batch of tiny notebooks, looked at from all sides."""

import json

import pytest
from tiny_project import planned, write_project

from baccarat.report import forked
from baccarat.report.files import digest_of
from baccarat.report.index import write_index
from baccarat.report.offline import requests_of
from baccarat.report.reproduce import difference, without_times
from baccarat.report.run import make

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
ONCE = """
import os, pathlib
tries = pathlib.Path("data/tries")
tries.write_text(tries.read_text() + "x" if tries.exists() else "x")
len(tries.read_text()) > 1 or os.kill(os.getpid(), 9)
"""
NOTEBOOKS = {
    "good": ("shoes: int = 3  # dealt\nseed: int = 1  # start", GOOD),
    "raising": ("shoes: int = 3  # dealt", "print('so far')\nassert shoes > 5, f'only {shoes}'"),
    "blind": ("", "from IPython.display import SVG\nSVG('<svg viewBox=\"0 0 1 1\"></svg>')"),
    "dying": ("", "import os\nos.kill(os.getpid(), 9)"),
    "once": ("", ONCE),
    "slow": ("", "import time\ntime.sleep(60)"),
    "long": ("", "import time\nwhile True: time.sleep(0.1)"),
}
SUITE = "".join(
    f'[[report]]\nname = "{name}"\nnotebook = "{"good" if name == "again" else name}"\n{more}'
    for name, more in {
        "good": "",
        "again": "",
        "raising": "",
        "blind": "",
        "dying": "",
        "once": "",
        "slow": "timeout = 2\n",
        "long": "report_timeout = 3\n",
    }.items()
)
FATES = {
    **dict.fromkeys(("good", "again", "once"), "made"),
    **dict.fromkeys(("raising", "blind", "dying", "slow", "long"), "failed"),
}


@pytest.fixture(scope="module")
def batch(tmp_path_factory):
    """All notebooks run once, three at a time; a failing report had a good page before."""
    root = tmp_path_factory.mktemp("project {with} braces")
    write_project(root, NOTEBOOKS, SUITE)
    (root / "data/shoes.txt").write_text("from the project's folder")
    suite, jobs = planned(root)
    site = root / "reports/site"
    site.mkdir()
    (site / "raising.html").write_text("the last good page")
    events = []
    results = make(
        jobs, site, root=suite.root, workers=3, on_event=lambda *event: events.append(event)
    )
    write_index(site, [job.name for job in jobs])
    return suite, site, {each.name: each for each in results}, events


def manifest(site, name):
    (path,) = site.glob(f"runs/{name}/*/manifest.json")
    return json.loads(path.read_text())


def test_each_report_has_its_own_fate(batch):
    _, site, results, events = batch
    assert {name: each.status for name, each in results.items()} == FATES
    assert {name: manifest(site, name)["status"] for name in FATES} == FATES
    assert {event[1] for event in events} == {"started", "cell", "retried", "made", "failed"}


@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("raising", "cell", "AssertionError: only 3 (at: assert shoes > 5, f'only {shoes}')"),
        ("blind", "other", "a figure without alternative text"),
        ("dying", "kernel", "the kernel died twice"),
        ("slow", "timeout", "a cell took longer than 2 s; allow more with --timeout"),
        ("long", "timeout", "the report took longer than 3 s; allow more with --report-timeout"),
    ],
)
def test_a_failure_says_why_in_one_line(batch, name, kind, said):
    _, site, results, _ = batch
    assert said in results[name].error
    assert "\n" not in results[name].error
    assert manifest(site, name)["error"] == {"kind": kind, "text": results[name].error}


def test_a_kernel_that_dies_is_tried_once_more_and_a_cell_that_raises_is_not(batch):
    suite, site, _, _ = batch
    assert (suite.root / "data/tries").read_text() == "xx"
    tries = {name: manifest(site, name)["retries"] for name in FATES}
    assert tries == {**dict.fromkeys(FATES, 0), "dying": 1, "once": 1}


def test_a_failed_run_is_not_published_and_the_last_good_page_stays(batch):
    _, site, _, _ = batch
    pages = {path.name for path in site.iterdir()}
    assert pages == {"good.html", "again.html", "once.html", "raising.html", "index.html", "runs"}
    assert (site / "raising.html").read_text() == "the last good page"


def test_a_failed_run_keeps_what_it_could_show(batch):
    _, _, results, _ = batch
    page = results["raising"].page.read_text()
    assert results["raising"].page == results["raising"].run / "page.html"
    assert "This run failed" in page
    assert "so far" in page
    assert "AssertionError" in page
    assert (results["raising"].run / "notebook.ipynb").exists()
    assert not (results["good"].run / "notebook.ipynb").exists()


def test_the_good_page_ran_in_the_project_and_shows_no_machine(batch):
    suite, site, _, _ = batch
    page = (site / "good.html").read_text()
    assert "from the project&#x27;s folder" in page
    assert "cell:7: UserWarning: few shoes" in page
    assert requests_of(page) == []
    for trace in ("ipykernel", str(suite.root), "/tmp/"):
        assert trace not in page


def without_name(html):
    return without_times(html).replace("again", "good")


def test_the_same_seed_gives_the_same_page(batch):
    _, site, _, _ = batch
    first, second = ((site / f"{name}.html").read_text() for name in ("good", "again"))
    assert without_name(first) == without_name(second)


def test_a_manifest_tells_where_a_page_comes_from(batch):
    suite, site, results, _ = batch
    told = manifest(site, "good")
    run = results["good"].run
    assert told["run"] == run.name
    assert told["run"].endswith(told["key"][:8])
    assert told["parameters"] == {"shoes": 3, "seed": 1}
    assert told["seed"] == 1
    assert told["given"] == {}
    assert told["sentence"] == "Drew 0.134364 of 3."
    assert told["verdict"] == "consistent with chance"
    assert told["notebook"]["sha256"] == digest_of(suite.root / "notebooks/good.ipynb")
    assert told["page"]["sha256"] == digest_of(run / "page.html") == digest_of(site / "good.html")
    assert told["started"] <= told["ended"]
    assert 0 < sum(cell["seconds"] for cell in told["cells"]) < told["seconds"]
    assert {"baccarat", "python", "numpy", "pandas", "scipy"} <= told["versions"].keys()
    assert told["reproduce"].startswith("baccarat reproduce reports/site/runs/good/")


def test_a_run_has_a_log_of_plain_lines_with_times(batch):
    _, _, results, _ = batch
    lines = (results["dying"].run / "run.log").read_text().splitlines()
    assert all(line[:2] == "20" and line[19] == "Z" for line in lines)
    said = [line.split(" ", 1)[1] for line in lines]
    assert said[0] == "started"
    assert "retried the kernel died; once more, in a new one" in said
    assert said[-1].startswith("failed the kernel died twice")


def test_the_index_tells_pages_and_failures_apart(batch):
    _, site, _, _ = batch
    html = (site / "index.html").read_text()
    assert 'href="good.html"' in html
    assert "Drew 0.134364 of 3." in html
    assert "only 3" in html


def test_where_no_kernel_can_be_forked_a_plain_one_gives_the_same_page(
    batch, tmp_path, monkeypatch
):
    suite, site, _, _ = batch
    if not forked.READY:
        pytest.skip("no fork server on this system")

    def gone(*arguments):
        raise EOFError("the server is gone")

    monkeypatch.setattr(forked, "READY", True)  # so that it is so again after this test
    monkeypatch.setattr(forked, "_Process", gone)
    _, jobs = planned(suite.root, "good")
    (result,) = make(jobs, tmp_path, root=suite.root)
    assert not forked.READY
    assert difference(result.page.read_text(), (site / "good.html").read_text()) is None


def test_forked_kernels_share_no_draws_and_no_state(tmp_path):
    """Copies of one process would draw alike if nobody told numpy's old generator."""
    source = "import numpy, sys\n"
    source += "print('drew', numpy.random.random(), hasattr(sys, 'left'))\nsys.left = 1"
    write_project(tmp_path, {"one": ("", source), "two": ("", source)})
    suite, jobs = planned(tmp_path)
    drawn = make(jobs, tmp_path / "site", root=suite.root)
    pages = [each.page.read_text() for each in drawn]
    said = [page[page.index("drew ") :].split("</pre>")[0] for page in pages]
    assert all(each.endswith("False") for each in said)
    assert said[0] != said[1]
