"""Many conversations at once, and one that goes on and on."""

import asyncio
import time
from uuid import uuid4

from core.identity import Identity
from core.settings import Settings
from graph.assistant import Assistant, open_assistant
from memory import open_memory
from tests.faults.figures import Figures
from tests.memory.word_embedder import WordEmbedder


def test_conversations_at_once_lose_nothing_and_never_mix(settings: Settings, figures: Figures):
    sessions = figures.many(short=8, long=64)
    turns = figures.many(short=5, long=50)
    settings = settings.model_copy(update={"embedder": "auto"})
    people = [Identity(f"user{number}", str(uuid4())) for number in range(sessions)]

    async def all_talk() -> list[list[str]]:
        with open_memory(settings, embedder=WordEmbedder()) as memory:
            async with open_assistant(settings, memory=memory) as assistant:
                await asyncio.gather(*(talk(assistant, who, turns) for who in people))
                return [
                    [m.text for m in await assistant.messages(who) if m.type == "human"]
                    for who in people
                ]

    said = asyncio.run(all_talk())

    with open_memory(settings, embedder=WordEmbedder(), background=False) as service:
        kept = [service.for_identity(who).memories("episode", 10**6) for who in people]
    lost = sum(turns - len(episodes) for episodes in kept) + sum(turns - len(s) for s in said)
    crossed = sum(
        f"of {who.user}," not in episode.content
        for who, episodes in zip(people, kept, strict=True)
        for episode in episodes
    )
    assert (lost, crossed) == (0, 0)
    figures.note(
        "concurrency in one process",
        f"{sessions} sessions × {turns} turns; lost, crossed between users",
        f"{lost}, {crossed} of {sessions * turns}",
        goal="0, 0",
    )


async def talk(assistant: Assistant, who: Identity, turns: int) -> None:
    for number in range(turns):
        async for _ in assistant.turn(f"This is message {number} of {who.user}, just so.", who):
            pass


def test_a_long_conversation_stays_small_and_resumes_quickly(settings: Settings, figures: Figures):
    turns = figures.many(short=50, long=500)
    settings = settings.model_copy(update={"embedder": "auto"})
    ada = Identity("ada", str(uuid4()))
    path = settings.home / "checkpoints.sqlite3"

    async def go_on() -> None:
        with open_memory(settings, embedder=WordEmbedder()) as memory:
            async with open_assistant(settings, memory=memory) as assistant:
                for number in range(turns):
                    text = f"Message {number}: " + "I went to see the lighthouse and the sea. " * 12
                    async for _ in assistant.turn(text, ada):
                        pass

    async def resume() -> tuple[int, float]:
        with open_memory(settings, embedder=WordEmbedder(), background=False) as memory:
            async with open_assistant(settings, memory=memory) as assistant:
                began = time.monotonic()
                messages = await assistant.messages(ada)
                return sum(len(m.text) for m in messages), time.monotonic() - began

    asyncio.run(go_on())
    size, resumed_s = asyncio.run(resume())

    times = path.stat().st_size / size
    figures.note(
        "a long conversation",
        f"{turns} turns without tools: size of the file against the text in it; resume",
        f"{times:.1f} ×; {resumed_s:.2f} s",
        goal="20 ×; 1 s",
        is_reached=times <= 20 and resumed_s <= 1,
    )
