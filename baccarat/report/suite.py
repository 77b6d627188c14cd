"""The suite file: which reports there are, from which notebook, with which parameters."""

import shlex
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from baccarat.report.parameters import (
    Parameter,
    UsageError,
    Value,
    did_you_mean,
    read_parameters,
)

DEFAULT = Path("reports/suite.toml")


class Report(BaseModel):
    """One ``[[report]]`` of a suite file."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    notebook: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]+$")]
    parameters: dict[str, Any] = {}


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    report: Annotated[list[Report], Field(min_length=1)]


@dataclass(frozen=True)
class Suite:
    """A checked suite file; `root` is the project folder, the parent of the suite's folder."""

    path: Path
    root: Path
    reports: tuple[Report, ...]

    def notebook(self, report: Report) -> Path:
        """Where a report's notebook lies."""
        return self.root / "notebooks" / f"{report.notebook}.ipynb"


@dataclass(frozen=True)
class Setting:
    """A parameter with the value it has in one run."""

    name: str
    value: Value
    comment: str


@dataclass(frozen=True)
class Job:
    """One report, ready to run: every name and type has been checked.

    `settings` are all parameters after defaults; `given` are those that differ from what the
    notebook says itself; `command` makes the same page again.
    """

    name: str
    notebook: Path
    settings: tuple[Setting, ...]
    given: Mapping[str, Value]
    command: str


_TEXTS = {
    "string_pattern_mismatch": "must be lower-case words joined by hyphens, got {input!r}",
    "missing": "is missing",
    "too_short": "needs at least one [[report]]",
}


def _place(loc: Sequence[str | int], data: Mapping[str, Any]) -> str:
    """Where in the file an error sits: the report by its name if it has one."""
    if len(loc) < 2:
        return ""
    named = data["report"][loc[1]]
    name = named.get("name") if isinstance(named, dict) else None
    return f"report {name or int(loc[1]) + 1}: "


def _explain(error: ValidationError, data: Mapping[str, Any]) -> str:
    errors = error.errors(include_url=False)
    # A misspelt key is also a missing one; the spelling is what helps.
    first = next((each for each in errors if each["type"] == "extra_forbidden"), errors[0])
    loc, key = first["loc"], str(first["loc"][-1])
    if first["type"] == "extra_forbidden":
        known = Report.model_fields if len(loc) > 1 else _File.model_fields
        return f"{_place(loc, data)}unknown key '{key}'; {did_you_mean(key, known)}"
    if key == "notebook" and first["type"] == "string_pattern_mismatch":
        text = f"is a name such as 'odds', without folder or ending, got {first['input']!r}"
    else:
        template = _TEXTS.get(first["type"], first["msg"].lower() + ", got {input!r}")
        text = template.format(input=first["input"])
    return f"{_place(loc, data)}'{key}' {text}"


def _parse(path: Path) -> tuple[Report, ...]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not TOML: {error}") from None
    try:
        return tuple(_File.model_validate(data).report)
    except ValidationError as error:
        raise UsageError(f"{path}: {_explain(error, data)}") from None


def _refuse_clashes(path: Path, reports: Sequence[Report]) -> None:
    seen: set[str] = set()
    for report in reports:
        if report.name == "index":
            raise UsageError(f"{path}: index.html lists all reports; name the report otherwise")
        if report.name in seen:
            raise UsageError(f"{path}: two reports are named '{report.name}'; rename one of them")
        seen.add(report.name)


def _refuse_lost_notebooks(suite: Suite) -> None:
    for report in suite.reports:
        path = suite.notebook(report)
        if not path.is_file():
            there = [found.stem for found in path.parent.glob("*.ipynb")]
            raise UsageError(
                f"{suite.path}: report {report.name}: there is no notebook '{report.notebook}' "
                f"in {path.parent.name}/; {did_you_mean(report.notebook, there)}"
            )


