"""Fixtures that several test files ask for."""

import pytest


@pytest.fixture
def quick_corrections(monkeypatch):
    """Keep statsmodels from collecting garbage at every correction, a tenth of a second each."""
    monkeypatch.setattr("gc.collect", lambda generation=2: 0)
