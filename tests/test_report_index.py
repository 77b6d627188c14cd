"""The page of all runs, read from manifests written by hand."""

import json

import pytest
from html_tags import Tags
from site_by_hand import write_run, write_site

from baccarat.report.index import write_index
from baccarat.report.ledger import read_runs
from baccarat.report.offline import requests_of


@pytest.fixture
def site(tmp_path):
    write_index(tmp_path, write_site(tmp_path))
    return tmp_path


@pytest.fixture
def html(site):
    return (site / "index.html").read_text()


def part(html, name):
    """Return the entry of one report."""
    return html.split(f'<li id="report-{name}"')[1].split("</li>")[0]


def rows(html):
    body = html.split("<tbody>")[1].split("</tbody>")[0]
    return [Tags(row.replace("<", " <")).text for row in body.split("</tr>")[:-1]]


def test_reports_stand_in_the_order_of_the_suite_then_those_no_longer_in_it(html):
    places = [html.index(f'id="report-{name}"') for name in ("odds", "streaks", "ruin", "old")]
    assert places == sorted(places)


def test_a_report_shows_its_newest_good_run(html):
    entry = part(html, "odds")
    assert '<a href="odds.html">Odds</a>' in entry
    assert "Older title" not in entry
    assert "Banker costs &lt;1.06%&gt;." in entry
    assert "Consistent with chance" in entry
    assert "Few &lt;shoes&gt;." in entry
    assert "table live · seed 1" in entry
    assert "made in 4.2 s" in entry
    assert "3 runs" in entry


def test_a_failure_after_a_good_run_is_told_with_its_reason_page_and_log(site, html):
    entry = part(html, "odds")
    assert "The last run failed" in entry
    assert "only &lt;3&gt; shoes" in entry
    links = {a["href"] for a in Tags(entry).named("a")}
    folder = read_runs(site)[1].folder.relative_to(site).as_posix()
    assert {f"{folder}/page.html", f"{folder}/run.log"} <= links
    assert "The page is from an earlier run." in entry


def test_a_failure_before_a_good_run_is_history(html):
    assert "failed" not in part(html, "old")


def test_an_interrupted_run_without_a_page_is_told(html):
    entry = part(html, "streaks")
    assert "The last run was interrupted" in entry
    assert "No run of it has succeeded yet." in entry
    assert "streaks.html" not in entry


def test_a_report_never_made_is_listed(html):
    assert "It has never been made." in part(html, "ruin")
    assert "4 reports: 2 with a page, the last run of 2 failed, 1 never made." in html


def test_all_runs_stand_newest_first_each_with_its_state(html):
    told = rows(html)
    assert [row.split()[2:4] for row in told] == [
        ["streaks", "running"],
        ["odds", "failed"],
        ["streaks", "interrupted"],
        ["odds", "made"],
        ["odds", "made"],
        ["old", "made"],
        ["old", "failed"],
    ]
    assert "only <3> shoes" in told[1]
    assert "consistent with chance (1 × beware)" in told[3]


def test_every_link_and_picture_is_there(site, html):
    tags = Tags(html)
    links = [a["href"] for a in tags.named("a")]
    assert all((site / link).is_file() for link in links if not link.startswith("#"))
    (picture,) = tags.named("img")
    assert (site / picture["src"]).is_file()
    assert picture["alt"] == "Two <bars>"


def test_nothing_is_loaded_but_the_pictures_beside_it(html):
    assert [each for each in requests_of(html) if "picture.svg" not in each] == []


def test_links_can_be_told_apart_by_their_names(html):
    tags = Tags(html)
    names = [a["aria-label"] for a in tags.named("a") if "aria-label" in a]
    assert len(names) == len(set(names)) == 7 + 5  # a log each, five with a page


@pytest.mark.parametrize(
    "text",
    ["", "no json", "[]", '{"format": 2}', '{"format": 1, "report": "x"}', '{"format": 1,'],
)
def test_a_manifest_that_cannot_be_read_hides_no_other(site, text):
    folder = site / "runs/odds/broken"
    folder.mkdir()
    (folder / "manifest.json").write_text(text)
    assert len(read_runs(site)) == 7


def test_a_page_whose_runs_are_gone_stays_listed(tmp_path):
    (tmp_path / "odds.html").write_text("x")
    html = write_index(tmp_path, []).read_text()
    assert '<a href="odds.html">odds</a>' in html


def test_a_site_without_runs_says_how_to_make_them(tmp_path):
    html = write_index(tmp_path, ["odds"]).read_text()
    assert "1 report: 0 with a page, 1 never made." in html
    assert "None yet." in html


def test_a_time_without_a_zone_is_taken_as_utc(tmp_path):
    folder = write_run(tmp_path, "odds", hours=1)
    write_run(tmp_path, "odds")
    told = json.loads((folder / "manifest.json").read_text())
    told["started"] = "2026-11-30T01:00:00"
    (folder / "manifest.json").write_text(json.dumps(told))
    run = next(run for run in read_runs(tmp_path) if run.folder == folder)
    assert run.moment == "30 November 2026, 01:00 UTC"


def test_runs_stand_in_the_order_they_began_though_the_clock_went_back(tmp_path):
    # A run's folder is always named later than the report's last one.
    write_run(tmp_path, "odds", hours=1)
    newest = write_run(tmp_path, "odds")
    told = json.loads((newest / "manifest.json").read_text())
    told["started"] = "2020-01-01T00:00:00+00:00"
    (newest / "manifest.json").write_text(json.dumps(told))
    assert read_runs(tmp_path)[0].folder == newest


def test_five_hundred_runs_stay_a_small_page(tmp_path):
    for number in range(500):
        write_run(tmp_path, f"report-{number % 12}", "made", number)
    path = write_index(tmp_path, [])
    assert len(rows(path.read_text())) == 500
    assert path.stat().st_size < 400_000
