"""The product's graph for a real `langgraph dev`, with a model whose pace a test decides.

Each turn saves a topic and then answers. What the user says sets the pace:

- `meet <n> …`: the answers are held back until n turns have come so far;
- `hold …`: the answer is held back until the file `release` appears in the server's folder;
- anything else is answered at once.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.outputs import ChatGenerationChunk, ChatResult

from core.clock import SystemClock
from core.settings import load_settings
from graph.build import build_graph
from graph.one_memory import OneMemory
from models import ChosenModel
from nodes import Services
from tests.standins.scripted_model import ScriptedModel, call

LONGEST_MEETING_S = 120.0


class PacedModel(ScriptedModel):
    """Saves, waits as it was told, answers."""

    waiting: int = 0

    async def _pace(self, messages: list[BaseMessage]) -> None:
        said = next(str(m.text) for m in reversed(messages) if isinstance(m, HumanMessage))
        if not isinstance(messages[-1], ToolMessage):
            return
        if said.startswith("meet"):
            await asyncio.wait_for(self._meet(int(said.split()[1])), LONGEST_MEETING_S)
        while said.startswith("hold") and not await asyncio.to_thread(Path("release").exists):
            await asyncio.sleep(0.05)

    async def _meet(self, number: int) -> None:
        self.waiting += 1
        while self.waiting < number:
            await asyncio.sleep(0.05)

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> AsyncIterator[ChatGenerationChunk]:
        await self._pace(messages)
        async for chunk in super()._astream(messages, stop, run_manager, **kwargs):
            yield chunk

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> ChatResult:
        await self._pace(messages)
        return await super()._agenerate(messages, stop, run_manager, **kwargs)


def _next_step(messages: list[BaseMessage]) -> AIMessage | str:
    if isinstance(messages[-1], ToolMessage):
        return "Done."
    return call("save_topic", topic="user.editor", content="Vim")


_settings = load_settings().settings
_chosen = ChosenModel(
    PacedModel(script=[_next_step], repeats=True), "scripted", "Using a script.", True, 8192
)


async def _model(_spec: str) -> ChosenModel:
    return _chosen


graph = build_graph(
    Services(_settings, SystemClock(), OneMemory(_settings).get, _model, "server")
).compile(name="mnemon")
