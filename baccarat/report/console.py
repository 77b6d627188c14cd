"""What a batch says while it runs, and when it is done."""

import json
import logging
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from baccarat.report.logs import Event, OnEvent, on_stderr, tell
from baccarat.report.manifest import NAME
from baccarat.report.result import Result

_DONE = ("made", "skipped", "failed", "interrupted")


def near(path: Path | None) -> str:
    """Return a path as short as can be from here."""
    if path is None:
        return "-"
    here, there = Path.cwd(), path.resolve()
    return str(there.relative_to(here)) if there.is_relative_to(here) else str(there)


@contextmanager
def _rows(names: Sequence[str]) -> Iterator[OnEvent]:
    """Show one live row a report, on a terminal."""
    from rich.console import Console
    from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

    columns = (
        SpinnerColumn(finished_text=" "),
        TextColumn("{task.description}", markup=False),
        TextColumn("{task.fields[state]}", markup=False, style="dim"),
        TimeElapsedColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        tasks = {n: progress.add_task(n, total=1, start=False, state="waiting") for n in names}

        def on_event(name: str, event: Event, text: str) -> None:
            task = tasks[name]
            if event == "started":
                progress.start_task(task)
            state = f"cell {text}" if event == "cell" else event
            progress.update(task, state=state, completed=int(event in _DONE))

        yield on_event


@contextmanager
def progress(names: Sequence[str], *, log_json: bool = False) -> Iterator[OnEvent]:
    """Give what shows the progress of a batch on standard error.

    Live rows on a terminal; else a line an event, as words or as JSON.
    """
    if sys.stderr.isatty() and not log_json:
        with on_stderr(level=logging.WARNING), _rows(names) as on_event:
            yield on_event
    else:
        with on_stderr(as_json=log_json):
            yield tell


def _lines(result: Result, width: int) -> list[str]:
    line = f"{result.name:{width}}  {result.status:7}  {result.seconds:7.1f}  {near(result.page)}"
    notes = [note for note in (result.error, result.warning) if note]
    return [line, *(f"{'':{width}}  {note}" for note in notes)]


def summary(results: Sequence[Result], index: Path | None) -> str:
    """Return the table that ends a batch."""
    width = max([6, *(len(result.name) for result in results)])
    head = f"{'report':{width}}  {'status':7}  {'seconds':>7}  page"
    rows = [line for result in results for line in _lines(result, width)]
    return "\n".join([head, *rows, f"{'index':{width}}  {'':7}  {'':7}  {near(index)}"])


def document(results: Sequence[Result], index: Path | None) -> str:
    """Return the same as one JSON document."""
    rows: list[dict[str, Any]] = [
        {
            "name": result.name,
            "status": result.status,
            "seconds": round(result.seconds, 2),
            "page": near(result.page) if result.page else None,
            "bytes": result.size,
            "manifest": near(result.run / NAME) if result.run else None,
            "error": result.error,
            "warning": result.warning,
        }
        for result in results
    ]
    told = {"reports": rows, "index": near(index) if index else None}
    return json.dumps(told, indent=2, ensure_ascii=False)
