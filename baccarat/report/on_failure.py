"""A user's own command, run for each report that failed."""

import os
import subprocess
import sys
from collections.abc import Sequence

from baccarat.report.logs import LOG
from baccarat.report.manifest import NAME
from baccarat.report.result import Result

PATIENCE = 60


def _environment(result: Result) -> dict[str, str]:
    return {
        **os.environ,
        "BACCARAT_REPORT": result.name,
        "BACCARAT_ERROR": result.error or "",
        "BACCARAT_MANIFEST": str((result.run / NAME).resolve()) if result.run else "",
        "BACCARAT_PAGE": str(result.page.resolve()) if result.page else "",
    }


def _run(command: str, result: Result) -> str | None:
    """Run the command for one report; return what is wrong with the command itself."""
    # Standard output may be one JSON document of ours: what the command prints goes beside it.
    process = subprocess.Popen(
        command,
        shell=True,
        env=_environment(result),
        stdin=subprocess.DEVNULL,
        stdout=sys.__stderr__,
        start_new_session=True,
    )
    try:
        status = process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        # Only here, so that a batch without such a command loads no jupyter.
        from baccarat.report.kernels import kill_group

        kill_group(process.pid)
        process.wait()
        return f"took longer than {PATIENCE} s and was stopped"
    return f"ended with status {status}" if status else None


def call(command: str, results: Sequence[Result]) -> None:
    """Run a command through the shell once for each failed report.

    Parameters
    ----------
    command
        Finds the report's name, error, manifest and page in ``BACCARAT_REPORT``,
        ``BACCARAT_ERROR``, ``BACCARAT_MANIFEST`` and ``BACCARAT_PAGE``.
    results
        Those of a batch. The command's own failure is logged and changes nothing.
    """
    for result in results:
        if result.status == "failed":
            try:
                trouble = _run(command, result)
            except OSError as error:
                trouble = f"can't be run: {(error.strerror or str(error)).lower()}"
            if trouble:
                LOG.warning("the command of --on-failure %s (for %s)", trouble, result.name)
