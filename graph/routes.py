"""Where a turn goes next. Pure functions of the state."""

from typing import Literal

from langchain_core.messages import AIMessage
from langgraph.types import Send

from core.state import ToolTask, TurnState
from nodes import TOOLS
from nodes.conversation import pending_calls, wants_tools
from nodes.provenance import heard_in

TOOL_NAMES = tuple(tool.name for tool in TOOLS)
"""The node of a tool has the tool's name."""


def after_generate(state: TurnState) -> Literal["dispatch_tools", "generate", "persist"]:
    """To the tools while the model asks for some, else to the end.

    Back to the model when its answer was not given: generate does that once a turn, and the newest
    message is then still the user's or a tool's.
    """
    newest = state["messages"][-1]
    if not isinstance(newest, AIMessage):
        return "generate"
    return "dispatch_tools" if wants_tools(newest) else "persist"


def after_dispatch(state: TurnState) -> list[Send] | Literal["generate"]:
    """One Send for each call that dispatch_tools let through; back to the model if there is none.

    A name nobody knows goes to unknown_tool: LangGraph would drop a Send to a missing node.
    """
    calls = pending_calls(state["messages"])
    if not calls:
        return "generate"
    heard = heard_in(state)
    return [
        Send(
            call["name"] if call["name"] in TOOL_NAMES else "unknown_tool",
            ToolTask(call=call, turn=state["turn"], heard=heard),
        )
        for call in calls
    ]
