"""What the memory tools answered, read from their messages.

From the artifact when there is one, else from the text in the agreed formats.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from langchain_core.messages import AIMessage, BaseMessage, ToolMessage

NOTHING_FOUND = "No memories found."
SAVED = "Memory saved"

_TOPIC = re.compile(r"^\[Memory: (?P<topic>[^\]]+)\] (?P<content>.*)$", re.DOTALL)
_LINE = re.compile(
    r"^\d+\. \(relevance: (?P<score>[\d.]+)\) (?P<date>\d{4}-\d\d-\d\d) (?P<content>.*)$"
)
_TOPIC_LINE = re.compile(r"^(?P<topic>(?:user|project|constraint)\.[a-z0-9_]+): (?P<content>.*)$")
_NEAREST = re.compile(r"Nearest topics: (?P<topics>[^\n]+?)\.?$")


@dataclass(frozen=True, slots=True)
class Found:
    """One memory that a tool found; `date` is "" when the tool did not tell it."""

    content: str
    topic: str = ""
    kind: str = ""
    date: str = ""
    trust: str = "user"
    score: float = 1.0
    id: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """The answer of one tool call."""

    name: str
    text: str
    has_failed: bool = False
    found: tuple[Found, ...] = ()
    nearest: tuple[str, ...] = ()
    was_new: bool = True

    @property
    def is_saved(self) -> bool:
        """Whether this proves a save."""
        return not self.has_failed and self.text.startswith(SAVED)


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call: its name and its arguments."""

    name: str
    arguments: tuple[tuple[str, str], ...]

    @classmethod
    def of(cls, name: str, **arguments: str) -> "Call":
        """A call with these arguments."""
        return cls(name, tuple(sorted(arguments.items())))

    @property
    def args(self) -> dict[str, str]:
        """The arguments as a dictionary, the topic before its content, as people read them."""
        return dict(reversed(self.arguments))


def results_of(turn: Sequence[BaseMessage]) -> dict[Call, Result]:
    """The answers of this turn's calls, by call."""
    calls = {
        str(call["id"]): Call(call["name"], _flat(call["args"]))
        for message in turn
        if isinstance(message, AIMessage)
        for call in message.tool_calls
    }
    return {
        calls[message.tool_call_id]: result_of(message, calls[message.tool_call_id].name)
        for message in turn
        if isinstance(message, ToolMessage) and message.tool_call_id in calls
    }


def result_of(message: ToolMessage, name: str) -> Result:
    """What one tool message says."""
    text = str(message.text).strip().removeprefix(f"{name}: ")
    artifact = message.artifact if isinstance(message.artifact, Mapping) else {}
    has_failed = message.status == "error"
    if has_failed:
        return Result(name, text, has_failed=True)
    items = artifact.get("items")
    found = _from_items(items) if isinstance(items, list) else _from_text(name, text)
    nearest = _NEAREST.search(text) if text.startswith(NOTHING_FOUND) else None
    receipt = artifact.get("receipt")
    return Result(
        name,
        text,
        found=tuple(found),
        nearest=tuple(t.strip() for t in nearest["topics"].split(",")) if nearest else (),
        was_new=bool(receipt.get("was_new", True)) if isinstance(receipt, Mapping) else True,
    )


def _flat(args: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    plain = {k: v if isinstance(v, str) else json.dumps(v, sort_keys=True) for k, v in args.items()}
    return tuple(sorted(plain.items()))


def _from_items(items: Sequence[Any]) -> list[Found]:
    return [
        Found(
            content=str(item.get("content") or ""),
            topic=str(item.get("topic") or ""),
            kind=str(item.get("kind") or ""),
            date=str(item.get("date") or ""),
            trust=str(item.get("trust") or "user"),
            score=float(item.get("score") or 0.0),
            id=str(item.get("id") or ""),
        )
        for item in items
        if isinstance(item, Mapping)
    ]


def _from_text(name: str, text: str) -> list[Found]:
    if name == "recall_topic":
        topic = _TOPIC.match(text)
        return [Found(topic["content"].strip(), topic["topic"], "topic")] if topic else []
    return [found for line in text.splitlines() if (found := _from_line(line.strip()))]


def _from_line(line: str) -> Found | None:
    found = _LINE.match(line)
    if not found:
        return None
    content, score = found["content"], float(found["score"])
    topic = _TOPIC_LINE.match(content)
    if topic:
        return Found(topic["content"], topic["topic"], "topic", found["date"], score=score)
    kind = "episode" if content.startswith("Q: ") else "note"
    trust = "user" if kind == "episode" else "agent"
    return Found(content, "", kind, found["date"], trust, score)