def read_suite(path: Path = DEFAULT) -> Suite:
    """Read and check a suite file.

    Parameters
    ----------
    path
        The file. Its folder's parent is the project; notebooks are sought in ``notebooks`` there.

    Raises
    ------
    UsageError
        One line naming what is wrong and how to mend it.
    """
    if not path.is_file():
        raise UsageError(
            f"there is no suite file {path} here; "
            "run this in the project's folder or name one with --suite FILE"
        )
    suite = Suite(path, path.resolve().parent.parent, _parse(path))
    _refuse_clashes(path, suite.reports)
    _refuse_lost_notebooks(suite)
    return suite


def choose(suite: Suite, names: Sequence[str]) -> list[Report]:
    """Return the reports of these names in the suite's order; all of them for no name."""
    known = {report.name for report in suite.reports}
    for name in names:
        if name not in known:
            raise UsageError(f"there is no report '{name}'; {did_you_mean(name, known)}")
    return [report for report in suite.reports if not names or report.name in names]


def split_override(text: str) -> tuple[str, str]:
    """Split ``NAME=VALUE``.

    Examples
    --------
    >>> split_override("shoes=100")
    ('shoes', '100')
    """
    name, sign, value = text.partition("=")
    if not sign or not name.strip():
        raise UsageError(f"-p needs NAME=VALUE, such as -p shoes=100, got {text!r}")
    return name.strip(), value


def _refuse_unknown(name: str, notebooks: Mapping[str, Mapping[str, Parameter]]) -> None:
    if any(name in declared for declared in notebooks.values()):
        return
    known = {known for declared in notebooks.values() for known in declared}
    raise UsageError(
        f"no chosen report has a parameter '{name}' "
        f"(notebook {', '.join(sorted(notebooks))}); {did_you_mean(name, known)}"
    )


def _from_suite(report: Report, declared: Mapping[str, Parameter]) -> dict[str, Value]:
    values: dict[str, Value] = {}
    for name, value in report.parameters.items():
        if name not in declared:
            raise UsageError(
                f"report {report.name}: notebook {report.notebook} has no parameter '{name}'; "
                f"{did_you_mean(name, declared)}"
            )
        try:
            values[name] = declared[name].check(value)
        except UsageError as error:
            raise UsageError(f"report {report.name}: {error}") from None
    return values


def _command(suite: Suite, report: Report, overrides: Sequence[str]) -> str:
    where = f"{suite.path.resolve().parent.name}/{suite.path.name}"
    words = ["baccarat", "report", report.name]
    words += [] if where == DEFAULT.as_posix() else ["--suite", where]
    words += [word for text in overrides for word in ("-p", text)]
    return shlex.join(words)


def _job(
    suite: Suite, report: Report, declared: Mapping[str, Parameter], overrides: Sequence[str]
) -> Job:
    mine = [text for text in overrides if split_override(text)[0] in declared]
    given = _from_suite(report, declared)
    for name, text in map(split_override, mine):
        given[name] = declared[name].read(text)
    settings = tuple(
        Setting(name, given.get(name, each.default), each.comment)
        for name, each in declared.items()
    )
    return Job(report.name, suite.notebook(report), settings, given, _command(suite, report, mine))


def plan(suite: Suite, names: Sequence[str] = (), overrides: Sequence[str] = ()) -> list[Job]:
    """Choose reports and check every parameter; nothing is started.

    Parameters
    ----------
    suite
        From `read_suite`.
    names
        Reports wanted; all of them where empty.
    overrides
        ``NAME=VALUE`` texts. Each applies to every chosen report whose notebook has the name.

    Raises
    ------
    UsageError
        For an unknown report, an unknown parameter or a value of the wrong type.
    """
    reports = choose(suite, names)
    notebooks = {each.notebook: read_parameters(suite.notebook(each)) for each in reports}
    for text in overrides:
        _refuse_unknown(split_override(text)[0], notebooks)
    return [_job(suite, each, notebooks[each.notebook], overrides) for each in reports]
