"""What memory adds to a turn: the same words to the graph with memory, and in a temporary chat.

    python -m benchmarks.turn [--json]

The offline model answers, so nearly all of a turn is what stands around a model. The memory holds
some hundred exchanges. The difference has everything that remembering costs before the answer is
complete: recall with the question's vector, the write of the exchange, and keeping the conversation.
Between two turns the work in the background is waited for, as it is while a person reads.
"""

import argparse
import asyncio
import json
import tempfile
from contextlib import ExitStack
from pathlib import Path
from uuid import NAMESPACE_OID, uuid5

from benchmarks.everyday import TOLD
from benchmarks.measuring import median_ms, p95_ms, timed, where_and_when
from core.identity import Identity
from core.settings import Settings, load_settings
from graph.assistant import Assistant, open_assistant
from memory import Memory, open_memory

SESSION_TURNS = 10
REPEATS = 3
"""So often everything that was told is in the memory, each time in other words."""

SAID = (
    "Thank you, that helps a lot.",
    "The weather was terrible on the way home today.",
    "I think we should paint the kitchen next month.",
    "Let us talk about the garden for a while.",
    "It took me an hour to find a parking space.",
    "The new colleague seems to be friendly.",
    "That was a long week for all of us.",
    "We had guests from Lyon on the weekend.",
)
"""Nothing that asks for a tool: both graphs go the same way."""

Figures = dict[str, float]


async def measure(home: Path, turns: int) -> Figures:
    """Medians of both ways, and of the parts of memory."""
    settings = load_settings({"home": home, "model": "offline", "embedder": "bundled"}, {}).settings
    fill(settings)
    with_memory: list[float] = []
    without: list[float] = []
    recalling: list[float] = []
    saving: list[float] = []
    with ExitStack() as stack:
        stack.enter_context(timed(Memory, "context_for", recalling))
        stack.enter_context(timed(Memory, "save_episode", saving))
        async with (
            open_assistant(settings) as assistant,
            open_assistant(settings, temporary=True) as forgetful,
        ):
            await asyncio.to_thread(assistant.memory.wait_until_embedded, 600)
            for number in range(turns):
                identity = _identity(settings, number // SESSION_TURNS)
                text = f"{SAID[number % len(SAID)]} ({number})"
                with_memory.append(await _answer_s(assistant, text, identity))
                await asyncio.to_thread(assistant.memory.wait_until_indexed, 60)
                without.append(await _answer_s(forgetful, text, identity))
    later = slice(SESSION_TURNS, None)
    return {
        "with_memory_p50_ms": median_ms(with_memory[later]),
        "with_memory_p95_ms": p95_ms(with_memory[later]),
        "temporary_p50_ms": median_ms(without[later]),
        "memory_adds_p50_ms": median_ms(
            [a - b for a, b in zip(with_memory[later], without[later], strict=True)]
        ),
        "of_it_recall_p50_ms": median_ms(recalling[later]),
        "of_it_save_p50_ms": median_ms(saving[later]),
    }


def fill(settings: Settings) -> None:
    """Let the memory hold some exchanges."""
    with open_memory(settings) as service:
        memory = service.for_identity(Identity(user=settings.user, session="told before"))
        for number in range(REPEATS * len(TOLD)):
            fact, question = TOLD[number % len(TOLD)]
            memory.save_episode(f"{question} ({number})", fact, query_id=str(number), tool_calls=0)
        service.wait_until_embedded(600)


async def _answer_s(assistant: Assistant, text: str, identity: Identity) -> float:
    loop = asyncio.get_running_loop()
    started = loop.time()
    async for _ in assistant.turn(text, identity):
        pass
    return loop.time() - started


def _identity(settings: Settings, conversation: int) -> Identity:
    session = str(uuid5(NAMESPACE_OID, f"conversation {conversation}"))
    return Identity(
        tenant=settings.tenant, user=settings.user, agent=settings.agent, session=session
    )


def main() -> None:
    """Run from the command line and print a table or JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.turn", description=__doc__)
    parser.add_argument("--turns", type=int, default=60)
    parser.add_argument("--json", action="store_true", dest="as_json")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = asyncio.run(measure(Path(folder), given.turns))
    if given.as_json:
        print(json.dumps({**where_and_when(), **figures}))
        return
    print(f"A turn, offline model, {REPEATS * len(TOLD)} exchanges in memory")
    for name, value in figures.items():
        print(f"  {name:<24}{value:>9.1f}")


if __name__ == "__main__":
    main()
