"""memory_store: a fact with type, emotion, tags, importance and confidence."""

from pydantic import Field

from memory import Memory
from nodes.tools.memory_search import rich_metadata
from nodes.tools.receipts import saved
from nodes.tools.save_memory import SHOWN_ID_CHARS
from nodes.tools.tool import CallOrigin, MemoryTool, ToolArguments, ToolResult


class MemoryStoreArguments(ToolArguments):
    """What to store, and what is known of it."""

    content: str = Field(min_length=1, description="The memory, in one full sentence.")
    type: str = Field("", description="insight, fact, preference, pattern or connection.")
    importance: float = Field(
        0.5, ge=0, le=1, description="0 to 1; from 0.8 on it is always shown."
    )
    confidence: float = Field(0.8, ge=0, le=1, description="How sure it is, 0 to 1.")
    emotion: str = Field("", description="curiosity, satisfaction, concern, neutral or excitement.")
    tags: str = Field("", description="Words to filter by, commas between.")


def memory_store(memory: Memory, arguments: MemoryStoreArguments, origin: CallOrigin) -> ToolResult:
    """Store a fact with its metadata; the artifact repeats all of it as stored."""
    receipt = memory.remember(
        arguments.content,
        memory_type=arguments.type or None,
        importance=arguments.importance,
        confidence=arguments.confidence,
        emotion=arguments.emotion or None,
        tags=[tag for tag in arguments.tags.split(",") if tag.strip()],
        write_key=origin.write_key,
        source_ref=origin.source_ref,
    )
    result = saved(receipt, f"Memory saved: fact {receipt.id[:SHOWN_ID_CHARS]}", origin)
    stored = rich_metadata(memory.get(receipt.id))
    artifact = {**result.artifact, "id": receipt.id, "content": receipt.content, "metadata": stored}
    return ToolResult(result.content, artifact=artifact, receipt=result.receipt)


MEMORY_STORE = MemoryTool("memory_store", MemoryStoreArguments, memory_store, "Not saved.")
