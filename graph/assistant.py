"""One conversation partner in this process: the graph with its memory, model and checkpoints open.

The command line and the stories run their turns through this. The LangGraph server does not: it
runs the same graph itself (`graph.server`).
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, nullcontext
from typing import Any, cast
from uuid import UUID, uuid4

from langchain_core.messages import AnyMessage, HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph.state import CompiledStateGraph

from core.clock import Clock, SystemClock
from core.errors import InvalidInput
from core.identity import Identity
from core.recalled import RecalledContext, nothing_recalled
from core.settings import Settings
from core.state import Context, TurnInput, TurnState
from graph.build import build_graph
from graph.chat_models import ChatModels
from graph.checkpointer import FILE_NAME, open_checkpointer_at
from graph.events import Notice, TurnEvent, TurnReader
from graph.idle_upkeep import IdleUpkeep
from graph.one_writer import one_writer
from graph.upkeep import Upkeep
from memory import MemoryService, open_memory
from models import ChosenModel
from nodes import Services
from nodes.upkeep import BUILT_IN, UpkeepReport

Agent = CompiledStateGraph[TurnState, Context, TurnInput, TurnState]


class Assistant:
    """Answers turns. Made by `open_assistant`.

    Attributes:
        model: The chat model that answers.
    """

    def __init__(
        self,
        agent: Agent,
        settings: Settings,
        model: ChosenModel,
        memory: MemoryService | None,
        *,
        temporary: bool,
        upkeep: IdleUpkeep | None = None,
    ) -> None:
        self._upkeep = upkeep
        self._agent = agent
        self._settings = settings
        self._memory = memory
        self._temporary = temporary
        self.model = model
        self._told = len(memory.notices) if memory else 0

    @property
    def memory(self) -> MemoryService:
        """The memory service.

        Raises:
            InvalidInput: This is a temporary chat.
        """
        if self._memory is None:
            raise InvalidInput("Memory is off in a temporary chat. Start one without --temp.")
        return self._memory

    @property
    def notices(self) -> list[str]:
        """One-line sentences for the person: which model and embedder were chosen, and why."""
        return [self.model.why, *(self._memory.notices if self._memory else [])]

    async def turn(self, text: str, identity: Identity) -> AsyncIterator[TurnEvent]:
        """Answer one message; the last event is the `Answer`.

        Args:
            text: What the user said.
            identity: Who says it; the session is the conversation.

        Raises:
            InvalidInput: The text is blank, or the session is no UUID.
            NotFound: The conversation is another user's.
            ModelUnavailable: The model cannot answer. The message is kept in the conversation.
            StorageError: The home cannot be read or written.
            ConversationBusy: Another process is answering in this conversation.
        """
        said = HumanMessage(content=_valid_text(text), id=str(uuid4()))
        if self._upkeep is not None:
            await self._upkeep.pause()
        await self._admit(identity)
        reader = TurnReader()
        async with self._writing(identity.session):
            stream = _astream(
                self._agent,
                TurnInput(messages=[said]),
                _thread(identity),
                self._context(identity),
            )
            async with aclosing(stream) as chunks:
                async for mode, data in chunks:
                    for event in reader.read(mode, data):
                        yield event
                    for notice in self._new_notices():
                        yield notice
        if self._upkeep is not None:
            self._upkeep.begin(identity)
        for event in reader.finish():
            yield event

    async def keep_up(self, identity: Identity) -> None:
        """At the end of a conversation: compare what is new with what was known, if that is quick.

        With the built-in model it takes milliseconds; a language model is waited for only when
        the setting `contradictions` is `on`.
        """
        if self._upkeep is not None and not self._temporary:
            await self._upkeep.pause()
            if self.model.spec == BUILT_IN or self._settings.contradictions == "on":
                await self._upkeep.now(identity)

    def upkeep_reports(self) -> list[UpkeepReport]:
        """What upkeep has done since this was last asked."""
        return [] if self._upkeep is None else self._upkeep.take_reports()

    async def messages(self, identity: Identity) -> list[AnyMessage]:
        """The conversation so far, oldest first; [] when it has not begun.

        Raises:
            NotFound: The conversation is another user's.
        """
        values = await self._values(identity)
        return list(values.get("messages", []))

    async def recalled(self, identity: Identity) -> RecalledContext:
        """What memory offered for the last turn of the conversation.

        Raises:
            NotFound: The conversation is another user's.
        """
        values = await self._values(identity)
        return values.get("recalled") or nothing_recalled()

    async def _values(self, identity: Identity) -> TurnState:
        state = await self._agent.aget_state(_thread(identity))
        if state.values:
            await self._admit(identity)
        values: TurnState = state.values  # type: ignore[assignment]
        return values

    async def _admit(self, identity: Identity) -> None:
        """Refuse a conversation of somebody else before anything of this turn is written to it."""
        _check_session(identity.session)
        if identity.agent != self._settings.agent:
            raise InvalidInput(
                f"This is the assistant {self._settings.agent!r}, not {identity.agent!r}. "
                f"Set MNEMON_AGENT={identity.agent} to talk to that one."
            )
        if self._memory is not None and not self._temporary:
            memory = self._memory.for_identity(identity)
            await asyncio.to_thread(memory.open_session, PROVIDER, identity.session)

    def _writing(self, session: str) -> Any:  # noqa: ANN401 - two kinds of context manager
        return nullcontext() if self._temporary else one_writer(self._settings.home, session)

    def _context(self, identity: Identity) -> Context:
        return Context(user=identity.user, tenant=identity.tenant, temporary=self._temporary)

    def _new_notices(self) -> list[Notice]:
        """What memory has told since it was last asked, such as that the embedder is down."""
        told = self._memory.notices[self._told :] if self._memory else []
        self._told += len(told)
        return [Notice(text) for text in told]


PROVIDER = "cli"
"""Where the conversations of this process come from."""


@asynccontextmanager
async def open_assistant(
    settings: Settings,
    *,
    temporary: bool = False,
    clock: Clock | None = None,
    memory: MemoryService | None = None,
    model: ChosenModel | None = None,
) -> AsyncIterator[Assistant]:
    """Open what a conversation needs, and close it at the end.

    Args:
        settings: Where the home is, which model answers.
        temporary: Memory is neither read nor written, and the home is not touched: the
            conversation is gone at the end.
        clock: Tells the time; the memory's own when None.
        memory: An open memory service, which stays open. None opens the home's.
        model: A loaded model. None loads the one of the settings.

    Raises:
        ModelUnavailable: The model cannot be had.
        StorageError: The home cannot be used.
    """
    async with AsyncExitStack() as stack:
        models = ChatModels(settings, model)
        chosen = await models.get("")
        if memory is None and not temporary:
            memory = await asyncio.to_thread(open_memory, settings, clock=clock)
            stack.push_async_callback(asyncio.to_thread, memory.close)
        saver: BaseCheckpointSaver[Any] = InMemorySaver()
        if not temporary:
            path = settings.home / FILE_NAME
            saver = await stack.enter_async_context(
                open_checkpointer_at(path, settings.checkpoints_kept)
            )
        services = Services(
            settings=settings,
            clock=clock or (memory.clock if memory else SystemClock()),
            memory=_opened(memory),
            model=models.get,
            provider=PROVIDER,
        )
        agent = build_graph(services).compile(checkpointer=saver, name="mnemon")
        agent = agent.with_config(recursion_limit=settings.recursion_limit)
        upkeep = None if memory is None or temporary else IdleUpkeep(Upkeep(services))
        if upkeep is not None:
            stack.push_async_callback(upkeep.pause)
        yield Assistant(agent, settings, chosen, memory, temporary=temporary, upkeep=upkeep)


def _astream(
    agent: Agent, said: TurnInput, thread: RunnableConfig, context: Context
) -> AsyncGenerator[tuple[str, Any]]:
    """The stream of a run. LangGraph types it as an iterator, but it is a generator to close."""
    stream = agent.astream(
        said,
        thread,
        context=context,
        stream_mode=["messages", "custom", "updates"],
        # A checkpoint is written while the next step runs; the stream ends when all are on disk.
        durability="async",
    )
    return cast("AsyncGenerator[tuple[str, Any]]", stream)


def _opened(memory: MemoryService | None) -> Callable[[], MemoryService]:
    def get() -> MemoryService:
        if memory is None:
            raise InvalidInput("Memory is off in a temporary chat.")
        return memory

    return get


def _thread(identity: Identity) -> RunnableConfig:
    return {"configurable": {"thread_id": identity.session}}


def _check_session(session: str) -> None:
    try:
        UUID(session)
    except ValueError:
        raise InvalidInput(
            f"{session!r} is no conversation id: those are UUIDs. 'mnemon sessions' lists yours."
        ) from None


def _valid_text(text: str) -> str:
    """The message as it can be stored and sent: no lone surrogates, no NUL, not blank."""
    valid = text.encode("utf-8", "replace").decode("utf-8").replace("\x00", "\ufffd")
    if not valid.strip():
        raise InvalidInput("The message is empty. Say something.")
    return valid
