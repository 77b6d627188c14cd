"""`{public-names} ROOM -ROOM` and `{module-names} MODULE`: names, each with its docstring."""

import inspect
import sys
from collections.abc import Iterator
from importlib import import_module

from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.pycode import ModuleAnalyzer
from sphinx.util import logging

import baccarat
from making.markup import Written, indented, table
from making.names import public_names, summary

LOG = logging.getLogger(__name__)


def names_of(rooms: list[str]) -> list[str]:
    """Give the public names from some modules or folders of them, but not from those after a -."""
    wanted = [f"baccarat.{room}." for room in rooms if not room.startswith("-")]
    left = [f"baccarat.{room[1:]}." for room in rooms if room.startswith("-")]
    found = [
        name
        for name, module in public_names().items()
        if f"{module}.".startswith(tuple(wanted)) and not f"{module}.".startswith(tuple(left))
    ]
    return in_order(found)


def in_order(names: list[str]) -> list[str]:
    """Sort names as one looks for them: constants last, capitals no matter."""
    return sorted(names, key=lambda name: (name.isupper(), name.lower()))


def constant_text(name: str) -> list[str]:
    """Give the text that stands below a public constant where it is assigned."""
    home = public_names()[name]
    for module in [home, *sorted(m for m in sys.modules if m.startswith(f"{home}."))]:
        found = ModuleAnalyzer.for_module(module).find_attr_docs()
        if ("", name) in found:
            return found["", name]
    raise ValueError(f"baccarat.{name} has no text below its assignment in {home}")


def public_entry(name: str) -> tuple[str, list[str]]:
    """Say what a public name is in one line, and write its entry."""
    thing = getattr(baccarat, name)
    if callable(thing):
        return summary(thing), documented(f"baccarat.{name}", thing)
    text = constant_text(name)
    return text[0], [f".. py:data:: baccarat.{name}", "", *indented(text), ""]


def documented(path: str, thing: object) -> list[str]:
    """Write the entry of a class or a function."""
    kind = "class" if inspect.isclass(thing) else "function"
    members = ["   :members:"] if kind == "class" else []
    return [f".. auto{kind}:: {path}", *members, ""]


class PublicNames(Written):
    """List public names in a line each, then all that is to be said of them."""

    has_content = True

    def run(self) -> list:
        """Write the names from the modules that the content lists."""
        names = names_of(" ".join(self.content).split())
        return self.written([(f"baccarat.{name}", *public_entry(name)) for name in names])

    def written(self, entries: list[tuple[str, str, list[str]]]) -> list:
        """Write a table of contents and the entries."""
        rows = [(f":py:obj:`~{path}`", said) for path, said, _ in entries]
        heads = ["name", "what it is"]
        return self.parsed([*table(heads, rows), *(line for *_, text in entries for line in text)])


class ModuleNames(PublicNames):
    """The same for the functions and classes of modules that are not in the public list."""

    def run(self) -> list:
        """Write the names that the modules say are theirs."""
        modules = [import_module(f"baccarat.{room}") for room in " ".join(self.content).split()]
        found = [
            (f"{module.__name__}.{name}", getattr(module, name))
            for module in modules
            for name in in_order([*getattr(module, "__all__", own_names(module))])
        ]
        shown = [(path, thing) for path, thing in found if callable(thing)]
        return self.written([(path, summary(it), documented(path, it)) for path, it in shown])


def own_names(module: object) -> Iterator[str]:
    """Give the public functions and classes that are defined in a module."""
    for name, thing in vars(module).items():
        if getattr(thing, "__module__", "") == module.__name__ and not name.startswith("_"):
            yield name


def missing(env: BuildEnvironment) -> Iterator[str]:
    """Give the public names without an entry."""
    known = env.get_domain("py").objects
    return (name for name in public_names() if f"baccarat.{name}" not in known)


def warn_of_missing(app: Sphinx, env: BuildEnvironment) -> None:
    """Let the build fail where a public name has no entry."""
    for name in missing(env):
        LOG.warning("%s (%s) is on no page of docs/reference", name, public_names()[name])


def setup(app: Sphinx) -> dict:
    """Register with Sphinx."""
    app.add_directive("public-names", PublicNames)
    app.add_directive("module-names", ModuleNames)
    app.connect("env-check-consistency", warn_of_missing)
    return {"parallel_read_safe": True}
