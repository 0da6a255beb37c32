"""What the person points at: an id, the beginning of an id, or a topic in any spelling."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.engram import Engram
from core.errors import NotFound

if TYPE_CHECKING:
    from memory import Memory

_ID_LIKE = re.compile(r"[0-9a-f]{6}[0-9a-f-]*", re.IGNORECASE)


def find(memory: Memory, target: str) -> Engram:
    """The memory that is meant.

    Raises:
        NotFound: It is neither an id nor a topic of this user; the message names near topics.
    """
    if _ID_LIKE.fullmatch(target):
        try:
            return memory.get(target.lower())
        except NotFound:
            if "-" in target or any(c.isdigit() for c in target):
                raise
    found = memory.topic(target)
    if found is None:
        raise NotFound(_nothing(memory, target))
    return found


def _nothing(memory: Memory, target: str) -> str:
    near = memory.nearest_topics(target)
    hint = f"The nearest topics are {', '.join(near)}." if near else "See 'mnemon topics'."
    return f"There is no memory {target[:80]!r}. {hint}"
