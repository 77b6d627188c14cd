"""What is wrong with this installation, and what to do about it.

Nothing here imports a dependency before it is known to be there, so that it
answers in the very installations that are broken.
"""

from __future__ import annotations

import csv
import os
import shutil
import sys
import tempfile
import warnings
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import new as new_hash
from importlib import metadata, util
from importlib.machinery import PathFinder
from pathlib import Path

DISTRIBUTION = "baccarat-lab"
PACKAGE = "baccarat"
KERNEL = "python3"
OLDEST_PYTHON = (3, 11)
REINSTALL = f"reinstall {DISTRIBUTION} (in a clone: make clean setup)"

SLOWER_WITHOUT = {"numba": "the same results, computed by uncompiled loops and far slower"}
"""Dependencies that may be missing, and what their absence costs."""


@dataclass(frozen=True)
class Finding:
    """One thing that was looked at.

    Parameters
    ----------
    name : str
        What was looked at.
    ok : bool
        Whether everything works with it as it is.
    value : str
        What was found.
    advice : str
        What to do; empty where nothing has to be done. Advice on a finding
        that is `ok` is a warning.

    Examples
    --------
    >>> Finding("python", ok=False, value="3.9.18", advice="use Python 3.11 or newer").ok
    False
    """

    name: str
    ok: bool
    value: str
    advice: str = ""


def examine() -> tuple[Finding, ...]:
    """Look at everything an installation needs, in the order in which to mend it.

    Returns
    -------
    tuple of Finding
        The interpreter, where the package comes from, every dependency, the
        Jupyter kernel that reports run in, and the folders written to.

    Examples
    --------
    >>> from baccarat.doctor import examine
    >>> [finding.name for finding in examine()][:3]
    ['python', 'distribution', 'location']
    """
    return (
        _python(),
        _distribution(),
        _location(),
        _files(),
        *_dependencies(),
        *_kernel(),
        _home(),
        _temporary_folder(),
        _numba_cache(),
        _bytecode(),
    )


def _python() -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    oldest = ".".join(map(str, OLDEST_PYTHON))
    if sys.version_info[:2] >= OLDEST_PYTHON:
        return Finding("python", True, f"{version}, {sys.executable}")
    return Finding("python", False, version, f"use Python {oldest} or newer")


def _distribution() -> Finding:
    """Say which installed distributions write a package of our import name."""
    others = sorted(
        {_canonical(name) for name in metadata.packages_distributions().get(PACKAGE, ())}
        - {DISTRIBUTION}
    )
    if others:
        return Finding(
            "distribution",
            False,
            f"{', '.join(others)} also installs a package named {PACKAGE}",
            f"pip uninstall {' '.join(others)}, then {REINSTALL}: each overwrites "
            "files of the other; or give each an environment of its own",
        )
    try:
        return Finding("distribution", True, f"{DISTRIBUTION} {metadata.version(DISTRIBUTION)}")
    except metadata.PackageNotFoundError:
        return Finding(
            "distribution",
            False,
            f"{DISTRIBUTION} is not installed in {sys.prefix}",
            "make setup, or pip install -e . in a clone; use the python of that environment",
        )


def _location() -> Finding:
    """Say which file `import baccarat` finds."""
    ours = Path(__file__).with_name("__init__.py")
    spec = PathFinder.find_spec(PACKAGE)
    found = spec.origin if spec else None
    if found and Path(found).resolve() == ours.resolve():
        return Finding("location", True, str(ours.parent))
    return Finding(
        "location",
        False,
        f"import {PACKAGE} finds {found or 'nothing'}, not {ours}",
        f"remove or rename what stands in front of it, or {REINSTALL}",
    )


def _files() -> Finding:
    """Say which of our installed files another installation has overwritten or taken away."""
    files = _installed_files()
    altered = [name for name, path, said in files if _altered(path, said)]
    if altered:
        return Finding(
            "files",
            False,
            f"{len(altered)} differ from what {DISTRIBUTION} installed: {', '.join(altered[:3])}",
            REINSTALL,
        )
    return Finding("files", True, f"{len(files)} as installed" if files else "read from a clone")


