"""Conversations written down: tool calls as the model made them, answered as the tools would."""

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage

from models.offline import OfflineChatModel

SYSTEM = SystemMessage("You are Mnemon.\n<memory>user.language_preference: COBOL</memory>")


def schema(name: str, *arguments: str) -> dict[str, Any]:
    properties = {argument: {"type": "string"} for argument in arguments}
    parameters = {"type": "object", "properties": properties, "required": list(arguments)}
    return {
        "type": "function",
        "function": {"name": name, "description": name, "parameters": parameters},
    }


TOOLS = [
    schema("save_topic", "topic", "content"),
    schema("recall_topic", "topic"),
    schema("save_memory", "content"),
    schema("search_memory", "query"),
]


def next_message(
    messages: Sequence[BaseMessage], tools: list[dict[str, Any]] | None = None
) -> AIMessage:
    """What the model says next with these tools bound (all four when None)."""
    bound = TOOLS if tools is None else tools
    model = OfflineChatModel()
    return (model.bind_tools(bound) if bound else model).invoke([SYSTEM, *messages])


def calls_for(text: str, tools: list[dict[str, Any]] | None = None) -> list[tuple[str, Any]]:
    """The calls made at once for a message, without their ids."""
    answer = next_message([HumanMessage(text, id="h1")], tools)
    return [(call["name"], call["args"]) for call in answer.tool_calls]


def answer_after(
    text: str, *results: tuple[str, str], before: list[BaseMessage] | None = None
) -> str:
    """The final words when the calls get these results, (status, content) in the order of the calls.

    The last result is repeated for every further call.
    """
    messages: list[BaseMessage] = [*(before or []), HumanMessage(text, id="h9")]
    left = list(results)
    for _ in range(8):
        answer = next_message(messages)
        messages.append(answer)
        if not answer.tool_calls:
            return str(answer.text)
        for call in answer.tool_calls:
            status, content = left.pop(0) if len(left) > 1 else left[0]
            messages.append(answered(call["id"] or "", call["name"], content, status))
    raise AssertionError(f"No end: {messages}")


def answered(call_id: str, name: str, content: str, status: str = "success") -> ToolMessage:
    return ToolMessage(content, tool_call_id=call_id, name=name, status=status)


def saved_turn(text: str, topic: str, content: str) -> list[BaseMessage]:
    """An earlier turn in which something was saved under a topic."""
    call = {"name": "save_topic", "args": {"topic": topic, "content": content}, "id": f"c-{topic}"}
    return [
        HumanMessage(text),
        AIMessage("", tool_calls=[call]),
        answered(f"c-{topic}", "save_topic", f"Memory saved: {topic}"),
        AIMessage("Saved."),
    ]
