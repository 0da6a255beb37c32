"""What a turn tells while it runs, as plain values, and how they are read from LangGraph's stream.

The command line and the stories see these and nothing of LangGraph.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

from langchain_core.messages import AIMessage, ToolMessage

from core.state import SavedReceipt


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of what the model says. All tokens after the last tool call make the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCalled:
    """The model asked for a tool."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ToolAnswered:
    """A tool answered the model."""

    name: str
    content: str
    is_error: bool


@dataclass(frozen=True, slots=True)
class MemorySaved:
    """Something was committed to memory, and read back."""

    receipt: SavedReceipt


@dataclass(frozen=True, slots=True)
class Notice:
    """One line for the person."""

    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """The end of a turn.

    `episode_id` is what feedback rates; None in a temporary chat.
    """

    text: str
    query_id: str
    episode_id: str | None


TurnEvent = Token | ToolCalled | ToolAnswered | MemorySaved | Notice | Answer


def _text_of(message: AIMessage | ToolMessage) -> str:
    """The words of a message, read here so that no node is loaded for it."""
    return str(message.text)


class TurnReader:
    """Reads the stream of one turn: modes "messages", "custom" and "updates"."""

    def __init__(self) -> None:
        self._streamed_id: str | None = None
        self._streamed = ""
        self._answer: AIMessage | None = None
        self._query_id = ""
        self._episode_id: str | None = None

    def read(self, mode: str, data: Any) -> Iterator[TurnEvent]:  # noqa: ANN401 - LangGraph's
        """The events in one chunk of the stream."""
        if mode == "messages":
            message, metadata = data
            yield from self._token(message, metadata)
        elif mode == "custom":
            yield from self._custom(data)
        elif mode == "updates":
            for node, update in data.items():
                messages: Sequence[Any] = (update or {}).get("messages") or ()
                yield from self._update(node, messages)

    def finish(self) -> Iterator[TurnEvent]:
        """What is left to tell when the stream has ended: words never streamed, and the answer.

        The tokens and the answer then say the same, also when a correction was added.
        """
        text = _text_of(self._answer) if self._answer else ""
        if text != self._streamed:
            is_longer = text.startswith(self._streamed)
            yield Token(text[len(self._streamed) :] if is_longer else f"\n{text}")
        yield Answer(text, self._query_id, self._episode_id)

    def _token(self, message: Any, metadata: Mapping[str, Any]) -> Iterator[TurnEvent]:  # noqa: ANN401
        if metadata.get("langgraph_node") != "generate" or not isinstance(message, AIMessage):
            return
        if message.id != self._streamed_id:
            self._streamed_id, self._streamed = message.id, ""
        if text := _text_of(message):
            self._streamed += text
            yield Token(text)

    def _custom(self, data: Mapping[str, Any]) -> Iterator[TurnEvent]:
        kind = data.get("type")
        if kind == "memory_saved":
            yield MemorySaved(cast(SavedReceipt, data))
        elif kind == "notice":
            yield Notice(data["text"])
        elif kind == "turn_saved":
            self._query_id, self._episode_id = data["query_id"], data["episode_id"]

    def _update(self, node: str, messages: Sequence[Any]) -> Iterator[TurnEvent]:
        for message in messages:
            if isinstance(message, ToolMessage):
                is_error = message.status == "error"
                yield ToolAnswered(message.name or "", _text_of(message), is_error)
            elif isinstance(message, AIMessage):
                self._answer = message
                for call in message.tool_calls if node == "generate" else ():
                    yield ToolCalled(call["name"], call["args"])
