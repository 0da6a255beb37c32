"""A real assistant for the graph's tests: real memory, real checkpoints, and a scripted model."""

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, TypeVar
from uuid import uuid4

import pytest

from core.clock import ManualClock
from core.errors import MnemonError
from core.identity import Identity
from core.settings import Settings
from graph.assistant import Assistant, open_assistant
from graph.events import Answer, MemorySaved, Notice, Token, ToolAnswered, ToolCalled, TurnEvent
from memory import open_memory
from memory.embedding import Embedder, load_embedder
from models import ChosenModel

Result = TypeVar("Result")
EventKind = TypeVar("EventKind", Token, ToolCalled, ToolAnswered, MemorySaved, Notice, Answer)


def person(name: str = "ann") -> Identity:
    """Somebody in a new conversation."""
    return Identity(user=name, session=str(uuid4()))


@dataclass
class Heard:
    """All that one turn told."""

    events: list[TurnEvent] = field(default_factory=list)

    def of(self, kind: type[EventKind]) -> list[EventKind]:
        return [event for event in self.events if isinstance(event, kind)]

    @property
    def answer(self) -> Answer:
        last = self.events[-1]
        assert isinstance(last, Answer)
        return last

    @property
    def spoken(self) -> str:
        return "".join(token.text for token in self.of(Token))


async def hear(assistant: Assistant, text: str, who: Identity, heard: Heard | None = None) -> Heard:
    """Run one turn to its end; `heard` keeps what was told when it ends in an error."""
    heard = heard or Heard()
    async for event in assistant.turn(text, who):
        heard.events.append(event)
    return heard


async def refusal(assistant: Assistant, text: str, who: Identity) -> MnemonError:
    """The error that a turn ends with."""
    with pytest.raises(MnemonError) as caught:
        await hear(assistant, text, who)
    return caught.value


@pytest.fixture
def run() -> Callable[[Coroutine[Any, Any, Result]], Result]:
    """Run async code to its end."""
    return asyncio.run


@pytest.fixture(scope="session")
def embedder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedder]:
    """The bundled embedder, loaded once for all tests (a service never closes one it was given)."""
    home = tmp_path_factory.mktemp("embedder")
    loaded = load_embedder("bundled", Settings.model_validate({"home": home}))
    yield loaded
    loaded.close()


@pytest.fixture
def opened(settings: Settings, embedder: Embedder):
    """Open an assistant on the test's home with this model.

    Its memory shares the embedder, unless the chat is temporary or settings are changed: then
    the assistant opens everything itself.
    """

    @asynccontextmanager
    async def opening(model: ChosenModel | None = None, **more: Any) -> AsyncIterator[Assistant]:
        changes = more.pop("settings", {})
        changed = settings.model_copy(update=changes)
        with ExitStack() as stack:
            if not changes and not more.get("temporary"):
                clock = more.get("clock")
                memory = open_memory(settings, clock=clock, embedder=embedder)
                more["memory"] = stack.enter_context(memory)
            async with open_assistant(changed, model=model, **more) as assistant:
                yield assistant

    return opening


@pytest.fixture
def clock() -> ManualClock:
    """Noon of a day in May."""
    return ManualClock(datetime(2026, 5, 31, 12, tzinfo=UTC))
