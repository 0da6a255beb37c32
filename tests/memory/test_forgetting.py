"""Forgetting: what goes, what stays, and that nothing is left in the ledger's file."""

import threading
from pathlib import Path

import pytest

from core.errors import NotFound
from core.identity import Identity
from core.settings import Settings
from memory import Memory, MemoryService, open_memory
from tests.memory import ledgers
from tests.memory.word_embedder import WordEmbedder

ADA = Identity("ada", "ada-1")
TABLES = ("engrams", "words", "vectors", "outbox")


def counts(home: Path) -> dict[str, int]:
    return {table: ledgers.count(home, table) for table in TABLES}


def words_of(home: Path, text: str) -> int:
    """How many rows the keyword index finds by a word."""
    return len(ledgers.rows(home, "SELECT rowid FROM words WHERE words MATCH ?", text))


def test_a_note_goes_from_everywhere_and_the_receipt_says_so(ada: Memory, service, home: Path):
    ada.save_note("the bicycle is red")
    gone = ada.save_note("the zeppelin is silver")
    service.wait_until_indexed()
    before = counts(home)

    receipt = ada.forget(gone.id)
    assert service.wait_until_indexed() == 0

    assert receipt.ids == (gone.id,)
    assert receipt.removed["ledger"] == 1
    assert receipt.remaining == 0
    after = counts(home)
    assert {t: before[t] - after[t] for t in ("engrams", "words", "vectors")} == {
        "engrams": 1,
        "words": 1,
        "vectors": 1,
    }
    assert after["outbox"] == 0
    assert words_of(home, "zeppelin") == 0
    assert service.stats()["index_rows"] == 1
    assert ada.recall("silver zeppelin").items == ()
    with pytest.raises(NotFound):
        ada.get(gone.id)


def test_what_was_not_embedded_yet_is_never_embedded(settings: Settings, home: Path):
    embedder = WordEmbedder()
    given = settings.model_copy(update={"embedder": "auto"})
    with open_memory(given, embedder=embedder, background=False) as service:
        memory = service.for_identity(ADA)
        memory.forget(memory.save_note("the zeppelin is silver").id)
        assert service.wait_until_indexed() == 0

    assert embedder.embedded == []
    assert ledgers.count(home, "vectors") == 0


def test_what_is_forgotten_while_it_is_being_embedded_leaves_no_vector(settings, home: Path):
    class Slow(WordEmbedder):
        def embed_documents(self, texts):
            at_work.set()
            assert may_go_on.wait(20)
            return super().embed_documents(texts)

    at_work, may_go_on = threading.Event(), threading.Event()
    given = settings.model_copy(update={"embedder": "auto"})
    with open_memory(given, embedder=Slow(), background=False) as service:
        memory = service.for_identity(ADA)
        gone = memory.save_note("the zeppelin is silver")
        embedding = threading.Thread(target=service.wait_until_embedded)
        embedding.start()
        assert at_work.wait(20)

        memory.forget(gone.id)
        may_go_on.set()
        embedding.join()
        assert service.wait_until_indexed() == 0

    assert ledgers.count(home, "vectors") == 0


def test_the_exchange_of_the_turn_that_saved_it_goes_too(ada: Memory, home: Path):
    ada.save_episode("Tell me a joke.", "No.", query_id="turn-0", tool_calls=0)
    saved = ada.save_topic("user.city", "Bern", source_ref="turn-1")
    said = ada.save_episode("I live in Bern.", "Noted.", query_id="turn-1", tool_calls=1)

    receipt = ada.forget(saved.id)

    assert set(receipt.ids) == {saved.id, said.id}
    assert [e.content for e in ada.memories()] == ["Q: Tell me a joke.\nA: No."]
    assert words_of(home, "bern") == 0


def test_an_exchange_that_only_retold_it_goes_too(ada: Memory):
    saved = ada.save_topic("user.city", "Bern")
    echo = ada.save_episode(
        "Where do I live?", "In Bern.", query_id="2", tool_calls=1, derived=True
    )

    assert set(ada.forget(saved.id).ids) == {saved.id, echo.id}


