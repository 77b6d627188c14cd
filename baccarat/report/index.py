"""The page of all runs: what each report says, with what settings, and what failed."""

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, Template

from baccarat.report.assets import TEMPLATE, css, policy, script
from baccarat.report.files import write_whole
from baccarat.report.ledger import Run, read_runs
from baccarat.words.language import language
from baccarat.words.messages import say, say_many, translated


def _report(name: str, runs: Sequence[Run], site: Path) -> dict[str, Any]:
    """Return what the index says of one report; `runs` are its own, the newest first."""
    good = next((run for run in runs if run.status == "made"), None)
    has_page = (site / f"{name}.html").is_file()
    ended = next((run for run in runs if run.kind != "open"), None)
    return {
        "name": name,
        "page": f"{name}.html" if has_page else None,
        "title": good.title if good else name,
        "good": good,
        "picture": good.picture if good else None,
        "failure": ended if ended is not None and ended.kind == "bad" else None,
        "runs": say_many(len(runs), "{count:,} run", "{count:,} runs") if runs else "",
    }


def _names(names: Sequence[str], runs: Sequence[Run], site: Path) -> Iterator[str]:
    """Give the suite's reports in its order, then those that are no longer in it."""
    pages = {path.stem for path in site.glob("*.html")} - {"index"}
    yield from names
    yield from sorted((pages | {run.report for run in runs}) - set(names))


def _summary(reports: Sequence[dict[str, Any]]) -> str:
    failed = sum(report["failure"] is not None for report in reports)
    never = sum(not report["runs"] and not report["page"] for report in reports)
    pages = sum(report["page"] is not None for report in reports)
    told = say_many(len(reports), "{count:,} report", "{count:,} reports")
    parts = [say("{reports}: {count} with a page", reports=told, count=pages)]
    parts += [say("the last run of {count} failed", count=failed)] if failed else []
    parts += [say("{count} never made", count=never)] if never else []
    return ", ".join(parts) + "."


@cache
def _template() -> Template:
    environment = Environment(loader=FileSystemLoader(TEMPLATE), autoescape=True)
    environment.globals |= {"say": say, "say_many": say_many, "translated": translated}
    return environment.get_template("site.html.j2")


def write_index(site: Path, names: Sequence[str]) -> Path:
    """Write ``index.html`` from the manifests of all runs.

    Parameters
    ----------
    site
        The folder of the pages and of ``runs``.
    names
        The suite's reports in their order, so that those never made are listed too.

    Returns
    -------
    Path
        The index.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     "It has never been made." in write_index(Path(folder), ["odds"]).read_text()
    True
    """
    runs = read_runs(site)
    reports = [
        _report(name, [run for run in runs if run.report == name], site)
        for name in _names(names, runs, site)
    ]
    html = _template().render(
        lang=language(),
        reports=reports,
        runs=runs,
        summary=_summary(reports),
        css=css(),
        policy=policy("sorting", "finding", pictures=True),
        sorting=script("sorting"),
        finding=script("finding"),
    )
    path = site / "index.html"
    write_whole(path, html)
    return path
