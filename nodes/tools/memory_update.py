"""memory_update: change a memory by its id; what is left out stays as it is."""

from dataclasses import replace

from pydantic import Field

from core.errors import InvalidInput
from core.recall import DEFAULT_COLLECTION
from memory import Memory
from nodes.tools.receipts import SHOWN_ID_CHARS, saved
from nodes.tools.rich_metadata import COLLECTION_CHARS, json_object, rich_metadata, tags_of
from nodes.tools.tool import (
    CallOrigin,
    JsonText,
    ListedText,
    MemoryTool,
    ToolArguments,
    ToolResult,
)

AS_IT_IS = -1.0
"""A number that stands for none given: the schemas of small models have no null."""


class MemoryUpdateArguments(ToolArguments):
    """Which memory, and what of it to change."""

    id: str = Field(min_length=1, description="Its id, as memory_store or memory_search gave it.")
    content: str = Field("", description="What it says from now on. Empty: as it is.")
    importance: float = Field(AS_IT_IS, ge=-1, le=1, description="0 to 1. -1: as it is.")
    confidence: float = Field(AS_IT_IS, ge=-1, le=1, description="0 to 1. -1: as it is.")
    type: str = Field("", description="insight, fact, preference, pattern or connection.")
    emotion: str = Field("", description="curiosity, satisfaction, concern, neutral or excitement.")
    tags: ListedText = Field("", description="All its tags from now on, commas between.")
    collection: str = Field(
        "", max_length=COLLECTION_CHARS, description="Where it belongs from now on."
    )
    metadata: JsonText = Field(
        "", description="What else to keep with it, as a JSON object; null takes a value away."
    )


def memory_update(
    memory: Memory, arguments: MemoryUpdateArguments, origin: CallOrigin
) -> ToolResult:
    """Change a memory; the artifact repeats all of it as it stands now."""
    more = json_object(arguments.metadata, "metadata")
    if arguments.collection:
        is_default = arguments.collection == DEFAULT_COLLECTION
        more["collection"] = None if is_default else arguments.collection
    receipt = memory.update(
        arguments.id,
        content=arguments.content or None,
        importance=_share("importance", arguments.importance),
        confidence=_share("confidence", arguments.confidence),
        memory_type=arguments.type or None,
        emotion=arguments.emotion or None,
        tags=tags_of(arguments.tags) or None,
        metadata=more or None,
        write_key=origin.write_key,
        source_ref=origin.source_ref,
    )
    engram = memory.get(receipt.id)
    stored = rich_metadata(engram)
    known = {
        "id": receipt.id,
        "replaced": receipt.replaced,
        "collection": stored["collection"],
        "content": engram.content,
        "metadata": stored,
    }
    content = f"Memory saved: {engram.topic or engram.kind} {receipt.id[:SHOWN_ID_CHARS]} updated"
    if receipt.replaced is not None:
        content += "; the older words are kept as history"
    return saved(replace(receipt, was_new=True), content, origin, known, is_update=True)


def _share(name: str, given: float) -> float | None:
    if given == AS_IT_IS:
        return None
    if given < 0:
        raise InvalidInput(f"{name} is {given}; give 0 to 1, or leave it out.")
    return given


MEMORY_UPDATE = MemoryTool("memory_update", MemoryUpdateArguments, memory_update, "Not changed.")
