"""Where the words of a turn come from: the user in person, or a tool, a document, an import.

The write gate gets this with every save that a model asks for (`memory.gate.trust`): what the model
was shown from elsewhere cannot become the user's word by being repeated. Pure functions of the
state; the model has no say in it.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, cast

from langchain_core.messages import BaseMessage, HumanMessage, ToolMessage

from core.engram import Trust
from core.recalled import RecalledContext, RecalledItem, nothing_recalled
from core.state import HeardWords, TurnState
from memory import FOREIGN, Heard, least, visible
from nodes.conversation import text_of, this_turn
from nodes.quoting import own_and_pasted
from nodes.stating import comes_back, stated, wants_change
from nodes.tools.findings import NOTHING_FOUND

MEMORY_READS = ("recall", "search_memory", "memory_search", "memory_recall")
"""How the names of tools begin that bring text out of memory; they say whose word each is."""

MEMORY_WRITES = ("save_", "remember", "memory_", "unknown_tool")
"""How the names of tools begin that bring nothing but receipts."""

SHARED: Trust = "import"
"""What another user shared counts as brought from elsewhere."""

LONG_WORD_CHARS = 6
"""A word of this length in an answer, in a text from elsewhere and not in the question was retold."""

ROW_WORDS = 4
"""So many words in a row are a quotation, however short they are."""


def heard_in(state: TurnState) -> HeardWords:
    """What was heard in a conversation up to now, in plain JSON.

    Once other words than the user's were shown, only what the user states in person, or asks to keep,
    in this turn counts as said; earlier messages count when this one asks to keep something or agrees.
    """
    messages = state["messages"]
    foreign = foreign_in(state)
    own = [own_and_pasted(text_of(m)).own for m in messages if isinstance(m, HumanMessage)]
    if foreign is None:
        return HeardWords(said=own, foreign=None, wants_change=True)
    newest, earlier = (own[-1], own[:-1]) if own else ("", [])
    said = [stated(newest)]
    if comes_back(newest):
        said += [stated(text) for text in earlier]
    said = [text for text in said if text]
    return HeardWords(said=said, foreign=foreign, wants_change=wants_change(newest))


def as_memory_hears(words: HeardWords | None) -> Heard:
    """The same for the write gate. Nothing known counts as a conversation without the user."""
    if words is None:
        return Heard()
    foreign = cast("Trust | None", words["foreign"])
    return Heard(tuple(words["said"]), foreign, wants_change=words.get("wants_change", False))


def foreign_in(state: TurnState) -> Trust | None:
    """The origin of what was shown in a conversation beside its two speakers; None when nothing was."""
    found = [trust for _, trust in _brought(state["messages"])]
    found += [trust for _, trust in _recalled(state.get("recalled") or nothing_recalled())]
    kept = state.get("brought") or ""
    return least([*found, *([kept] if kept in FOREIGN else [])])


def recalled_origin(recalled: RecalledContext, before: str) -> str:
    """The origin to remember of a conversation in which this was shown; "" when there is none."""
    found = [trust for _, trust in _recalled(recalled)]
    return least([*found, *([before] if before in FOREIGN else [])]) or ""


def origin_of_exchange(state: TurnState, answer: str) -> Trust:
    """Whose words an exchange holds: `user`, or where the text came from that it quotes or retells."""
    turn = this_turn(state["messages"])
    pasted = [trust for m, trust in _brought(turn) if isinstance(m, HumanMessage)]
    if pasted:
        return pasted[0]
    shown = [*_recalled(state.get("recalled") or nothing_recalled())]
    shown += [(text_of(m), trust) for m, trust in _brought(turn)]
    own = _telling(" ".join(text_of(m) for m in turn if isinstance(m, HumanMessage)))
    told = _telling(answer) - own
    retold = [trust for text, trust in shown if told & _telling(text)]
    return least(retold) or "user"


def _brought(messages: Sequence[BaseMessage]) -> Iterator[tuple[BaseMessage, Trust]]:
    """The messages that hold other words than those of the user and the model."""
    for message in messages:
        if isinstance(message, HumanMessage) and own_and_pasted(text_of(message)).pasted:
            yield message, "document"
        elif isinstance(message, ToolMessage):
            trust = _origin_of_result(message)
            if trust is not None:
                yield message, trust


def _origin_of_result(message: ToolMessage) -> Trust | None:
    name = message.name or ""
    if name.startswith(MEMORY_READS):
        trusts = [_foreign(trust) for trust in _trusts(message.artifact)]
        says_nothing = message.status == "error" or text_of(message).startswith(NOTHING_FOUND)
        return least(trusts) if trusts or says_nothing else "tool"
    return None if name.startswith(MEMORY_WRITES) else "tool"


def _trusts(artifact: Any) -> Iterator[str]:  # noqa: ANN401 - plain JSON
    """Every `trust` in a tool's artifact, however deep it stands."""
    if isinstance(artifact, dict):
        if isinstance(artifact.get("trust"), str):
            yield artifact["trust"]
        for value in artifact.values():
            yield from _trusts(value)
    elif isinstance(artifact, list | tuple):
        for value in artifact:
            yield from _trusts(value)


def _recalled(recalled: RecalledContext) -> Iterator[tuple[str, Trust]]:
    sections: tuple[list[RecalledItem], ...] = (
        recalled["pinned"],
        recalled["facts"],
        recalled["episodes"],
    )
    for item in (item for section in sections for item in section):
        trust = _foreign(item["trust"])
        if trust in FOREIGN:
            yield item["content"], trust


def _foreign(trust: str) -> Trust:
    return SHARED if trust == "shared" else cast(Trust, trust)


def _telling(text: str) -> frozenset[str]:
    """What betrays that a text was retold: its long words, and any few words in a row."""
    words = re.findall(r"\w+", visible(text).casefold())
    rows = zip(*(words[start:] for start in range(ROW_WORDS)), strict=False)
    return frozenset([*(w for w in words if len(w) >= LONG_WORD_CHARS), *map(" ".join, rows)])
