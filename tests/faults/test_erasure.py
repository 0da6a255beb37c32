"""What is forgotten stands in no file of the home any more, and is not learnt again."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest
from langchain_core.messages import AnyMessage

from core.errors import InvalidInput
from core.identity import Identity
from core.settings import Settings
from graph.assistant import open_assistant
from graph.erasure import ErasureReceipt, Wish, erase
from graph.events import Answer
from memory import Memory, MemoryService, open_memory
from tests.faults.figures import Figures
from tests.memory.ledgers import bytes_of, rows, seen_from_outside
from tests.memory.processes import child, lines, start, until_ready
from tests.memory.word_embedder import WordEmbedder

SENTINELS = 100

ADA = Identity("ada", "ada-1")

CONVERSATION = "6f1dfb0c-6f5c-4a36-a7f6-0d3b5b8f4e11"


def sentinel_text(number: int) -> str:
    return f"The vault {number:03d} opens with zanzibar{number:03d}quartz."


def save_sentinels(memory: Memory) -> list[str]:
    """A hundred facts with a text, a metadata value and a vector each, and others around them."""
    ids = []
    for number in range(SENTINELS):
        told = memory.remember(
            sentinel_text(number), metadata={"mark": f"metadata-of-{number:03d}-onyx"}
        )
        ids.append(told.id)
        memory.save_note(f"An innocent note number {number} about gardening.")
    return ids


def vectors_of(home: Path, ids: Sequence[str]) -> list[bytes]:
    query = "SELECT e.id, v.vector FROM engrams e JOIN vectors v USING (text_hash)"
    return [v for i, v in rows(home, query) if i in ids and isinstance(v, bytes)]


def found_in(home: Path, vectors: Sequence[bytes]) -> tuple[int, int, int]:
    """How many texts, metadata values and vectors stand in some file of the home."""
    content = bytes_of(home)
    texts = (f"zanzibar{number:03d}quartz".encode() for number in range(SENTINELS))
    marks = (f"metadata-of-{number:03d}-onyx".encode() for number in range(SENTINELS))
    return (
        sum(text in content for text in texts),
        sum(mark in content for mark in marks),
        sum(vector in content for vector in vectors),
    )


def indexed_sentinels(settings: Settings) -> tuple[list[str], list[bytes]]:
    with open_memory(settings, embedder=WordEmbedder(), background=False) as service:
        ids = save_sentinels(service.for_identity(ADA))
        assert service.wait_until_indexed(60) == 0
    return ids, vectors_of(settings.home, ids)


def forget_all(service: MemoryService, ids: Sequence[str]) -> ErasureReceipt:
    return asyncio.run(erase(service, ADA, Wish(ids=tuple(ids))))


def test_a_hundred_texts_values_and_vectors_are_in_no_file_after_forgetting(
    settings: Settings, figures: Figures
):
    ids, vectors = indexed_sentinels(settings)
    assert found_in(settings.home, vectors) == (100, 100, 100), "the scanner finds what is there"
    index = settings.home / "index"
    assert b"zanzibar042quartz" in bytes_of(index), "and the index has its own copy"

    with open_memory(settings, embedder=WordEmbedder(), background=False) as service:
        receipt = forget_all(service, ids)
        assert receipt.remaining == 0, receipt.found
        assert receipt.checked["texts"] == SENTINELS
        assert receipt.checked["vectors"] == SENTINELS
        assert found_in(settings.home, vectors) == (0, 0, 0)
        assert service.wait_until_indexed(60) == 0
        memory = service.for_identity(ADA)
        assert all("vault" not in item["content"] for item in memory.search_episodic("vault"))
        assert len(memory.memories(limit=500)) == SENTINELS

    assert found_in(settings.home, vectors) == (0, 0, 0)
    figures.note(
        "erasure", "texts, metadata values and vectors left of 100 each", "0, 0, 0", goal="0, 0, 0"
    )


def test_nothing_is_left_while_another_process_keeps_the_home_open(
    settings: Settings, figures: Figures
):
    ids, vectors = indexed_sentinels(settings)

    with child(settings.home, "keep_index", "ada") as other:
        until_ready(other)
        start(other)
        said = lines(other)
        assert next(said) == "opened True"
        with open_memory(settings, embedder=WordEmbedder(), background=False) as service:
            receipt = forget_all(service, ids)
            assert receipt.remaining == 0, receipt.found
            left = found_in(settings.home, vectors)

    assert left == (0, 0, 0)
    figures.note(
        "erasure",
        "left of 100 each while another process keeps the home",
        "0, 0, 0",
        goal="0, 0, 0",
    )


SECRET = "zanzibar-4711-quartz"


async def talk(settings: Settings, said: Sequence[str], session: str = CONVERSATION) -> list[str]:
    """What is answered to each of these."""
    answers = []
    async with open_assistant(settings) as assistant:
        for text in said:
            events = [event async for event in assistant.turn(text, ADA.in_session(session))]
            answers += [event.text for event in events if isinstance(event, Answer)]
        await asyncio.to_thread(assistant.memory.wait_until_embedded, 30)
    return answers


async def conversation(settings: Settings) -> list[AnyMessage]:
    async with open_assistant(settings) as assistant:
        return await assistant.messages(ADA.in_session(CONVERSATION))


def forgotten(settings: Settings, wish: Wish, *, dry_run: bool = False) -> ErasureReceipt:
    with open_memory(settings, background=False) as service:
        return asyncio.run(erase(service, ADA, wish, dry_run=dry_run))


@pytest.fixture
def told(settings: Settings) -> Settings:
    """A home in which a secret was told, retold and mentioned, beside innocent talk."""
    answers = asyncio.run(
        talk(
            settings,
            [
                f"Please remember my locker code is {SECRET}.",
                "Please remember my favorite color is green.",
                "What is my locker code?",
                f"I typed {SECRET} and the door stayed shut.",
                "What is my favorite color?",
            ],
        )
    )
    assert SECRET in answers[2]
    assert SECRET.encode() in (settings.home / "checkpoints.sqlite3").read_bytes()
    return settings


def test_the_turns_that_hold_it_leave_the_conversation_and_the_others_stay(told: Settings):
    receipt = forgotten(told, Wish(topics=("user.locker_code",)))

    said = [m.text for m in asyncio.run(conversation(told)) if m.type == "human"]
    assert said == ["Please remember my favorite color is green.", "What is my favorite color?"]
    assert receipt.removed["turns"] == 3
    assert receipt.remaining == 0, receipt.found
    assert SECRET.encode() not in bytes_of(told.home)


def test_what_was_forgotten_is_not_learnt_again_from_the_conversation_that_goes_on(told: Settings):
    forgotten(told, Wish(topics=("user.locker_code",)))

    answers = asyncio.run(
        talk(told, ["What is my locker code?", "What did I say about the door and the locker?"])
    )

    assert all(SECRET not in answer for answer in answers)
    assert SECRET.encode() not in bytes_of(told.home)


def test_a_run_that_is_started_again_does_not_bring_back_what_was_forgotten(settings: Settings):
    settings = settings.model_copy(update={"embedder": "auto"})
    with open_memory(settings, embedder=WordEmbedder(), background=False) as service:
        memory = service.for_identity(ADA)
        memory.save_topic("user.locker_code", SECRET, write_key="turn-1:call-1")
        memory.forget_topic("user.locker_code")

        with pytest.raises(InvalidInput, match="forgotten"):
            memory.save_topic("user.locker_code", SECRET, write_key="turn-1:call-1")

        assert memory.recall_topic("user.locker_code") is None
        memory.save_topic("user.locker_code", SECRET, write_key="turn-2:call-1")
        assert memory.recall_topic("user.locker_code") == SECRET


def test_a_dry_run_tells_what_would_go_and_changes_nothing(told: Settings):
    before = asyncio.run(conversation(told))

    receipt = forgotten(told, Wish(topics=("user.locker_code",)), dry_run=True)

    assert receipt.dry_run
    assert receipt.removed["turns"] == 3
    assert receipt.removed["memories"] == len(receipt.ids) == 5
    assert asyncio.run(conversation(told)) == before
    with open_memory(told, background=False) as service:
        found = service.for_identity(ADA).recall_topic("user.locker_code")
    assert found == SECRET


def test_a_session_goes_with_all_that_came_from_it(told: Settings):
    other = "3f0f6c4e-9bb0-4a51-9df7-6a2b0a0dc0de"
    asyncio.run(talk(told, ["Please remember my editor is vim."], other))

    receipt = forgotten(told, Wish(session=CONVERSATION))

    with open_memory(told, background=False) as service:
        memory = service.for_identity(ADA)
        assert [engram.content for engram in memory.topics()] == ["vim"]
        assert [row["id"] for row in memory.sessions()] == [other]
    assert asyncio.run(conversation(told)) == []
    assert receipt.remaining == 0, receipt.found
    assert SECRET.encode() not in bytes_of(told.home)


def test_a_user_goes_and_the_neighbour_stays(told: Settings):
    with open_memory(told, background=False) as service:
        service.for_identity(Identity("bob", "bob-1")).save_topic("user.editor", "emacs")

    receipt = forgotten(told, Wish(user=True))

    with open_memory(told, background=False) as service:
        assert service.for_identity(ADA).memories() == []
        assert service.for_identity(ADA).sessions() == []
        assert service.for_identity(Identity("bob", "bob-1")).recall_topic("user.editor") == "emacs"
    assert receipt.remaining == 0, receipt.found
    assert SECRET.encode() not in bytes_of(told.home)
    assert b"favorite color is green" not in bytes_of(told.home)


def test_the_whole_of_a_text_that_was_cut_goes_with_its_memory(settings: Settings):
    settings = settings.model_copy(update={"embedder": "auto"})
    answer = "The tide comes in and goes out again. " * 1000 + SECRET + " is at its end."
    with open_memory(settings, embedder=WordEmbedder(), background=False) as service:
        memory = service.for_identity(ADA)
        kept = memory.save_episode("What of the tide?", answer, query_id="q", tool_calls=0)
        assert memory.whole(kept.id).count(SECRET) == 1
        assert len(rows(settings.home, "SELECT 1 FROM wholes")) == 1
        assert SECRET not in memory.get(kept.id).content
        assert SECRET.encode() in bytes_of(settings.home)

        receipt = forget_all(service, [kept.id])

        assert receipt.remaining == 0, receipt.found
    assert rows(settings.home, "SELECT 1 FROM wholes") == []
    assert SECRET.encode() not in bytes_of(settings.home)


def test_what_is_saved_after_a_forgetting_is_there_for_all(settings: Settings):
    """The files are searched by a process of its own: closing them here would free SQLite's locks,
    and the next process to leave would take the log, with all that is saved later, away."""
    settings = settings.model_copy(update={"embedder": "auto", "index": False})
    with open_memory(settings, embedder=WordEmbedder(), background=False) as service:
        memory = service.for_identity(ADA)
        forget_all(service, [memory.save_note(SECRET).id])
        seen_from_outside(settings.home)

        memory.save_note("saved after the forgetting")

        assert "saved after the forgetting" in seen_from_outside(settings.home)
