"""The public names, as `baccarat/__init__.pyi` lists them."""

import ast
from functools import cache
from pathlib import Path

import baccarat


@cache
def public_names() -> dict[str, str]:
    """Give the module that each public name comes from, in the order of the list."""
    stub = Path(baccarat.__file__).with_suffix(".pyi")
    return {
        alias.name: f"baccarat.{node.module}"
        for node in ast.parse(stub.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def summary(thing: object) -> str:
    """Give the first line of a docstring."""
    return (thing.__doc__ or "").strip().partition("\n")[0]
