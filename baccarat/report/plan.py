"""From a suite and a command line to jobs: every name and type is checked before any starts."""

import os
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path

from baccarat.report.parameters import (
    Parameter,
    UsageError,
    Value,
    did_you_mean,
    read_parameters,
)
from baccarat.report.suite import DEFAULT, Job, Report, Setting, Suite
from baccarat.words.language import SPOKEN, language


def choose(suite: Suite, names: Sequence[str]) -> list[Report]:
    """Return the reports of these names in the suite's order; all of them for no name.

    The name of a grid chooses every report of it.
    """
    known = {report.name for report in suite.reports} | set(suite.grids)
    for name in names:
        if name not in known:
            raise UsageError(f"there is no report '{name}'; {did_you_mean(name, known)}")
    wanted = {each for name in names for each in suite.grids.get(name, (name,))}
    return [report for report in suite.reports if not names or report.name in wanted]


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
    words += ["--lang", language()] if language() != SPOKEN[0] else []
    return shlex.join(words)


KEPT = "state"
"""The parameter that names a file which a notebook writes for itself, and so is no data."""


def data_of(root: Path, settings: Sequence[Setting], named: Sequence[str]) -> tuple[str, ...]:
    """Return the files a run reads: those the suite names, and values that are files."""
    values = [each.value for each in settings if each.name != KEPT]
    texts = [value for value in values if isinstance(value, str)]
    texts += [item for value in values if isinstance(value, list) for item in map(str, value)]
    found = [text for text in texts if text and os.path.isfile(root / text)]
    return tuple(dict.fromkeys([*named, *found]))


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
    return Job(
        report.name,
        suite.notebook(report),
        settings,
        given,
        _command(suite, report, mine),
        data_of(suite.root, settings, report.data),
        report.timeout,
        report.report_timeout,
    )


def plan(suite: Suite, names: Sequence[str] = (), overrides: Sequence[str] = ()) -> list[Job]:
    """Choose reports and check every parameter; nothing is started.

    Parameters
    ----------
    suite
        From `read_suite`.
    names
        Reports wanted, or grids; all of them where empty.
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
