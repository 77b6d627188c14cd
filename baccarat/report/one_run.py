"""One run of one report: from its notebook to a page that is published, or kept apart."""

import contextlib
import shutil
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import nbformat
from nbformat import NotebookNode

from baccarat.report import manifest as manifests
from baccarat.report.execute import Fault, KernelDiedError, cell_times, execute, fault_of
from baccarat.report.files import digest, write_whole
from baccarat.report.kernels import Kernels
from baccarat.report.keys import DataChangedError, Ingredients, refuse_changed
from baccarat.report.limits import Limits
from baccarat.report.logs import LOG, Event, OnEvent, RunLog
from baccarat.report.page import Page, render_page
from baccarat.report.picture import first_picture
from baccarat.report.provenance import Facts, gather, shorten
from baccarat.report.result import Result
from baccarat.report.runs import PAGE, new_run
from baccarat.report.suite import Job

LARGE = 1_000_000


@dataclass(frozen=True)
class Bench:
    """What the runs of one batch share; `limits` are those of the command line."""

    site: Path
    work: Path
    root: Path
    revision: str | None
    limits: tuple[int | None, int | None]
    kernels: Kernels
    on_event: OnEvent


class Run:
    """One report being made."""

    def __init__(self, bench: Bench, job: Job, used: Ingredients) -> None:
        self.bench = bench
        self.job = job
        self.used = used
        self.limits = Limits.first(bench.limits, (job.timeout, job.report_timeout))
        self.executed = bench.work / f"{job.name}.ipynb"
        self.folder: Path | None = None
        self.manifest: manifests.Manifest = {}
        self.log: RunLog | None = None
        self.retries = 0
        self._begun = time.monotonic()

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return time.monotonic() - self._begun

    def make(self) -> Result:
        """Run the report to its end, whatever that is.

        Raises
        ------
        Exception
            Only where the batch was interrupted meanwhile.
        """
        self._begun = time.monotonic()
        try:
            self._begin()
            page = self._page(self._notebook())
            refuse_changed(self.used.data, self.bench.root)
            return self._made(page)
        except Exception as error:  # whatever a notebook does must not stop the other reports
            if self.bench.kernels.closed:
                raise
            return self._failed(error)
        finally:
            if self.log and not self.bench.kernels.closed:
                self.log.close()

    def interrupted(self) -> None:
        """Leave word that the run was stopped from outside."""
        text = f"stopped by an interrupt after {self.seconds:.0f} s"
        self._tell("interrupted", text)
        self._end("interrupted", {"kind": "interrupt", "text": text})
        if self.log:
            self.log.close()

    def _tell(self, event: Event, text: str = "") -> None:
        if self.log:
            self.log.write(event, text)
        self.bench.on_event(self.job.name, event, text)

    def _begin(self) -> None:
        folder = new_run(self.bench.site, self.job.name, self.used.key)
        self.manifest = manifests.begun(
            self.job, self.used, folder, root=self.bench.root, revision=self.bench.revision
        )
        manifests.write(folder, self.manifest)
        self.folder = folder
        self.log = RunLog(folder / "run.log")
        self._tell("started")

    def _notebook(self) -> NotebookNode:
        # The bytes that were hashed are run, whatever an editor does to the file meanwhile.
        source = self.bench.work / f"{self.job.name}.source.ipynb"
        source.write_bytes(self.used.source)
        try:
            return self._attempt(source)
        except KernelDiedError:
            if self.bench.kernels.closed:
                raise
            # Memory may have been short for a moment; a cell that raises would raise again.
            self.retries = 1
            self._tell("retried", "the kernel died; once more, in a new one")
            return self._attempt(source)

    def _attempt(self, source: Path) -> NotebookNode:
        return execute(
            self.job,
            source,
            self.executed,
            root=self.bench.root,
            limits=self.limits,
            left=self.limits.report - self.seconds,
            kernels=self.bench.kernels,
            on_cell=lambda n, total: self._tell("cell", f"{n}/{total}"),
        )

    def _facts(self) -> Facts:
        return gather(self.job, self.bench.revision, self.seconds)

    def _page(self, notebook: NotebookNode) -> Page:
        page = render_page(notebook, self._facts(), root=self.bench.root)
        picture = first_picture(notebook)
        if picture and self.folder:
            write_whole(self.folder / "picture.svg", picture)
        return page

    def _keep(self, page: Page) -> dict[str, Any]:
        """Write the run's own copy of a page and return what its manifest says of it."""
        assert self.folder is not None
        write_whole(self.folder / PAGE, page.html)
        data = page.html.encode()
        return {
            "title": page.title,
            "sentence": page.sentence,
            "verdict": page.verdict,
            "alerts": list(page.alerts),
            "page": {"file": PAGE, "sha256": digest(data), "bytes": len(data)},
        }

    def _made(self, page: Page) -> Result:
        about = self._keep(page)
        seconds = self.seconds
        self._end("made", **about)
        path = self.bench.site / f"{self.job.name}.html"
        write_whole(path, page.html)
        self._tell("made", f"{seconds:.1f} s")
        size = about["page"]["bytes"]
        warning = f"the page is large: {size / 1e6:.1f} MB" if size > LARGE else None
        return Result(self.job.name, "made", seconds, path, size, self.folder, warning=warning)

    def _end(
        self,
        status: Literal["made", "failed", "interrupted"],
        error: dict[str, str] | None = None,
        **about: Any,
    ) -> None:
        if self.folder is None:
            return
        about |= {
            "seconds": round(self.seconds, 3),
            "retries": self.retries,
            "cells": self._cells(),
        }
        self.manifest = manifests.ended(self.manifest, status, error, **about)
        manifests.write(self.folder, self.manifest)

    def _cells(self) -> list[dict[str, Any]]:
        try:
            return cell_times(self._read(self.executed))
        except Exception:  # cut off in the middle, or never begun
            return []

    def _read(self, path: Path) -> NotebookNode:
        found: NotebookNode = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        return found

    def _fault(self, error: Exception) -> Fault:
        if isinstance(error, DataChangedError):
            return Fault("other", str(error))
        fault = fault_of(error, self.limits)
        return replace(fault, text=shorten(fault.text, self.bench.root))

    def _failed(self, error: Exception) -> Result:
        fault = self._fault(error)
        seconds, path, size = self.seconds, None, 0
        about: dict[str, Any] = {}
        try:
            if self.folder:
                about = self._keep(self._failed_page(fault.text))
                path, size = self.folder / PAGE, about["page"]["bytes"]
                if self.executed.exists():
                    shutil.copyfile(self.executed, self.folder / "notebook.ipynb")
        except OSError as trouble:  # a full disk fails here once more
            LOG.warning("%s: its failed page is not kept: %s", self.job.name, trouble)
        with contextlib.suppress(OSError):
            self._end("failed", vars(fault), **about)
        self._tell("failed", fault.text)
        return Result(self.job.name, "failed", seconds, path, size, self.folder, error=fault.text)

    def _failed_page(self, why: str) -> Page:
        """Show as much of a failed run as can be shown."""
        source = self.executed if self.executed.exists() else self.job.notebook
        root, facts = self.bench.root, self._facts()
        try:
            return render_page(self._read(source), facts, root=root, failure=why)
        except Exception:  # the very thing that failed may be the rendering
            empty = nbformat.v4.new_notebook()  # type: ignore[no-untyped-call]
            return render_page(empty, facts, root=root, failure=why)
