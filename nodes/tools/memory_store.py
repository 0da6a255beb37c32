"""memory_store: a fact with type, emotion, tags, importance, confidence and metadata of one's own."""

from typing import Any

from pydantic import Field

from memory import Memory, NewFact
from nodes.tools.receipts import saved, told
from nodes.tools.rich_metadata import (
    COLLECTION_CHARS,
    divided,
    in_collection,
    json_object,
    rich_metadata,
    tags_of,
)
from nodes.tools.tool import (
    CallOrigin,
    JsonText,
    ListedText,
    MemoryTool,
    ToolArguments,
    ToolResult,
)


class StoredArguments(ToolArguments):
    """What is known of what is stored."""

    type: str = Field("", description="insight, fact, preference, pattern or connection.")
    importance: float = Field(
        0.5, ge=0, le=1, description="0 to 1; from 0.8 on it is always shown."
    )
    confidence: float = Field(0.8, ge=0, le=1, description="How sure it is, 0 to 1.")
    emotion: str = Field("", description="curiosity, satisfaction, concern, neutral or excitement.")
    tags: ListedText = Field("", description="Words to filter by, commas between.")
    collection: str = Field(
        "", max_length=COLLECTION_CHARS, description="Where it belongs. Empty: memories."
    )


class _Content(ToolArguments):
    """What to store."""

    content: str = Field(min_length=1, description="The memory, in one full sentence.")


class MemoryStoreArguments(StoredArguments, _Content):
    """What to store (the first argument), and what is known of it."""

    metadata: JsonText = Field(
        "", description='Anything else to keep with it, as a JSON object: {"project": "harbour"}.'
    )


def memory_store(memory: Memory, arguments: MemoryStoreArguments, origin: CallOrigin) -> ToolResult:
    """Store a fact with its metadata; the artifact repeats all of it as stored."""
    (receipt,) = memory.remember_many([new_fact(arguments, origin)])
    engram = memory.get(receipt.id)
    stored = rich_metadata(engram)
    more = {
        "id": receipt.id,
        "collection": stored["collection"],
        "content": engram.content,
        "metadata": stored,
    }
    return saved(receipt, told(receipt), origin, more)


def new_fact(arguments: MemoryStoreArguments, origin: CallOrigin, number: int = 0) -> NewFact:
    """What is to be stored.

    The metadata may also say what has an argument of its own (`type`, `tags`, …); the argument wins.

    Args:
        arguments: One memory.
        origin: The call.
        number: Tells the memories of one call apart.

    Raises:
        InvalidInput: The metadata are no JSON object, or one of their values does not fit.
    """
    known, own = divided(
        json_object(arguments.metadata, "metadata"), tuple(StoredArguments.model_fields)
    )
    said: dict[str, Any] = arguments.model_dump(exclude_defaults=True)
    whole = MEMORY_STORE.read_arguments({**known, **said, "content": arguments.content})
    key = f"{origin.write_key}:{number}" if number else origin.write_key
    return NewFact(
        whole.content,
        memory_type=whole.type or None,
        importance=whole.importance,
        confidence=whole.confidence,
        emotion=whole.emotion or None,
        tags=tags_of(whole.tags),
        metadata=in_collection(own, whole.collection),
        write_key=key if origin.write_key else "",
        source_ref=origin.source_ref,
    )


MEMORY_STORE = MemoryTool("memory_store", MemoryStoreArguments, memory_store, "Not saved.")
