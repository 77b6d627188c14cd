"""A project of notebooks with a cell or two, for tests of what happens around them."""

from pathlib import Path

import nbformat

from baccarat.report.plan import plan
from baccarat.report.suite import read_suite


def write_notebook(path: Path, source: str, parameters: str = "") -> None:
    """Write a notebook with a title, a parameters cell and a cell of code."""
    cells = [nbformat.v4.new_markdown_cell(f"# On {path.stem}\n\nWith $p$.")]
    cells += [nbformat.v4.new_code_cell(parameters, metadata={"tags": ["parameters"]})]
    cells += [nbformat.v4.new_code_cell(source)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)


def write_project(root: Path, notebooks: dict[str, tuple[str, str]], suite: str = "") -> None:
    """Write notebooks by name, (parameters, source) each, and a suite that runs them all."""
    for folder in ("notebooks", "reports", "data"):
        (root / folder).mkdir()
    for name, (parameters, source) in notebooks.items():
        write_notebook(root / f"notebooks/{name}.ipynb", source, parameters)
    entries = "".join(f'[[report]]\nname = "{name}"\nnotebook = "{name}"\n' for name in notebooks)
    (root / "reports/suite.toml").write_text(suite or entries)


def planned(root: Path, *names: str, given: tuple[str, ...] = ()):
    """Return a project's suite and its jobs."""
    suite = read_suite(root / "reports/suite.toml")
    return suite, plan(suite, names, given)


def executed_without_a_kernel(job, source, output, **options):
    """Stand in for `execute` where the kernel does not matter."""
    options["on_cell"](1, 2)
    return nbformat.read(source, as_version=4)
