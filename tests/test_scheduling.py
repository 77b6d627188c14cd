"""docs/scheduling.md: every example in it is of the right form and the command takes it."""

import ast
import configparser
import json
import re
import shlex
import tomllib
from pathlib import Path

import pandas as pd
import pytest
import yaml
from tiny_project import executed_without_a_kernel, write_project

from baccarat import cli
from baccarat.report import one_run, plan, reproduce
from baccarat.report.suite import Report

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs/scheduling.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w+)\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)


def blocks(kind):
    return [text for found, text in BLOCKS if found == kind]


def strings(source):
    """Give the command of each BashOperator, as Airflow hands it to the shell."""
    calls = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.keyword)]
    told = [ast.literal_eval(each.value) for each in calls if each.arg == "bash_command"]
    return [text.replace("{{ ds }}", "2026-11-29") for text in told]


def commands():
    """Give the arguments of every call of the command in the document."""
    lines = [line for kind in ("cron", "sh") for text in blocks(kind) for line in text.splitlines()]
    lines += [line.replace("$$", "$") for text in blocks("ini") for line in text.splitlines()]
    lines += [
        step["run"]
        for text in blocks("yaml")
        for job in yaml.safe_load(text)["jobs"].values()
        for step in job["steps"]
        if "run" in step
    ]
    lines += [text for source in blocks("python") for text in strings(source)]
    found = [re.search(r"(?:^|[\s=/])baccarat (re\w+ ?.*)", line) for line in lines]
    return [arguments(each[1]) for each in found if each]


def arguments(line):
    """Split a command line as the shell does, up to what is the shell's own."""
    words = shlex.split(line)
    ends = [place for place, word in enumerate(words) if re.match(r"\d?[<>]|\|\||&&", word)]
    return words[: min(ends, default=len(words))]


def test_there_is_an_example_of_each_kind():
    assert {kind for kind, _ in BLOCKS} == {"toml", "cron", "ini", "yaml", "python", "sh"}
    assert len(commands()) == 7


@pytest.mark.parametrize("given", commands(), ids=" ".join)
def test_the_command_takes_every_example(given, monkeypatch, capsys):
    """Options, names and parameters are read; nothing is started."""

    def stop(*arguments):
        raise ValueError("read to the end")

    def planned(suite, names, given):
        real(suite, names, given)
        stop()

    real = plan.plan
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(plan, "plan", planned)
    monkeypatch.setattr(reproduce, "read_manifest", stop)
    assert cli.run(given) == 2
    assert capsys.readouterr().err == "baccarat: read to the end\n"


def test_the_suites_example_is_a_suite():
    (text,) = blocks("toml")
    (report,) = tomllib.loads(text)["report"]
    told = Report.model_validate(report)
    assert (told.timeout, told.report_timeout) == (120, 600)
    assert all((ROOT / name).is_file() for name in told.data)


def test_a_crontab_has_five_times_and_a_command():
    (text,) = blocks("cron")
    setting, line = text.splitlines()
    assert re.fullmatch(r"[A-Z]+=\S+", setting)
    assert re.match(r"(?:[\d*/,-]+ ){5}cd \S+ && ", line)
    assert "%" not in line


@pytest.mark.parametrize("number", [0, 1])
def test_units_are_of_systemds_form(number):
    unit = configparser.ConfigParser(interpolation=None)
    unit.optionxform = str
    unit.read_string(blocks("ini")[number])
    section = ("Service", "Timer")[number]
    assert unit.sections()[:2] == ["Unit", section]
    assert set(unit[section]) <= {
        *("Type", "User", "WorkingDirectory", "ExecStart", "KillMode", "TimeoutStopSec"),
        *("OnCalendar", "Persistent"),
    }


def test_every_status_of_the_command_has_advice():
    told = [line.split("|")[1].strip() for line in TEXT.splitlines() if re.match(r"\| \d", line)]
    assert told == ["0", "1", "2", "3", "130"]


def test_manifests_are_read_as_a_table(tmp_path, monkeypatch):
    def execute(job, *arguments, **options):
        if job.name == "bad":
            raise RuntimeError("no luck")
        return executed_without_a_kernel(job, *arguments, **options)

    write_project(tmp_path, {"good": ("", "1"), "bad": ("", "2")})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(one_run, "execute", execute)
    assert cli.run(["report"]) == 1
    assert cli.run(["report", "--force"]) == 1
    found = {}
    exec(blocks("python")[-1], found)
    assert list(found["failed"]["report"]) == ["bad", "bad"]
    assert set(found["failed"]["error.text"]) == {"RuntimeError: no luck"}
    assert set(found["slowest"].index) == {"good", "bad"}
    assert isinstance(found["verdicts"], pd.DataFrame)
    assert found["runs"]["run"].is_monotonic_increasing


def test_the_manifests_fields_named_in_the_text_are_there(tmp_path, monkeypatch):
    write_project(tmp_path, {"good": ("", "1")})
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(one_run, "execute", executed_without_a_kernel)
    assert cli.run(["report"]) == 0
    (path,) = tmp_path.glob("reports/site/runs/good/*/manifest.json")
    assert {"status", "error", "started", "run"} <= json.loads(path.read_text()).keys()
