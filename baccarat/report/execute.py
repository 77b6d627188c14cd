"""One notebook, run by papermill in a kernel of its own."""

import asyncio
import contextlib
import errno
import logging
import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import nbformat
import papermill
from jupyter_core.utils import ensure_event_loop
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat import NotebookNode
from papermill.exceptions import PapermillExecutionError

from baccarat.report.kernels import Kernels, Watch
from baccarat.report.limits import Limits
from baccarat.report.outputs import plain
from baccarat.report.suite import Job

# ipykernel warns at every start of an unencrypted local connection; errors still come as errors.
_QUIET_KERNEL = ["--IPKernelApp.log_level=50"]

OnCell = Callable[[int, int], None]
Kind = Literal["cell", "timeout", "kernel", "interrupt", "crash", "other"]


class KernelDiedError(Exception):
    """The process of the kernel ended by itself."""


class ReportTimeoutError(Exception):
    """The report as a whole took too long."""


@dataclass(frozen=True)
class Fault:
    """Why a run failed, in one line."""

    kind: Kind
    text: str


def prepare() -> None:
    """Set what papermill and jupyter read from the process, once before a batch."""
    # A stray kernel of the user's own must not win over the one of this environment.
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")
    # Success and failure are taken from exceptions; the log would only repeat them.
    logging.getLogger("papermill").setLevel(logging.CRITICAL)


@contextlib.contextmanager
def _event_loop() -> Iterator[None]:
    """Close the event loop that jupyter makes for a thread and leaves to the end of the process."""
    loop = ensure_event_loop()
    try:
        yield
    finally:
        left = asyncio.all_tasks(loop)
        for task in left:
            task.cancel()
        loop.run_until_complete(asyncio.gather(*left, return_exceptions=True))
        loop.close()
        asyncio.set_event_loop(None)


def _literal(path: Path) -> str:
    """Return a path whose braces papermill will not take for parameters."""
    return str(path).replace("{", "{{").replace("}", "}}")


@contextlib.contextmanager
def _honest(watch: Watch) -> Iterator[None]:
    """Tell a kernel that was ended for its time from one that died by itself."""
    try:
        yield
    except (DeadKernelError, RuntimeError) as error:
        if watch.expired:
            raise ReportTimeoutError from error
        # What jupyter raises where a kernel dies at its start is a plain RuntimeError.
        if isinstance(error, DeadKernelError) or "Kernel died" in str(error):
            raise KernelDiedError from error
        raise


def execute(
    job: Job,
    source: Path,
    output: Path,
    *,
    root: Path,
    limits: Limits,
    left: float,
    kernels: Kernels,
    on_cell: OnCell,
) -> NotebookNode:
    """Run a job's notebook; the executed notebook is kept at `output`, whole or not.

    Parameters
    ----------
    job
        Gives the parameters.
    source
        The notebook to run.
    output
        Where the executed notebook goes.
    root
        The project folder; the kernel runs there.
    limits
        Seconds allowed to a cell.
    left
        Seconds left to the report.
    kernels
        The batch's kernels.
    on_cell
        Told the number of each cell that begins, and of how many.

    Raises
    ------
    Exception
        Whatever stopped the run. The saved notebook is no proof of success: papermill marks
        cells of killed and timed-out runs as completed.
    """
    written = nbformat.read(source, as_version=4)  # type: ignore[no-untyped-call]
    total = len(written.cells) + bool(job.given)
    with _event_loop(), kernels.watch(left) as watch, _honest(watch):
        executed: NotebookNode = papermill.execute_notebook(
            _literal(source),
            _literal(output),
            parameters=dict(job.given),
            kernel_name="python3",
            language="python",  # a notebook need not say so
            progress_bar=False,
            iopub_timeout=60,
            execution_timeout=limits.cell,
            extra_arguments=_QUIET_KERNEL,
            kernel_manager_class=watch.manager(),
            # papermill's own cwd= changes the folder of the whole process, for all threads.
            resources={"metadata": {"path": str(root)}},
            on_cell_start=lambda cell, cell_index: on_cell(cell_index + 1, total),
        )
    return executed


def cell_times(notebook: NotebookNode) -> list[dict[str, Any]]:
    """Return the seconds that each code cell took, by its number in the executed notebook."""
    taken = [cell.metadata.get("papermill", {}).get("duration") for cell in notebook.cells]
    return [
        {"number": number, "seconds": round(seconds, 3)}
        for number, (cell, seconds) in enumerate(zip(notebook.cells, taken, strict=True), start=1)
        if cell.cell_type == "code" and seconds is not None
    ]


def _first_line(text: object) -> str:
    return (plain(str(text)).strip().splitlines() or [""])[0]


def _guilty_line(error: PapermillExecutionError) -> str:
    """Return the line of the cell that raised; IPython points at it with an arrow."""
    arrow = re.search(r"^-+> *\d+ +(.+)$", plain("\n".join(error.traceback)), re.MULTILINE)
    return (arrow.group(1) if arrow else _first_line(error.source)).strip()[:80]


def _of_files(error: OSError) -> str:
    where = f" ({error.filename})" if error.filename else ""
    if error.errno == errno.ENOSPC:
        return f"the disk is full{where}; make room and run it again"
    return f"{(error.strerror or str(error)).lower()}{where}"


def fault_of(error: BaseException, limits: Limits) -> Fault:
    """Say why a run failed."""
    match error:
        case PapermillExecutionError():
            what = f"{error.ename}: {_first_line(error.evalue)}".rstrip(": ")
            return Fault("cell", f"{what} (at: {_guilty_line(error)})")
        case CellTimeoutError():
            text = f"a cell took longer than {limits.cell} s; allow more with --timeout"
            return Fault("timeout", text)
        case ReportTimeoutError():
            text = f"the report took longer than {limits.report:g} s"
            return Fault("timeout", f"{text}; allow more with --report-timeout")
        case KernelDiedError():
            return Fault("kernel", "the kernel died twice, perhaps for want of memory")
        case OSError():
            return Fault("other", _of_files(error))
        case _:
            return Fault("other", f"{type(error).__name__}: {_first_line(error)}")
