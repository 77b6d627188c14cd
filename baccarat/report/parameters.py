"""The parameters cell of a notebook, and values checked against it before a kernel starts."""

import ast
import difflib
import io
import json
import math
import tokenize
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Value = int | float | str | bool | list[int] | list[str] | None

FORM = "name: type = literal  # comment"
_BOOLS = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


class UsageError(ValueError):
    """Bad input; the message says what was given, what is allowed and what to do."""


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """Advice to end an error with: the nearest known name, or all of them.

    Examples
    --------
    >>> did_you_mean("shoe", ["shoes", "table"])
    "did you mean 'shoes'?"
    >>> did_you_mean("odds", ["odds-live", "odds-six-deck", "ruin"])
    "did you mean 'odds-live' or 'odds-six-deck'?"
    >>> did_you_mean("zebra", ["shoes", "table"])
    'known: shoes, table'
    """
    names = sorted(known)
    near = [name for name in names if name.startswith(f"{given}-")]
    near = near or difflib.get_close_matches(given, names, n=1)
    if not near:
        return f"known: {', '.join(names) or 'none'}"
    return f"did you mean {' or '.join(map(repr, near))}?"


def _is_int(value: object) -> bool:
    return type(value) is int


def _is_float(value: object) -> bool:
    return type(value) in (int, float) and math.isfinite(value)  # type: ignore[arg-type]


def _is_list(kind: type) -> Callable[[object], bool]:
    return lambda value: isinstance(value, list) and all(type(item) is kind for item in value)


_FITS: dict[str, Callable[[object], bool]] = {
    "int": _is_int,
    "float": _is_float,
    "str": lambda value: isinstance(value, str),
    "bool": lambda value: isinstance(value, bool),
    "list[int]": _is_list(int),
    "list[str]": _is_list(str),
}


def _items(text: str) -> list[str]:
    inner = text.strip().removeprefix("[").removesuffix("]")
    return [item.strip().strip("'\"") for item in inner.split(",") if item.strip()]


_READS: dict[str, Callable[[str], Any]] = {
    "int": int,
    "float": float,
    "str": str,
    "bool": lambda text: _BOOLS[text.strip().lower()],
    "list[int]": lambda text: [int(item) for item in _items(text)],
    "list[str]": _items,
}
_ALLOWED = {
    "int": "a whole number",
    "float": "a finite number",
    "str": "text",
    "bool": "true, false, yes, no, 1 or 0",
    "list[int]": "whole numbers separated by commas",
    "list[str]": "words separated by commas",
}


@dataclass(frozen=True)
class Parameter:
    """One line of a parameters cell.

    Examples
    --------
    >>> shoes = Parameter("shoes", "int", False, 2000, "shoes dealt")
    >>> shoes.check(10), shoes.read("5_000")
    (10, 5000)
    """

    name: str
    kind: str
    optional: bool
    default: Value
    comment: str

    @property
    def allowed(self) -> str:
        """What may be given, in words."""
        return _ALLOWED[self.kind] + (" or none" if self.optional else "")

    def fits(self, value: object) -> bool:
        """Whether a value is of the declared type; true is no number."""
        return (self.optional and value is None) or _FITS[self.kind](value)

    def check(self, value: Any) -> Value:
        """Return a value of the declared type, or raise `UsageError`."""
        if not self.fits(value):
            raise UsageError(
                f"parameter '{self.name}' must be {self.allowed}, got {value!r}; "
                f"the notebook's own value is {self.default!r}"
            )
        return float(value) if self.kind == "float" and value is not None else value

    def read(self, text: str) -> Value:
        """Return what a command line text stands for, by the declared type."""
        if self.optional and text.strip().lower() == "none":
            return None
        try:
            value = _READS[self.kind](text)
        except (ValueError, KeyError):
            value = text if self.kind != "str" else None
        return self.check(value)


def _comment(line: str) -> str:
    tokens = tokenize.generate_tokens(io.StringIO(line).readline)
    return next((t.string.lstrip("# ") for t in tokens if t.type == tokenize.COMMENT), "")


def _kind(annotation: ast.expr) -> tuple[str, bool]:
    names = [part.strip() for part in ast.unparse(annotation).split("|")]
    kinds = [name for name in names if name != "None"]
    if len(kinds) != 1 or kinds[0] not in _FITS:
        raise ValueError(f"its type must be one of {', '.join(_FITS)}, each also '| None'")
    return kinds[0], "None" in names


def parse_line(line: str) -> Parameter:
    """Read one line of a parameters cell.

    Raises
    ------
    ValueError
        Where the line is not of the form ``name: type = literal  # comment``.

    Examples
    --------
    >>> parse_line("seed: int | None = None  # the start")
    Parameter(name='seed', kind='int', optional=True, default=None, comment='the start')
    """
    try:
        (statement,) = ast.parse(line).body
    except (SyntaxError, ValueError):
        raise ValueError("it is not one whole statement") from None
    if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
        raise ValueError("it has no type, as in 'shoes: int = 2000'")
    kind, optional = _kind(statement.annotation)
    try:
        default = ast.literal_eval(statement.value or "")
    except (ValueError, SyntaxError):
        raise ValueError("its value is not a literal") from None
    comment = _comment(line)
    if not comment:
        raise ValueError("it has no comment to explain it on the page")
    parameter = Parameter(statement.target.id, kind, optional, default, comment)
    return Parameter(parameter.name, kind, optional, parameter.check(default), comment)


def parse_cell(source: str, notebook: str) -> dict[str, Parameter]:
    """Read a whole parameters cell; blank lines and comment lines are free."""
    found: dict[str, Parameter] = {}
    for number, line in enumerate(source.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        try:
            parameter = parse_line(line)
        except ValueError as error:
            raise UsageError(
                f"notebook {notebook}, parameters cell, line {number}: {line.strip()!r}: {error}; "
                f"every line must read '{FORM}'"
            ) from None
        found[parameter.name] = parameter
    return found


def _source(cell: Mapping[str, Any]) -> str:
    source = cell.get("source", "")
    return source if isinstance(source, str) else "".join(source)


def read_parameters(notebook: Path) -> dict[str, Parameter]:
    """Read the parameters a notebook declares, by name; none where it has no such cell."""
    try:
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    except (ValueError, KeyError, TypeError):
        raise UsageError(f"{notebook.name} is not a notebook; save it again from Jupyter") from None
    for cell in cells:
        if "parameters" in cell.get("metadata", {}).get("tags", []):
            return parse_cell(_source(cell), notebook.stem)
    return {}
