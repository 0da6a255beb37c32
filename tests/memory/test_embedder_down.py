"""The embedder down, slow, choosy or changed: saving never fails, words and topics still answer."""

import logging
import math
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from core.clock import ManualClock
from core.identity import Identity
from core.settings import Settings
from memory import Memory, MemoryService, open_memory
from tests.memory.word_embedder import WordEmbedder
from tests.standins.ollama import Fault, StandInOllama, Vectors

ADA = Identity("ada", "ada-1")
EMBED = "/api/embed"


@pytest.fixture
def ollama() -> Iterator[StandInOllama]:
    with StandInOllama() as server:
        yield server


@pytest.fixture
def by_ollama(settings: Settings, ollama: StandInOllama) -> Settings:
    """Settings of a home that embeds with the stand-in."""
    return settings.model_copy(
        update={
            "embedder": "ollama:nomic-embed-text",
            "ollama_url": ollama.base_url,
            "index": False,
        }
    )


@contextmanager
def opened(settings: Settings, **more) -> Iterator[tuple[MemoryService, Memory]]:
    with open_memory(settings, background=False, **more) as service:
        yield service, service.for_identity(ADA)


def texts_embedded(ollama: StandInOllama) -> list[str]:
    """Every document that was sent, in order."""
    sent = [text for body in ollama.bodies(EMBED) for text in body["input"]]
    return [text for text in sent if text.startswith("search_document: ")]


def save_all(memory: Memory) -> None:
    memory.save_topic("user.city", "Bern")
    memory.save_note("The bicycle has a flat tyre.")
    memory.save_episode("What about the boat?", "It leaks.", query_id="1", tool_calls=0)


def test_with_the_server_down_saves_topics_and_words_work_and_it_is_told_once(by_ollama, ollama):
    ollama.stop()
    try:
        with opened(by_ollama) as (service, memory):
            save_all(memory)

            assert service.wait_until_embedded(5) == 3
            assert memory.recall_topic("user.city") == "Bern"
            found = memory.recall("bicycle tyre")
            assert [item.engram.content for item in found.items] == ["The bicycle has a flat tyre."]
            assert found.degraded
            assert found.items[0].relevance == 0
            assert memory.recall("boat").outcome == "found"
            assert memory.context_for("bicycle")["degraded"]
            assert len(service.notices) == 1
            assert "ollama serve" in service.notices[0]
            assert "\n" not in service.notices[0]
    finally:
        ollama.__enter__()


def test_what_waited_is_embedded_when_the_server_is_back_and_nothing_twice(by_ollama, ollama):
    ollama.fail(EMBED, Fault(status=500))
    with opened(by_ollama) as (service, memory):
        save_all(memory)
        assert service.wait_until_embedded(5) == 3
        before = len(texts_embedded(ollama))
        ollama.heal()

        assert service.wait_until_embedded(10) == 0
        found = memory.recall("bicycle tyre")
        assert not found.degraded
        assert found.items[0].relevance > 0.3

    made = texts_embedded(ollama)[before:]
    assert len(made) == len(set(made)) == 3


def test_after_a_restart_the_rows_that_waited_are_embedded(by_ollama, ollama):
    ollama.fail(EMBED, Fault(drop=True))
    with opened(by_ollama) as (service, memory):
        save_all(memory)
        assert service.wait_until_embedded(5) == 3
    ollama.heal()

    with opened(by_ollama) as (service, memory):
        assert service.wait_until_embedded(10) == 0
        assert not memory.recall("bicycle").degraded


def test_the_background_worker_catches_up_by_itself(by_ollama, ollama):
    ollama.fail(EMBED, Fault(status=503, times=2))
    with open_memory(by_ollama) as service:
        memory = service.for_identity(ADA)
        save_all(memory)
        deadline = time.monotonic() + 30
        while service.stats()["waiting_for_vectors"] and time.monotonic() < deadline:
            memory.save_note(f"{time.monotonic_ns()} a poke")  # as a person who talks on
            time.sleep(0.2)

        assert service.wait_until_embedded(10) == 0


def test_a_dead_server_is_not_asked_for_every_save(by_ollama, ollama):
    ollama.fail(EMBED, Fault(status=500))
    with open_memory(by_ollama) as service:
        memory = service.for_identity(ADA)
        for number in range(60):
            memory.save_note(f"note number {number}")
            time.sleep(0.01)

    assert len(ollama.bodies(EMBED)) < 15


