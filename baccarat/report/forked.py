"""Kernels forked from a process that has imported the science stack once.

A kernel's own imports cost seconds of processor time, in every report. The fork server of the
standard library pays for them once; each kernel is then a fresh copy of that process, no less apart
from the others. Where there is no such server kernels start as always: slower, the same pages.
"""

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

HASH_SEED = "0"

# Names for the fork server, which passes over what it can't import.
PRELOADED = [
    "typer",  # of the command, whose main module a forked process imports anew
    "ipykernel.kernelapp",
    "ipykernel.ipkernel",
    "numpy",
    "pandas",
    "scipy.stats",
    "scipy.optimize",
    "matplotlib.pyplot",
    "seaborn",
    "statsmodels.stats.proportion",
    "numba",
]
# What a kernel sets before anything is drawn; matplotlib reads it when it is imported.
_BACKEND = "module://matplotlib_inline.backend_inline"

READY = False
_starting = threading.Lock()


@contextlib.contextmanager
def _environment(**values: str) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let what is started now not hear Ctrl-C: a terminal sends it to all, this process decides.

    What is ignored stays so in a new program. Blocked at the same time, a Ctrl-C of this moment
    waits for this process instead of being lost.
    """
    if threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set signals
        return
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    handler = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def warm() -> None:
    """Start the fork server if the system has one; it imports while this process goes on."""
    global READY
    if READY or "forkserver" not in multiprocessing.get_all_start_methods():
        return
    from multiprocessing import forkserver, resource_tracker

    backend = os.environ.get("MPLBACKEND", _BACKEND)
    settings = _environment(PYTHONHASHSEED=HASH_SEED, MPLBACKEND=backend)
    with contextlib.suppress(OSError):
        resource_tracker.ensure_running()  # it sets the mask of signals as it likes
        with settings, _deaf_to_interrupts():
            forkserver.set_forkserver_preload(PRELOADED)
            forkserver.ensure_running()
            READY = True


def cool() -> None:
    """Start kernels the plain way from now on."""
    global READY
    READY = False


def _end_with_parent() -> None:
    """End this kernel and its children when the process that asked for it is gone."""
    parent = multiprocessing.parent_process()
    assert parent is not None  # this is a forked kernel
    parent.join()
    os.killpg(0, signal.SIGKILL)


def _kernel(arguments: list[str], folder: str | None, environment: dict[str, str]) -> None:
    """Be a kernel: what a new interpreter would be given is set by hand."""
    os.setsid()
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    signal.signal(signal.SIGINT, signal.default_int_handler)
    os.environ.clear()
    os.environ.update(environment, JPY_PARENT_PID=str(os.getppid()))
    os.chdir(folder or ".")
    sys.argv = ["ipykernel_launcher", *arguments]
    threading.Thread(target=_end_with_parent, daemon=True).start()
    # Copies of a process would share what numpy's old global generator draws.
    import numpy as np
    from ipykernel.kernelapp import launch_new_instance

    np.random.seed()  # noqa: NPY002
    launch_new_instance()


class _Process:
    """A forked kernel, with the face of `subprocess.Popen` that jupyter asks for."""

    stdin = stdout = stderr = None

    def __init__(self, command: list[str], options: dict[str, Any]) -> None:
        # From "python -m ipykernel_launcher -f file": only what follows the module counts.
        arguments = command[command.index("ipykernel_launcher") + 1 :]
        given = (arguments, options.get("cwd"), dict(options["env"]))
        context = multiprocessing.get_context("forkserver")
        self._process = context.Process(target=_kernel, args=given)
        with _starting:  # it counts the children of this process
            self._process.start()
        self.pid = int(self._process.pid or 0)

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self) -> int | None:
        self._process.join()
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def kill(self) -> None:
        self._process.kill()

    def terminate(self) -> None:
        self._process.terminate()


def adopt(provisioner: Any) -> Any:
    """Let a provisioner of local kernels start its kernel by a fork, else in the plain way."""
    plain = provisioner.launch_kernel

    async def launch_kernel(cmd: list[str], **options: Any) -> Any:
        try:
            provisioner.process = _Process(cmd, options)
        except (OSError, EOFError, ValueError):  # the server is gone, or it is another kernel
            cool()
            return await plain(cmd, **options)
        # No group: until the child leads one of its own its group is this process's.
        provisioner.pid, provisioner.pgid = provisioner.process.pid, None
        return provisioner.connection_info

    provisioner.launch_kernel = launch_kernel
    return provisioner
