"""Signatures of dataclasses: a default that is long, or made anew each time, is shown as dots."""

import inspect
from dataclasses import is_dataclass

from sphinx.application import Sphinx

LONG = 24


def shown(parameter: inspect.Parameter) -> str:
    """Write a parameter with its default."""
    if parameter.default is parameter.empty:
        return parameter.name
    default = repr(parameter.default)
    if default.startswith("<") or len(default) > LONG:
        default = "..."
    return f"{parameter.name}={default}"


def shorten(app: Sphinx, what: str, name: str, thing: object, *rest: object) -> tuple | None:
    """Write the signature of a dataclass in the place of the one Sphinx would."""
    if not (inspect.isclass(thing) and is_dataclass(thing)):
        return None
    parameters = inspect.signature(thing).parameters.values()
    return f"({', '.join(map(shown, parameters))})", ""


def setup(app: Sphinx) -> dict:
    """Register with Sphinx."""
    app.connect("autodoc-process-signature", shorten)
    return {"parallel_read_safe": True}
