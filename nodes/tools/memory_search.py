"""memory_search: search with filters; the answer is JSON with distances (lower is nearer)."""

import json
from collections.abc import Sequence
from typing import Any

from pydantic import Field

from core.engram import EMOTIONS, MEMORY_TYPES
from core.errors import InvalidInput
from core.recall import RecallFilter
from memory import Memory
from nodes.tools.findings import NOTHING_FOUND, shortened
from nodes.tools.rich_metadata import (
    COLLECTION_CHARS,
    divided,
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

FILTERS = ("type", "emotion", "tags", "minImportance", "collection")


class MemorySearchArguments(ToolArguments):
    """What to look for, and what may answer."""

    query: str = Field(min_length=1, description="What to look for, in plain words.")
    nResults: int = Field(5, ge=1, le=20, description="At most this many results, 1 to 20.")  # noqa: N815  (the interface)
    collection: str = Field(
        "", max_length=COLLECTION_CHARS, description="Only this collection. Empty: all."
    )
    type: str = Field("", description="Only: insight, fact, preference, pattern or connection.")
    emotion: str = Field(
        "", description="Only: curiosity, satisfaction, concern, neutral or excitement."
    )
    tags: ListedText = Field("", description="Only memories with all these tags, commas between.")
    minImportance: float = Field(0, ge=0, le=1, description="Least importance, 0 to 1.")  # noqa: N815  (the interface)
    filter: JsonText = Field(
        "", description="More to narrow by, as a JSON object of metadata and their values."
    )


def memory_search(
    memory: Memory, arguments: MemorySearchArguments, _origin: CallOrigin
) -> ToolResult:
    """Search; filters narrow before ranking, so they never make good hits vanish."""
    found = memory.recall(
        arguments.query, arguments.nResults, wanted=wanted(arguments, memory.identity.user)
    )
    results = [
        {
            "id": item.engram.id,
            "content": shortened(item.engram.content),
            "metadata": rich_metadata(item.engram),
            "distance": round(1 - item.relevance, 4),
        }
        for item in found.items
    ]
    answer: dict[str, Any] = {"query": found.query, "count": len(results), "results": results}
    if found.degraded:
        answer["degraded"] = "Some memories are not embedded yet; their distance is given as 1."
    content = json.dumps(answer, ensure_ascii=False) if results else NOTHING_FOUND
    return ToolResult(content, artifact=answer)


def wanted(arguments: MemorySearchArguments, user: str) -> RecallFilter:
    """What may answer. `filter` may also say what has an argument of its own; the argument wins.

    Raises:
        InvalidInput: The filter is no JSON object, or narrows by what cannot be asked for.
    """
    given = json_object(arguments.filter, "filter")
    if given.get("user", user) != user:
        raise InvalidInput("Only this user's memories can be searched. Leave user out.")
    known, own = divided(given, FILTERS)
    said: dict[str, Any] = arguments.model_dump(exclude_defaults=True)
    whole = MEMORY_SEARCH.read_arguments({**known, **said})
    for name, value in own.items():
        if not isinstance(value, str | int | float):
            raise InvalidInput(f"filter.{name} must be one text, number or truth value.")
    _check("type", whole.type, MEMORY_TYPES)
    _check("emotion", whole.emotion, EMOTIONS)
    return RecallFilter(
        memory_type=whole.type or None,
        emotion=whole.emotion or None,
        tags=tuple(tags_of(whole.tags)),
        min_importance=whole.minImportance,
        collection=whole.collection or None,
        metadata=own,
    )


def _check(name: str, value: str, choices: Sequence[str]) -> None:
    """Refuse to narrow by what no memory can be: an empty answer would say that none is.

    Raises:
        InvalidInput: It is none of the choices.
    """
    if value and value not in choices:
        raise InvalidInput(f"There is no {name} {value!r}. Use one of: {', '.join(choices)}.")


MEMORY_SEARCH = MemoryTool(
    "memory_search", MemorySearchArguments, memory_search, "Could not search."
)
