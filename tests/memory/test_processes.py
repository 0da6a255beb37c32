"""Several processes on one home, and processes that are killed: nothing acknowledged is ever lost."""

import random
import time

import pytest

from core.identity import Identity
from core.settings import Settings
from memory import Memory, MemoryService, open_memory
from tests.memory import ledgers
from tests.memory.processes import child, finished, lines, start, until_ready
from tests.memory.word_embedder import WordEmbedder

ADA = Identity("ada", "ada-1")
KILLS = 20


def look(settings: Settings) -> MemoryService:
    given = {"embedder": "auto", "exact_scan_max_rows": 0}
    with_index = settings.model_copy(update=given)
    return open_memory(with_index, embedder=WordEmbedder(), background=False)


def every_note_is_found(memory: Memory, names: list[str], count: int) -> bool:
    wanted = [f"{name} keeps note number {n}" for name in names for n in range(count)]
    return all(memory.recall(text).items[0].engram.content == text for text in wanted)


@pytest.mark.slow
def test_eight_processes_that_save_at_once_lose_nothing_and_are_never_locked_out(home, settings):
    names = [f"writer{n}" for n in range(8)]
    children = [child(home, "save", name, "50") for name in names]
    processes = [c.__enter__() for c in children]
    try:
        for process in processes:
            until_ready(process)
        for process in processes:
            start(process)
        acknowledged = [i for process in processes for i in finished(process)]
    finally:
        for c in children:
            c.__exit__(None, None, None)

    assert len(set(acknowledged)) == 400
    kept = {i for (i,) in ledgers.rows(home, "SELECT id FROM engrams")}
    assert kept == set(acknowledged)
    with look(settings) as service:
        assert service.wait_until_indexed(60) == 0
        assert service.stats()["index_rows"] == 400
        assert every_note_is_found(service.for_identity(ADA), names, 50)


@pytest.mark.slow
def test_nothing_acknowledged_is_lost_when_the_writer_is_killed(home, settings: Settings):
    chance = random.Random(7)
    acknowledged: list[str] = []
    for _ in range(KILLS // 2):
        with child(home, "save_for_ever", "one") as one, child(home, "save_for_ever", "two") as two:
            for process in (one, two):
                until_ready(process)
                start(process)
            for process in (one, two):
                time.sleep(chance.uniform(0.0, 0.15))
                process.kill()
                acknowledged += lines(process)

    assert len(acknowledged) > KILLS
    kept = {i for (i,) in ledgers.rows(home, "SELECT id FROM engrams")}
    assert set(acknowledged) <= kept
    assert ledgers.rows(home, "PRAGMA integrity_check") == [("ok",)]
    # Each engram has its words, its event and, unless it is done, its place in the queue.
    assert ledgers.count(home, "words") == len(kept)
    told = {i for (i,) in ledgers.rows(home, "SELECT engram_id FROM events WHERE action = 'saved'")}
    assert told == kept
    with look(settings) as service:
        assert service.wait_until_indexed(60) == 0
        assert service.stats()["index_rows"] == len(kept)


@pytest.mark.slow
def test_one_process_keeps_the_index_and_when_it_is_killed_the_other_takes_over(home, settings):
    with child(home, "keep_index", "first") as first, child(home, "keep_index", "second") as second:
        until_ready(first)
        start(first)
        said = lines(first)
        assert next(said) == "opened True"
        until_ready(second)
        start(second)
        answers = lines(second)
        assert next(answers) == "opened False"
        for _ in range(10):
            assert next(answers) != "keeper"

        first.kill()

        # It says so between two of its notes, of which it keeps twenty a second.
        assert "keeper" in [next(answers) for _ in range(200)]
        second.kill()
        list(answers)

    with look(settings) as service:
        assert service.keeps_index()
        assert service.wait_until_indexed(60) == 0
        assert service.stats()["index_rows"] == ledgers.count(home, "engrams")
        memory = service.for_identity(ADA)
        for (text,) in ledgers.rows(home, "SELECT content FROM engrams"):
            assert memory.recall(str(text)).items[0].engram.content == text


def test_a_process_without_the_index_answers_from_the_ledger(home, settings: Settings):
    with child(home, "keep_index", "first") as first:
        until_ready(first)
        start(first)
        said = lines(first)
        for _ in range(5):
            next(said)

        with look(settings) as service:
            memory = service.for_identity(ADA)
            assert not service.keeps_index()
            assert service.wait_until_embedded(30) == 0
            [found] = memory.recall("first keeps note number 0", 1).items
            assert found.engram.content == "first keeps note number 0"
            assert found.relevance > 0.9


def test_a_process_that_is_killed_while_it_makes_the_home_leaves_one_that_can_be_made(
    home, settings
):
    chance = random.Random(3)
    for _ in range(5):
        with child(home, "save", "writer", "1") as process:
            time.sleep(chance.uniform(0.2, 1.5))
            process.kill()

    with look(settings) as service:
        assert service.for_identity(ADA).save_note("it works").was_new