def _installed_files() -> list[tuple[str, Path, str]]:
    """Give our files that RECORD lists: name, place and hash.

    `metadata.files` leaves out files that are gone, from Python 3.12 on.
    """
    try:
        distribution = metadata.distribution(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return []
    rows = csv.reader((distribution.read_text("RECORD") or "").splitlines())
    return [
        (name, Path(str(distribution.locate_file(name))), said)
        for name, said, *_ in rows
        if name.startswith(f"{PACKAGE}/") and said
    ]


def _altered(path: Path, said: str) -> bool:
    """Compare a file with its hash in RECORD: urlsafe base64 without padding (PEP 376, PEP 427)."""
    if not path.is_file():
        return True
    mode, _, value = said.partition("=")
    digest = new_hash(mode, path.read_bytes()).digest()
    return urlsafe_b64encode(digest).rstrip(b"=").decode() != value


def _dependencies() -> Iterator[Finding]:
    try:
        from packaging.requirements import Requirement
    except ImportError:
        yield Finding("packaging", False, "missing", _install("packaging"))
        return
    try:
        declared = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return
    for requirement in map(Requirement, declared):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            inside = requirement.specifier.contains
            yield _dependency(requirement.name, str(requirement.specifier), inside)


def _dependency(name: str, bounds: str, inside: Callable[..., bool]) -> Finding:
    asked = f"{name}{bounds}"
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        cost = SLOWER_WITHOUT.get(name)
        value = f"missing: {cost}" if cost else f"missing, {bounds or 'any version'} needed"
        return Finding(name, cost is not None, value, _install(asked))
    if inside(version, prereleases=True):
        return Finding(name, True, version)
    return Finding(name, False, f"{version}, {bounds} needed", _install(asked))


def _kernel() -> Iterator[Finding]:
    """Say which interpreter the kernel of every notebook starts."""
    try:
        from jupyter_client.kernelspec import KernelSpecManager, NoSuchKernel
    except ImportError:
        yield Finding("kernel", False, "jupyter_client is missing", _install("ipykernel"))
        return
    manager = KernelSpecManager()
    try:
        with warnings.catch_warnings(action="ignore"):  # of a home that _home tells of
            spec = manager.get_kernel_spec(KERNEL)
    except NoSuchKernel:
        yield Finding("kernel", False, f"no kernel named {KERNEL}", _install("ipykernel"))
        return
    yield _kernel_interpreter(spec.argv[0], spec.resource_dir)
    yield from _stray_kernels(manager.kernel_dirs, spec.resource_dir)


def _kernel_interpreter(command: str, folder: str) -> Finding:
    # jupyter_client starts a bare python, python3 or python3.x as sys.executable.
    bare = {"python", f"python{sys.version_info[0]}", "python{}.{}".format(*sys.version_info)}
    program = sys.executable if command in bare else shutil.which(command) or command
    # The folder, not the resolved file: in an environment, bin/python is a link out of it.
    if os.path.realpath(Path(program).parent) == os.path.realpath(Path(sys.executable).parent):
        return Finding("kernel", True, f"{KERNEL} starts {program}")
    return Finding(
        "kernel",
        False,
        f"{KERNEL} of {folder} starts {program}, not {sys.executable}",
        f"set JUPYTER_PREFER_ENV_PATH=1, or remove {folder}; "
        "python -m ipykernel install --sys-prefix writes the right one",
    )


def _stray_kernels(folders: list[str], used: str) -> Iterator[Finding]:
    """Warn of kernels of the same name outside this environment that are not the one in use."""
    for folder in folders:
        spec = Path(folder) / KERNEL
        inside = spec.is_relative_to(sys.prefix)
        if (spec / "kernel.json").is_file() and not inside and not spec.samefile(used):
            yield Finding(
                "stray kernel",
                True,
                f"{spec} is also named {KERNEL}; {used} is the one in use",
                f"remove {spec} if a notebook ever starts the wrong Python",
            )


def _home() -> Finding:
    try:
        home = Path.home()
    except RuntimeError:
        home = None
    advice = (
        "set HOME to a folder that can be written to, or point JUPYTER_RUNTIME_DIR, IPYTHONDIR "
        "and MPLCONFIGDIR at such folders"
    )
    if home is None:
        return Finding("home", False, "none", advice)
    return _folder("home", home, advice)


def _temporary_folder() -> Finding:
    advice = "set TMPDIR to a folder that can be written to"
    try:
        return _folder("temporary folder", Path(tempfile.gettempdir()), advice)
    except FileNotFoundError:
        return Finding("temporary folder", False, "none can be written to", advice)


def _numba_cache() -> Finding:
    """Look where numba keeps compiled loops: where it is told, beside the source, or at home."""
    told = os.environ.get("NUMBA_CACHE_DIR")
    home_cache = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    places = [Path(told)] if told else []
    places += [Path(util.cache_from_source(__file__)).parent, Path(home_cache, "numba")]
    advice = "set NUMBA_CACHE_DIR to a folder that can be written to"
    looked = [_folder("numba cache", place, advice) for place in places]
    return next((finding for finding in looked if finding.ok), looked[0])


def _bytecode() -> Finding:
    """Say whether imports are kept compiled: without, each kernel takes seconds longer to start."""
    spec = util.find_spec("numpy")
    if spec and spec.origin and Path(util.cache_from_source(spec.origin)).is_file():
        return Finding("bytecode", True, "packages are compiled")
    compile_all = f"{sys.executable} -m compileall -q {sys.prefix}"
    if sys.dont_write_bytecode:
        value = "packages are not compiled, and Python is told not to: every start is slow"
        advice = f"unset PYTHONDONTWRITEBYTECODE, or once: {compile_all}"
        return Finding("bytecode", True, value, advice)
    return Finding("bytecode", True, "packages are compiled at their first import")


def _folder(name: str, folder: Path, advice: str) -> Finding:
    """Try to write into a folder, or into what stands where it would be made."""
    standing = next(place for place in (folder, *folder.parents) if place.exists())
    try:
        with tempfile.TemporaryFile(dir=standing):
            return Finding(name, True, str(folder))
    except OSError as error:
        reason = error.strerror or type(error).__name__
        return Finding(name, False, f"{folder} cannot be written to: {reason}", advice)


def _install(requirement: str) -> str:
    return f"pip install '{requirement}'"


def _canonical(name: str) -> str:
    """Spell a distribution's name as PEP 503 does."""
    return name.lower().replace("_", "-").replace(".", "-")
