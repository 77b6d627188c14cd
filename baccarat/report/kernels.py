"""The kernels of a batch: each watched, each ended when its time is up or the batch is."""

import contextlib
import os
import signal
import threading
from collections.abc import Iterator
from typing import Any

from jupyter_client.manager import AsyncKernelManager

from baccarat.report import forked

ENVIRONMENT = {
    # A set of names is laid out by their hashes: the same seed must give the same page.
    "PYTHONHASHSEED": forked.HASH_SEED,
    "PYDEVD_DISABLE_FILE_VALIDATION": "1",
}


def kill_group(pid: int) -> None:
    """End a process and those it started, if it leads a session of its own; else it alone."""
    with contextlib.suppress(OSError):
        if hasattr(os, "killpg") and os.getpgid(pid) == pid:
            os.killpg(pid, signal.SIGKILL)
        else:
            os.kill(pid, getattr(signal, "SIGKILL", signal.SIGTERM))


class Watch:
    """The kernel of one run. Once ended, any kernel it is given dies at once."""

    def __init__(self) -> None:
        self.expired = False
        self._ended = False
        self._pid = 0
        self._lock = threading.Lock()

    def born(self, pid: int) -> None:
        """Take note of a kernel's process."""
        with self._lock:
            self._pid = pid
            if self._ended:
                kill_group(pid)

    def gone(self) -> None:
        """Take note that the process has ended, before its number can be another's."""
        with self._lock:
            self._pid = 0

    def end(self) -> None:
        """End the kernel, now or as soon as there is one."""
        with self._lock:
            self._ended = True
            if self._pid:
                kill_group(self._pid)

    def expire(self) -> None:
        """End the kernel because its time is up."""
        self.expired = True
        self.end()

    def manager(self) -> type[AsyncKernelManager]:
        """Return a kernel manager class that reports to this watch."""
        watch = self

        class Manager(AsyncKernelManager):
            async def _async_launch_kernel(self, kernel_cmd: list[str], **options: Any) -> None:
                if forked.READY:
                    self.provisioner = forked.adopt(self.provisioner)
                await super()._async_launch_kernel(kernel_cmd, **options)

            async def start_kernel(self, **options: Any) -> None:  # type: ignore[override]
                options["env"] = {**os.environ, **ENVIRONMENT, **options.get("env", {})}
                await super().start_kernel(**options)
                pid = int(getattr(self.provisioner, "pid", 0) or 0)
                if pid:
                    watch.born(pid)

            async def cleanup_resources(  # type: ignore[override]
                self, restart: bool = False
            ) -> None:
                watch.gone()
                await super().cleanup_resources(restart=restart)

        return Manager


class Kernels:
    """The kernels of one batch, so that an interrupt can end them all."""

    def __init__(self) -> None:
        self.closed = False
        self._watches: set[Watch] = set()
        self._lock = threading.Lock()

    def close(self) -> None:
        """End every kernel and let no other start."""
        with self._lock:
            self.closed = True
            for watch in self._watches:
                watch.end()

    @contextlib.contextmanager
    def watch(self, seconds: float) -> Iterator[Watch]:
        """Watch over one kernel, which is ended after so many seconds."""
        watch = Watch()
        timer = threading.Timer(max(seconds, 0), watch.expire)
        timer.daemon = True
        with self._lock:
            self._watches.add(watch)
            if self.closed:
                watch.end()
        timer.start()
        try:
            yield watch
        finally:
            timer.cancel()
            with self._lock:
                self._watches.discard(watch)
