"""When a model goes round in circles: the same tool with the same arguments, again and again.

Pure: everything is read from the messages of the turn, so it survives a restart by itself.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage

from nodes.conversation import this_turn

MOST_REPEATS = 3
"""The third identical call ends the loop: one retry may be honest, two are not."""


def repeated_calls(messages: Sequence[BaseMessage]) -> set[str]:
    """The ids of those calls in the newest model message that are made for the third time."""
    spoken = [m for m in this_turn(messages) if isinstance(m, AIMessage)]
    if not spoken:
        return set()
    *earlier, answer = spoken
    seen = Counter(mark for message in earlier for _, mark in _marks(message))
    repeated = set()
    for call_id, mark in _marks(answer):
        seen[mark] += 1
        if seen[mark] >= MOST_REPEATS:
            repeated.add(call_id)
    return repeated


def is_going_round(messages: Sequence[BaseMessage]) -> bool:
    """Whether any call was made three times in this turn: the model must answer now."""
    turn = this_turn(messages)
    seen = Counter(mark for m in turn if isinstance(m, AIMessage) for _, mark in _marks(m))
    return any(count >= MOST_REPEATS for count in seen.values())


def _marks(message: AIMessage) -> list[tuple[str, str]]:
    """The id of each call, and what makes it the same call as another."""
    readable = [
        (call["id"] or "", _mark(call["name"], call["args"])) for call in message.tool_calls
    ]
    unreadable = [
        (call["id"] or "", _mark(call["name"] or "", {"": call["args"]}))
        for call in message.invalid_tool_calls
    ]
    return readable + unreadable


def _mark(name: str, arguments: Mapping[str, Any]) -> str:
    return json.dumps([name, arguments], sort_keys=True, default=str)
