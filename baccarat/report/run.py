"""A batch of reports: each run apart, published whole or not at all."""

import contextlib
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import nbformat

from baccarat.report.execute import Kernels, execute, prepare, reason
from baccarat.report.page import Page, render_page
from baccarat.report.provenance import Facts, gather, shorten
from baccarat.report.suite import Job, Suite

LARGE = 1_000_000
_WORKSHOP = ".making-"
_ENDINGS = (".html", ".json", ".ipynb")

Event = Literal["started", "cell", "made", "failed"]
OnEvent = Callable[[str, Event, str], None]


@dataclass(frozen=True)
class Folders:
    """Where pages go. Failed runs lie apart, where no index of pages looks."""

    site: Path
    failed: Path

    @classmethod
    def of(cls, suite: Suite, out: Path | None = None) -> "Folders":
        """Return ``site`` and ``failed`` beside the suite file, or a folder and its ``failed``.

        With `out` nothing is written outside the folder that was named.
        """
        if out is None:
            home = suite.path.parent
            return cls(home / "site", home / "failed")
        return cls(out, out / "failed")


@dataclass(frozen=True)
class Result:
    """What came of one report."""

    name: str
    status: Literal["made", "failed"]
    seconds: float
    page: Path
    size: int
    error: str | None = None
    warning: str | None = None


def _clear_remains(site: Path) -> None:
    """Remove what runs that were killed outright left behind; a day is longer than any run."""
    for folder in site.glob(f"{_WORKSHOP}*"):
        if time.time() - folder.stat().st_mtime > 86_400:
            shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def _workshop(site: Path) -> Iterator[Path]:
    """Give a folder for unfinished work, on the file system where pages will lie."""
    made_site = not site.exists()
    site.mkdir(parents=True, exist_ok=True)
    _clear_remains(site)
    folder = Path(tempfile.mkdtemp(prefix=_WORKSHOP, dir=site))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
        if made_site:
            with contextlib.suppress(OSError):
                site.rmdir()  # only if nothing came of it


def write_whole(path: Path, text: str) -> None:
    """Write a file so that a reader sees the old one or the new one, never a part."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=".writing-", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        os.chmod(name, 0o644)  # mkstemp's files are for their owner alone
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def _record(facts: Facts, page: Page, error: str | None) -> dict[str, Any]:
    """Return what the index needs to know of a page without reading it."""
    return {
        "name": facts.name,
        "title": page.title,
        "sentence": page.sentence,
        "verdict": page.verdict,
        "settings": [[each.name, each.value] for each in facts.settings],
        "made": facts.made.isoformat(timespec="seconds"),
        "seconds": round(facts.seconds, 1),
        "size": len(page.html.encode()),
        "command": facts.command,
        "error": error,
    }


def _publish(folder: Path, facts: Facts, page: Page, error: str | None = None) -> Path:
    path = folder / f"{facts.name}.html"
    write_whole(path, page.html)
    record = json.dumps(_record(facts, page, error), indent=1, ensure_ascii=False)
    write_whole(path.with_suffix(".json"), record + "\n")
    return path


def _forget_failure(failed: Path, name: str) -> None:
    for ending in _ENDINGS:
        (failed / f"{name}{ending}").unlink(missing_ok=True)
    with contextlib.suppress(OSError):
        failed.rmdir()  # only if it is empty


class _Batch:
    """What the reports of one run share."""

    def __init__(
        self, folders: Folders, work: Path, root: Path, timeout: int, on_event: OnEvent
    ) -> None:
        self.folders = folders
        self.work = work
        self.root = root
        self.timeout = timeout
        self.on_event = on_event
        self.kernels = Kernels()

    def make(self, job: Job) -> Result:
        """Run one report and publish it, or keep what there is of it apart."""
        begun = time.monotonic()
        self.on_event(job.name, "started", "")
        try:
            facts, page = self._run(job, begun)
        except Exception as error:  # whatever a notebook does must not stop the other reports
            if self.kernels.closed:
                raise
            return self._failed(job, error, begun)
        path = _publish(self.folders.site, facts, page)
        _forget_failure(self.folders.failed, job.name)
        self.on_event(job.name, "made", f"{facts.seconds:.1f} s")
        size = len(page.html.encode())
        warning = f"the page is large: {size / 1e6:.1f} MB" if size > LARGE else None
        return Result(job.name, "made", facts.seconds, path, size, warning=warning)

    def _run(self, job: Job, begun: float) -> tuple[Facts, Page]:
        notebook = execute(
            job,
            self.work / f"{job.name}.ipynb",
            root=self.root,
            timeout=self.timeout,
            kernels=self.kernels,
            on_cell=lambda n, total: self.on_event(job.name, "cell", f"{n}/{total}"),
        )
        facts = gather(job, self.root, time.monotonic() - begun)
        return facts, render_page(notebook, facts, root=self.root)

    def _failed(self, job: Job, error: Exception, begun: float) -> Result:
        why = shorten(reason(error, self.timeout), self.root)
        facts = gather(job, self.root, time.monotonic() - begun)
        page = self._failed_page(job, facts, why)
        path = _publish(self.folders.failed, facts, page, why)
        executed = self.work / f"{job.name}.ipynb"
        if executed.exists():
            write_whole(path.with_suffix(".ipynb"), executed.read_text(encoding="utf-8"))
        self.on_event(job.name, "failed", why)
        return Result(job.name, "failed", facts.seconds, path, len(page.html.encode()), why)

    def _failed_page(self, job: Job, facts: Facts, why: str) -> Page:
        """Show as much of a failed run as can be shown."""
        executed = self.work / f"{job.name}.ipynb"
        source = executed if executed.exists() else job.notebook
        try:
            notebook = nbformat.read(source, as_version=4)  # type: ignore[no-untyped-call]
            return render_page(notebook, facts, root=self.root, failure=why)
        except Exception:  # the very thing that failed may be the rendering
            empty = nbformat.v4.new_notebook()  # type: ignore[no-untyped-call]
            return render_page(empty, facts, root=self.root, failure=why)


def _silent(name: str, event: Event, text: str) -> None:
    pass


def make(
    jobs: Sequence[Job],
    folders: Folders,
    *,
    root: Path,
    workers: int | None = None,
    timeout: int = 600,
    on_event: OnEvent = _silent,
) -> list[Result]:
    """Make reports, several at a time, each notebook in a kernel of its own.

    Parameters
    ----------
    jobs
        From `baccarat.report.suite.plan`, checked.
    folders
        Where pages and failed runs go.
    root
        The project folder; kernels run there.
    workers
        Reports made at a time; as many as there are processors where None.
    timeout
        Seconds allowed to one cell.
    on_event
        Called with a report's name, what happened and a word on it; from several threads.

    Returns
    -------
    list of Result
        One for each job in the order given. A failed run is a result, not an exception.
    """
    prepare()
    workers = workers or min(len(jobs), os.cpu_count() or 1)
    with _workshop(folders.site) as work:
        batch = _Batch(folders, work, root, timeout, on_event)
        with ThreadPoolExecutor(max(workers, 1)) as pool:
            futures = [pool.submit(batch.make, job) for job in jobs]
            try:
                wait(futures, return_when=FIRST_EXCEPTION)
                return [future.result() for future in futures]
            except BaseException:  # an interrupt, most likely
                batch.kernels.close()
                pool.shutdown(wait=False, cancel_futures=True)
                raise
