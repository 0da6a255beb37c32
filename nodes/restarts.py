"""What an attempt that did not end leaves in a conversation, and which of it to take away.

The LangGraph server starts a run that was in flight at a crash again, with the same input: the
user's message then stands there twice, with the first attempt's steps between. The same happens
when a person says the same again after the model was down.
"""

from collections.abc import Sequence

from langchain_core.messages import BaseMessage, HumanMessage, RemoveMessage

from core.state import Turn
from nodes.conversation import text_of, turn_start


def leftovers(
    messages: Sequence[BaseMessage], turn: Turn | None, query_id: str
) -> list[RemoveMessage]:
    """Removals of the first attempt's messages; empty when this turn is no repetition.

    Args:
        messages: The conversation, the newest human message begins this turn.
        turn: The turn that was begun last on this thread, if any.
        query_id: The id of this turn.
    """
    start = turn_start(messages)
    if start == 0:
        return []
    before = messages[:start]
    earlier = turn_start(before)
    is_restart = turn is not None and turn["query_id"] == query_id
    is_unanswered = earlier == start - 1
    if not (is_restart or is_unanswered) or not _is_same(before[earlier], messages[start]):
        return []
    return [RemoveMessage(id=m.id) for m in before[earlier:] if m.id]


def _is_same(left: BaseMessage, right: BaseMessage) -> bool:
    return isinstance(left, HumanMessage) and text_of(left) == text_of(right)
