"""Facts drawn from exchanges: once each, never of what was forgotten, and gone with their exchange."""

from dataclasses import replace
from datetime import timedelta
from uuid import uuid4

import pytest

MINUTE = timedelta(minutes=1)


@pytest.fixture
def said(ada, clock):
    """Let ada say something, a minute after what she said before; gives the episode's id."""

    def say(text, **more):
        clock.advance(MINUTE)
        turn = str(uuid4())
        return ada.save_episode(text, "I see.", query_id=turn, tool_calls=0, **more).id

    return say


def test_only_the_users_side_of_an_exchange_is_given(ada, said):
    said("I live in Ghent.\nA: and I like it")

    (exchange,) = ada.undrawn(5)

    assert exchange.said == "I live in Ghent."
    assert exchange.turn
    assert exchange.session == "ada-1"


def test_what_retells_memory_or_a_document_is_not_drawn_from(ada, said):
    said("Where do I live?", derived=True)
    said("Summarise this page.", trust="document")
    ada.write_episodic("A program wrote this.", {"query_id": "x"})

    assert [e.said for e in ada.undrawn(5)] == ["", ""]


def test_each_exchange_comes_once(ada, bob, said):
    first, second = said("I live in Ghent."), said("I play the cello.")

    ada.done_with("extraction", first)

    assert [e.id for e in ada.undrawn(5)] == [second]
    assert bob.undrawn(5) == []


def test_a_drawn_fact_says_that_it_is_one_and_from_where(ada, said):
    said("I live in Ghent.")
    (exchange,) = ada.undrawn(1)

    receipt = ada.learn(exchange, 0, "The user lives in Ghent.")

    kept = ada.get(receipt.id)
    assert (kept.kind, kept.trust, kept.source) == ("fact", "agent", "session")
    assert kept.source_ref == exchange.turn
    assert kept.metadata["derived_from"] == exchange.id
    assert kept.session == exchange.session
    assert kept.importance < 0.8


def test_drawing_again_after_a_kill_keeps_nothing_twice(ada, said):
    said("I live in Ghent.")
    (exchange,) = ada.undrawn(1)
    first = ada.learn(exchange, 0, "The user lives in Ghent.")

    again = ada.learn(exchange, 0, "The user lives in Ghent.")
    reworded = ada.learn(exchange, 0, "The user has a home in Ghent.")

    assert first.was_new
    assert not again.was_new
    assert reworded.id == first.id
    assert len(ada.memories("fact")) == 1


def test_nothing_is_drawn_from_what_was_said_before_a_forgetting(ada, said):
    said("I still play the cello.")
    topic = ada.save_topic("user.instrument", "cello").id
    ada.forget(topic)
    said("I live in Ghent.")

    assert [e.said for e in ada.undrawn(5)] == ["", "I live in Ghent."]


def test_what_is_forgotten_while_the_model_thinks_is_not_learnt(ada, said):
    episode = said("I live in Ghent.")
    (exchange,) = ada.undrawn(1)
    ada.forget(episode)

    assert ada.learn(exchange, 0, "The user lives in Ghent.") is None
    assert ada.memories("fact") == []


def test_what_is_forgotten_between_the_look_and_the_save_does_not_stay(ada, said, monkeypatch):
    episode = said("I live in Ghent.")
    (exchange,) = ada.undrawn(1)
    look = ada._may_be_drawn

    def looked(asked):
        allowed = look(asked)
        if ada.memories("episode"):
            ada.forget(episode)
        return allowed

    monkeypatch.setattr(ada, "_may_be_drawn", looked)

    assert ada.learn(exchange, 0, "The user lives in Ghent.") is None
    assert ada.memories("fact") == []


def test_with_an_exchange_go_the_facts_drawn_from_it(ada, said):
    episode = said("I live in Ghent and play the cello.")
    (exchange,) = ada.undrawn(1)
    ada.learn(exchange, 0, "The user lives in Ghent.")

    ada.forget(episode)

    assert ada.memories() == []


def test_with_a_topic_go_the_facts_drawn_from_the_turn_that_saved_it(ada, said):
    said("My city is Ghent.")
    (exchange,) = ada.undrawn(1)
    ada.save_topic("user.city", "Ghent", source_ref=exchange.turn)
    ada.learn(exchange, 0, "The user lives in Ghent.")

    ada.forget_topic("user.city")

    assert ada.memories() == []


def test_a_drawn_fact_goes_with_its_exchange_and_leaves_its_sisters(ada, said):
    said("I live in Ghent and play the cello.")
    (exchange,) = ada.undrawn(1)
    home = ada.learn(exchange, 0, "The user lives in Ghent.")
    ada.learn(exchange, 1, "The user plays the cello.")

    ada.forget(home.id)

    assert [e.content for e in ada.memories()] == ["The user plays the cello."]


def test_nothing_is_learnt_from_somebody_elses_exchange(ada, bob, said):
    said("I live in Ghent.")
    (exchange,) = ada.undrawn(1)

    assert bob.learn(exchange, 0, "The user lives in Ghent.") is None
    assert bob.learn(replace(exchange, session="bob-1"), 0, "The user lives in Ghent.") is None
