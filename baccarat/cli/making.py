"""`baccarat report` and `baccarat reproduce`."""

import enum
import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer

from baccarat.cli.app import AsJson, app

if TYPE_CHECKING:
    from baccarat.report.result import Result
    from baccarat.report.suite import Job, Suite

FAILED = 1
LOCKED = 3


class Language(enum.StrEnum):
    """What pages are written in, notebooks' own text apart."""

    en = "en"
    fr = "fr"


class IfLocked(enum.StrEnum):
    """What to do where another run works in the folder."""

    skip = "skip"
    wait = "wait"
    fail = "fail"


def _interrupt(number: int, frame: FrameType | None) -> None:
    # Once is enough: what ends the kernels must not be ended itself.
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextmanager
def _terminable() -> Iterator[None]:
    """Let a scheduler's SIGTERM clean up as Ctrl-C does."""
    before = {each: signal.signal(each, _interrupt) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _complain(text: str) -> None:
    typer.echo(f"baccarat: {text}", err=True)


def _write_index(site: Path, suite: "Suite") -> Path | None:
    """Write the page of all runs; a full disk must not hide what became of the reports."""
    from baccarat.report.index import write_index

    try:
        return write_index(site, [report.name for report in suite.reports])
    except OSError as error:
        _complain(f"the index can't be written: {(error.strerror or str(error)).lower()}")
        return None


def _forget(site: Path, jobs: Sequence["Job"], keep: int | None) -> None:
    from baccarat.report.runs import forget

    try:
        for job in jobs if keep else ():
            forget(site, job.name, keep or 1)
    except OSError as error:
        _complain(f"old runs can't be removed: {(error.strerror or str(error)).lower()}")


def _stop(results: Sequence["Result"], index: Path | None) -> None:
    if index is None or any(result.status == "failed" for result in results):
        raise typer.Exit(FAILED)


@app.command()
def report(
    context: typer.Context,
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Reports to make, or grids. [all]")
    ] = None,
    parameters: Annotated[
        list[str] | None,
        typer.Option(
            "-p",
            "--parameter",
            metavar="NAME=VALUE",
            help="A parameter, for every chosen report that has it; may be repeated.",
        ),
    ] = None,
    suite: Annotated[Path, typer.Option(metavar="FILE", help="The suite file.")] = Path(
        "reports/suite.toml"
    ),
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder for pages and runs. [site, beside the suite]"),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", metavar="N", min=1, help="Made at a time. [processors]"),
    ] = None,
    force: Annotated[
        bool, typer.Option("--force", help="Make also what is made already from the same.")
    ] = False,
    if_locked: Annotated[
        IfLocked, typer.Option(help="Where another run works in the folder.")
    ] = IfLocked.fail,
    timeout: Annotated[
        int | None,
        typer.Option(metavar="S", min=1, help="Seconds for one cell. [the suite's, or 600]"),
    ] = None,
    report_timeout: Annotated[
        int | None,
        typer.Option(metavar="S", min=1, help="Seconds for a report. [the suite's, or 3600]"),
    ] = None,
    keep: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, help="Keep the last N runs of each report made. [all]"),
    ] = None,
    on_failure: Annotated[
        str | None,
        typer.Option(
            metavar="CMD",
            help="Run through the shell for each failed report, with BACCARAT_REPORT, "
            "BACCARAT_ERROR, BACCARAT_MANIFEST and BACCARAT_PAGE set.",
        ),
    ] = None,
    lang: Annotated[
        Language | None,
        typer.Option(help="Language of the pages' words and numbers. [BACCARAT_LANG, or en]"),
    ] = None,
    log_json: Annotated[
        bool, typer.Option("--log-json", help="Log JSON lines to standard error.")
    ] = False,
    open_index: Annotated[bool, typer.Option("--open", help="Show the index at the end.")] = False,
    as_json: AsJson = False,
) -> None:
    """Run notebooks and publish them as pages; what is made already is skipped.

    Exit status: 0 all made or skipped, 1 some failed (the others are made), 2 bad input, 3 another
    run works in the folder, 130 interrupted.
    """
    from baccarat.report.plan import plan
    from baccarat.report.suite import read_suite
    from baccarat.words.language import language, speaking

    context.with_resource(speaking(lang.value if lang else language()))
    chosen = read_suite(suite)
    planned = plan(chosen, names or (), parameters or ())

    from baccarat.report import console
    from baccarat.report.lock import Locked, locked
    from baccarat.report.logs import LOG
    from baccarat.report.on_failure import call
    from baccarat.report.run import make

    site = out or chosen.path.parent / "site"
    with _terminable(), console.progress([each.name for each in planned], log_json=log_json) as on:
        try:
            with locked(site, wait=if_locked is IfLocked.wait, on_wait=LOG.info):
                try:
                    results = make(
                        planned,
                        site,
                        root=chosen.root,
                        workers=jobs,
                        limits=(timeout, report_timeout),
                        force=force,
                        on_event=on,
                    )
                    _forget(site, planned, keep)
                finally:  # what an interrupt left finished is to be found as well
                    index = _write_index(site, chosen)
        except Locked as error:
            return _locked(str(error), if_locked)
        if on_failure:
            call(on_failure, results)
    typer.echo((console.document if as_json else console.summary)(results, index))
    if open_index and index:
        import webbrowser

        webbrowser.open(index.resolve().as_uri())
    _stop(results, index)


def _locked(told: str, if_locked: IfLocked) -> None:
    if if_locked is IfLocked.skip:
        return _complain(f"{told}; nothing done")
    _complain(f"{told}; try again later, or wait for it with --if-locked wait")
    raise typer.Exit(LOCKED)


@app.command()
def reproduce(
    manifest: Annotated[
        Path, typer.Argument(metavar="MANIFEST", help="A run's manifest.json, or its folder.")
    ],
    out: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder for the new page. [kept only if it differs]"),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a run's page again and say whether it is the same, times apart.

    Run in the project's folder. Exit status: 0 the same, 1 not, 2 bad input, 130 interrupted.
    """
    from baccarat.report import console
    from baccarat.report.reproduce import document, read_manifest
    from baccarat.report.reproduce import reproduce as run_again

    name = read_manifest(manifest)["report"]
    with _terminable(), console.progress([name]) as on_event:
        again = run_again(manifest, Path.cwd(), out, on_event)
    if again.warning:
        _complain(f"{name}: {again.warning}")
    kept = f" (the new page: {console.near(again.page)})" if again.page else ""
    typer.echo(document(again) if as_json else f"{name}: {again.told}{kept}")
    if not again.same:
        raise typer.Exit(FAILED)
