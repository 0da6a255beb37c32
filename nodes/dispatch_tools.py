"""dispatch_tools: look at each call the model made and let the good ones through.

What cannot be run is answered here, in words for the model; every other call is sent to the node
of its tool by the route behind this node. So each call gets exactly one tool message. A tool that
the run does not offer is no tool, even though the graph has its node.
"""

from collections.abc import Mapping
from typing import Any

from langchain_core.messages import InvalidToolCall, ToolCall, ToolMessage
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from core.errors import InvalidInput
from core.state import Context, TurnState
from nodes.conversation import last_answer
from nodes.loop_guard import MOST_REPEATS, repeated_calls
from nodes.services import Services
from nodes.tools import TOOLS, MemoryTool, no_such_tool, tools_of_run

MAX_QUOTED_CHARS = 200
"""Of an unreadable call: enough to see what went wrong."""


class DispatchUpdate(TypedDict):
    """What dispatch_tools writes."""

    messages: list[ToolMessage]


KNOWN = frozenset(tool.name for tool in TOOLS)
"""The tools that have a node; a call of any other name goes to unknown_tool."""


def dispatch_tools(
    state: TurnState, runtime: Runtime[Context], *, services: Services
) -> DispatchUpdate:
    """Answer the calls that cannot be run: unreadable, ill-formed, or made for the third time."""
    tools = {tool.name: tool for tool in tools_of_run(services, runtime)}
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
    """What is wrong with a call; "" when it fits, or when unknown_tool is to say it."""
    tool = tools.get(call["name"])
    if tool is None:
        return no_such_tool(call["name"], tuple(tools)) if call["name"] in KNOWN else ""
    try:
        tool.read_arguments(call["args"])
    except InvalidInput as fault:
        return str(fault)
    return ""


def _refusal(name: str, call_id: str | None, text: str) -> ToolMessage:
    return ToolMessage(content=text, name=name, tool_call_id=call_id or "", status="error")
