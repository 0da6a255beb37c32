"""What is known of a memory beside its words, as the tools of the set `typed` take and give it."""

import json
from collections.abc import Mapping
from typing import Any

from core.engram import Engram
from core.errors import InvalidInput
from core.recall import DEFAULT_COLLECTION
from memory import episode_metadata
from nodes.tools.findings import whose_word

COLLECTION_CHARS = 100

OF_THE_SESSION = ("user", "timestamp")
"""Known from the session and the clock: what a call says of them has no effect."""


def rich_metadata(engram: Engram) -> dict[str, Any]:
    """All that is known of an engram beside its words, in plain JSON."""
    own = episode_metadata(engram)
    return {
        **own,
        "type": engram.memory_type,
        "user": engram.user,
        "importance": engram.importance,
        "confidence": engram.confidence,
        "emotion": engram.emotion,
        "tags": list(engram.tags),
        "collection": own.get("collection", DEFAULT_COLLECTION),
        "trust": whose_word(engram),
        "timestamp": engram.event_at.isoformat(),
    }


def json_object(text: str, name: str) -> dict[str, Any]:
    """The JSON object of an argument; {} when it was left out.

    Raises:
        InvalidInput: It is something else.
    """
    if not text:
        return {}
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise InvalidInput(f'{name} must be one JSON object, such as {{"project": "harbour"}}.')
    return value


def divided(
    given: Mapping[str, Any], known: tuple[str, ...]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """What is known by name, and whatever else there is of one's own."""
    named = {key: value for key, value in given.items() if key in known}
    own = {k: v for k, v in given.items() if k not in known and k not in OF_THE_SESSION}
    return named, own


def tags_of(text: str) -> list[str]:
    """The tags of a list with commas between."""
    return [tag.strip() for tag in text.split(",") if tag.strip()]


def in_collection(own: Mapping[str, Any], collection: str) -> dict[str, Any]:
    """Metadata of one's own that also say the collection, unless it is the one of all others."""
    if collection in ("", DEFAULT_COLLECTION):
        return dict(own)
    return {**own, "collection": collection}
