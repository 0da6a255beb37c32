"""The write gate: a save is proved, the same thing is kept once, a key has one value."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest

from core.clock import ManualClock
from core.errors import InvalidInput
from core.identity import Identity
from memory import Memory, MemoryService
from tests.memory import ledgers
from tests.memory.processes import child, finished, start, until_ready


def test_a_receipt_is_what_stands_in_the_ledger(ada: Memory, home, clock: ManualClock):
    receipt = ada.save_topic("User.Preferred-Language", "  Elixir ", source_ref="turn-1")

    kept = ledgers.rows(home, "SELECT id, kind, topic, content, source_ref FROM engrams")
    assert kept == [(receipt.id, "topic", "user.language_preference", "Elixir", "turn-1")]
    assert (receipt.kind, receipt.topic, receipt.content) == (
        "topic",
        "user.language_preference",
        "Elixir",
    )
    assert (receipt.was_new, receipt.replaced) == (True, None)
    assert receipt.verified_at == clock.now()


def test_write_topic_and_recall_topic_are_two_ends_of_one_thing(ada: Memory):
    written = ada.write_topic("preferred language", "Elixir")

    assert ada.recall_topic("user.language_preference") == "Elixir"
    assert ada.get(written).content == "Elixir"
    assert ada.recall_topic("user.shoe_size") is None


def test_the_same_topic_and_content_is_stored_once(ada: Memory, home):
    first = ada.save_topic("user.city", "Bern")
    again = ada.save_topic("User: City", "  Bern\n")

    assert (again.id, again.was_new, again.replaced) == (first.id, False, None)
    assert ledgers.count(home, "engrams") == 1


@pytest.mark.parametrize("again", ["I like tea.", "  I  like\ttea ", "i like tea!"])
def test_the_same_note_in_other_clothes_is_stored_once(again: str, ada: Memory, home):
    first = ada.save_note("I like tea")

    assert ada.save_note(again).id == first.id
    assert ledgers.count(home, "engrams") == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The password is Sesame", "The password is sesame"),
        ("It costs 1.5", "It costs 15"),
        ("ready?", "ready"),
    ],
)
def test_notes_that_differ_in_what_they_say_are_two(one: str, other: str, ada: Memory):
    first, second = ada.save_note(one), ada.save_note(other)

    assert second.was_new
    assert second.content == other
    assert first.id != second.id


def test_a_topic_and_a_note_that_say_the_same_are_two_things(ada: Memory):
    ada.save_topic("user.city", "Bern")

    assert ada.save_note("Bern").was_new


def test_a_new_value_takes_the_place_of_the_old_which_stays_in_the_history(ada: Memory):
    first = ada.save_topic("user.city", "Bern")
    second = ada.save_topic("user.city", "Basel")

    assert second.replaced == first.id
    assert ada.recall_topic("user.city") == "Basel"
    assert [e.content for e in ada.topics()] == ["Basel"]
    assert [(e.content, e.superseded_by) for e in ada.versions("user.city")] == [
        ("Basel", None),
        ("Bern", second.id),
    ]
    assert [(e.action, e.engram_id) for e in ada.history("user.city")] == [
        ("saved", first.id),
        ("saved", second.id),
        ("superseded", first.id),
    ]


def test_an_old_value_can_come_back(ada: Memory):
    for city in ("Bern", "Basel", "Bern"):
        assert ada.save_topic("user.city", city).was_new

    assert ada.recall_topic("user.city") == "Bern"
    assert [e.content for e in ada.versions("user.city")] == ["Bern", "Basel", "Bern"]


def test_the_same_write_key_never_writes_twice(ada: Memory, home):
    first = ada.save_topic("user.city", "Bern", write_key="call-1")
    again = ada.save_topic("user.city", "Basel", write_key="call-1")

    assert (again.id, again.content, again.was_new) == (first.id, "Bern", False)
    assert ledgers.count(home, "engrams") == 1


def test_a_write_key_counts_for_its_session_and_owner_only(service: MemoryService, ada: Memory):
    others = [Identity("ada", "ada-2"), Identity("bob", "ada-1"), Identity("ada", "ada-1", "house")]

    ids = {ada.save_note("one", write_key="call-1").id}
    for who in others:
        saved = service.for_identity(who).save_note(f"by {who}", write_key="call-1")
        assert saved.was_new
        ids.add(saved.id)

    assert len(ids) == 4


def test_the_same_write_key_in_many_threads_at_once_writes_once(ada: Memory, home):
    at_once = Barrier(8)

    def save(number: int) -> tuple[str, bool]:
        at_once.wait()
        receipt = ada.save_note(f"from thread {number}", write_key="call-1")
        return receipt.id, receipt.was_new

    with ThreadPoolExecutor(8) as pool:
        receipts = list(pool.map(save, range(8)))

    assert len({engram_id for engram_id, _ in receipts}) == 1
    assert sorted(new for _, new in receipts) == [False] * 7 + [True]
    assert ledgers.count(home, "engrams") == 1


def test_the_same_write_key_in_two_processes_writes_once(home):
    with child(home, "save_once", "call-1") as one, child(home, "save_once", "call-1") as two:
        until_ready(one)
        until_ready(two)
        start(one)
        start(two)
        said = [*finished(one), *finished(two)]

    assert len({line.split()[0] for line in said}) == 1
    assert sorted(line.split()[1] for line in said) == ["False", "True"]


def test_eight_threads_that_save_one_topic_leave_one_value_and_no_error(ada: Memory, home):
    at_once = Barrier(8)

    def save(number: int) -> list[str]:
        at_once.wait()
        return [ada.save_topic("user.mood", f"{number}.{i}").content for i in range(10)]

    with ThreadPoolExecutor(8) as pool:
        told = [content for contents in pool.map(save, range(8)) for content in contents]

    standing = ledgers.rows(home, "SELECT content FROM engrams WHERE superseded_by IS NULL")
    assert len(standing) == 1
    assert len(ada.versions("user.mood")) == len(told) == 80
    assert ada.recall_topic("user.mood") == standing[0][0]


@pytest.mark.parametrize("importance", [-0.1, 1.1, float("nan"), float("inf")])
def test_an_importance_outside_0_and_1_is_refused_and_nothing_is_kept(importance, ada, home):
    with pytest.raises(InvalidInput, match="Importance"):
        ada.save_topic("user.city", "Bern", importance=importance)
    with pytest.raises(InvalidInput, match="Importance"):
        ada.save_note("Bern", importance=importance)

    assert ledgers.count(home, "engrams") == 0


def test_everything_about_a_save_is_one_transaction(ada: Memory, home):
    with ledgers.opened(home) as ledger:
        ledger.execute(
            "CREATE TRIGGER no_outbox BEFORE INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'no'); END"
        )

    with pytest.raises(Exception, match="no"):
        ada.save_topic("user.city", "Bern")

    for table in ("engrams", "events", "words", "outbox", "owners"):
        assert ledgers.count(home, table) == 0
    assert ada.recall_topic("user.city") is None
