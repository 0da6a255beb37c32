"""Plain questions about a list of messages: pure functions, no state."""

from collections.abc import Sequence

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    ToolCall,
    ToolMessage,
)


def text_of(message: BaseMessage) -> str:
    """The words of a message, whether its content is a string or a list of blocks."""
    return str(message.text)


def turn_start(messages: Sequence[BaseMessage]) -> int:
    """Where the turn in progress begins: the position of the newest human message, else 0."""
    for position in range(len(messages) - 1, -1, -1):
        if isinstance(messages[position], HumanMessage):
            return position
    return 0


def this_turn(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """The messages of the turn in progress, from its human message on."""
    return list(messages[turn_start(messages) :])


def earlier_questions(messages: Sequence[BaseMessage], most: int = 2) -> list[str]:
    """What the user said in the turns before this one, newest first, at most `most`."""
    before = [text_of(m) for m in messages[: turn_start(messages)] if isinstance(m, HumanMessage)]
    return before[::-1][:most]


def last_answer(messages: Sequence[BaseMessage]) -> AIMessage | None:
    """The newest message of the model in this turn, or None when it has not spoken yet."""
    for message in reversed(messages[turn_start(messages) :]):
        if isinstance(message, AIMessage):
            return message
    return None


def wants_tools(message: AIMessage) -> bool:
    """Whether the model asked for a tool, readably or not."""
    return bool(message.tool_calls or message.invalid_tool_calls)


def call_ids(message: AIMessage) -> list[str]:
    """The ids of all calls in a message, in order, the unreadable ones last."""
    calls = [*message.tool_calls, *message.invalid_tool_calls]
    return [call["id"] or "" for call in calls]


def answered_ids(messages: Sequence[BaseMessage]) -> set[str]:
    """The ids of the calls that have their tool message."""
    return {m.tool_call_id for m in messages if isinstance(m, ToolMessage)}


def pending_calls(messages: Sequence[BaseMessage]) -> list[ToolCall]:
    """The readable calls of the newest model message that have no tool message yet, in order."""
    answer = last_answer(messages)
    if answer is None:
        return []
    answered = answered_ids(this_turn(messages))
    return [call for call in answer.tool_calls if call["id"] not in answered]


def calls_made(messages: Sequence[BaseMessage]) -> list[ToolCall]:
    """Every readable call of the turn in progress, in order."""
    turn = this_turn(messages)
    return [call for m in turn if isinstance(m, AIMessage) for call in m.tool_calls]
