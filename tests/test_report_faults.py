"""What goes wrong around a run: signals, full disks, two at once, files that change.

After each the last good page is still there, and the exit status and the message are right.
"""

import errno
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from tiny_project import executed_without_a_kernel, planned, write_project

from baccarat import cli
from baccarat.report.lock import locked
from baccarat.report.runs import runs_of

READS = ('record: str = "data/shoe.txt"  # read', "print(open(record).read())")
WAITS = """
import os, pathlib, subprocess, time
child = subprocess.Popen(["sleep", "60"])
pathlib.Path("data/pid").write_text(f"{os.getpid()} {child.pid}.")
time.sleep(60)
"""


@pytest.fixture
def project(tmp_path, monkeypatch):
    """A project with a good page of an earlier run; its notebooks run without a kernel."""
    write_project(tmp_path, {"reads": READS, "other": ("", "1 + 1")})
    (tmp_path / "data/shoe.txt").write_text("PBPBT")
    (tmp_path / "reports/site").mkdir()
    (tmp_path / "reports/site/reads.html").write_text("the last good page")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("baccarat.report.one_run.execute", executed_without_a_kernel)
    return tmp_path


@pytest.fixture
def said(capsys):
    """Run the command; return its status, and both outputs."""

    def run(*arguments):
        status = cli.run(["report", *arguments])
        captured = capsys.readouterr()
        assert "Traceback" not in captured.err
        return status, captured.out, captured.err

    return run


def last_manifest(root, name):
    return runs_of(root / "reports/site", name)[-1][1]


def good_page(root):
    return (root / "reports/site/reads.html").read_text()


# A full disk


def full_for(*names):
    """Return an `os.replace` for a disk that has no room for files of these names."""
    replace = os.replace

    def no_room(source, target):
        if Path(target).name in names:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target))
        replace(source, target)

    return no_room


@pytest.mark.parametrize("name", ["page.html", "reads.html", "manifest.json"])
def test_a_full_disk_fails_the_report_and_says_so(project, said, monkeypatch, name):
    monkeypatch.setattr("baccarat.report.files.os.replace", full_for(name))
    status, out, _ = said("reads")
    assert status == 1
    assert "the disk is full" in out
    assert "make room and run it again" in out
    assert good_page(project) == "the last good page"
    assert not list(project.glob("reports/site/**/.writing-*"))


def test_a_full_disk_stops_no_other_report(project, said, monkeypatch):
    monkeypatch.setattr("baccarat.report.files.os.replace", full_for("reads.html"))
    status, out, _ = said("--json")
    assert status == 1
    found = {each["name"]: each["status"] for each in json.loads(out)["reports"]}
    assert found == {"reads": "failed", "other": "made"}
    assert last_manifest(project, "reads")["status"] == "failed"


def test_an_index_that_cant_be_written_is_told_after_the_reports_are_made(
    project, said, monkeypatch
):
    monkeypatch.setattr("baccarat.report.files.os.replace", full_for("index.html"))
    status, out, err = said()
    assert status == 1
    assert out.count("made") == 2
    assert "the index can't be written: no space left on device" in err


# Folders


def test_a_folder_that_is_a_file_is_told_in_one_line(project, said):
    (project / "file").write_text("")
    status, out, err = said("--out", "file")
    assert (status, out) == (2, "")
    assert err.startswith("baccarat: ")
    assert err.count("\n") == 1


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may all")
def test_a_folder_that_is_not_ours_to_write_is_told_in_one_line(project, said):
    (project / "theirs").mkdir(mode=0o555)
    status, out, err = said("--out", "theirs")
    assert (status, out) == (2, "")
    assert "theirs/.lock: permission denied" in err


# Two runs at once


@pytest.mark.parametrize(
    ("choice", "status", "advice"),
    [("fail", 3, "wait for it with --if-locked wait"), ("skip", 0, "nothing done")],
)
def test_a_second_run_says_who_holds_the_folder(project, said, choice, status, advice):
    with locked(project / "reports/site"):
        found, out, err = said("--if-locked", choice)
    assert (found, out) == (status, "")
    assert f"in use by another run (process {os.getpid()} on" in err
    assert advice in err
    assert err.count("\n") == 1
    assert good_page(project) == "the last good page"
    assert not (project / "reports/site/runs").exists()


def test_a_second_run_may_wait(project, said):
    held, free = threading.Event(), threading.Event()

    def hold():
        with locked(project / "reports/site"):
            held.set()
            free.wait(30)

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(30)
    threading.Timer(0.3, free.set).start()
    status, _, err = said("--if-locked", "wait")
    holder.join()
    assert status == 0
    assert "waiting for its end" in err


