"""Taking turns out of a conversation's state: pure functions, no storage.

A turn is what the user said and everything up to the next thing that the user says. It goes as a
whole: an answer without its question, or a tool result without its call, would be no conversation.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage, ToolMessage

from core.recalled import nothing_recalled
from memory import Evidence, exchange_text

Values = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Redacted:
    """A state without what was forgotten.

    Attributes:
        values: The channels of the state.
        turns: Ids of the turns that went, as far as messages tell them.
        said: What the user had said in them.
    """

    values: Values
    turns: tuple[str, ...]
    said: tuple[str, ...]


def redacted(values: Mapping[str, Any], session: str, evidence: Evidence) -> Redacted:
    """The state of a conversation without the turns that hold what is forgotten.

    What memory had offered for the last turn goes in any case: it is looked up anew in the next.
    """
    kept: list[AnyMessage] = []
    gone: list[AnyMessage] = []
    for turn in turns_of(values.get("messages") or []):
        (gone if betrays(turn, session, evidence) else kept).extend(turn)
    spoken = [message for message in gone if isinstance(message, HumanMessage)]
    changed = {
        "messages": kept,
        "recalled": nothing_recalled(),
        "receipts": [r for r in values.get("receipts") or [] if r["id"] not in evidence.ids],
        "turn": _turn(values, kept),
    }
    # Input that waits, and whatever else may have words in it, is only kept when it is innocent.
    others = {
        name: value
        for name, value in values.items()
        if name not in changed and not (name == "__start__" or evidence.holds(str(value)))
    }
    return Redacted(
        values={**others, **{name: changed[name] for name in changed if name in values}},
        turns=tuple(str(message.id) for message in spoken if message.id),
        said=tuple(message.text for message in spoken),
    )


def turns_of(messages: Sequence[AnyMessage]) -> list[list[AnyMessage]]:
    """The messages of each turn; what stands before the first question is a turn of its own."""
    turns: list[list[AnyMessage]] = []
    for message in messages:
        if not turns or isinstance(message, HumanMessage):
            turns.append([])
        turns[-1].append(message)
    return turns


def betrays(turn: Sequence[AnyMessage], session: str, evidence: Evidence) -> bool:
    """Whether a turn saved, told or holds what is forgotten."""
    return (
        any(message.id in evidence.turns for message in turn)
        or any(_told_ids(message) & set(evidence.ids) for message in turn)
        or any(evidence.holds(_all_text(message)) for message in turn)
        or _is_exchange(turn, session, evidence)
    )


def _told_ids(message: AnyMessage) -> set[str]:
    """The memories that a tool saved or told in this message."""
    artifact = message.artifact if isinstance(message, ToolMessage) else None
    if not isinstance(artifact, dict):
        return set()
    told = [*(artifact.get("items") or []), artifact.get("receipt") or {}]
    return {str(item.get("id")) for item in told if isinstance(item, dict)}


def _all_text(message: AnyMessage) -> str:
    """The words of a message, and what was given to tools in it."""
    if not isinstance(message, AIMessage):
        return message.text
    given = [str(value) for call in message.tool_calls for value in call["args"].values()]
    unread = [str(call["args"]) for call in message.invalid_tool_calls]
    return "\n".join([message.text, *given, *unread])


def _is_exchange(turn: Sequence[AnyMessage], session: str, evidence: Evidence) -> bool:
    """Whether the turn is one of the exchanges that go, by its words (ids differ on the server)."""
    if not isinstance(turn[0], HumanMessage):
        return False
    begins = exchange_text(turn[0].text, "")
    return any(
        exchange.session == session and exchange.content.startswith(begins)
        for exchange in evidence.exchanges
    )


def _turn(values: Mapping[str, Any], kept: Sequence[AnyMessage]) -> Any:  # noqa: ANN401 - a channel
    """Facts about the last turn, without its question when that is gone."""
    turn = values.get("turn")
    if not isinstance(turn, dict):
        return turn
    is_kept = any(isinstance(m, HumanMessage) and m.text.strip() == turn["question"] for m in kept)
    return turn if is_kept else {**turn, "question": ""}
