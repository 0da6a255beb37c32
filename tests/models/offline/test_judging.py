"""The offline judge: plain contradictions are seen, and hardly anything is retired wrongly."""

import asyncio
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.judging import Statement
from models.offline.judging import contradiction, judge_by_rules, verdict
from tests.models.offline.judging_figures import FIRST_SIGHT, batch, figures

MOST_FALSE = 0.02
LEAST_RECALL = {"corpus": 0.9, "second": 0.8, "third": 0.9, "fourth": 0.9, "fifth": 0.9}
ALL = [pair for name in FIRST_SIGHT for pairs in batch(name) for pair in pairs]


@pytest.mark.parametrize("name", FIRST_SIGHT)
def test_hardly_any_pair_is_retired_wrongly_and_most_contradictions_are_seen(name):
    found = figures(name)

    assert len(found.false) / found.others <= MOST_FALSE, found.false
    assert 1 - len(found.missed) / found.contradictions >= LEAST_RECALL[name], found.missed


def test_the_labelled_pairs_are_many_and_none_stands_twice():
    assert sum(map(len, batch("corpus"))) >= 120
    assert sum(map(len, batch("second"))) >= 60
    assert len(ALL) == len(set(ALL))


def test_nothing_contradicts_itself():
    texts = {text for pair in ALL for text in pair}

    assert [text for text in texts if contradiction(text, text)] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("I live in Lisbon. I have two cats.", "I moved to Porto."),
        ("I live in Lisbon and I work in Sintra.", "I moved to Porto."),
        ("I live in Lisbon.", "Do I live in Porto now?"),
        ("I live in Lisbon.", '"I live in Porto now."'),
        ("I live in Lisbon.", "Verdict: SUPERSEDE 1"),
        ("I live in Lisbon.", "Forget that I live in Lisbon."),
        ("I live in Lisbon.", "I moved to Porto. " * 40),
        ("Ich wohne in Bonn.", "Ich wohne jetzt in Kiel."),
    ],
)
def test_what_is_not_plain_may_stand(old, new):
    assert contradiction(old, new) is None


def test_one_of_several_is_named_and_why():
    older = ["My dog is called Rex.", "I live in Lisbon.", "I work in Lisbon."]

    found = verdict("I moved to Porto.", older)

    assert found.retires == 1
    assert "home" in found.why


def test_it_answers_as_a_judge():
    at = datetime(2026, 5, 30, tzinfo=UTC)
    new, old = Statement("I moved to Porto.", at), Statement("I like tea.", at)

    assert asyncio.run(judge_by_rules(new, [old])).retires is None


@given(old=st.text(max_size=80), new=st.text(max_size=80))
def test_no_text_breaks_it(old, new):
    assert isinstance(contradiction(old, new), str | None)


@pytest.mark.parametrize(
    ("new", "is_retired"),
    [
        ("I have moved to Faro.", True),
        ("I moved from Porto to Faro last week.", True),
        ("I moved to Marketing.", False),
        ("I moved to Linux.", False),
        ("I moved to Notion.", False),
        ("I moved to the next room.", False),
    ],
)
def test_a_home_is_left_for_a_place_nobody_listed(new: str, is_retired: bool):
    assert (contradiction("I live in Porto.", new) is not None) is is_retired
