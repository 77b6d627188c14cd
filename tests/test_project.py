"""What the files around the package say of it, held against each other."""

import inspect
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import baccarat

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")

DEPENDENCIES = {
    canonicalize_name(requirement.name): requirement
    for group in (PROJECT["dependencies"], *PROJECT["optional-dependencies"].values())
    for requirement in map(Requirement, group)
}

ON_CONDA_FORGE = {
    "matplotlib": "matplotlib-base",
    "jupyter-client": "jupyter_client",
    "jupyter-core": "jupyter_core",
    "lazy-loader": "lazy_loader",
}
"""Names that conda-forge spells in another way."""


# environment.yml


@pytest.fixture(scope="module")
def environment():
    return yaml.safe_load((ROOT / "environment.yml").read_text(encoding="utf-8"))


def bounds(requirements):
    return {r.name: str(r.specifier) for r in requirements}


def test_environment_yml_says_what_pyproject_toml_says(environment):
    *conda, last = environment["dependencies"]
    *pip, install = last["pip"]
    declared = {ON_CONDA_FORGE.get(name, name): r for name, r in DEPENDENCIES.items()}
    expected = {name: str(r.specifier) for name, r in declared.items()}
    expected |= {"python": PROJECT["requires-python"], "pip": ""}
    assert bounds(map(Requirement, [*conda, *pip])) == expected
    assert install == "-e ."


def test_environment_yml_names_the_project_and_one_channel(environment):
    assert environment["name"] == PROJECT["name"]
    assert environment["channels"] == ["conda-forge", "nodefaults"]


# requirements.lock


def pins(lock):
    """Give each pinned requirement and its hashes; a name may be pinned once for each marker."""
    for entry in lock.replace("\\\n", " ").splitlines():
        requirement, *hashes = entry.split(" --hash=")
        yield Requirement(requirement), hashes


def test_the_lock_holds_no_address():
    assert not [
        mark for mark in ("://", "--index", "--find-links", "--extra-index") if mark in LOCK
    ]


def test_every_pin_is_exact_and_hashed():
    for requirement, hashes in pins(LOCK):
        assert [s.operator for s in requirement.specifier] == ["=="], requirement
        assert hashes, f"{requirement} has no hash"
        assert all(re.fullmatch(r"sha256:[0-9a-f]{64}\s*", text) for text in hashes), requirement


@pytest.mark.parametrize("name", DEPENDENCIES)
def test_every_dependency_is_locked_inside_its_bounds(name):
    locked = [pin for pin, _ in pins(LOCK) if canonicalize_name(pin.name) == name]
    assert locked, f"{name} is not in requirements.lock; make lock"
    for pin in locked:
        (specifier,) = pin.specifier
        assert Version(specifier.version) in DEPENDENCIES[name].specifier, f"{pin}; make lock"


# Makefile and .ci/run

needs_make = pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")


@pytest.fixture
def make(tmp_path):
    """Run a target of our Makefile, with a shell script for Python, where nothing is installed."""
    for name in ("Makefile", "pyproject.toml", "requirements.lock"):
        shutil.copy(ROOT / name, tmp_path)

    def run(python_script, *arguments):
        python = tmp_path / "python"
        python.write_text(f"#!/bin/sh\n{python_script}\n")
        python.chmod(0o755)
        command = ["make", f"PY={python}", *arguments]
        # The make that runs these tests must not hand its own flags down.
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("MAKE")}
        return subprocess.run(command, cwd=tmp_path, env=inherited, capture_output=True, text=True)

    return run


def only_line(finished):
    """Give the one line on stderr that is not make's own."""
    assert finished.returncode != 0
    assert finished.stdout == ""
    (line,) = [text for text in finished.stderr.splitlines() if not text.startswith("make")]
    return line


