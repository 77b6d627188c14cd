"""What a batch says while it runs, and when it is done."""

import json
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from baccarat.report.run import Event, OnEvent, Result


def near(path: Path) -> str:
    """Return a path as short as can be from here."""
    here, there = Path.cwd(), path.resolve()
    return str(there.relative_to(here)) if there.is_relative_to(here) else str(there)


def _log(name: str, event: Event, text: str) -> None:
    """Write one line an event, for logs; cells are too many for that."""
    if event != "cell":
        line = f"{time.strftime('%H:%M:%S')} {name} {event} {text}".rstrip()
        print(line, file=sys.stderr, flush=True)


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
            progress.update(task, state=state, completed=int(event in ("made", "failed")))

        yield on_event


@contextmanager
def progress(names: Sequence[str]) -> Iterator[OnEvent]:
    """Give what shows the progress of a batch on standard error."""
    if sys.stderr.isatty():
        with _rows(names) as on_event:
            yield on_event
    else:
        yield _log


def _lines(result: Result, width: int) -> list[str]:
    line = f"{result.name:{width}}  {result.status:6}  {result.seconds:7.1f}  {near(result.page)}"
    notes = [note for note in (result.error, result.warning) if note]
    return [line, *(f"{'':{width}}  {note}" for note in notes)]


def summary(results: Sequence[Result], index: Path) -> str:
    """Return the table that ends a batch."""
    width = max([6, *(len(result.name) for result in results)])
    head = f"{'report':{width}}  {'status':6}  {'seconds':>7}  page"
    rows = [line for result in results for line in _lines(result, width)]
    return "\n".join([head, *rows, f"{'index':{width}}  {'':6}  {'':7}  {near(index)}"])


def document(results: Sequence[Result], index: Path) -> str:
    """Return the same as one JSON document."""
    rows: list[dict[str, Any]] = [
        {
            "name": result.name,
            "status": result.status,
            "seconds": round(result.seconds, 2),
            "page": near(result.page),
            "bytes": result.size,
            "error": result.error,
            "warning": result.warning,
        }
        for result in results
    ]
    return json.dumps({"reports": rows, "index": near(index)}, indent=2, ensure_ascii=False)
