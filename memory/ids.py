"""Ids of engrams and the hashes that tell whether two are the same."""

import hashlib
from datetime import datetime
from uuid import UUID, uuid5

from uuid_utils import uuid7

from memory.text import clean_text

_WRITES = UUID("6f0f3c0a-56a5-4d0e-9c55-6d6e656d6f6e")
"""Namespace of ids that are derived from a write key."""


def new_id(at: datetime) -> str:
    """A fresh UUIDv7 whose time part is `at`, so that ids sort as they were made."""
    whole = int(at.timestamp())
    return str(uuid7(timestamp=whole, nanos=at.microsecond * 1000))


def derived_id(owner: str, session: str, write_key: str) -> str:
    """The id of the one write that this key stands for, in this session of this owner."""
    name = "\x1f".join((owner, session, clean_text(write_key)))
    return str(uuid5(_WRITES, name))


def text_hash(text: str) -> str:
    """SHA-256 (hex) of a text as it is embedded, without the model's prefix."""
    return hashlib.sha256(text.encode()).hexdigest()


def content_hash(kind: str, topic: str | None, content: str) -> str:
    """SHA-256 (hex) of what is said: equal for the same thing said again.

    White space is folded. Of what has no key, a capital at the beginning and a dot at the end are
    ignored too; capitals elsewhere may be all there is to it (a password).
    """
    said = " ".join(content.split())
    if topic is None:
        said = (said[:1].casefold() + said[1:]).rstrip(".!")
    return hashlib.sha256("\x1f".join((kind, topic or "", said)).encode()).hexdigest()