def test_a_forgotten_value_takes_its_equals_of_earlier_days_with_it(ada: Memory, home: Path):
    for city in ("Bern", "Basel", "Bern"):
        ada.save_topic("user.city", city)
    [newest, _, _] = ada.versions("user.city")

    ada.forget(newest.id)

    assert [e.content for e in ada.versions("user.city")] == ["Basel"]
    assert words_of(home, "bern") == 0
    assert ada.recall_topic("user.city") is None


def test_a_topic_goes_with_every_value_it_ever_had(ada: Memory, home: Path):
    for city in ("Bern", "Basel", "Biel"):
        ada.save_topic("user.city", city)

    assert len(ada.forget_topic("User City").ids) == 3
    assert ledgers.count(home, "engrams") == 0
    assert ada.topics() == []


def test_an_unknown_topic_is_told_with_the_nearest(ada: Memory):
    ada.save_topic("user.city", "Bern")

    with pytest.raises(NotFound, match=r"user\.city"):
        ada.forget_topic("user.cities_visited")


def test_the_history_of_the_forgotten_stays_without_its_words(ada: Memory, home: Path):
    gone = ada.save_note("the zeppelin is silver")

    ada.forget(gone.id)

    assert [e.action for e in ada.history(gone.id)] == ["saved", "forgotten"]
    assert [e.action for e in ada.history(gone.id[:-1])] == ["saved", "forgotten"]
    assert "zeppelin" not in repr(ledgers.rows(home, "SELECT * FROM events"))


def test_what_was_forgotten_can_be_saved_again(ada: Memory, service: MemoryService):
    first = ada.save_note("the zeppelin is silver", write_key="call-1")
    ada.forget(first.id)

    again = ada.save_note("the zeppelin is silver", write_key="call-2")

    assert again.was_new
    service.wait_until_embedded()
    assert ada.recall("silver zeppelin").items[0].engram.id == again.id


def test_the_neighbours_of_a_forgotten_exchange_are_no_more_found_by_its_words(ada, service, home):
    said = [("My zeppelin is silver.", "Nice!"), ("I love it.", "Me too."), ("Bye.", "Bye.")]
    ids = [
        ada.save_episode(*exchange, query_id=str(n), tool_calls=0).id
        for n, exchange in enumerate(said)
    ]
    service.wait_until_indexed()

    ada.forget(ids[0])
    assert service.wait_until_indexed() == 0

    assert words_of(home, "zeppelin") == 0
    assert [e.id for e in ada.memories()] == [ids[2], ids[1]]
    assert not ada.recall("I love it").degraded


def test_the_same_text_of_somebody_else_keeps_its_vector(ada: Memory, bob: Memory, service):
    mine = ada.save_note("the zeppelin is silver")
    theirs = bob.save_note("the zeppelin is silver")
    service.wait_until_embedded()

    ada.forget(mine.id)

    [found] = bob.recall("silver zeppelin").items
    assert found.engram.id == theirs.id
    assert found.relevance > 0.5


def test_no_byte_of_it_is_left_in_the_ledger_once_it_is_closed(ada: Memory, service, home: Path):
    kept = ada.save_note("a positive control: quokkaquokka")
    gone = [ada.save_note(f"the secret number {n} is zeppelinzeppelin{n}") for n in range(50)]
    ada.save_topic("user.secret", "topsecretword", source_ref="t9")
    ada.save_episode("My word is topsecretword", "Noted", query_id="t9", tool_calls=1)
    service.wait_until_embedded()

    ada.forget(*(receipt.id for receipt in gone))
    ada.forget_topic("user.secret")
    service.wait_until_indexed()
    service.close()

    raw = ledgers.bytes_of(home)
    assert b"quokkaquokka" in raw
    assert b"zeppelinzeppelin" not in raw
    assert b"topsecretword" not in raw
    assert kept.id.encode() in raw


def test_forgetting_nothing_does_nothing(ada: Memory):
    ada.save_note("a note")

    assert ada.forget().ids == ()
    assert len(ada.memories()) == 1
