"""A batch of reports: each run apart, published whole or not at all."""

import contextlib
import os
import shutil
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from baccarat.report import forked
from baccarat.report.files import digest_of, write_whole
from baccarat.report.keys import DataChangedError, Ingredients, ingredients
from baccarat.report.logs import LOG, OnEvent, tell
from baccarat.report.provenance import revision
from baccarat.report.result import Result
from baccarat.report.runs import PAGE, WORKSHOP, clear_remains, finished, mark_crashed
from baccarat.report.suite import Job

if TYPE_CHECKING:
    from baccarat.report.one_run import Run

# How long an interrupted batch waits for its threads to see that their kernels are gone.
_PATIENCE = 15


@contextlib.contextmanager
def _workshop(site: Path) -> Iterator[Path]:
    """Give a folder for unfinished work, on the file system where pages will lie."""
    folder = Path(tempfile.mkdtemp(prefix=WORKSHOP, dir=site))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _republish(site: Path, name: str, run: Path) -> Path:
    """Put a finished page where readers look for it, if it is not there already."""
    path = site / f"{name}.html"
    if not path.is_file() or digest_of(path) != digest_of(run / PAGE):
        write_whole(path, (run / PAGE).read_text(encoding="utf-8"))
    return path


def _skipped(site: Path, job: Job, used: Ingredients, on_event: OnEvent) -> Result | None:
    """Return the result of a report whose page is there already; None where it must be made."""
    found = finished(site, job.name, used.key)
    if found is None:
        return None
    run, manifest = found
    path = _republish(site, job.name, run)
    on_event(job.name, "skipped", f"made already, {manifest['ended']}")
    return Result(job.name, "skipped", 0.0, path, manifest["page"]["bytes"], run)


@dataclass
class _Sorted:
    """A batch before anything starts: what is known already, and what is to be made."""

    results: dict[str, Result] = field(default_factory=dict)
    waiting: list[tuple[Job, Ingredients]] = field(default_factory=list)


def _sort(jobs: Sequence[Job], site: Path, root: Path, force: bool, on_event: OnEvent) -> _Sorted:
    found = _Sorted()
    for job in jobs:
        try:
            used = ingredients(job, root)
            skipped = None if force else _skipped(site, job, used, on_event)
        except (DataChangedError, OSError) as error:
            on_event(job.name, "failed", str(error))
            failed = Result(job.name, "failed", 0.0, None, 0, None, error=str(error))
            found.results[job.name] = failed
            continue
        if skipped:
            found.results[job.name] = skipped
        else:
            found.waiting.append((job, used))
    return found


def _interrupted(runs: Sequence["Run"], futures: Sequence["Future[Result]"]) -> None:
    """Leave word in the manifests of runs that an interrupt stopped."""
    wait(futures, timeout=_PATIENCE)
    for run, future in zip(runs, futures, strict=True):
        ended = future.done() and not future.cancelled() and future.exception() is None
        if run.folder is not None and not ended:
            with contextlib.suppress(OSError):
                run.interrupted()


def _make(runs: Sequence["Run"], workers: int) -> list[Result]:
    with ThreadPoolExecutor(max(workers, 1)) as pool:
        futures = [pool.submit(run.make) for run in runs]
        try:
            wait(futures, return_when=FIRST_EXCEPTION)
            return [future.result() for future in futures]
        except BaseException:  # an interrupt, most likely
            for run in runs:
                run.bench.kernels.close()
            pool.shutdown(wait=False, cancel_futures=True)
            _interrupted(runs, futures)
            raise


def make(
    jobs: Sequence[Job],
    site: Path,
    *,
    root: Path,
    workers: int | None = None,
    limits: tuple[int | None, int | None] = (None, None),
    force: bool = False,
    on_event: OnEvent = tell,
) -> list[Result]:
    """Make reports, several at a time, each notebook in a kernel of its own.

    Whoever calls it holds the lock of the folder (`baccarat.report.lock`).

    Parameters
    ----------
    jobs
        From `baccarat.report.plan.plan`, checked.
    site
        Where pages and runs go.
    root
        The project folder; kernels run there.
    workers
        Reports made at a time; as many as there are processors where None.
    limits
        Seconds allowed to a cell and to a report; the suite's own where None.
    force
        Whether to make again what is made already.
    on_event
        Called with a report's name, what happened and a word on it; from several threads.

    Returns
    -------
    list of Result
        One for each job in the order given. A failed run is a result, not an exception.
    """
    site.mkdir(parents=True, exist_ok=True)
    clear_remains(site)
    for run in mark_crashed(site):
        LOG.warning("run %s ended without a word and is marked as crashed", run)
    batch = _sort(jobs, site, root, force, on_event)
    if batch.waiting:
        # The fork server imports the science stack while this process imports papermill.
        forked.warm()
        from baccarat.report.execute import prepare
        from baccarat.report.kernels import Kernels
        from baccarat.report.one_run import Bench, Run

        prepare()
        workers = workers or min(len(batch.waiting), os.cpu_count() or 1)
        with _workshop(site) as work:
            bench = Bench(site, work, root, revision(root), limits, Kernels(), on_event)
            runs = [Run(bench, job, used) for job, used in batch.waiting]
            batch.results |= {each.name: each for each in _make(runs, workers)}
    return [batch.results[job.name] for job in jobs]
