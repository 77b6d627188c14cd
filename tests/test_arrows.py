"""Who may import whom, read from the sources and never from what happens to be loaded.

A room is a module or a folder directly inside `baccarat`. Imports inside
functions and under TYPE_CHECKING count like all others.
"""

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parents[1] / "baccarat"

LIBRARY = {"words", "kernels", "game", "history", "betting", "evidence"}

MAY_IMPORT = {
    "words": set(),
    "kernels": set(),
    "game": {"words", "kernels"},
    "history": {"words", "kernels", "game"},
    "betting": {"words", "kernels", "game", "history"},
    "evidence": {"words", "kernels", "game", "history", "betting"},
    "teach": LIBRARY,
    "plots": {*LIBRARY, "baccarat"},
    "explore": {*LIBRARY, "baccarat", "plots"},
    "report": {*LIBRARY, "baccarat", "plots"},
    "doctor": set(),
    "cli": {*LIBRARY, "baccarat", "plots", "report", "doctor"},
    "__main__": {"cli"},
    "baccarat": LIBRARY,
}
"""Each room and the rooms it stands on; `baccarat` is `baccarat/__init__.py`."""

ONLY_IN = {"numba": "kernels", "matplotlib": "plots", "seaborn": "plots"}

SOURCES = sorted(path.relative_to(PACKAGE) for path in PACKAGE.rglob("*.py"))


def broken_arrows(source: str, file: Path) -> list[str]:
    """Say which imports of a file, named relative to the package, break an arrow."""
    room = room_of(file)
    if room not in MAY_IMPORT:
        return [f"{file}: {room} is a new room; say in MAY_IMPORT what it stands on"]
    broken = []
    for module, line in sorted(imported(source, file), key=lambda found: found[1]):
        first, *rest = module.split(".")
        target = (rest[0] if rest and rest[0] in MAY_IMPORT else "baccarat") if rest else first
        where = f"baccarat/{file}:{line}"
        if first == "baccarat" and target not in MAY_IMPORT[room] | {room}:
            broken.append(f"{where}: {room} must not import {target}")
        if ONLY_IN.get(first, room) != room:
            broken.append(f"{where}: {first} is imported by {ONLY_IN[first]} alone, not by {room}")
    return broken


def room_of(file: Path) -> str:
    room = file.parts[0].removesuffix(".py")
    return "baccarat" if room == "__init__" else room


def imported(source: str, file: Path) -> set[tuple[str, int]]:
    """Give the full names that a file imports, each with its line."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {(alias.name, node.lineno) for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            base = absolute(node, file)
            found |= {(f"{base}.{alias.name}", node.lineno) for alias in node.names}
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            names = [arg.value for arg in node.args[:1] if isinstance(arg, ast.Constant)]
            found |= {(str(name), node.lineno) for name in names}
    return found


def absolute(node: ast.ImportFrom, file: Path) -> str:
    """Spell out `from . import x` and its like as seen from a file."""
    if not node.level:
        return node.module or ""
    folder = ("baccarat", *file.parts[:-1])
    base = folder[: len(folder) - node.level + 1]
    return ".".join((*base, node.module) if node.module else base)


@pytest.mark.parametrize("file", SOURCES, ids=str)
def test_every_file_keeps_the_arrows(file):
    broken = broken_arrows((PACKAGE / file).read_text(encoding="utf-8"), file)
    assert not broken, "\n".join(broken)


@pytest.mark.parametrize(
    ("file", "source"),
    [
        ("history/deal.py", "from baccarat.game import coup"),
        ("history/deal.py", "from ..game.coup import Coup"),
        ("history/deal.py", "from . import history"),
        ("betting/session.py", "from baccarat import kernels"),
        ("evidence/followed.py", "from baccarat.betting.selections import Selection"),
        ("kernels.py", "try:\n    import numba\nexcept ImportError:\n    numba = None"),
        ("plots.py", "import matplotlib.pyplot as plt\nimport baccarat as bc"),
        ("teach/checking.py", "from baccarat.teach.answers import QUESTIONS"),
        ("teach/answers/due.py", "from baccarat.game.law import coup_law"),
        ("report/run.py", "from baccarat import __version__, plots"),
        ("cli.py", "def f():\n    from baccarat.doctor import examine"),
        ("__init__.py", "from baccarat.game.odds import odds\nfrom .betting import play"),
        ("game/odds.py", "import numpy as np\nfrom fractions import Fraction"),
        ("game/odds.py", "from baccaratlike import plots\nimport numbagg"),
    ],
)
def test_the_checker_lets_pass_what_is_allowed(file, source):
    assert broken_arrows(source, Path(file)) == []


@pytest.mark.parametrize(
    ("file", "source", "broken"),
    [
        ("game/coup.py", "import baccarat.history", "game must not import history"),
        ("game/coup.py", "from baccarat import history", "game must not import history"),
        ("game/coup.py", "from ..history import deal", "game must not import history"),
        ("game/coup.py", "from .. import history", "game must not import history"),
        ("game/coup.py", "import baccarat as bc", "game must not import baccarat"),
        ("game/coup.py", "from baccarat import odds", "game must not import baccarat"),
        ("game/coup.py", "from .. import odds", "game must not import baccarat"),
        ("game/odds.py", "def f():\n    import baccarat.plots", "game must not import plots"),
        ("history/deal.py", "from ..betting import play", "history must not import betting"),
        ("betting/exact.py", "from baccarat.evidence import x", "betting must not import evidence"),
        ("kernels.py", "from .game import cards", "kernels must not import game"),
        ("plots.py", "from baccarat.report import page", "plots must not import report"),
        ("report/run.py", "from ..cli import main", "report must not import cli"),
        ("report/run.py", "from baccarat import doctor", "report must not import doctor"),
        ("doctor.py", "from . import game", "doctor must not import game"),
        ("teach/quiz.py", "import baccarat as bc", "teach must not import baccarat"),
        ("teach/quiz.py", "from baccarat.plots import show", "teach must not import plots"),
        ("evidence/edges.py", "from baccarat.teach import check", "evidence must not import teach"),
        ("__init__.py", "from . import plots", "baccarat must not import plots"),
        ("__init__.py", "from .cli import main", "baccarat must not import cli"),
        ("game/odds.py", "from numba import njit", "numba is imported by kernels alone"),
        ("report/page.py", "import matplotlib", "matplotlib is imported by plots alone"),
        ("cli.py", "def f():\n    import seaborn as sns", "seaborn is imported by plots alone"),
        ("game/odds.py", "importlib.import_module('baccarat.cli')", "game must not import cli"),
        ("utils.py", "", "utils is a new room"),
        (
            "game/odds.py",
            "if TYPE_CHECKING:\n    from baccarat.history import History",
            "game must not import history",
        ),
    ],
)
def test_the_checker_tells_what_is_not(file, source, broken):
    (told,) = broken_arrows(source, Path(file))
    assert file in told
    assert broken in told


def test_every_arrow_points_down():
    """Rooms that import each other would satisfy the table and still be a tangle."""
    standing, waiting = set(), dict(MAY_IMPORT)
    while waiting:
        ready = {room for room, below in waiting.items() if below <= standing}
        assert ready, f"in a circle: {sorted(waiting)}"
        standing |= ready
        waiting = {room: below for room, below in waiting.items() if room not in ready}
