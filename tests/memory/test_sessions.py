"""Conversations: registered once, counted, titled, and only their owner's."""

from datetime import timedelta

import pytest

from core.clock import ManualClock
from core.errors import NotFound
from core.identity import Identity
from memory import Memory, MemoryService


def test_a_session_knows_where_it_came_from_and_when(ada: Memory, clock: ManualClock):
    ada.open_session("telegram", "chat-77")

    assert ada.sessions() == [
        {
            "id": "ada-1",
            "provider": "telegram",
            "chat_id": "chat-77",
            "title": "",
            "turns": 0,
            "started_at": clock.now(),
            "last_turn_at": clock.now(),
        }
    ]


def test_without_a_chat_id_the_session_is_its_own(ada: Memory):
    ada.open_session("cli")

    assert ada.sessions()[0]["chat_id"] == "ada-1"


def test_opening_it_again_changes_nothing(ada: Memory, clock: ManualClock):
    ada.open_session("cli")
    before = ada.sessions()
    clock.advance(timedelta(hours=1))

    ada.open_session("api", "other")

    assert ada.sessions() == before


def test_turns_are_counted_and_the_first_question_is_the_title(ada: Memory, clock: ManualClock):
    ada.open_session("cli")
    clock.advance(timedelta(hours=1))
    ada.save_episode("What about\nthe \ud800 bikes? " + "x" * 100, "a", query_id="1", tool_calls=0)
    ada.save_episode("And then?", "b", query_id="2", tool_calls=0)
    ada.save_episode("And then?", "b", query_id="2", tool_calls=0)

    [session] = ada.sessions()
    assert session["turns"] == 2
    assert session["title"].startswith("What about the \ufffd bikes? xxx")
    assert len(session["title"]) == 60
    assert session["last_turn_at"] == clock.now()


def test_the_last_moved_comes_first(service: MemoryService, clock: ManualClock):
    for name in ("one", "two", "three"):
        service.for_identity(Identity("ada", name)).open_session("cli")
        clock.advance(timedelta(minutes=1))
    one = service.for_identity(Identity("ada", "one"))

    one.save_episode("q", "a", query_id="1", tool_calls=0)

    assert [session["id"] for session in one.sessions()] == ["one", "three", "two"]


@pytest.mark.parametrize(
    "stranger", [Identity("bob", "ada-1"), Identity("ada", "ada-1", tenant="next-door")]
)
def test_a_session_of_somebody_else_is_refused_without_a_word_about_them(stranger, ada, service):
    ada.open_session("telegram", "chat-77")

    with pytest.raises(NotFound) as failure:
        service.for_identity(stranger).open_session("cli")

    assert "telegram" not in str(failure.value)
    assert "'ada'" not in str(failure.value)
    assert service.for_identity(stranger).sessions() == []
    assert ada.sessions()[0]["provider"] == "telegram"


def test_a_turn_in_somebody_elses_session_leaves_no_trace_there(ada: Memory, service):
    ada.open_session("cli")
    stranger = service.for_identity(Identity("bob", "ada-1"))

    stranger.save_episode("Bob's secret", "kept", query_id="1", tool_calls=0)

    assert (ada.sessions()[0]["title"], ada.sessions()[0]["turns"]) == ("", 0)
    assert stranger.memories()[0].content == "Q: Bob's secret\nA: kept"


def test_another_agent_of_the_same_person_shares_the_session(ada: Memory, service: MemoryService):
    ada.open_session("cli")

    service.for_identity(Identity("ada", "ada-1", agent="helper")).open_session("cli")