@needs_make
@pytest.mark.parametrize("target", ["report", "test"])
def test_an_old_python_gets_one_line(make, target):
    line = only_line(
        make('case "$1" in --version) echo "Python 3.9.18";; *) exit 1;; esac', target)
    )
    assert "needs python 3.11 or newer" in line
    assert "is Python 3.9.18" in line
    assert f"make PY=python3.12 {target}" in line


@needs_make
def test_a_python_without_pip_gets_one_line(make):
    line = only_line(
        make('case "$2" in pip) echo "No module named pip" >&2; exit 1;; esac', "test")
    )
    assert "needs pip to set itself up" in line
    assert "apt-get install python3-pip" in line


@needs_make
def test_make_help_names_every_target(make):
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.M)[1].split()
    told = make("exit 1", "help").stdout
    assert [target for target in phony if f"make {target}" not in told] == []


def test_ci_runs_what_a_reader_is_told_to_run():
    script = ROOT / ".ci/run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text().splitlines()[-1]


# public names

PUBLIC = list(getattr(baccarat, "__all__", ()))


def documentation_faults(thing):
    """Say what the docstring of a public name lacks."""
    if not (callable(thing) or inspect.ismodule(thing)):
        thing = type(thing)  # a constant or a catalogue: its class speaks for it
        if not thing.__module__.startswith("baccarat."):
            return []  # plain data, which can hold no docstring
    first, *rest = inspect.cleandoc(thing.__doc__ or "").splitlines() or [""]
    return [
        *([] if first else ["no docstring"]),
        *([] if not rest or not rest[0] else ["does not begin with one line alone"]),
        *([] if "Examples" in rest else ["no Examples section"]),
        *([] if any(line.lstrip().startswith(">>>") for line in rest) else ["no example runs"]),
    ]


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_documented_with_an_example(name):
    assert documentation_faults(getattr(baccarat, name)) == []


@pytest.mark.parametrize(
    ("docstring", "faults"),
    [
        ("One line.\n\n    Examples\n    --------\n    >>> 1\n    1\n", []),
        ("One line.\n    And another.\n\n    Examples\n    >>> 1", ["does not begin"]),
        ("One line.\n\n    >>> 1", ["no Examples"]),
        ("One line.", ["no Examples", "no example"]),
        (None, ["no docstring", "no Examples", "no example"]),
    ],
)
def test_the_documentation_checker_itself(docstring, faults):
    def thing():
        pass

    thing.__doc__ = docstring
    told = documentation_faults(thing)
    assert len(told) == len(faults)
    assert all(text.startswith(start) for text, start in zip(told, faults, strict=True))


def test_no_public_name_is_listed_twice():
    assert len(set(PUBLIC)) == len(PUBLIC)


@pytest.mark.parametrize("name", PUBLIC)
def test_no_public_name_comes_from_the_rooms_above(name):
    module = getattr(getattr(baccarat, name), "__module__", None) or "baccarat"
    assert module.split(".")[1:2] not in (["plots"], ["report"], ["cli"])


# no address of a package registry

REGISTRIES = ["pypi" + ".org", "python" + "hosted", "npm" + "js", "conda." + "anaconda"]


def committed_files():
    """Give every file that git holds or would take."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("not in a git work tree")
    names = [name for name in listed.stdout.split("\0") if name]
    return [ROOT / name for name in names if (ROOT / name).is_file()]


def test_no_committed_file_names_a_registry_host():
    needle = re.compile("|".join(map(re.escape, REGISTRIES)).encode(), re.I)
    telling = [path for path in committed_files() if needle.search(path.read_bytes())]
    assert telling == []


def test_strip_leaves_stripped_notebooks_as_they_are(tmp_path):
    flags = re.search(r"nbstripout (.*?) ?notebooks/", (ROOT / "Makefile").read_text())
    for notebook in (ROOT / "notebooks").glob("*.ipynb"):
        copy = shutil.copy(notebook, tmp_path)
        command = [sys.executable, "-m", "nbstripout", *flags[1].split(), copy]
        subprocess.run(command, check=True)
        assert Path(copy).read_bytes() == notebook.read_bytes()
