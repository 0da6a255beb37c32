"""The save that a model was plainly asked for and did not make: made in its place, as its call.

Only what a rule can read without doubt, and only once a turn. The call goes the way of every call:
through dispatch, the tool's node and the gate, with the receipt that the person's notice is made of.
"""

import json
import re
from collections.abc import Collection, Mapping
from hashlib import sha256

from langchain_core.messages import AIMessage, ToolCall

from core.state import TurnState
from models.offline import one_requested_save
from nodes.claim_words import DENIED
from nodes.conversation import calls_made, text_of
from nodes.sentences import is_question, plain_english, sentences

MADE_FOR_IT = "The model did not save what you asked it to remember: that is done in its place."

_SORRY = re.compile(r"\b(?:sorry|apologi[sz]e|afraid|rather not)\b", re.IGNORECASE)

_MARK = "missed_"
"""How the ids of such calls begin."""


def with_missed_save(
    answer: AIMessage, claims: Collection[str], state: TurnState, offered: Collection[str]
) -> AIMessage | None:
    """The answer with the save it left out as its call; None when there is none, or any doubt.

    Args:
        answer: What the model said, without calls. A false claim is not part of what is given back.
        claims: Its sentences that claim what is not so.
        state: The turn.
        offered: Names of the tools of the run.
    """
    if state.get("receipts") or any(_is_ours(call) for call in calls_made(state["messages"])):
        return None
    if not claims and _asks_or_declines(text_of(answer)):
        return None
    save = one_requested_save(state["turn"]["question"])
    if save is None or save.name not in offered:
        return None
    arguments = dict(save.args)
    if any(
        c["name"] == save.name and c["args"] == arguments for c in calls_made(state["messages"])
    ):
        return None  # the model did make it, and it failed
    call = ToolCall(name=save.name, args=arguments, id=_id(save.name, arguments))
    content = "" if claims else answer.content
    return answer.model_copy(update={"content": content, "tool_calls": [call]})


def _is_ours(call: ToolCall) -> bool:
    return (call["id"] or "").startswith(_MARK)


def _asks_or_declines(text: str) -> bool:
    """Whether the model says no, or has nothing but a question in return."""
    told = sentences(plain_english(text))
    return any(DENIED.search(s) or _SORRY.search(s) for s in told) or all(map(is_question, told))


def _id(name: str, arguments: Mapping[str, object]) -> str:
    """The same for the same call of a turn: begun again, a run does not save twice."""
    told = json.dumps([name, arguments], sort_keys=True, default=str)
    return f"{_MARK}{sha256(told.encode('utf-8', 'replace')).hexdigest()[:24]}"
