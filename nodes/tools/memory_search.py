"""memory_search: search with filters; the answer is JSON with distances (lower is nearer)."""

import json

from pydantic import Field

from core.engram import Engram
from core.recall import RecallFilter
from memory import Memory, episode_metadata
from nodes.tools.findings import NOTHING_FOUND, shortened
from nodes.tools.tool import CallOrigin, MemoryTool, ToolArguments, ToolResult


class MemorySearchArguments(ToolArguments):
    """What to look for, and what may answer."""

    query: str = Field(min_length=1, description="What to look for, in plain words.")
    nResults: int = Field(5, ge=1, le=20, description="At most this many results, 1 to 20.")  # noqa: N815  (the interface)
    type: str = Field("", description="Only: insight, fact, preference, pattern or connection.")
    emotion: str = Field(
        "", description="Only: curiosity, satisfaction, concern, neutral or excitement."
    )
    tags: str = Field("", description="Only memories with all these tags, commas between.")
    minImportance: float = Field(0, ge=0, le=1, description="Least importance, 0 to 1.")  # noqa: N815  (the interface)


def memory_search(
    memory: Memory, arguments: MemorySearchArguments, _origin: CallOrigin
) -> ToolResult:
    """Search; filters narrow before ranking, so they never make good hits vanish."""
    wanted = RecallFilter(
        memory_type=arguments.type or None,
        emotion=arguments.emotion or None,
        tags=tuple(tag.strip() for tag in arguments.tags.split(",") if tag.strip()),
        min_importance=arguments.minImportance,
    )
    found = memory.recall(arguments.query, arguments.nResults, wanted=wanted)
    results = [
        {
            "id": item.engram.id,
            "content": shortened(item.engram.content),
            "metadata": rich_metadata(item.engram),
            "distance": round(1 - item.relevance, 4),
        }
        for item in found.items
    ]
    answer = {"query": found.query, "count": len(results), "results": results}
    content = json.dumps(answer, ensure_ascii=False) if results else NOTHING_FOUND
    return ToolResult(content, artifact=answer)


def rich_metadata(engram: Engram) -> dict[str, object]:
    """All that is known of an engram beside its words, in plain JSON."""
    return {
        **episode_metadata(engram),
        "type": engram.memory_type,
        "user": engram.user,
        "importance": engram.importance,
        "confidence": engram.confidence,
        "emotion": engram.emotion,
        "tags": list(engram.tags),
        "trust": engram.trust,
        "timestamp": engram.event_at.isoformat(),
    }


MEMORY_SEARCH = MemoryTool(
    "memory_search", MemorySearchArguments, memory_search, "Could not search."
)