def test_saying_the_same_thing_again_embeds_nothing(by_ollama, ollama):
    with opened(by_ollama) as (service, memory):
        memory.save_note("The bicycle has a flat tyre.")
        service.wait_until_embedded()
        service.for_identity(Identity("bob", "b")).save_note("The bicycle has a flat tyre.")
        service.wait_until_embedded()
        for _ in range(3):
            memory.recall("bicycle")

        sent = [text for body in ollama.bodies(EMBED) for text in body["input"]]

    assert sent == ["search_document: The bicycle has a flat tyre.", "search_query: bicycle"]


def test_a_word_is_found_at_once_and_the_meaning_as_soon_as_it_is_made(by_ollama):
    with opened(by_ollama) as (service, memory):
        kept = memory.save_note("The bicycle has a flat tyre.")

        at_once = memory.recall("bicycle")
        assert [item.engram.id for item in at_once.items] == [kept.id]
        assert at_once.degraded

        service.wait_until_embedded()
        assert not memory.recall("bicycle").degraded


def test_rows_of_somebody_else_that_wait_do_not_make_my_answer_degraded(by_ollama):
    with opened(by_ollama) as (service, memory):
        memory.save_note("The bicycle has a flat tyre.")
        service.wait_until_embedded()
        service.for_identity(Identity("bob", "b")).save_note("waits")

        assert not memory.recall("bicycle").degraded


def test_a_text_that_the_model_refuses_holds_up_no_other_and_is_found_by_its_words(
    by_ollama, ollama, clock: ManualClock
):
    def choosy(vectors: Vectors) -> Vectors:
        poison = ollama.vector("search_document: poison pill")
        return [[math.nan] * len(v) if v == poison else v for v in vectors]

    ollama.fail(EMBED, Fault(vectors=choosy))
    with opened(by_ollama, clock=clock) as (service, memory):
        pill = memory.save_note("poison pill")
        others = [memory.save_note(f"harmless text number {n}") for n in range(40)]

        assert service.wait_until_embedded(20) == 1
        assert memory.recall("harmless text number 7").items[0].engram.id == others[7].id
        assert memory.recall("poison").items[0].engram.id == pill.id
        assert service.notices == []

        ollama.heal()
        clock.at = clock.at.replace(year=2027)
        assert service.wait_until_embedded(20) == 0


def test_waiting_for_a_slow_server_ends_when_the_time_is_up(by_ollama, ollama):
    ollama.fail(EMBED, Fault(delay_s=60))
    with open_memory(by_ollama) as service:
        service.for_identity(ADA).save_note("a note")
        began = time.monotonic()
        left = service.wait_until_embedded(0.5)
        waited_s = time.monotonic() - began
        ollama.stop()
    ollama.__enter__()

    assert left == 1
    assert waited_s < 30  # the server would have taken 60


def test_a_model_of_another_size_under_the_same_name_never_mixes_with_the_old(settings: Settings):
    class Grown(WordEmbedder):
        def embed_documents(self, texts):
            return super().embed_documents(texts).repeat(2, axis=1)

        def embed_query(self, text):
            return super().embed_query(text).repeat(2)

    plain = settings.model_copy(update={"embedder": "auto"})
    with opened(plain, embedder=WordEmbedder()) as (service, memory):
        memory.save_note("The bicycle has a flat tyre.")
        service.wait_until_embedded()

    with opened(plain, embedder=Grown()) as (service, memory):
        memory.save_note("The boat leaks.")
        assert service.wait_until_embedded(5) == 1
        for query in ("bicycle", "boat"):
            assert memory.recall(query).outcome == "found"
            assert memory.recall(query).degraded
        assert "mnemon reindex" in service.notices[0]


@pytest.mark.parametrize("fault", [Fault(body=b"no json"), Fault(body=b'{"embeddings": []}')])
def test_nonsense_from_the_server_counts_as_down(fault: Fault, by_ollama, ollama):
    ollama.fail(EMBED, fault)
    with opened(by_ollama) as (service, memory):
        save_all(memory)

        assert service.wait_until_embedded(5) == 3
        assert memory.recall("bicycle").degraded


def test_no_warning_is_logged_for_each_row(by_ollama, ollama, caplog):
    ollama.fail(EMBED, Fault(status=500))
    with caplog.at_level(logging.WARNING), opened(by_ollama) as (service, memory):
        for number in range(100):
            memory.save_note(f"note number {number}")
        service.wait_until_embedded(5)
        service.wait_until_embedded(5)

    assert len(caplog.records) == 1
