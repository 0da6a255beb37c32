"""A real chat model that says what a test wrote down, and remembers what it was sent.

    model = ScriptedModel(script=[call("save_topic", topic="user.editor", content="Vim"), "Done."])

Each entry answers one request: a text, an AIMessage, an exception to raise, or a function of the
prompt that gives one of these. Texts are streamed word by word.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from uuid import uuid4

from langchain_core.callbacks import CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import (
    AIMessage,
    AIMessageChunk,
    BaseMessage,
    InvalidToolCall,
    SystemMessage,
    ToolCall,
)
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.utils.function_calling import convert_to_openai_tool
from pydantic import Field

from models import ChosenModel

Entry = str | AIMessage | Exception | Callable[[list[BaseMessage]], Any]


def call(name: str, call_id: str | None = None, /, **arguments: Any) -> AIMessage:
    """A message that calls one tool."""
    return calls(ToolCall(name=name, args=arguments, id=call_id or f"call-{uuid4().hex[:8]}"))


def calls(*tool_calls: ToolCall, text: str = "") -> AIMessage:
    """A message that calls several tools at once."""
    return AIMessage(text, tool_calls=list(tool_calls))


def unreadable_call(name: str, arguments: str, call_id: str | None = "bad-1") -> AIMessage:
    """A message whose only call has arguments that are no JSON."""
    broken = InvalidToolCall(
        type="invalid_tool_call", name=name, args=arguments, id=call_id, error="no JSON"
    )
    return AIMessage("", invalid_tool_calls=[broken])


class ScriptedModel(BaseChatModel):
    """Says its script, entry by entry; the last one is repeated when `repeats` is set."""

    script: list[Any]
    repeats: bool = False
    prompts: list[list[BaseMessage]] = Field(default_factory=list)
    offered: list[list[str]] = Field(default_factory=list)
    """Names of the tools that were bound, for each request."""

    @property
    def _llm_type(self) -> str:
        return "scripted"

    @property
    def system(self) -> str:
        """The instructions of the last request."""
        first = self.prompts[-1][0]
        assert isinstance(first, SystemMessage)
        return str(first.text)

    def bind_tools(self, tools: Sequence[Any], **kwargs: Any) -> Runnable[Any, AIMessage]:
        names = [convert_to_openai_tool(tool)["function"]["name"] for tool in tools]
        return self.bind(tool_names=names, **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 - the interface of chat models
        run_manager: CallbackManagerForLLMRun | None = None,  # noqa: ARG002
        **kwargs: Any,
    ) -> ChatResult:
        return ChatResult(generations=[ChatGeneration(message=self._next(messages, kwargs))])

    def _stream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,  # noqa: ARG002 - the interface of chat models
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,
    ) -> Iterator[ChatGenerationChunk]:
        message = self._next(messages, kwargs)
        for piece in re.findall(r"\S+\s*|\s+", str(message.text)):
            yield self._sent(AIMessageChunk(content=piece), run_manager)
        if message.tool_calls or message.invalid_tool_calls:
            yield self._sent(_call_chunk(message), run_manager)
        yield self._sent(AIMessageChunk(content="", chunk_position="last"), run_manager)

    def _sent(
        self, message: AIMessageChunk, run_manager: CallbackManagerForLLMRun | None
    ) -> ChatGenerationChunk:
        chunk = ChatGenerationChunk(message=message)
        if run_manager:
            run_manager.on_llm_new_token(str(message.text), chunk=chunk)
        return chunk

    def _next(self, messages: list[BaseMessage], kwargs: dict[str, Any]) -> AIMessage:
        self.prompts.append(messages)
        self.offered.append(list(kwargs.get("tool_names", [])))
        entry = self.script[0] if self.repeats and len(self.script) == 1 else self.script.pop(0)
        said = entry(messages) if callable(entry) and not isinstance(entry, Exception) else entry
        if isinstance(said, Exception):
            raise said
        return AIMessage(said) if isinstance(said, str) else said.model_copy(deep=True)


def _call_chunk(message: AIMessage) -> AIMessageChunk:
    return AIMessageChunk(
        content="", tool_calls=message.tool_calls, invalid_tool_calls=message.invalid_tool_calls
    )


def scripted(
    *script: Entry, tools: bool = True, window_tokens: int = 8192, repeats: bool = False
) -> ChosenModel:
    """A scripted model as the program gets its models."""
    model = ScriptedModel(script=list(script), repeats=repeats)
    return ChosenModel(model, "scripted", "Using a script.", tools, window_tokens)


def script_of(chosen: ChosenModel) -> ScriptedModel:
    """The scripted model inside, to look at what it was sent."""
    assert isinstance(chosen.model, ScriptedModel)
    return chosen.model
