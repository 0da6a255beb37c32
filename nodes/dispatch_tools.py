"""dispatch_tools: look at each call the model made and let the good ones through.

What cannot be run is answered here, in words for the model; every other call is sent to the node
of its tool by the route behind this node. So each call gets exactly one tool message.
"""

from collections.abc import Mapping
from typing import Any

from langchain_core.messages import InvalidToolCall, ToolCall, ToolMessage
from typing_extensions import TypedDict

from core.errors import InvalidInput
from core.state import TurnState
from nodes.conversation import last_answer
from nodes.loop_guard import MOST_REPEATS, repeated_calls
from nodes.tools import MemoryTool

MAX_QUOTED_CHARS = 200
"""Of an unreadable call: enough to see what went wrong."""


class DispatchUpdate(TypedDict):
    """What dispatch_tools writes."""

    messages: list[ToolMessage]


def dispatch_tools(state: TurnState, *, tools: Mapping[str, MemoryTool[Any]]) -> DispatchUpdate:
    """Answer the calls that cannot be run: unreadable, ill-formed, or made for the third time."""
    messages = state["messages"]
    answer = last_answer(messages)
    if answer is None:
        return DispatchUpdate(messages=[])
    refusals = [_unreadable(call) for call in answer.invalid_tool_calls]
    repeated = repeated_calls(messages)
    for call in answer.tool_calls:
        fault = _repetition(call) if call["id"] in repeated else _misfit(call, tools)
        if fault:
            refusals.append(_refusal(call["name"], call["id"], fault))
    return DispatchUpdate(messages=refusals)


def _unreadable(call: InvalidToolCall) -> ToolMessage:
    name = call["name"] or "tool"
    text = (
        f"This call of {name} could not be read: its arguments are no JSON object "
        f"({(call['args'] or '')[:MAX_QUOTED_CHARS]!r}). Call it again with valid JSON."
    )
    return _refusal(name, call["id"], text)


def _repetition(call: ToolCall) -> str:
    return (
        f"{call['name']} was called with the same arguments {MOST_REPEATS} times in this turn. "
        "It will not say anything else. Answer the user now with what you have."
    )


def _misfit(call: ToolCall, tools: Mapping[str, MemoryTool[Any]]) -> str:
    """What is wrong with the arguments; "" when they fit, or when no tool has that name."""
    tool = tools.get(call["name"])
    if tool is None:
        return ""
    try:
        tool.read_arguments(call["args"])
    except InvalidInput as fault:
        return str(fault)
    return ""


def _refusal(name: str, call_id: str | None, text: str) -> ToolMessage:
    return ToolMessage(content=text, name=name, tool_call_id=call_id or "", status="error")
