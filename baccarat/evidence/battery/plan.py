"""A plan of tests, fixed before looking."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Final, Literal, Protocol, TypeAlias, get_args

from baccarat.evidence import randomness
from baccarat.evidence.cards import card_ranks_test, card_suits_test, neighbours_test
from baccarat.evidence.randomness import TESTS, SequenceTest
from baccarat.evidence.result import LEVEL, TestResult
from baccarat.game.catalogue import Catalogue
from baccarat.game.naming import named
from baccarat.game.showing import block_html, first_line, pairs_html
from baccarat.game.table import Table
from baccarat.history.history import History

Correction: TypeAlias = Literal["holm", "minimum p"]

DEFAULT_TESTS: Final = (
    "share",
    "runs",
    "autocorrelation",
    "quadruples",
    "after run",
    "between shoes",
    "drift",
)
"""Each is the most powerful, or nearly so, against one common departure."""


class HistoryTest(Protocol):
    """A test of a history, by its name."""

    @property
    def name(self) -> str:
        """What the test is called."""
        ...

    def run(self, history: History, table: Table | str | None = None) -> TestResult:
        """Test a history."""
        ...


Test: TypeAlias = SequenceTest | HistoryTest


@dataclass(frozen=True)
class CardTest:
    """A test of the cards, as one of a plan; not testable where a record tells no cards.

    Parameters
    ----------
    name : str
        "card ranks", "card suits" or "neighbours".

    Examples
    --------
    >>> import baccarat as bc
    >>> CardTest("card ranks").run(bc.deal("live", 20, rng=1, cards=True)).verdict
    'inconclusive'
    """

    name: str

    def _repr_html_(self) -> str:
        return block_html(self.name, first_line(self))

    def run(self, history: History, table: Table | str | None = None) -> TestResult:
        """Test a history; see `SequenceTest.run`."""
        return _CARD_TESTS[self.name](history, table)


_CARD_TESTS: Final[dict[str, Callable[..., TestResult]]] = {
    "card ranks": card_ranks_test,
    "card suits": card_suits_test,
    "neighbours": neighbours_test,
}
CARD_TESTS: Final = Catalogue("test", {name: CardTest(name) for name in _CARD_TESTS})
"""Tests of the cards by name."""


@dataclass(frozen=True)
class Plan:
    """Which tests to make and how to correct them; to be fixed before looking.

    Parameters
    ----------
    tests : sequence of test or str
        Tests, or their names in `TESTS` and `CARD_TESTS`, or names with settings, as
        ``"after run (k=5)"``. Default: seven tests chosen for power, among them one run length
        declared in advance.
    correction : {"holm", "minimum p"}
        Holm's, or the smallest p value among permutations within shoes, which makes use of how
        tests of order depend on one another. Tests that no permutation changes (shares, between
        shoes) keep Holm's; the level is shared out by their number.
    permutations : int
        How many, for the second.
    seed : int
        Of the permutations.

    Raises
    ------
    ValueError
        If there is no test, or one twice, an unknown name or setting, or a number is out of range.

    Examples
    --------
    >>> plan = Plan(["share", "runs", "after run (k=5)"])
    >>> [test.name for test in plan.tests], plan.hash
    (['share', 'runs', 'after 5 in a row'], '2d41ec9447ae')
    """

    tests: tuple[Test, ...]
    correction: Correction = "holm"
    permutations: int = 999
    seed: int = 1

    def __init__(
        self,
        tests: Sequence[Test | str] | None = None,
        correction: Correction = "holm",
        permutations: int = 999,
        seed: int = 1,
    ) -> None:
        asked = DEFAULT_TESTS if tests is None else tests
        given = [asked] if isinstance(asked, str) else list(asked)
        made = tuple(_test(each) for each in given)
        values = {
            "tests": made, "correction": correction, "permutations": permutations, "seed": seed
        }  # fmt: skip
        for name, value in values.items():
            object.__setattr__(self, name, value)
        self._check()

    def _check(self) -> None:
        names = [test.name for test in self.tests]
        if not names:
            raise ValueError("a plan needs a test or more; leave tests out for the usual seven")
        if twice := [name for name in names if names.count(name) > 1]:
            raise ValueError(f"a plan names each test once; {twice[0]!r} is there twice")
        if self.correction not in get_args(Correction):
            allowed = " or ".join(map(repr, get_args(Correction)))
            raise ValueError(f"correction must be {allowed}, got {self.correction!r}")
        for name, least in (("permutations", 99), ("seed", 0)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ValueError(f"{name} must be a whole number from {least}, got {value!r}")

    def text(self) -> str:
        """Write the plan out, one setting a line, always in the same words.

        Returns
        -------
        str
            JSON; what the hash is taken of.

        Examples
        --------
        >>> print(Plan(["share"]).text())
        {
         "tests": ["ShareTest()"],
         "correction": "holm",
         "permutations": 999,
         "seed": 1,
         "level": 0.05
        }
        """
        told: dict[str, Any] = {each.name: getattr(self, each.name) for each in fields(self)}
        told |= {"tests": [repr(test) for test in self.tests], "level": LEVEL}
        lines = (f" {json.dumps(name)}: {json.dumps(value)}" for name, value in told.items())
        return "{\n" + ",\n".join(lines) + "\n}"

    @property
    def hash(self) -> str:
        """Twelve digits that change with every setting, to be written down before looking."""
        return hashlib.sha256(self.text().encode()).hexdigest()[:12]

    def _repr_html_(self) -> str:
        told = [(test.name, repr(test)) for test in self.tests]
        told += [("correction", self.correction), ("level", f"{LEVEL:.0%}"), ("hash", self.hash)]
        if self.correction == "minimum p":
            told.append(("permutations", f"{self.permutations:,}, seed {self.seed}"))
        return block_html("Plan", "fixed before looking", pairs_html(told))


def read_plan(path: str | Path) -> Plan:
    """Read a plan from a TOML file.

    Parameters
    ----------
    path : str or Path
        With tests (a list of names), and correction, permutations and seed where they differ from
        the usual.

    Returns
    -------
    Plan

    Raises
    ------
    ValueError
        If the file is no TOML, or a setting is unknown or wrong.
    OSError
        If it can't be read.

    Examples
    --------
    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "plan.toml")
    ...     _ = path.write_text('tests = ["share", "after run (k=4)"]')
    ...     [test.name for test in read_plan(path).tests]
    ['share', 'after 4 in a row']
    """
    import tomllib

    try:
        given = tomllib.loads(Path(path).read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{path} is no plan: {error}; a plan is TOML, as tests = [...]") from None
    known = [each.name for each in fields(Plan)]
    if strange := [name for name in given if name not in known]:
        raise ValueError(
            f"{path}: no setting {strange[0]!r} in a plan; there are: {', '.join(known)}"
        )
    if not isinstance(given.get("tests", []), list):
        raise ValueError(f"{path}: tests must be a list of names, got {given['tests']!r}")
    try:
        return Plan(**given)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from None


def _test(given: Test | str) -> Test:
    if not isinstance(given, str):
        if not hasattr(given, "run"):
            raise ValueError(f"a plan's tests are tests or their names, got {given!r}")
        return given
    makers = {
        name.removesuffix("Test"): getattr(randomness, name)
        for name in randomness.__all__
        if name.endswith("Test") and name != "SequenceTest"
    }
    test: Test = named("test", given, Catalogue("test", {**TESTS, **CARD_TESTS}), makers)
    return test
