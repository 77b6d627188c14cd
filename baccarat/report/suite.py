"""The suite file: which reports there are, from which notebook, with which parameters."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from baccarat.report.grid import combinations
from baccarat.report.parameters import UsageError, Value, did_you_mean

DEFAULT = Path("reports/suite.toml")

Seconds = Annotated[int, Field(ge=1, strict=True)]


class Report(BaseModel):
    """One ``[[report]]`` of a suite file; with a grid it stands for several."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(pattern=r"^[a-z0-9]+(-[a-z0-9]+)*$")]
    notebook: Annotated[str, Field(pattern=r"^([A-Za-z0-9_-]+/)*[A-Za-z0-9_-]+$")]
    parameters: dict[str, Any] = {}
    grid: dict[str, Annotated[list[Any], Field(min_length=1)]] = {}
    data: list[str] = []
    timeout: Seconds | None = None
    report_timeout: Seconds | None = None


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    report: Annotated[list[Report], Field(min_length=1)]


@dataclass(frozen=True)
class Suite:
    """A checked suite file; `root` is the project folder, the parent of the suite's folder.

    `reports` have their grids laid out; `grids` gives for the name of each grid those it became.
    """

    path: Path
    root: Path
    reports: tuple[Report, ...]
    grids: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

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
    notebook says itself; `command` makes the same page again. `data` are the files it reads, as
    named from the project's folder; the limits are the suite's, None where it has none.
    """

    name: str
    notebook: Path
    settings: tuple[Setting, ...]
    given: Mapping[str, Value]
    command: str
    data: tuple[str, ...] = ()
    timeout: int | None = None
    report_timeout: int | None = None


_TEXTS = {
    "string_pattern_mismatch": "must be lower-case words joined by hyphens, got {input!r}",
    "missing": "is missing",
    "too_short": "needs at least one [[report]]",
    "greater_than_equal": "is a time limit in seconds, 1 or more, got {input!r}",
    "int_type": "must be a whole number of seconds, got {input!r}",
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
    if "grid" in loc[2:3]:
        text = "of the grid must be a list of values, as in shoes = [100, 1000]"
        text += f", got {first['input']!r}"
    elif key == "notebook" and first["type"] == "string_pattern_mismatch":
        text = "is a name in notebooks/ such as 'odds' or 'lessons/due', without ending"
        text += f", got {first['input']!r}"
    else:
        template = _TEXTS.get(first["type"], first["msg"].lower() + ", got {input!r}")
        text = template.format(input=first["input"])
    return f"{_place(loc, data)}'{key}' {text}"


def _parse(path: Path) -> list[Report]:
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not TOML: {error}") from None
    try:
        return _File.model_validate(data).report
    except ValidationError as error:
        raise UsageError(f"{path}: {_explain(error, data)}") from None


def _laid_out(path: Path, report: Report) -> tuple[Report, ...]:
    """Return the reports that one ``[[report]]`` stands for: itself, or each of its grid."""
    if not report.grid:
        return (report,)
    try:
        found = combinations(report.name, report.grid, report.parameters)
    except UsageError as error:
        raise UsageError(f"{path}: report {report.name}: {error}") from None
    return tuple(
        report.model_copy(update={"name": name, "parameters": values, "grid": {}})
        for name, values in found.items()
    )


def _refuse_clashes(path: Path, names: Sequence[str]) -> None:
    seen: set[str] = set()
    for name in names:
        if name == "index":
            raise UsageError(f"{path}: index.html lists all reports; name the report otherwise")
        if name in seen:
            raise UsageError(f"{path}: two reports are named '{name}'; rename one of them")
        seen.add(name)


def _refuse_lost_notebooks(suite: Suite) -> None:
    for report in suite.reports:
        path = suite.notebook(report)
        if not path.is_file():
            home = suite.root / "notebooks"
            found = (each.relative_to(home).with_suffix("") for each in home.rglob("*.ipynb"))
            there = [each.as_posix() for each in found if ".ipynb_checkpoints" not in each.parts]
            raise UsageError(
                f"{suite.path}: report {report.name}: there is no notebook '{report.notebook}' "
                f"in {home.name}/; {did_you_mean(report.notebook, there)}"
            )


def _refuse_lost_data(suite: Suite) -> None:
    for report in suite.reports:
        for name in report.data:
            if not (suite.root / name).is_file():
                raise UsageError(
                    f"{suite.path}: report {report.name}: there is no data file '{name}'; "
                    "files are named from the project's folder, as in 'data/recorded/shoe.txt'"
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
    laid_out = [(written, _laid_out(path, written)) for written in _parse(path)]
    reports = tuple(each for _, several in laid_out for each in several)
    grids = {
        written.name: tuple(each.name for each in several)
        for written, several in laid_out
        if written.grid
    }
    suite = Suite(path, path.resolve().parent.parent, reports, grids)
    _refuse_clashes(path, [*grids, *(report.name for report in reports)])
    _refuse_lost_notebooks(suite)
    _refuse_lost_data(suite)
    return suite
