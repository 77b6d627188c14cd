"""How a loop is compiled. The only import of numba."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

try:
    from numba import njit
except ModuleNotFoundError:  # pragma: no cover - depends on the installation
    njit = None  # type: ignore[assignment]


def compiled(function: F) -> F:
    """Compile a loop, and keep the machine code beside this file where that can be written."""
    if njit is None or not _compiles():
        return _wrapping(function)
    try:
        return cast(F, njit(cache=True)(function))
    except RuntimeError:  # no folder to keep it in
        return cast(F, njit(function))


def _compiles() -> bool:
    """Say whether compiling is switched on; NUMBA_DISABLE_JIT=1 switches it off."""
    from numba import config

    return not getattr(config, "DISABLE_JIT", 0)


def _wrapping(function: F) -> F:
    """Let 64-bit arithmetic wrap silently, as it does when compiled."""

    @wraps(function)
    def run(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return cast(F, run)
