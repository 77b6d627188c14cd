"""Fixtures that several test files ask for, and where the documentation's examples run."""

import sys
from pathlib import Path

import pytest

DOCS = Path(__file__).with_name("docs")
sys.path.append(str(DOCS))

# Sphinx imports these; tests/test_docs.py holds them to what they make.
collect_ignore = [f"docs/{name}" for name in ("conf.py", "making", "_build", "pages.py")]


SLOW = ("test_suite_pages.py", "test_docs_examples.py", "test_docs.py", "test_followed.py")
"""Files that take longest: begun first, so that no worker is left with one of them at the end."""


def pytest_collection_modifyitems(items):
    """Put the slow files first; within a file the order stays."""
    items.sort(key=lambda item: item.path.name not in SLOW)


@pytest.fixture
def quick_corrections(monkeypatch):
    """Keep statsmodels from collecting garbage at every correction, a tenth of a second each."""
    monkeypatch.setattr("gc.collect", lambda generation=2: 0)


@pytest.fixture(autouse=True)
def in_english(monkeypatch):
    """Keep the language of whoever runs the tests out of what they compare."""
    monkeypatch.delenv("BACCARAT_LANG", raising=False)


@pytest.fixture(autouse=True)
def clone(request, tmp_path_factory, monkeypatch):
    """Let a page's examples stand in a copy of the project, beside the files that it shows."""
    page = Path(request.node.path)
    if DOCS not in page.parents:
        return
    import pages

    folder = tmp_path_factory.mktemp("clone")
    pages.copy_of_project(folder)
    pages.lay_out(page, folder)
    monkeypatch.chdir(folder)
