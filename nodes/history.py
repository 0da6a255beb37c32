"""The part of a conversation that fits into a prompt. What is kept in the state is never touched.

The turn in progress comes first; whole earlier turns follow, newest first, while they fit. A call
and its result are never parted, and every call has a result. (Not `trim_messages`: it copies and
counts the whole thread several times, 270 ms for 2,000 messages, against 2 ms here.)
"""

from collections.abc import Iterator, Sequence

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.messages.utils import count_tokens_approximately

from nodes.conversation import answered_ids, text_of, turn_start

CHARS_PER_TOKEN = 4
"""As `count_tokens_approximately` counts."""

CUT_MARK = "\n[… cut: the message is too long to be shown whole]"

INTERRUPTED = "This call was interrupted before it answered. It is not known whether it was done."


def fitting_history(messages: Sequence[BaseMessage], budget_tokens: int) -> list[BaseMessage]:
    """The newest messages within a token budget, ready to be sent to a chat model.

    Args:
        messages: The whole conversation.
        budget_tokens: Aimed at, in approximate tokens; the newest human message is always there,
            cut with a visible mark when it alone is too long.
    """
    start = turn_start(messages)
    turn = _fitting_turn(_closed(messages[start:]), budget_tokens)
    left = budget_tokens - count_tokens_approximately(turn)
    earlier: list[list[BaseMessage]] = []
    for past in _turns_backwards(messages[:start]):
        closed = _closed(past)
        left -= count_tokens_approximately(closed)
        if left < 0:
            break
        earlier.insert(0, closed)
    whole = [message for past in earlier for message in past] + turn
    return [_named(message) for message in whole]


def _turns_backwards(messages: Sequence[BaseMessage]) -> Iterator[Sequence[BaseMessage]]:
    """Whole turns, newest first; turns without words (refused when they came) are left out."""
    end = len(messages)
    while end > 0:
        start = turn_start(messages[:end])
        if isinstance(messages[start], HumanMessage) and text_of(messages[start]).strip():
            yield messages[start:end]
        end = start


def _closed(messages: Sequence[BaseMessage]) -> list[BaseMessage]:
    """The messages with a result behind every call: an interrupted run leaves calls without."""
    answered = answered_ids(messages)
    closed: list[BaseMessage] = []
    for message in messages:
        closed.append(message)
        if isinstance(message, AIMessage):
            open_calls = [*message.tool_calls, *message.invalid_tool_calls]
            closed += [
                ToolMessage(
                    content=INTERRUPTED,
                    name=call["name"] or "tool",
                    tool_call_id=call["id"] or "",
                    status="error",
                )
                for call in open_calls
                if call["id"] not in answered
            ]
    return closed


def _fitting_turn(turn: Sequence[BaseMessage], budget_tokens: int) -> list[BaseMessage]:
    """The turn in progress: its human message, and as many of its newest steps as fit.

    Half of the budget is for the human message, a quarter for the results of one step.
    """
    spoken = _cut(turn[0], budget_tokens // 2)
    left = budget_tokens - count_tokens_approximately([spoken])
    kept: list[list[BaseMessage]] = []
    for step in reversed(_steps(turn[1:])):
        shown = _fitting_step(step, budget_tokens // 4)
        left -= count_tokens_approximately(shown)
        if left < 0 and kept:  # the newest step is always shown: it is what the model waits for
            break
        kept.insert(0, shown)
    return [spoken, *(message for step in kept for message in step)]


def _steps(messages: Sequence[BaseMessage]) -> list[list[BaseMessage]]:
    """Each message of the model together with the results of its calls."""
    steps: list[list[BaseMessage]] = []
    for message in messages:
        if isinstance(message, AIMessage) or not steps:
            steps.append([])
        steps[-1].append(message)
    return steps


def _fitting_step(step: Sequence[BaseMessage], budget_tokens: int) -> list[BaseMessage]:
    results = max(1, sum(isinstance(m, ToolMessage) for m in step))
    share = budget_tokens // results
    return [_cut(m, share) if isinstance(m, ToolMessage) else m for m in step]


def _cut(message: BaseMessage, budget_tokens: int) -> BaseMessage:
    text = text_of(message)
    limit = budget_tokens * CHARS_PER_TOKEN
    if len(text) <= limit:
        return message
    kept = max(0, limit - len(CUT_MARK))
    return message.model_copy(update={"content": text[:kept] + CUT_MARK})


def _named(message: BaseMessage) -> BaseMessage:
    """A result that begins with its tool's name: Ollama drops names and ids, and keeps contents."""
    if not isinstance(message, ToolMessage) or not message.name:
        return message
    return message.model_copy(update={"content": f"{message.name}: {text_of(message)}"})
