"""An installation broken in one way at a time, and what the doctor says of it."""

import hashlib
import sys
import types
from base64 import urlsafe_b64encode
from importlib import metadata
from importlib.machinery import PathFinder
from pathlib import Path

import pytest

from baccarat import doctor
from baccarat.doctor import Finding, examine


class Installation:
    """Distributions in a folder, and nothing else for importlib.metadata to find."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def add(self, name: str, version: str, requires: tuple[str, ...] = (), files=()) -> None:
        info = self.folder / f"{name.replace('-', '_')}-{version}.dist-info"
        info.mkdir()
        head = ["Metadata-Version: 2.1", f"Name: {name}", f"Version: {version}"]
        lines = head + [f"Requires-Dist: {requirement}" for requirement in requires]
        (info / "METADATA").write_text("\n".join(lines) + "\n")
        rows = [self._row(file) for file in files] + [f"{info.name}/METADATA,,"]
        (info / "RECORD").write_text("\n".join(rows) + "\n")

    def _row(self, file: str) -> str:
        path = self.folder / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
        digest = hashlib.sha256(path.read_bytes()).digest()
        return f"{file},sha256={urlsafe_b64encode(digest).rstrip(b'=').decode()},0"


@pytest.fixture
def installation(tmp_path, monkeypatch):
    class OnlyHere:
        """Finds distributions in the folder; importlib_metadata's finder, if there, finds more."""

        def find_spec(self, *arguments):
            return PathFinder.find_spec(*arguments)

        def find_distributions(self, context=metadata.DistributionFinder.Context()):  # noqa: B008
            here = metadata.DistributionFinder.Context(name=context.name, path=[tmp_path])
            return metadata.MetadataPathFinder.find_distributions(here)

    others = [finder for finder in sys.meta_path if not hasattr(finder, "find_distributions")]
    monkeypatch.setattr(sys, "meta_path", [*others, OnlyHere()])
    return Installation(tmp_path)


def found(name: str) -> Finding:
    return next(finding for finding in examine() if finding.name == name)


def test_this_installation_is_sound(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert [finding for finding in examine() if not finding.ok] == []


def test_what_is_wrong_always_comes_with_advice(installation, monkeypatch):
    monkeypatch.setattr(doctor, "OLDEST_PYTHON", (99, 0))
    installation.add("baccarat-lab", "0.1.0", requires=("numpy>=2.0",))
    assert [f.name for f in examine() if not f.ok] == ["python", "numpy"]
    assert all(finding.advice for finding in examine() if not finding.ok)


def test_one_distribution_of_the_name_is_sound(installation):
    installation.add("baccarat-lab", "0.1.0", files=("baccarat/__init__.py",))
    assert found("distribution") == Finding("distribution", True, "baccarat-lab 0.1.0")


def test_another_distribution_of_the_same_import_name_is_told(installation):
    installation.add("baccarat-lab", "0.1.0")
    installation.add("baccarat_sim", "0.1.0", files=("baccarat/__init__.py",))
    finding = found("distribution")
    assert not finding.ok
    assert finding.value == "baccarat-sim also installs a package named baccarat"
    assert finding.advice.startswith("pip uninstall baccarat-sim, then reinstall baccarat-lab")
    assert "an environment of its own" in finding.advice


def test_a_distribution_without_our_import_name_is_none_of_our_business(installation):
    installation.add("baccarat-lab", "0.1.0")
    installation.add("baccarat-sim", "0.1.0", files=("baccarat_sim/__init__.py",))
    assert found("distribution").ok


def test_not_installed(installation):
    finding = found("distribution")
    assert not finding.ok
    assert finding.value.startswith("baccarat-lab is not installed in")


def test_a_file_overwritten_by_another_installation_is_told(installation):
    installation.add("baccarat-lab", "0.1.0", files=("baccarat/__init__.py", "baccarat/cli.py"))
    assert found("files") == Finding("files", True, "2 as installed")
    (installation.folder / "baccarat/__init__.py").write_text("another package")
    (installation.folder / "baccarat/cli.py").unlink()
    finding = found("files")
    assert not finding.ok
    assert finding.value.startswith("2 differ")


def test_a_package_standing_in_front_of_ours_is_told(tmp_path, monkeypatch):
    (tmp_path / "baccarat").mkdir()
    (tmp_path / "baccarat/__init__.py").touch()
    assert found("location").ok
    monkeypatch.syspath_prepend(tmp_path)
    finding = found("location")
    assert not finding.ok
    assert str(tmp_path) in finding.value


def test_a_missing_dependency(installation):
    installation.add("baccarat-lab", "0.1.0", requires=("scipy>=1.14",))
    expected = Finding("scipy", False, "missing, >=1.14 needed", "pip install 'scipy>=1.14'")
    assert found("scipy") == expected


@pytest.mark.parametrize(
    ("version", "ok"),
    [("2.5.0", False), ("2.6.0", True), ("2.7.0rc1", True), ("3.0", False)],
)
def test_a_dependency_too_old_or_too_new(installation, version, ok):
    installation.add("baccarat-lab", "0.1.0", requires=("papermill<3,>=2.6",))
    installation.add("papermill", version)
    finding = found("papermill")
    assert finding.ok is ok
    if not ok:
        assert finding.value == f"{version}, <3,>=2.6 needed"
        assert finding.advice == "pip install 'papermill<3,>=2.6'"


def test_numba_may_be_missing_but_not_too_old(installation):
    installation.add("baccarat-lab", "0.1.0", requires=("numba>=0.61",))
    finding = found("numba")
    assert finding.ok
    assert finding.value.startswith("missing: the same results")
    installation.add("numba", "0.58")
    assert not found("numba").ok


def test_extras_are_not_asked_for(installation):
    installation.add("baccarat-lab", "0.1.0", requires=("mypy>=1.13; extra == 'dev'",))
    assert "mypy" not in [finding.name for finding in examine()]


@pytest.fixture
def kernels(tmp_path, monkeypatch):
    """Write a kernel named python3 into a folder that Jupyter looks at, and into no other."""
    from jupyter_client import kernelspec

    folders = []
    monkeypatch.setattr(kernelspec, "jupyter_path", lambda *_: [str(f) for f in folders])
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))

    def write(place: str, program: str) -> Path:
        folder = tmp_path / place / "python3"
        folder.mkdir(parents=True)
        (folder / "kernel.json").write_text(
            f'{{"argv": ["{program}"], "display_name": "Python 3", "language": "python"}}'
        )
        folders.append(folder.parent)
        return folder

    return write


