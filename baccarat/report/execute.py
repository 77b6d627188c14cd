"""One notebook, run by papermill in a kernel of its own."""

import asyncio
import contextlib
import logging
import os
import re
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import nbformat
import papermill
from jupyter_client.manager import AsyncKernelManager
from jupyter_core.utils import ensure_event_loop
from nbclient.exceptions import CellTimeoutError, DeadKernelError
from nbformat import NotebookNode
from papermill.exceptions import PapermillExecutionError

from baccarat.report.outputs import plain
from baccarat.report.suite import Job

# ipykernel warns at every start of an unencrypted local connection; errors still come as errors.
_QUIET_KERNEL = ["--IPKernelApp.log_level=50"]
_KERNEL_ENV = {
    # A set of names is laid out by their hashes: the same seed must give the same page.
    "PYTHONHASHSEED": "0",
    "PYDEVD_DISABLE_FILE_VALIDATION": "1",
}

OnCell = Callable[[int, int], None]


def _kill_group(pid: int) -> None:
    """End a kernel and the processes it started; jupyter gives it a session of its own."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(os.getpgid(pid), signal.SIGKILL)
        else:
            os.kill(pid, signal.SIGTERM)


class Kernels:
    """The kernels of one batch, so that an interrupt can end them all."""

    def __init__(self) -> None:
        self.closed = False
        self._pids: set[int] = set()
        self._lock = threading.Lock()

    def close(self) -> None:
        """End every kernel and let no other start."""
        with self._lock:
            self.closed = True
            for pid in self._pids:
                _kill_group(pid)

    def _born(self, pid: int) -> None:
        with self._lock:
            self._pids.add(pid)
            if self.closed:
                _kill_group(pid)

    def _gone(self, pid: int) -> None:
        with self._lock:
            self._pids.discard(pid)

    def manager(self) -> type[AsyncKernelManager]:
        """Return a kernel manager class that reports to this batch."""
        kernels = self

        class Manager(AsyncKernelManager):
            _pid = 0

            async def start_kernel(self, **options: Any) -> None:  # type: ignore[override]
                options["env"] = {**os.environ, **_KERNEL_ENV, **options.get("env", {})}
                await super().start_kernel(**options)
                self._pid = int(getattr(self.provisioner, "pid", 0) or 0)
                if self._pid:
                    kernels._born(self._pid)

            async def cleanup_resources(  # type: ignore[override]
                self, restart: bool = False
            ) -> None:
                kernels._gone(self._pid)
                await super().cleanup_resources(restart=restart)

        return Manager


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


def execute(
    job: Job, output: Path, *, root: Path, timeout: int, kernels: Kernels, on_cell: OnCell
) -> NotebookNode:
    """Run a job's notebook; the executed notebook is kept at `output`, whole or not.

    Raises
    ------
    Exception
        Whatever stopped the run. The saved notebook is no proof of success: papermill marks
        cells of killed and timed-out runs as completed.
    """
    source = nbformat.read(job.notebook, as_version=4)  # type: ignore[no-untyped-call]
    total = len(source.cells) + bool(job.given)
    with _event_loop():
        executed: NotebookNode = papermill.execute_notebook(
            _literal(job.notebook),
            _literal(output),
            parameters=dict(job.given),
            kernel_name="python3",
            progress_bar=False,
            iopub_timeout=60,
            execution_timeout=timeout,
            extra_arguments=_QUIET_KERNEL,
            kernel_manager_class=kernels.manager(),
            # papermill's own cwd= changes the folder of the whole process, for all threads.
            resources={"metadata": {"path": str(root)}},
            on_cell_start=lambda cell, cell_index: on_cell(cell_index + 1, total),
        )
    return executed


def _first_line(text: object) -> str:
    return (plain(str(text)).strip().splitlines() or [""])[0]


def _guilty_line(error: PapermillExecutionError) -> str:
    """Return the line of the cell that raised; IPython points at it with an arrow."""
    arrow = re.search(r"^-+> *\d+ +(.+)$", plain("\n".join(error.traceback)), re.MULTILINE)
    return (arrow.group(1) if arrow else _first_line(error.source)).strip()[:80]


def reason(error: BaseException, timeout: int) -> str:
    """Say in one line why a run failed."""
    if isinstance(error, PapermillExecutionError):
        what = f"{error.ename}: {_first_line(error.evalue)}".rstrip(": ")
        return f"{what} (at: {_guilty_line(error)})"
    if isinstance(error, CellTimeoutError):
        return f"a cell took longer than {timeout} s; allow more with --timeout"
    if isinstance(error, DeadKernelError):
        return "the kernel died, perhaps for want of memory"
    return f"{type(error).__name__}: {_first_line(error)}"
