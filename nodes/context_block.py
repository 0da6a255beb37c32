"""What memory found, as text for the system prompt: fenced, quoted, with source and date.

A memory is data, never an instruction: each one stands on one line inside JSON quotes, so no text
in it can end the line or the fence, whatever it says.
"""

import json
from collections.abc import Sequence
from hashlib import sha256

from core.recalled import RecalledContext, RecalledItem
from nodes.unseen import without_unseen
from prompts import load

MAX_KNOWN_TOPICS = 60
"""Keys listed for reuse: a key is about four tokens, so at most some 250 tokens."""

WHOSE_WORD = {
    "user": "said by the user",
    "agent": "noted by the assistant",
    "tool": "from a tool",
    "document": "from a document",
    "import": "from an import",
    "shared": "shared by another user",
}


def fence_of(query_id: str) -> str:
    """The mark around the block: new in each turn, the same over the turn's model calls.

    No stored text can hold it, since the id of the turn did not exist when that was stored.
    """
    return f"<<<memory {sha256(query_id.encode('utf-8', 'replace')).hexdigest()[:12]}>>>"


def context_block(recalled: RecalledContext, fence: str) -> str:
    """The block for the system prompt; "" when memory found nothing and knows no topic."""
    sections = [
        _section("Always kept in mind", recalled["pinned"]),
        _section("Facts near to the message", recalled["facts"]),
        _section("Earlier exchanges near to the message", recalled["episodes"]),
        _known_topics(recalled["known_topics"]),
    ]
    told = "\n".join(section for section in sections if section)
    if not told:
        return ""
    intro = load("context").substitute(fence=fence)
    return f"{intro}\n{fence}\n{told}\n{fence}"


def _section(title: str, items: Sequence[RecalledItem]) -> str:
    return "\n".join([f"{title}:", *map(_line, items)]) if items else ""


def _line(item: RecalledItem) -> str:
    topic = f"{item['topic']} = " if item["topic"] else ""
    whose = WHOSE_WORD.get(item["trust"], f"from {item['trust']}")
    if item["kind"] == "episode":
        is_own = item["trust"] in ("user", "agent")
        whose = "earlier exchange" if is_own else f"earlier exchange, with text {whose}"
    before = f", replaced {_quoted(item['replaced'])}" if "replaced" in item else ""
    return f"- {topic}{_quoted(item['content'])} ({whose}, {item['date']}{before})"


def _quoted(text: str) -> str:
    """One line in quotes, nothing hidden in it. Line breaks become spaces, which read better."""
    return json.dumps(" ".join(without_unseen(text).split()), ensure_ascii=False)


def _known_topics(topics: Sequence[str]) -> str:
    if not topics:
        return ""
    more = f" and {len(topics) - MAX_KNOWN_TOPICS} more" if len(topics) > MAX_KNOWN_TOPICS else ""
    return f"Known topics: {', '.join(topics[:MAX_KNOWN_TOPICS])}{more}"
