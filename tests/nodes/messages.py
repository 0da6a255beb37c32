"""Short ways to write a conversation down in a test."""

from typing import Any

from langchain_core.messages import AIMessage, HumanMessage, ToolCall, ToolMessage


def user(text: str, message_id: str | None = None) -> HumanMessage:
    return HumanMessage(text, id=message_id)


def asks(*named: tuple[str, str, dict[str, Any]]) -> AIMessage:
    """A model message with calls, each (id, name, arguments)."""
    return AIMessage("", tool_calls=[ToolCall(id=i, name=n, args=a) for i, n, a in named])


def result(call_id: str, text: str = "ok", name: str = "search_memory", **more) -> ToolMessage:
    return ToolMessage(text, tool_call_id=call_id, name=name, **more)
