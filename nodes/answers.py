"""What a model said, made well-formed, so that the steps behind it need not doubt it."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from langchain_core.messages import AIMessage

from nodes.conversation import text_of, wants_tools

SILENCE = "I have no answer: the language model returned nothing. Please ask again."

NO_ANSWER_FOUND = (
    "I could not finish this: the language model only kept calling tools. "
    "Please ask again in another way."
)


def well_formed(answer: AIMessage, used_ids: set[str], *, must_answer: bool) -> AIMessage:
    """The same message with words when it calls no tool, and with a new id on every call.

    Args:
        answer: What the model said.
        used_ids: Ids of the turn's earlier calls.
        must_answer: Calls are dropped. A model that was given no tools still writes some.
    """
    if must_answer and wants_tools(answer):
        words = text_of(answer).strip() or NO_ANSWER_FOUND
        update: dict[str, Any] = {"tool_calls": [], "invalid_tool_calls": [], "content": words}
        return answer.model_copy(update=update)
    if wants_tools(answer):
        used = set(used_ids)
        calls = _with_new_ids(answer.tool_calls, used)
        unreadable = _with_new_ids(answer.invalid_tool_calls, used)
        return answer.model_copy(update={"tool_calls": calls, "invalid_tool_calls": unreadable})
    if not text_of(answer).strip():
        return answer.model_copy(update={"content": SILENCE})
    return answer


def _with_new_ids(calls: Sequence[Any], used: set[str]) -> list[Any]:
    """The calls, each with an id no other call of the turn has.

    Small models leave ids out or number each message's calls anew. An id used twice would make a
    second save look like a repetition of the first.
    """
    named = []
    for call in calls:
        call_id = call["id"] or ""
        if not call_id or call_id in used:
            call_id = f"call_{uuid4().hex}"
        used.add(call_id)
        named.append({**call, "id": call_id})
    return named
