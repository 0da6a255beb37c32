"""A chat model that says what a story tells it to: for promises about models that misbehave.

It is a real LangChain chat model: it streams, calls tools, and is driven by the same graph as any
other. It also keeps the prompts it was sent, so that a story can say what a model gets to see.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from typing import Any

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.language_models.chat_models import generate_from_stream
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, ToolMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from pydantic import Field, PrivateAttr

from stories.steps import ScriptedReply

Prompt = list[BaseMessage]


class ScriptedModel(BaseChatModel):
    """Gives the replies it was handed, one a call; a call too many is told and counted."""

    prompts: list[Prompt] = Field(default_factory=list)
    """Every prompt of this turn, oldest first."""
    surplus_calls: int = 0
    """How often it was asked after the replies of this turn had run out."""
    _replies: list[str | ScriptedReply] = PrivateAttr(default_factory=list)
    _call_numbers: Iterator[int] = PrivateAttr(default_factory=lambda: count(1))

    @property
    def _llm_type(self) -> str:
        return "scripted"

    @property
    def replies_left(self) -> int:
        """How many replies of this turn were never asked for."""
        return len(self._replies)

    def begin_turn(self, replies: Sequence[str | ScriptedReply]) -> None:
        """Take the replies of the turn that begins; what was seen before it is dropped."""
        self._replies = list(replies)
        self.prompts = []
        self.surplus_calls = 0

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,  # noqa: ANN401 - LangChain's signature, here and below
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Take note of the tools; which are called stands in the script."""
        return self.bind(tools=list(tools), tool_choice=tool_choice, **kwargs)

    def _generate(
        self,
        messages: Prompt,
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> ChatResult:
        return generate_from_stream(self._stream(messages, stop, run_manager, **kwargs))

    def _stream(
        self,
        messages: Prompt,
        stop: list[str] | None = None,  # noqa: ARG002
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **kwargs: Any,  # noqa: ANN401, ARG002
    ) -> Iterator[ChatGenerationChunk]:
        self.prompts.append(list(messages))
        reply = self._next_reply()
        words = reply if isinstance(reply, str) else reply.text
        for piece in words.splitlines(keepends=True) or [""]:
            yield ChatGenerationChunk(message=AIMessageChunk(content=piece))
        if isinstance(reply, ScriptedReply):
            yield ChatGenerationChunk(message=self._call_chunk(reply))

    def _next_reply(self) -> str | ScriptedReply:
        if self._replies:
            return self._replies.pop(0)
        self.surplus_calls += 1
        return "(The script of this turn says nothing more.)"

    def _call_chunk(self, reply: ScriptedReply) -> AIMessageChunk:
        chunks = [
            tool_call_chunk(
                name=call.name,
                args=json.dumps(call.arguments),
                id=f"call-{next(self._call_numbers)}",
                index=index,
            )
            for index, call in enumerate(reply.calls)
        ]
        return AIMessageChunk(content="", tool_call_chunks=chunks)


def unanswered_calls(prompts: Sequence[Prompt]) -> list[str]:
    """Names of tool calls that stand in a prompt without their answer; no provider accepts that."""
    found = []
    for prompt in prompts:
        answered = {m.tool_call_id for m in prompt if isinstance(m, ToolMessage)}
        for message in prompt:
            if isinstance(message, AIMessage):
                found += [c["name"] for c in message.tool_calls if c["id"] not in answered]
    return found
