"""What stands today: what ran out, was replaced or only retold is in no answer; and the counts."""

from datetime import timedelta

import pytest

from core.clock import ManualClock
from core.errors import InvalidInput
from core.recall import RecallFilter
from memory import Memory, MemoryService
from tests.memory import ledgers


@pytest.fixture
def run_out(ada: Memory, service: MemoryService, clock: ManualClock) -> str:
    """A fact about tea that has run out a moment ago."""
    kept = ada.remember("The tea tin is in the blue cupboard.", expires_in_days=2)
    service.wait_until_embedded()
    assert ada.recall("tea tin").items[0].engram.id == kept.id
    clock.advance(timedelta(days=2))
    return kept.id


@pytest.mark.usefixtures("run_out")
def test_a_fact_that_ran_out_is_in_no_answer(ada: Memory):
    assert ada.recall("tea tin").outcome == "nothing_stored"
    assert ada.recall("The tea tin is in the blue cupboard.").items == ()
    assert ada.memories() == []
    assert ada.context_for("tea tin")["facts"] == []
    assert ada.search_episodic("tea tin") == []
    assert ada.stats()["rows"] == 0


def test_a_fact_that_ran_out_is_still_there_for_a_person_who_has_its_id(run_out, ada: Memory):
    assert ada.get(run_out).content.startswith("The tea tin")
    assert [e.action for e in ada.history(run_out)] == ["saved"]
    ada.forget(run_out)


@pytest.mark.usefixtures("run_out")
def test_a_fact_that_ran_out_can_be_told_anew(ada: Memory):
    again = ada.remember("The tea tin is in the blue cupboard.")

    assert again.was_new
    assert ada.recall("tea tin").items[0].engram.id == again.id


@pytest.mark.parametrize("days", [0, -1, float("nan"), float("inf"), 1e12])
def test_an_expiry_that_is_no_time_to_come_is_refused(days: float, ada: Memory):
    with pytest.raises(InvalidInput):
        ada.remember("text", expires_in_days=days)


def test_a_replaced_value_is_in_no_answer(ada: Memory, service: MemoryService):
    old = ada.save_topic("user.city", "the town of Bern on the Aare")
    service.wait_until_embedded()
    ada.save_topic("user.city", "Basel")

    for query in ("the town of Bern on the Aare", "city", "Bern"):
        assert old.id not in [item.engram.id for item in ada.recall(query).items]
        assert old.id not in [item["id"] for item in ada.context_for(query)["facts"]]
    retired = ada.recall("the town of Bern", wanted=RecallFilter(with_retired=True))
    assert old.id in [item.engram.id for item in retired.items]


def test_an_answer_that_only_retold_memory_is_kept_but_never_recalled(ada, service):
    said = ("Which city?", "You told me: Bern on the Aare.")
    echo = ada.save_episode(*said, query_id="1", tool_calls=1, derived=True)
    service.wait_until_embedded()

    assert ada.get(echo.id).content.endswith("Bern on the Aare.")
    assert ada.recall("Bern on the Aare").outcome == "nothing_stored"
    assert ada.search_episodic("Bern on the Aare") == []
    assert ada.recall("Bern", wanted=RecallFilter(with_retired=True)).items == ()


def test_counts_are_of_what_stands(ada: Memory, bob: Memory, clock: ManualClock):
    ada.save_topic("user.city", "Bern")
    ada.save_topic("user.city", "Basel")
    ada.save_topic("project.deadline", "May")
    ada.save_note("a note")
    ada.save_episode("q", "a", query_id="1", tool_calls=0)
    ada.remember("soon gone", expires_in_days=1)
    ada.open_session("cli")
    bob.save_note("of bob")
    clock.advance(timedelta(days=1))

    assert ada.stats() == {
        "kinds": {"episode": 1, "note": 1, "topic": 2},
        "tiers": {"short": 4},
        "topics": ["project.deadline", "user.city"],
        "rows": 4,
        "replaced": 1,
        "archived": 0,
        "waiting_for_vectors": 6,
        "sessions": 1,
    }


def test_somebody_who_never_wrote_has_empty_counts(ada: Memory):
    assert ada.stats()["rows"] == ada.stats()["sessions"] == 0
    assert (ada.memories(), ada.topics(), ada.sessions()) == ([], [], [])
    assert ada.recall("anything").outcome == "nothing_stored"


def test_the_home_counts_the_ledger_beside_the_index(ada: Memory, service: MemoryService):
    for number in range(3):
        ada.save_note(f"note {number}")
    before = service.stats()
    service.wait_until_indexed()
    after = service.stats()

    assert (before["rows"], before["waiting_for_vectors"], before["index_rows"]) == (3, 3, None)
    assert before["oldest_waiting"] is not None
    assert (after["rows"], after["waiting_for_vectors"], after["index_rows"]) == (3, 0, 3)
    assert after["waiting_for_index"] == 0
    assert after["oldest_waiting"] is None


def test_only_rows_that_matched_are_marked_as_used(
    ada: Memory, service: MemoryService, home, clock
):
    tea = ada.save_note("Green tea is in the kitchen.")
    bike = ada.save_note("The bicycle has a flat tyre.")
    service.wait_until_embedded()
    clock.advance(timedelta(hours=1))

    ada.recall("green tea")
    service.close()

    used = ledgers.rows(home, "SELECT id, last_accessed_at FROM engrams ORDER BY seq")
    assert used == [(tea.id, clock.now().isoformat(timespec="microseconds")), (bike.id, None)]
