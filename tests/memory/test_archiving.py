"""What is put aside is kept and never recalled, and cleaning puts aside what matters little."""

from datetime import timedelta

import pytest

from core.errors import InvalidInput, NotFound
from tests.memory.upkept import actions, contents, everything

NOW_OLD = timedelta(days=40)


# --- archive


def test_what_is_archived_is_kept_and_never_recalled_until_it_is_brought_back(service, ada):
    fact, topic = (
        ada.remember("The boat is red", importance=0.9),
        ada.save_topic("user.boat", "Ida"),
    )
    service.wait_until_embedded(10)

    ada.archive(fact.id, topic.id)

    assert ada.recall("boat").outcome == "nothing_stored"
    assert ada.recall_topic("user.boat") is None
    assert ada.context_for("What colour is the boat?")["pinned"] == []
    assert ada.memories() == []
    assert {e.id for e in ada.archived()} == {fact.id, topic.id}
    assert (ada.stats()["archived"], ada.stats()["rows"]) == (2, 0)
    assert ada.get(fact.id).content == "The boat is red"

    ada.unarchive(fact.id, topic.id)

    assert ada.archived() == []
    assert ada.recall_topic("user.boat") == "Ida"
    assert len(ada.recall("boat").items) == 2
    assert actions(ada, fact.id) == ["saved", "archived", "unarchived"]


def test_archiving_is_all_or_nothing_and_saying_it_twice_changes_nothing(ada):
    fact = ada.remember("The boat is red")

    with pytest.raises(NotFound):
        ada.archive(fact.id, "00000000-0000-4000-8000-000000000000")
    assert contents(ada) == ["The boat is red"]
    ada.archive(fact.id)
    ada.archive(fact.id)
    assert actions(ada, fact.id) == ["saved", "archived"]


def test_an_archived_value_whose_key_was_taken_does_not_come_back(ada):
    old = ada.save_topic("user.boat", "Ida")
    ada.archive(old.id)
    new = ada.save_topic("user.boat", "Eva")

    with pytest.raises(InvalidInput, match=f"replaced by {new.id}"):
        ada.unarchive(old.id)
    assert ada.recall_topic("user.boat") == "Eva"


def test_an_archived_fact_that_was_said_again_does_not_come_back_twice(ada):
    old = ada.remember("The boat is red")
    ada.archive(old.id)
    new = ada.remember("The boat is red")

    with pytest.raises(InvalidInput, match=f"the same as {new.id}"):
        ada.unarchive(old.id)


def test_what_is_archived_is_forgotten_like_all_else(ada):
    fact = ada.remember("The boat is red")
    ada.archive(fact.id)

    ada.forget(fact.id)

    assert ada.archived() == []


def test_what_has_run_out_is_said_anew_and_not_changed_or_brought_back(ada, clock):
    fact = ada.remember("The lift is broken", expires_in_days=2)
    aside = ada.remember("The door is stuck", expires_in_days=2)
    ada.archive(aside.id)
    clock.advance(timedelta(days=2))

    for attempt in (
        lambda: ada.update(fact.id, content="The lift is slow"),
        lambda: ada.update(fact.id, importance=0.6),
        lambda: ada.unarchive(aside.id),
        lambda: ada.merge(ada.remember("The lift is loud").id, fact.id),
    ):
        with pytest.raises(InvalidInput, match="run out"):
            attempt()


def test_an_archived_memory_is_brought_back_before_it_is_changed(ada):
    fact = ada.remember("The boat is red")
    ada.archive(fact.id)

    with pytest.raises(InvalidInput, match="memories unarchive"):
        ada.update(fact.id, importance=0.6)


# --- clean


def test_cleaning_archives_what_matters_little_is_old_and_unused(ada, clock):
    little = ada.remember("The bus was late", importance=0.1)
    ada.remember("The boat is red", importance=0.5)
    used = ada.remember("The kiosk sells stamps", importance=0.2)
    clock.advance(NOW_OLD)
    new = ada.remember("The lift is slow", importance=0.1)
    assert ada.recall("kiosk stamps").items[0].engram.id == used.id
    ada._parts.worker._mark_used()  # as the worker does soon after

    would = ada.clean(dry_run=True)
    assert [e.id for e in would] == [little.id]
    assert len(ada.memories()) == 4
    ada.clean()

    assert [e.id for e in ada.archived()] == [little.id]
    assert new.id in {e.id for e in ada.memories()}
    assert "importance at most 0.3" in everything(ada, little.id)


def test_cleaning_takes_the_least_important_first_and_no_more_than_told(ada, clock):
    for number in (3, 1, 2):
        ada.remember(f"Fact number {number}", importance=number / 10)
    clock.advance(NOW_OLD)

    assert [e.importance for e in ada.clean(limit=2)] == [0.1, 0.2]
    assert contents(ada) == ["Fact number 3"]


@pytest.mark.parametrize("values", [{"max_importance": 0.8}, {"older_than_days": -1}])
def test_cleaning_never_takes_what_is_pinned(ada, values):
    with pytest.raises(InvalidInput):
        ada.clean(**values)
