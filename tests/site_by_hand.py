"""A site as the runner leaves it, with runs of every kind; only what the index reads."""

import json
from datetime import UTC, datetime, timedelta

NEWEST = datetime(2026, 11, 29, 22, 15, tzinfo=UTC)
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 50" width="320" height="200">'
    '<title>Two &lt;bars&gt;</title><rect width="30" height="40" fill="#1f83c9"/></svg>'
)


def write_run(site, report, status="made", hours=0.0, page=None, **told):
    """Write the manifest of a run that began so many hours ago, and the files it names."""
    started = NEWEST - timedelta(hours=hours)
    run = f"{started:%Y%m%dT%H%M%SZ}-{len(list(site.glob('runs/*/*'))):08x}"
    folder = site / "runs" / report / run
    folder.mkdir(parents=True)
    (folder / "run.log").write_text("begun\n")
    manifest = {
        "format": 1,
        "report": report,
        "run": run,
        "status": status,
        "title": report.capitalize(),
        "sentence": None,
        "verdict": None,
        "alerts": [],
        "parameters": {"table": "live", "seed": 1},
        "started": started.isoformat(),
        "ended": None,
        "seconds": None if status == "running" else 4.25,
        "error": None,
        "page": None,
    }
    if page is not None:
        (folder / "page.html").write_text(page)
        manifest["page"] = {"file": "page.html", "sha256": "0" * 64, "bytes": len(page)}
        if status == "made":
            (site / f"{report}.html").write_text(page)
    (folder / "manifest.json").write_text(json.dumps(manifest | told))
    return folder


def write_site(site, page="<!doctype html><title>t</title><h1>t</h1>"):
    """Write runs that went well, failed, were interrupted and go on; return the suite's names."""
    why = {"kind": "cell", "text": "cell 3: AssertionError: only <3> shoes"}
    answer = {"sentence": "Banker costs <1.06%>.", "verdict": "consistent with chance"}
    write_run(site, "odds", "made", 5, page, title="Older title")
    good = write_run(site, "odds", "made", 4, page, alerts=["Few <shoes>."], **answer)
    (good / "picture.svg").write_text(DRAWING)
    write_run(site, "odds", "failed", 2, page, error=why, title=None)
    write_run(site, "streaks", "interrupted", 3, error={"kind": "interrupt", "text": "stopped"})
    write_run(site, "streaks", "running", 1)
    write_run(site, "old", "failed", 7, page, error=why)
    write_run(site, "old", "made", 6, page)
    return ["odds", "streaks", "ruin"]
