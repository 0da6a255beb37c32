"""Other names for topics: renamed, merged, and what is refused."""

import sqlite3

import pytest

from core.errors import InvalidInput, NotFound


def test_a_renamed_topic_stands_under_its_new_key_only_and_keeps_its_history(ada):
    ada.save_topic("user.lang_speak", "French")
    ada.save_topic("user.lang_speak", "Italian")

    renamed = ada.rename_topic("User.Lang-Speak", "user.spoken_language")

    assert ada.recall_topic("user.spoken_language") == "Italian"
    assert ada.recall_topic("user.lang_speak") is None
    assert [e.topic for e in ada.topics()] == ["user.spoken_language"]
    old, older = ada.versions("user.lang_speak")
    assert (old.content, old.superseded_by) == ("Italian", renamed.id)
    assert older.content == "French"
    assert "renamed" in [event.action for event in ada.history(renamed.id)]


def test_a_key_that_holds_something_is_replaced_only_on_request(ada):
    ada.save_topic("user.town", "Bergen")
    ada.save_topic("user.city", "Oslo")

    with pytest.raises(InvalidInput, match=r"user\.city holds 'Oslo' already.*merge.*--yes"):
        ada.rename_topic("user.town", "user.city")
    assert ada.recall_topic("user.town") == "Bergen"

    ada.rename_topic("user.town", "user.city", replacing=True)

    assert [(e.topic, e.content) for e in ada.topics()] == [("user.city", "Bergen")]
    assert [e.content for e in ada.versions("user.city")] == ["Bergen", "Oslo"]


def test_a_merged_topic_gives_up_its_key_and_its_value_becomes_history(ada):
    ada.save_topic("user.town", "Bergen")
    ada.save_topic("user.city", "Oslo")

    kept, given_up = ada.merge_topics("user.town", "user.city")

    assert (kept.content, given_up.content) == ("Oslo", "Bergen")
    assert [(e.topic, e.content) for e in ada.topics()] == [("user.city", "Oslo")]
    assert ada.versions("user.town")[0].superseded_by == kept.id


def test_a_name_that_was_given_up_is_free_again(ada):
    ada.save_topic("user.town", "Bergen")
    ada.rename_topic("user.town", "user.city")

    ada.save_topic("user.town", "Voss")

    assert ada.recall_topic("user.town") == "Voss"
    assert ada.recall_topic("user.city") == "Bergen"


@pytest.mark.parametrize("step", ["rename_topic", "merge_topics"])
def test_a_topic_that_is_not_there_names_its_neighbours_and_changes_nothing(ada, step):
    ada.save_topic("user.city", "Oslo")

    with pytest.raises(NotFound, match=r"There is no topic 'user\.citi'.*user\.city"):
        getattr(ada, step)("user.citi", "user.town")
    with pytest.raises(InvalidInput, match="both the topic"):
        getattr(ada, step)("user.city", "User.City")

    assert ada.recall_topic("user.city") == "Oslo"


def test_the_same_words_in_two_owners_stay_apart(ada, bob):
    ada.save_topic("user.town", "Bergen")
    bob.save_topic("user.town", "Voss")

    ada.rename_topic("user.town", "user.city")

    assert bob.recall_topic("user.town") == "Voss"


def test_a_key_that_is_spelled_otherwise_today_is_found_as_it_was_written_and_can_be_renamed(
    ada, home
):
    ada.save_topic("user.x", "3 March")
    with sqlite3.connect(home / "ledger.sqlite3") as ledger:  # as an earlier release wrote it
        ledger.execute("UPDATE engrams SET topic = 'user.dob'")
    ledger.close()

    assert ada.recall_topic("user.dob") == "3 March"

    ada.rename_topic("user.dob", "user.dob")

    assert [e.topic for e in ada.topics()] == ["user.birthday"]
