"""Does an exchange only retell memory, or say nothing? Then it must not become new memory.

Otherwise every "What language do I prefer?" would leave one more exchange that outranks the fact
it was answered from, and a question asked too early would be remembered with "I don't know".
"""

import re
from collections.abc import Sequence

from langchain_core.messages import BaseMessage, ToolMessage

from core.recalled import RecalledContext
from nodes.conversation import text_of, this_turn
from nodes.sentences import only_asks, only_greets, plain_english

_KNOWS_NOTHING = re.compile(
    r"\b(?:(?:do|did|does|could|can) not (?:know|remember|recall|have|find)|"
    r"no (?:memor(?:y|ies)|record|information|idea)|not (?:told|mentioned|said|stored|saved|sure)|"
    r"nothing (?:is |was |has been )?(?:stored|saved|known|found|about|in (?:my )?memory)|"
    r"have (?:nothing|no|not)|is not in (?:my )?memory|never (?:told|mentioned|said))\b",
    re.IGNORECASE,
)

_WORD = re.compile(r"[^\W_]{3,}")

MIN_SHARED = 0.6
"""Of a memory's words that stand in the answer but not in the question: less is coincidence."""


def only_retells(
    question: str, answer: str, messages: Sequence[BaseMessage], recalled: RecalledContext
) -> bool:
    """Whether the user only asked, and the answer came out of memory or was that there is none.

    A greeting counts too: there is nothing in it to be found by.

    Args:
        question: What the user said.
        answer: What was answered.
        messages: The conversation; the results of this turn's tools are in it.
        recalled: What stood in the prompt.
    """
    if only_greets(question):
        return True
    if not only_asks(question):
        return False
    if _KNOWS_NOTHING.search(plain_english(answer)):
        return True
    told = [text_of(m) for m in this_turn(messages) if isinstance(m, ToolMessage) and _found(m)]
    items = [*recalled["pinned"], *recalled["facts"], *recalled["episodes"]]
    return bool(told) or any(_stands_in(item["content"], answer, question) for item in items)


def _found(message: ToolMessage) -> bool:
    """Whether a reading tool found something."""
    return isinstance(message.artifact, dict) and bool(message.artifact.get("items"))


def _stands_in(memory: str, answer: str, question: str) -> bool:
    """Whether the answer uses what the memory says beyond the words of the question."""
    telling = _words(memory) - _words(question)
    return bool(telling) and len(telling & _words(answer)) / len(telling) >= MIN_SHARED


def _words(text: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(text)}
