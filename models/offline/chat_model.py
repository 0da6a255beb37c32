"""The offline model as a LangChain chat model: deterministic, streaming, calling tools.

It is no language model. It reads the newest message of the person by rules, calls the memory tools
that are bound, and answers by quoting what they found. System messages are not read: what memory
put into the prompt is asked for by tools, so that every answer says where it is from.
"""

import hashlib
import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from typing import Any

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage
from langchain_core.messages.tool import tool_call, tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool

from models.offline.moves import Move, next_move
from models.offline.results import Call

MODEL_NAME = "mnemon-offline"
WORDS_PER_CHUNK = 3
"""Words streamed at a time: enough chunks to show streaming, few enough to cost nothing."""


class OfflineChatModel(BaseChatModel):
    """Remembers and recalls through tools, by rules, without any network or weights."""

    @property
    def _llm_type(self) -> str:
        return MODEL_NAME

    @property
    def _identifying_params(self) -> dict[str, Any]:
        return {"model_name": MODEL_NAME}

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,  # noqa: ANN401 - the base class's signature
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """The model that may call these tools; `tool_choice="none"` forbids all of them."""
        formatted = [convert_to_openai_tool(tool) for tool in tools]
        return self.bind(tools=formatted, tool_choice=tool_choice, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **kwargs: Any,  # noqa: ANN401
    ) -> ChatResult:
        move = next_move(messages, _tool_names(kwargs))
        named = zip(move.calls, _call_ids(messages, move.calls), strict=True)
        message = AIMessage(
            content=_stopped(move.text, stop),
            tool_calls=[tool_call(name=c.name, args=c.args, id=i) for c, i in named],
            response_metadata=_metadata(move),
        )
        return ChatResult(generations=[ChatGeneration(message=message)])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> Iterator[ChatGenerationChunk]:
        for chunk in _chunks(messages, stop, kwargs):
            if run_manager:
                run_manager.on_llm_new_token(str(chunk.message.text), chunk=chunk)
            yield chunk

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401
    ) -> AsyncIterator[ChatGenerationChunk]:
        for chunk in _chunks(messages, stop, kwargs):
            if run_manager:
                await run_manager.on_llm_new_token(str(chunk.message.text), chunk=chunk)
            yield chunk


def _chunks(
    messages: list[BaseMessage], stop: list[str] | None, kwargs: Mapping[str, Any]
) -> Iterator[ChatGenerationChunk]:
    move = next_move(messages, _tool_names(kwargs))
    for piece in _pieces(_stopped(move.text, stop)):
        yield ChatGenerationChunk(message=AIMessageChunk(content=piece))
    ids = _call_ids(messages, move.calls)
    for index, (call, call_id) in enumerate(zip(move.calls, ids, strict=True)):
        begun = tool_call_chunk(name=call.name, args="", id=call_id, index=index)
        yield ChatGenerationChunk(message=AIMessageChunk(content="", tool_call_chunks=[begun]))
        args = tool_call_chunk(args=json.dumps(call.args, ensure_ascii=False), index=index)
        yield ChatGenerationChunk(message=AIMessageChunk(content="", tool_call_chunks=[args]))
    last = AIMessageChunk(content="", response_metadata=_metadata(move), chunk_position="last")
    yield ChatGenerationChunk(message=last)


def _pieces(text: str) -> Iterator[str]:
    """The text in pieces of a few words that join to the text again."""
    words = re.findall(r"\s*\S+\s*?(?=\s|$)|\s+$", text)
    for start in range(0, len(words), WORDS_PER_CHUNK):
        yield "".join(words[start : start + WORDS_PER_CHUNK])


def _stopped(text: str, stop: list[str] | None) -> str:
    cuts = [at for mark in stop or () if mark and (at := text.find(mark)) >= 0]
    return text[: min(cuts)] if cuts else text


def _tool_names(kwargs: Mapping[str, Any]) -> set[str]:
    if kwargs.get("tool_choice") == "none":
        return set()
    return {str(tool["function"]["name"]) for tool in kwargs.get("tools") or ()}


def _call_ids(messages: Sequence[BaseMessage], calls: Sequence[Call]) -> list[str]:
    """An id for each call: the same for the same turn, another in every other turn."""
    at = max((i for i, m in enumerate(messages) if isinstance(m, HumanMessage)), default=0)
    human = messages[at] if messages else HumanMessage("")
    turn = f"{human.id or at}|{human.text}|{len(messages) - at}"
    return [
        "call_"
        + hashlib.sha256(
            f"{turn}|{n}|{c.name}|{c.arguments}".encode("utf-8", "replace")
        ).hexdigest()[:24]
        for n, c in enumerate(calls)
    ]


def _metadata(move: Move) -> dict[str, Any]:
    return {"model_name": MODEL_NAME, "finish_reason": "tool_calls" if move.calls else "stop"}
