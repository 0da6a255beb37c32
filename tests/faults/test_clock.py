"""A clock that is wrong hides nothing and breaks no order."""

import asyncio
from datetime import UTC, datetime, timedelta

from core.clock import ManualClock
from core.identity import Identity
from core.settings import Settings
from graph.assistant import open_assistant
from memory import open_memory
from tests.faults.figures import Figures
from tests.memory.word_embedder import WordEmbedder

ADA = Identity("ada", "6f1dfb0c-6f5c-4a36-a7f6-0d3b5b8f4e11")

HOUR, DECADE = timedelta(hours=1), timedelta(days=3652)

JUMPS = [HOUR, -HOUR, DECADE, -DECADE, -DECADE, DECADE, -HOUR]
"""The clock goes back over restarts too: each step opens the home anew."""


def test_no_engram_and_no_turn_is_hidden_by_a_clock_that_jumps(
    settings: Settings, figures: Figures
):
    clock = ManualClock(datetime(2026, 5, 30, 12, tzinfo=UTC))
    settings = settings.model_copy(update={"embedder": "auto"})
    said: list[str] = []
    for number, jump in enumerate(JUMPS):
        clock.advance(jump)
        said.append(f"Please remember my code{number} is value{number}.")
        asyncio.run(one_turn(settings, clock, said))

    with open_memory(settings, clock=clock, embedder=WordEmbedder(), background=False) as service:
        memory = service.for_identity(ADA)
        assert service.wait_until_embedded(30) == 0
        notes = [memory.save_topic("user.editor", f"editor{n}").id for n in range(3)]
        assert memory.topic("user.editor").id == notes[-1]  # type: ignore[union-attr]
        episodes = memory.memories("episode", 100)
        found = [memory.recall(f"value{n}", 5).items for n in range(len(JUMPS))]
        assert all(
            any(f"value{n}" in item.engram.content for item in items)
            for n, items in enumerate(found)
        )

    assert len(episodes) == len(JUMPS)
    figures.note(
        "a wrong clock",
        "turns and engrams after jumps of ±1 h and ±10 years, each across a restart; hidden, out of order",
        f"0, 0 of {len(JUMPS)}",
        goal="0, 0",
    )


async def one_turn(settings: Settings, clock: ManualClock, said: list[str]) -> None:
    memory = open_memory(settings, clock=clock, embedder=WordEmbedder())
    with memory:
        async with open_assistant(settings, clock=clock, memory=memory) as assistant:
            async for _ in assistant.turn(said[-1], ADA):
                pass
            messages = await assistant.messages(ADA)
    assert [m.text for m in messages if m.type == "human"] == said


def test_the_newest_value_of_a_topic_stands_though_the_clock_went_back(settings: Settings):
    clock = ManualClock(datetime(2026, 5, 30, 12, tzinfo=UTC))
    settings = settings.model_copy(update={"embedder": "auto"})
    with open_memory(settings, clock=clock, embedder=WordEmbedder(), background=False) as service:
        service.for_identity(ADA).save_topic("user.editor", "vim")
    clock.advance(-DECADE)

    with open_memory(settings, clock=clock, embedder=WordEmbedder(), background=False) as service:
        memory = service.for_identity(ADA)
        memory.save_topic("user.editor", "emacs")

        assert memory.recall_topic("user.editor") == "emacs"
        assert [e.content for e in memory.versions("user.editor")] == ["emacs", "vim"]


def test_what_a_wrong_clock_lets_run_out_is_hidden_only_and_there_again_when_it_is_right(
    settings: Settings, figures: Figures
):
    clock = ManualClock(datetime(2026, 5, 30, 12, tzinfo=UTC))
    settings = settings.model_copy(update={"embedder": "auto"})
    texts = [f"The code of door {n} is code{n}." for n in range(20)]
    with open_memory(settings, clock=clock, embedder=WordEmbedder(), background=False) as service:
        memory = service.for_identity(ADA)
        for text in texts:
            memory.remember(text, expires_in_days=30)
        assert service.wait_until_embedded(30) == 0

    clock.advance(DECADE)
    with open_memory(settings, clock=clock, embedder=WordEmbedder()) as service:
        assert service.for_identity(ADA).recall("code7", 5).items == ()
        service.wait_until_indexed(30)
    clock.advance(-DECADE)

    with open_memory(settings, clock=clock, embedder=WordEmbedder(), background=False) as service:
        memory = service.for_identity(ADA)
        found = [memory.recall(f"code{n}", 1).items[0].engram.content for n in range(20)]
    assert found == texts
    figures.note(
        "a wrong clock",
        "facts that ran out by a clock 10 years ahead; dropped, when it is right again (what ran "
        "out is hidden, and never swept)",
        f"0 of {len(texts)}",
        goal="0",
    )
