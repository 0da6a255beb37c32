"""LangChain's Ollama client, made safe: its failures are told, and no event loop holds it.

What differs from `ChatOllama`:

- Every failure is a `ModelUnavailable`, whether invoked or streamed, sync or async, also in the
  middle of an answer; an answer that ends without Ollama's closing line counts as one.
- Each answer has a connection of its own, closed with it. The pooled client of `ChatOllama`
  belongs to the event loop of its first use and breaks in the next one; a connection on the same
  machine costs less than a millisecond.
- Tool messages carry the tool's name, and text that is not valid Unicode does not stop a turn.

Only imported inside functions: `langchain_ollama` takes long to load.
"""

from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing, closing
from typing import Any

import httpx
from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, ToolMessage
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool
from langchain_ollama import ChatOllama  # noqa: TID253 - this module is itself loaded on demand
from ollama import AsyncClient, Client

from models.ollama_failures import cut_short, failures_told
from models.ollama_server import CONNECT_TIMEOUT_S, OllamaServer
from models.tool_schema import simplified_tool


class OllamaChat(ChatOllama):
    """A chat model of one Ollama server; see the module for what differs from its base."""

    server: OllamaServer
    timeout_s: float
    """Longest silence of the server, in seconds."""

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: dict[str, Any] | str | bool | None = None,
        **kwargs: object,
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Offer `tools`, with schemas that survive the ollama package; Ollama has no tool choice."""
        simplified = [simplified_tool(convert_to_openai_tool(tool)) for tool in tools]
        return super().bind_tools(simplified, tool_choice=tool_choice, **kwargs)

    def _chat_params(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **kwargs: object
    ) -> dict[str, Any]:
        params = super()._chat_params(messages, stop, **kwargs)
        for message, sent in zip(messages, params["messages"], strict=True):
            sent["content"] = _valid(sent["content"])
            if isinstance(message, ToolMessage) and message.name:
                sent["tool_name"] = message.name
        return params

    def _create_chat_stream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **kwargs: object
    ) -> Iterator[Mapping[str, Any] | str]:
        params = {**self._chat_params(messages, stop, **kwargs), "stream": True}
        is_done = False
        with (
            Client(**self._connection()) as client,
            closing(client.chat(**params)) as parts,
            failures_told(self.server.url, self.model),
        ):
            for part in parts:
                is_done = is_done or _closes(part)
                yield part
        if not is_done:
            raise cut_short(self.server.url, self.model)

    async def _acreate_chat_stream(
        self, messages: list[BaseMessage], stop: list[str] | None = None, **kwargs: object
    ) -> AsyncIterator[Mapping[str, Any] | str]:
        params = {**self._chat_params(messages, stop, **kwargs), "stream": True}
        is_done = False
        async with (
            AsyncClient(**self._connection()) as client,
            aclosing(await client.chat(**params)) as parts,
        ):
            with failures_told(self.server.url, self.model):
                async for part in parts:
                    is_done = is_done or _closes(part)
                    yield part
        if not is_done:
            raise cut_short(self.server.url, self.model)

    def _connection(self) -> dict[str, Any]:
        timeout = httpx.Timeout(self.timeout_s, connect=CONNECT_TIMEOUT_S)
        return {"host": self.server.url, **self.server.client_options(timeout)}


def _closes(part: Mapping[str, Any]) -> bool:
    # A line with the reason "load" says that the model was loaded, and is no answer.
    return bool(part.get("done")) and part.get("done_reason") != "load"


def _valid(text: str) -> str:
    # A lone surrogate (half an emoji, cut by some program) cannot be sent as UTF-8.
    return text.encode("utf-8", "replace").decode("utf-8")