def test_the_lock_of_a_killed_process_is_free(project, said):
    code = (
        "import sys, time\nfrom pathlib import Path\nfrom baccarat.report.lock import locked\n"
        "with locked(Path('reports/site')):\n    print('held', flush=True)\n    time.sleep(60)"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout.readline() == "held\n"
        assert said()[0] == 3
        holder.kill()
        holder.wait()
    assert said()[0] == 0


# Files that change


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda path: path.write_text("PBPBTP"), "data/shoe.txt changed while the report was"),
        (lambda path: path.unlink(), "data/shoe.txt can't be read: no such file"),
    ],
)
def test_a_record_that_changes_during_a_run_fails_it(project, said, monkeypatch, change, why):
    def damage(*arguments, **options):
        change(project / "data/shoe.txt")
        return executed_without_a_kernel(*arguments, **options)

    monkeypatch.setattr("baccarat.report.one_run.execute", damage)
    status, out, _ = said("reads")
    assert status == 1
    assert why in out
    assert last_manifest(project, "reads")["error"]["text"].startswith(why)
    assert good_page(project) == "the last good page"


def test_a_notebook_edited_during_a_run_does_not_matter(project, said, monkeypatch):
    """What was hashed is what runs."""
    path = project / "notebooks/reads.ipynb"

    def edit(job, source, output, **options):
        path.write_text("half a noteb")
        return executed_without_a_kernel(job, source, output, **options)

    monkeypatch.setattr("baccarat.report.one_run.execute", edit)
    assert said("reads")[0] == 0
    assert "On reads" in good_page(project)


def test_a_typo_in_the_suite_changes_nothing(project, said):
    path = project / "reports/suite.toml"
    path.write_text(path.read_text().replace("notebook", "notebok", 1))
    status, out, err = said()
    assert (status, out) == (2, "")
    assert "report reads: unknown key 'notebok'; did you mean 'notebook'?" in err
    assert good_page(project) == "the last good page"


# Signals


def started(root, *names):
    """Start the command and wait for its cell; return the kernel and its child as well."""
    command = [sys.executable, "-m", "baccarat", "report", *names]
    process = subprocess.Popen(
        command, cwd=root, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    pid = root / "data/pid"
    for _ in range(600):
        if pid.exists() and pid.read_text().endswith("."):
            return process, [int(each) for each in pid.read_text().rstrip(".").split()]
        time.sleep(0.05)
    raise AssertionError(process.communicate(timeout=10)[1])


def gone(pid):
    for _ in range(100):
        try:
            os.kill(pid, 0)
            state = Path(f"/proc/{pid}/stat")  # dead, and not yet taken note of by its parent
            if state.exists() and state.read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.fixture
def waiting(tmp_path):
    write_project(tmp_path, {"waits": ("", WAITS)})
    (tmp_path / "reports/site").mkdir()
    (tmp_path / "reports/site/waits.html").write_text("the last good page")
    return tmp_path


@pytest.mark.skipif(os.name != "posix", reason="signals")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_ends_the_kernel_and_says_so_in_the_manifest(waiting, number):
    process, kernels = started(waiting, "waits")
    os.killpg(process.pid, number)  # as a terminal does, to all that run in it
    _, said = process.communicate(timeout=20)
    assert process.returncode == 130
    assert said.endswith("baccarat: interrupted; nothing unfinished was published\n")
    assert "Traceback" not in said
    assert all(map(gone, kernels))
    told = last_manifest(waiting, "waits")
    assert (told["status"], told["error"]["kind"]) == ("interrupted", "interrupt")
    assert (waiting / "reports/site/waits.html").read_text() == "the last good page"
    assert not list(waiting.glob("reports/site/.making-*"))


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_killed_run_leaves_no_kernel_and_is_marked_by_the_next(waiting, monkeypatch, capsys):
    process, kernels = started(waiting, "waits")
    process.kill()
    process.communicate(timeout=20)
    assert all(map(gone, kernels))
    assert last_manifest(waiting, "waits")["status"] == "running"
    monkeypatch.chdir(waiting)
    monkeypatch.setattr("baccarat.report.one_run.execute", executed_without_a_kernel)
    assert cli.run(["report"]) == 0
    assert "ended without a word and is marked as crashed" in capsys.readouterr().err
    first, second = (told for _, told in runs_of(waiting / "reports/site", "waits"))
    assert (first["status"], first["error"]["kind"]) == ("crashed", "crash")
    assert second["status"] == "made"
    assert not list(waiting.glob("reports/site/.making-*"))


def test_an_interrupt_between_reports_keeps_those_that_are_made(project, said, monkeypatch):
    def second_interrupted(job, *arguments, **options):
        if job.name == "other":
            raise KeyboardInterrupt
        return executed_without_a_kernel(job, *arguments, **options)

    monkeypatch.setattr("baccarat.report.one_run.execute", second_interrupted)
    status, _, err = said("--jobs", "1")
    assert status == 130
    assert "interrupted" in err
    assert "On reads" in good_page(project)
    assert last_manifest(project, "other")["status"] == "interrupted"
    assert "On reads" in (project / "reports/site/index.html").read_text()


def test_planned_is_what_the_faults_are_tested_on(project):
    _, jobs = planned(project)
    assert {job.name: job.data for job in jobs} == {"reads": ("data/shoe.txt",), "other": ()}
