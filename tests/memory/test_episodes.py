"""Exchanges: what is kept of them, once; how they are rated; what their history tells."""

from datetime import timedelta

import pytest

from core.clock import ManualClock
from core.errors import InvalidInput, NotFound
from core.identity import Identity
from memory import Memory, MemoryService, episode_metadata
from tests.memory import ledgers


def test_an_exchange_is_kept_with_its_session_turn_calls_and_time(ada: Memory, clock):
    receipt = ada.save_episode("Which city?", "Bern.", query_id="turn-1", tool_calls=2)

    kept = ada.get(receipt.id)
    assert (kept.kind, kept.content) == ("episode", "Q: Which city?\nA: Bern.")
    assert (kept.source, kept.source_ref, kept.session) == ("session", "turn-1", "ada-1")
    assert episode_metadata(kept) == {
        "session_id": "ada-1",
        "query_id": "turn-1",
        "tool_calls": 2,
        "timestamp": clock.now().isoformat(),
        "kind": "episode",
    }
    assert kept.created_at == kept.event_at == clock.now()


def test_the_same_turn_is_kept_once_even_if_it_is_told_otherwise(ada: Memory, home):
    first = ada.save_episode("q", "a", query_id="turn-1", tool_calls=0)
    again = ada.save_episode("q", "another answer", query_id="turn-1", tool_calls=1)

    assert (again.id, again.was_new, again.content) == (first.id, False, "Q: q\nA: a")
    assert ledgers.count(home, "engrams") == 1


def test_the_same_words_in_two_turns_are_two_exchanges(ada: Memory):
    first = ada.save_episode("hi", "hello", query_id="turn-1", tool_calls=0)
    second = ada.save_episode("hi", "hello", query_id="turn-2", tool_calls=0)

    assert second.was_new
    assert first.id != second.id


def test_turns_without_an_id_are_all_kept(ada: Memory):
    saved = [ada.save_episode("hi", f"{n}", query_id="", tool_calls=0) for n in range(3)]

    assert len({receipt.id for receipt in saved}) == 3


def test_write_episodic_keeps_what_its_caller_knows(ada: Memory, clock: ManualClock):
    written = ada.write_episodic("We met in Thun.", {"query_id": "x1", "place": {"lake": True}})

    kept = ada.get(written)
    assert kept.content == "We met in Thun."
    assert kept.source_ref == "x1"
    assert kept.metadata == {
        "session_id": "ada-1",
        "query_id": "x1",
        "place": {"lake": True},
        "timestamp": clock.now().isoformat(),
    }


def test_what_was_written_is_found_with_its_metadata_as_requirement_a3_says(ada, service):
    written = ada.write_episodic("The boat trip on lake Thun was windy.", {"mood": "glad"})
    service.wait_until_embedded()

    [found] = ada.search_episodic("boat trip on the lake")

    assert (found["id"], found["content"]) == (written, "The boat trip on lake Thun was windy.")
    assert 0.3 < found["score"] <= 1
    assert found["metadata"]["mood"] == "glad"


@pytest.mark.parametrize(
    "metadata", [{"a": object()}, {"a": float("nan")}, {"a": {1, 2}}, {("a",): 1}, 7]
)
def test_metadata_that_are_no_plain_json_are_refused(metadata, ada: Memory, home):
    with pytest.raises(InvalidInput, match="plain JSON"):
        ada.write_episodic("text", metadata)

    assert ledgers.count(home, "engrams") == 0


def test_metadata_that_contain_themselves_are_refused(ada: Memory):
    endless: dict[str, object] = {}
    endless["self"] = endless

    with pytest.raises(InvalidInput, match="plain JSON"):
        ada.write_episodic("text", endless)


def test_a_rating_stands_with_the_episode_and_in_its_history(ada: Memory, clock: ManualClock):
    receipt = ada.save_episode("q", "a", query_id="turn-1", tool_calls=0)
    clock.advance(timedelta(minutes=1))

    rated = ada.feedback(receipt.id, 0.5)

    assert rated.feedback == 0.5
    assert episode_metadata(rated)["score"] == 0.5
    told = [(e.action, e.actor, e.why) for e in ada.history(receipt.id)]
    assert told == [("saved", "session", "turn turn-1"), ("rated", "user", "+0.5")]


def test_a_rating_can_be_taken_back(ada: Memory):
    receipt = ada.save_episode("q", "a", query_id="turn-1", tool_calls=0)

    ada.feedback(receipt.id, -1)
    ada.feedback(receipt.id, 0)

    assert ada.get(receipt.id).feedback == 0


@pytest.mark.parametrize("score", [-1.01, 1.01, float("nan"), float("inf")])
def test_a_rating_out_of_range_is_refused(score: float, ada: Memory):
    receipt = ada.save_episode("q", "a", query_id="turn-1", tool_calls=0)

    with pytest.raises(InvalidInput, match="between -1 and 1"):
        ada.feedback(receipt.id, score)

    assert ada.get(receipt.id).feedback is None


def test_a_topic_is_never_rated(ada: Memory):
    saved = ada.save_topic("user.city", "Bern")

    with pytest.raises(InvalidInput, match="topic"):
        ada.feedback(saved.id, 1)


def test_a_well_rated_exchange_comes_before_a_like_one(ada: Memory, service: MemoryService):
    answers = ("Boil it for ten minutes.", "Boil it for nine minutes.", "Boil it for six minutes.")
    saved = []
    for number, answer in enumerate(answers):
        talk = service.for_identity(Identity("ada", f"talk-{number}"))
        receipt = talk.save_episode("How do I cook an egg?", answer, query_id="1", tool_calls=0)
        saved.append(receipt.id)
    service.wait_until_embedded()

    for best in saved:
        for other in saved:
            ada.feedback(other, 1 if other == best else -1)
        assert ada.recall("how should I cook my egg").items[0].engram.id == best


def test_an_id_may_be_cut_and_a_cut_that_fits_two_is_told(service: MemoryService):
    memory = service.for_identity(Identity("ada", "ada-1"))
    ids = [memory.save_note(f"note {n}").id for n in range(2)]  # UUIDv7: the time comes first
    shared = next(i for i in range(36) if ids[0][i] != ids[1][i])

    assert memory.get(ids[0][: shared + 1]).id == ids[0]
    assert memory.get(ids[0][: shared + 1].upper()).id == ids[0]
    with pytest.raises(NotFound, match="Several memories"):
        memory.get(ids[0][:8])
    with pytest.raises(NotFound, match="No memory has the id"):
        memory.get(ids[0][:5])
    with pytest.raises(NotFound, match="No memory has the id"):
        memory.get("______")


def test_nothing_is_told_of_what_was_never_there(ada: Memory):
    for ask in (ada.get, ada.history, ada.forget, ada.forget_topic):
        with pytest.raises(NotFound):
            ask("user.nothing")
    assert ada.versions("user.nothing") == []
