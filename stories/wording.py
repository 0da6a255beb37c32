"""When two texts count as the same, for the checks."""

from core.errors import InvalidInput
from memory import canonical_topic

_STRAIGHT = str.maketrans("\u2018\u2019\u201c\u201d", "''\"\"")
"""Curly quotes, single and double, and what they are on a keyboard."""


def plain(text: str) -> str:
    """The text without case, curly quotes and runs of spaces."""
    return " ".join(text.translate(_STRAIGHT).casefold().split())


def has(text: str | None, wanted: str) -> bool:
    """Whether `wanted` stands in `text`, in plain form."""
    return plain(wanted) in plain(text or "")


def same(text: str, wanted: str) -> bool:
    """Whether both say the same, in plain form and without a final full stop."""
    return plain(text).rstrip(".") == plain(wanted).rstrip(".")


def key(topic: str) -> str:
    """The canonical form of a topic key; what is no key at all stays as it is."""
    try:
        return canonical_topic(topic)
    except InvalidInput:
        return plain(topic)
