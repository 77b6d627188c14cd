"""`baccarat report`."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Annotated, NoReturn

import typer

from baccarat.cli.app import app

if TYPE_CHECKING:
    pass


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


@contextmanager
def _terminable() -> Iterator[None]:
    """Let a scheduler's SIGTERM clean up as Ctrl-C does."""
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


@app.command()
def report(
    names: Annotated[
        list[str] | None, typer.Argument(metavar="NAME", help="Reports to make. [all]")
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
        typer.Option(
            metavar="DIR",
            help="Folder for the pages; failed runs go to DIR/failed. "
            "[reports/site; failed runs: reports/failed]",
        ),
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", metavar="N", min=1, help="Made at a time. [processors]"),
    ] = None,
    timeout: Annotated[
        int, typer.Option(metavar="S", min=1, help="Seconds allowed to one cell.")
    ] = 600,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Run notebooks and publish them as pages.

    Exit status: 0 all made, 1 some failed (the others are made), 2 bad input, 130 interrupted.
    """
    from baccarat.report.suite import plan, read_suite

    chosen = read_suite(suite)
    planned = plan(chosen, names or (), parameters or ())

    # Only from here on is it worth loading papermill and nbconvert.
    from baccarat.report import console
    from baccarat.report.index import write_index
    from baccarat.report.run import Folders, make

    folders = Folders.of(chosen, out)
    with _terminable(), console.progress([job.name for job in planned]) as on_event:
        results = make(
            planned, folders, root=chosen.root, workers=jobs, timeout=timeout, on_event=on_event
        )
    index = write_index(chosen, folders)
    typer.echo((console.document if as_json else console.summary)(results, index))
    if any(result.status == "failed" for result in results):
        raise typer.Exit(1)
