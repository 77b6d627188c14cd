"""The glossary: every term in four languages, and the readers of records know the same words."""

from pathlib import Path

import pytest

import baccarat as bc
from baccarat.history.reading.words import VOCABULARY, plain
from baccarat.words import LANGUAGES, glossary

DOCS = Path(__file__).parents[1] / "docs"
TERMS = glossary().to_dict("records")


def names(term):
    return term["term"]


@pytest.mark.parametrize("term", TERMS, ids=names)
def test_a_term_has_a_sentence_and_names_in_every_language(term):
    meaning = term["meaning"]
    assert meaning[0].isupper()
    assert meaning.endswith(".")
    assert not any(stop in meaning[:-1] for stop in (". ", "? ", "! "))
    for language in ("term", *LANGUAGES):
        assert term[language] == term[language].strip()
        assert all(name.strip() for name in term[language].split(","))


@pytest.mark.parametrize("term", TERMS, ids=names)
def test_a_term_says_where_to_go_on(term):
    name, _, attribute = term["used"].partition(".")
    if name in bc.__all__:
        assert not attribute or hasattr(getattr(bc, name), attribute)
    else:
        assert (DOCS / f"{term['used']}.md").is_file()


def test_no_term_is_there_twice_and_topics_stand_together():
    terms = glossary()
    assert terms["term"].str.lower().is_unique
    changes = (terms["topic"] != terms["topic"].shift()).sum()
    assert changes == terms["topic"].nunique()


@pytest.mark.parametrize("side", ["player", "banker", "tie"])
def test_a_record_in_these_words_is_read_as_what_they_say(side):
    """The readers' own lists come from records that people keep."""
    term = glossary().set_index("term").loc[side]
    outcome = ("player", "banker", "tie").index(side)
    for language in LANGUAGES:
        for word in term[language].split(", "):
            assert VOCABULARY[plain(word).casefold()].outcome == outcome, word


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_terms_share_a_name_only_where_the_language_has_one_word(language):
    terms = glossary()
    firsts = terms[language].str.split(", ").str[0].str.lower()
    shared = terms[firsts.duplicated(keep=False)].groupby(firsts)["term"].apply(set).to_dict()
    assert shared == ({"seme": {"suit", "seed"}} if language == "italian" else {})