@pytest.mark.parametrize("program", ["python", "python3", sys.executable])
def test_a_kernel_that_starts_this_python(kernels, program):
    kernels("environment", program)
    assert found("kernel") == Finding("kernel", True, f"python3 starts {sys.executable}")


def test_a_kernel_that_starts_another_python(kernels):
    folder = kernels("user", "/nowhere/bin/python")
    finding = found("kernel")
    assert not finding.ok
    assert finding.value == f"python3 of {folder} starts /nowhere/bin/python, not {sys.executable}"
    assert "JUPYTER_PREFER_ENV_PATH=1" in finding.advice


def test_a_stray_kernel_is_a_warning(kernels):
    kernels("environment", "python")
    stray = kernels("user", "/nowhere/bin/python")
    finding = found("stray kernel")
    assert finding.ok
    assert finding.value.startswith(f"{stray} is also named python3")
    assert str(stray) in finding.advice


def test_no_jupyter_at_all(monkeypatch):
    monkeypatch.setitem(sys.modules, "jupyter_client.kernelspec", None)
    assert not found("kernel").ok


def test_no_packaging_at_all(monkeypatch):
    monkeypatch.setitem(sys.modules, "packaging.requirements", None)
    assert found("packaging").advice == "pip install 'packaging'"


def test_a_home_that_cannot_be_written_to(tmp_path, monkeypatch):
    blocked = tmp_path / "a file, not a folder"
    blocked.touch()
    monkeypatch.setenv("HOME", str(blocked))
    finding = found("home")
    assert not finding.ok
    assert finding.value == f"{blocked} cannot be written to: Not a directory"


def test_a_numba_cache_that_cannot_be_written_to_falls_back(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    assert found("numba cache").ok
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(doctor.util, "cache_from_source", lambda _: str(tmp_path / "file" / "x"))
    assert not found("numba cache").ok


@pytest.mark.parametrize("told_not_to", [True, False])
def test_uncompiled_packages_are_a_warning_where_they_stay_so(tmp_path, monkeypatch, told_not_to):
    numpy = types.SimpleNamespace(origin=str(tmp_path / "numpy.py"))
    monkeypatch.setattr(doctor.util, "find_spec", lambda _: numpy)
    monkeypatch.setattr(sys, "dont_write_bytecode", told_not_to)
    finding = found("bytecode")
    assert finding.ok
    assert ("PYTHONDONTWRITEBYTECODE" in finding.advice) is told_not_to
