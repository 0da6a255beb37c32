"""Makes calls of what a model wrote: the same message, with tool calls and without their text."""

import json
from hashlib import sha256

from langchain_core.messages import (
    AIMessage,
    HumanMessage,
    InvalidToolCall,
    ToolCall,
    ToolMessage,
)

from core.recalled import nothing_recalled
from core.settings import Settings
from core.state import TurnState
from models import ChosenModel
from nodes.conversation import calls_made, text_of, turn_start
from nodes.written import Source, WrittenCall, WrittenTools, find_written_calls


def reads_calls(settings: Settings, chosen: ChosenModel) -> bool:
    """Whether calls in this model's answers are carried out."""
    if settings.written_calls == "auto":
        return not chosen.supports_tools
    return settings.written_calls == "on"


def with_written_calls(answer: AIMessage, tools: WrittenTools, state: TurnState) -> AIMessage:
    """The answer with its written calls as tool calls; the answer itself when it has none."""
    found = find_written_calls(text_of(answer), tools, _brought(state))
    if not found.calls:
        return answer
    made = len(calls_made(state["messages"]))
    calls, broken = list(answer.tool_calls), list(answer.invalid_tool_calls)
    for number, call in enumerate(found.calls, start=made):
        if call.fault:
            broken.append(_broken(call, number))
        else:
            call_id = _id(call, number)
            calls.append(ToolCall(name=call.name, args=dict(call.arguments), id=call_id))
    update = {"content": found.text, "tool_calls": calls, "invalid_tool_calls": broken}
    return answer.model_copy(update=update)


def _id(call: WrittenCall, number: int) -> str:
    """The same for the same call of the same turn: begun again, a run does not save twice."""
    told = json.dumps([number, call.name, call.arguments, call.fault], sort_keys=True, default=str)
    return f"written_{sha256(told.encode('utf-8', 'replace')).hexdigest()[:24]}"


def _broken(call: WrittenCall, number: int) -> InvalidToolCall:
    return InvalidToolCall(
        type="invalid_tool_call",
        name=call.name,
        args=call.fault,
        id=_id(call, number),
        error="The written call ends before it is complete, or its quotes do not fit.",
    )


def _brought(state: TurnState) -> Source:
    """All that is in the conversation or the prompt and is not the model's own."""
    messages = state["messages"]
    others = [text_of(m) for m in messages if isinstance(m, HumanMessage | ToolMessage)]
    recalled = state.get("recalled") or nothing_recalled()
    for items in (recalled["pinned"], recalled["facts"], recalled["episodes"]):
        others += [item["content"] for item in items]
    return Source(text_of(messages[turn_start(messages)]), "\n".join(others))
