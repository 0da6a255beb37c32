"""Memories that say the same are proposed, and made one by whoever decides so."""

from datetime import timedelta

import pytest

from core.errors import InvalidInput
from tests.memory.upkept import actions, contents, everything

# --- merge and duplicates


def test_merging_unites_what_is_known_and_keeps_the_others_as_history(ada):
    keep = ada.remember("My dog is called Rex", tags=["dog"], importance=0.4, expires_in_days=3)
    other = ada.remember("The dog's name is Rex", tags=["pet", "dog"], importance=0.7)
    note = ada.save_note("Rex is the dog", importance=0.2, trust="user")

    kept = ada.merge(keep.id, other.id, note.id)

    assert (kept.id, kept.content, kept.tags) == (keep.id, "My dog is called Rex", ("dog", "pet"))
    assert (kept.importance, kept.expires_at) == (0.7, None)
    assert contents(ada) == ["My dog is called Rex"]
    assert ada.get(other.id).superseded_by == keep.id
    assert actions(ada, other.id) == ["saved", "merged"]
    assert other.id in everything(ada, keep.id)
    assert "Rex" not in everything(ada, keep.id)


def test_a_document_lends_no_weight_to_what_it_is_merged_into(ada):
    keep = ada.remember("The vendor is fine")
    paper = ada.remember("The vendor seems fine", importance=1, trust="document", source="document")

    assert ada.merge(keep.id, paper.id).importance == 0.5


def test_what_cannot_be_merged_is_told_and_nothing_is_changed(ada):
    fact, topic = ada.remember("The boat is red"), ada.save_topic("user.boat", "red")
    shared = ada.remember("The boat is very red", scope="agent")
    said = ada.save_episode("Boat?", "Red.", query_id="q", tool_calls=0)
    gone = ada.remember("The boat is crimson")
    ada.archive(gone.id)

    for keep, other, why in (
        (fact.id, fact.id, "with itself"),
        (fact.id, topic.id, "user.boat is a topic"),
        (fact.id, said.id, "of kind episode"),
        (said.id, fact.id, "of kind episode"),
        (fact.id, shared.id, "different people"),
        (fact.id, gone.id, "archived"),
    ):
        with pytest.raises(InvalidInput, match=why):
            ada.merge(keep, other)
    with pytest.raises(InvalidInput, match="at least one other"):
        ada.merge(fact.id)
    assert ada.get(fact.id).superseded_by is None
    assert ada.merge(topic.id, fact.id).content == "red"


def test_what_says_the_same_is_proposed_and_what_does_not_is_not(service, ada, clock):
    old = ada.remember("My dog is called Rex")
    clock.advance(timedelta(hours=1))
    new = ada.remember("My dog's name is Rex")
    ada.remember("My cat is called Ida")
    ada.remember("The meeting is on Friday")

    bare = ada.duplicates()
    service.wait_until_embedded(10)
    (pair,) = ada.duplicates()

    assert bare == []
    assert (pair.keep.id, pair.other.id) == (new.id, old.id)
    assert 0.9 <= pair.likeness <= 1
    assert ada.get(old.id).superseded_by is None
    ada.merge(pair.keep.id, pair.other.id)
    assert ada.duplicates() == []


@pytest.mark.parametrize(
    ("one", "another"),
    [
        ("I moved to Bern in 2020", "I moved to Bern in 2021"),
        ("I am not vegetarian", "I am vegetarian"),
        ("My dog is called Rex", "My cat is called Rex"),
        ("The meeting is on Friday", "The meeting is on Monday"),
    ],
)
def test_one_telling_word_makes_another_statement(service, ada, one, another):
    ada.remember(one)
    ada.remember(another)
    service.wait_until_embedded(10)

    assert ada.duplicates() == []


def test_the_same_words_are_proposed_before_there_are_vectors(ada):
    ada.remember("The boat is red and lies in Bern")
    ada.save_note("the boat is red and lies in Bern", trust="user")

    (pair,) = ada.duplicates()

    assert pair.likeness == 1
