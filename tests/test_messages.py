"""Words and numbers in two languages: what is said is in the table, and the table is all said."""

import ast
import re
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from datetime import date
from decimal import Decimal
from pathlib import Path
from string import Formatter

import numpy as np
import pytest
from babel import Locale
from babel.dates import format_date
from babel.numbers import format_decimal, format_percent
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, nodes

import baccarat as bc
from baccarat.evidence.monitor.contexts import HYPOTHESES
from baccarat.history.grid import ROADS
from baccarat.report.parts import VERDICTS
from baccarat.words.language import SPOKEN, language, use_language
from baccarat.words.messages import messages, say, say_many, translated, typeset
from baccarat.words.number import THIN, day, number, rewritten

PACKAGE = Path(__file__).parents[1] / "baccarat"
SOURCES = [ast.parse(path.read_text(encoding="utf-8")) for path in PACKAGE.rglob("*.py")]
TEMPLATES = [path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.j2")]


@pytest.fixture(autouse=True)
def english(monkeypatch):
    monkeypatch.delenv("BACCARAT_LANG", raising=False)


def calls():
    """Give the arguments of each call of `say` and `say_many` that are templates."""
    for tree in SOURCES:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                if node.func.id == "say":
                    yield node.args
                if node.func.id == "say_many":
                    yield node.args[1:]
    for text in TEMPLATES:
        for node in Environment(autoescape=True).parse(text).find_all(nodes.Call):
            if isinstance(node.node, nodes.Name) and node.node.name == "say":
                yield node.args


def said():
    return {each.value for arguments in calls() for each in arguments}


def kept_in_the_code():
    """Give all texts of the code, those with holes with a 1 in each."""
    for tree in SOURCES:
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield node.value
            if isinstance(node, ast.JoinedStr):
                parts = (isinstance(part, ast.Constant) and part.value for part in node.values)
                yield "".join(part or "1" for part in parts)


def fields(text):
    return {(name, form) for _, name, form, _ in Formatter().parse(text) if name is not None}


def french(value):
    return value if isinstance(value, list) else [value]


# The table


def test_what_is_said_is_a_literal():
    """A template made at run time could not be looked for here."""
    for arguments in calls():
        assert arguments
        assert all(isinstance(each, ast.Constant | nodes.Const) for each in arguments)


def test_all_that_is_said_has_its_french():
    told = messages()
    missing = said() - told["said"].keys() - set(told["same"])
    assert not missing, f"give their French in messages.toml: {sorted(missing)}"


def test_nothing_in_the_table_is_unused():
    told, code = messages(), set(kept_in_the_code())
    unused = told["said"].keys() - said()
    names = [*told["kept"], *(set(told["same"]) - said())]
    unused |= {name for name in names if name not in code and not made_from(name, code)}
    assert not unused, f"take them out of messages.toml: {sorted(unused)}"


def made_from(template, code):
    """Say whether a template of the table could give a text of the code."""
    parts = [(re.escape(text), name) for text, name, _, _ in Formatter().parse(template)]
    pattern = re.compile("".join(text + ".+" * (name is not None) for text, name in parts))
    return any(map(pattern.fullmatch, code))


def test_both_sides_have_the_same_fields():
    told = messages()
    for part in (told["said"], told["kept"]):
        for template, value in part.items():
            for text in french(value):
                assert fields(text) == fields(template), template


def test_a_text_and_its_french_differ_unless_it_says_so():
    told = messages()
    for part in (told["said"], told["kept"]):
        for template, value in part.items():
            assert template not in french(value) or template in told["same"], template


def test_a_pair_is_a_singular_and_a_plural_and_has_a_count_to_choose_by():
    pairs = {text: value for text, value in messages()["said"].items() if isinstance(value, list)}
    for template, (one, several) in pairs.items():
        assert one != several
        assert "count" in {name for name, _ in fields(template)}, template


def test_french_has_no_space_that_could_break_before_its_marks():
    told = messages()
    values = [*told["said"].values(), *told["kept"].values()]
    for text in [text for value in values for text in french(value)]:
        assert not re.search("[\u202f\u00a0’]", text), "write plain spaces and apostrophes"
        assert not re.search(r" [;:!?%»]|« |\w'\w", typeset(text)), text
        without_fields = re.sub(r"\{[^}]*\}", "", text)
        assert not re.search(r"[^\s(](?:[;!?%»]|:(?=\s|$))", without_fields), text


@pytest.mark.parametrize(
    "names",
    [
        [test.name for test in bc.TESTS.values()],
        [test.measures for test in bc.TESTS.values()],
        [test.counted for test in bc.TESTS.values()],
        bc.TESTS, bc.CARD_TESTS, bc.SELECTIONS, bc.PROGRESSIONS, bc.BETS,
        HYPOTHESES, ROADS.values(), VERDICTS, VERDICTS.values(),
    ],
    ids=["names", "measures", "counted", "tests", "card tests", "selections", "progressions",
         "bets", "hypotheses", "roads", "verdicts", "glosses"],
)  # fmt: skip
def test_names_that_figures_show_are_known(names):
    same = set(messages()["same"])
    with use_language("fr"):
        assert [name for name in names if translated(name) == name and name not in same] == []


# Saying


def test_english_is_the_template_filled():
    values = {"name": "a", "share": 0.12345, "count": np.int64(1234)}
    template = "{name!r}: {share:.1%} of {count:,}"
    assert say(template, **values) == template.format(**values)


def test_none_and_one_are_singular_in_french_and_only_one_in_english():
    words = "{count:,} shoe", "{count:,} shoes"
    numbers = [say_many(n, *words) for n in (0, 1, 2)]
    assert numbers == ["0 shoes", "1 shoe", "2 shoes"]
    with use_language("fr"):
        assert [say_many(n, *words) for n in (0, 1, 2)] == ["0 sabot", "1 sabot", "2 sabots"]
        told = [say("{count:,} decided coups", count=n) for n in (0, 1, 1234)]
    assert told == ["0 coup décidé", "1 coup décidé", f"1{THIN}234 coups décidés"]


def test_a_name_made_of_others_is_given_with_each_of_them():
    with use_language("fr"):
        assert translated("follow last + flat") == "la gagnante + masse égale"
        assert translated("average of shoes after 3 banker") == (
            "moyenne des sabots après 3 de suite côté banque"
        )
        assert translated("banker 2.75%") == f"banque à 2,75{THIN}%"


def test_what_the_table_does_not_know_stays_english():
    with use_language("fr"):
        assert translated("my own selection") == "my own selection"
        assert say("a new thing, {share:.1%}", share=0.5) == f"a new thing, 50,0{THIN}%"


# The language in force


def test_the_environment_says_which_language_where_nobody_asked(monkeypatch):
    assert language() == "en"
    monkeypatch.setenv("BACCARAT_LANG", "fr")
    assert language() == "fr"
    with use_language("en"):
        assert language() == "en"
    monkeypatch.setenv("BACCARAT_LANG", "")
    assert language() == "en"


def test_an_unknown_language_is_refused_in_one_line(monkeypatch):
    with pytest.raises(ValueError, match="the language must be en or fr, got 'de'") as told:
        use_language("de")
    assert "\n" not in str(told.value)
    monkeypatch.setenv("BACCARAT_LANG", "fr_FR")
    with pytest.raises(ValueError, match="BACCARAT_LANG must be en or fr, got 'fr_FR'"):
        language()


def test_languages_nest_and_come_back_even_after_an_error():
    with use_language("fr"):
        with suppress(KeyError), use_language("en"):
            assert language() == "en"
            raise KeyError
        assert language() == "fr"
    assert language() == "en"


def test_asked_for_without_a_block_it_holds_from_then_on():
    def asked():
        use_language("fr")
        return language()

    assert copy_context().run(asked) == "fr"
    assert language() == "en"


def test_a_block_can_be_used_twice():
    def asked():
        found = []
        block = use_language("fr")
        for _ in range(2):
            with block:
                found.append(language())
            found.append(language())
        return found

    assert copy_context().run(asked) == ["fr", "en", "fr", "en"]


def test_threads_keep_their_languages():
    def speaking(place):
        with use_language(SPOKEN[place % 2]):
            return {(language(), number(0.5)) for _ in range(200)}

    with use_language("fr"), ThreadPoolExecutor(4) as pool:
        found = list(pool.map(speaking, range(40)))
        alone = pool.submit(language).result()
    assert found == [{("en", "0.5")}, {("fr", "0,5")}] * 20
    assert alone == "en"


# Numbers and dates


def english_again(text):
    text = text.replace(f"{THIN}%", "%").replace(",", ".")
    return text.replace(THIN, ",")


@given(
    st.floats(allow_nan=True, allow_infinity=True) | st.integers(),
    st.sampled_from(["", ",", ".1f", ",.2f", "+.2f", ".1%", ",.0%", "+g", ".3g", ".2e", ",.0f"]),
)
def test_a_french_number_is_the_english_one_in_other_signs(value, form):
    told = number(value, form)
    assert told == format(value, form)
    with use_language("fr"):
        written = number(value, form)
        assert rewritten(told) == written or not any(map(str.isdigit, told))
    assert english_again(written) == told
    assert not set(written) & {".", " "}


@given(st.floats(-1e12, 1e12), st.sampled_from([".2f", ",.3f", ".1%"]))
def test_a_french_number_reads_back_as_the_same_value(value, form):
    with use_language("fr"):
        written = number(value, form)
    back = float(written.replace(THIN, "").rstrip("%").replace(",", "."))
    scale, digits = (100, 1) if form.endswith("%") else (1, int(form[-2]))
    assert abs(back - value * scale) <= 0.5 * 10**-digits + 1e-15 * abs(value * scale)


def test_a_text_that_is_no_number_is_left_alone():
    with use_language("fr"):
        for text in ("v1.2", "2026-11-29", "1.2.3", "a, b", ".", "%", ""):
            assert rewritten(text) == text


# An outside source for words and signs is the Unicode CLDR, by babel.


@pytest.mark.parametrize("month", range(1, 13))
@pytest.mark.parametrize("spoken", SPOKEN)
def test_dates_are_those_of_the_unicode_cldr(spoken, month):
    moment = date(2026, month, 28)
    with use_language(spoken):
        assert day(moment) == format_date(moment, "d MMMM y", spoken)


def test_the_first_of_a_month_is_an_ordinal_in_french():
    with use_language("fr"):
        assert day(date(2026, 8, 1)) == "1er août 2026"


@given(st.integers(-(10**9), 10**9))
def test_french_numbers_are_those_of_the_unicode_cldr(hundredths):
    """But for the space before a percent sign, which does not break there either, but is wider."""
    exact = Decimal(hundredths).scaleb(-2)
    with use_language("fr"):
        assert number(hundredths / 100, ",.2f") == format_decimal(exact, "#,##0.00", "fr")
        told = number(hundredths / 100, ",.0%")
    assert told == format_percent(exact, locale="fr").replace("\xa0", THIN)


@given(st.integers(0, 10**7))
def test_plurals_are_those_of_the_unicode_cldr(count):
    for spoken in SPOKEN:
        with use_language(spoken):
            told = say_many(count, "{count:,} shoe", "{count:,} shoes")
        assert told.endswith("s") == (Locale(spoken).plural_form(count) != "one")
