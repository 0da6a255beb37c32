"""memory_store_many: several facts in one call, all of them or none."""

import json
import re
from typing import Any

from pydantic import Field

from core.errors import InvalidInput
from memory import Memory
from nodes.tools.memory_store import MEMORY_STORE, MemoryStoreArguments, StoredArguments, new_fact
from nodes.tools.receipts import SHOWN_ID_CHARS, plain_receipt
from nodes.tools.tool import CallOrigin, JsonText, MemoryTool, ToolArguments, ToolResult

MOST_AT_ONCE = 100

_BULLET = re.compile(r"\s*[-*•]\s+")
_NUMBER = re.compile(r"\s*(\d+)[.)]\s+")


class _Memories(ToolArguments):
    """What to store."""

    memories: JsonText = Field(
        min_length=1, description="The memories, each in one full sentence, one on each line."
    )


class MemoryStoreManyArguments(StoredArguments, _Memories):
    """What to store (the first argument), and what is known of all of it."""


def memory_store_many(
    memory: Memory, arguments: MemoryStoreManyArguments, origin: CallOrigin
) -> ToolResult:
    """Store several facts in one transaction; what all share stands beside them."""
    shared = arguments.model_dump(exclude={"memories"}, exclude_defaults=True)
    found = [_one(item, shared) for item in listed(arguments.memories)]
    if not 1 <= len(found) <= MOST_AT_ONCE:
        raise InvalidInput(f"{len(found)} memories were given; give 1 to {MOST_AT_ONCE} at once.")
    facts = [new_fact(one, origin, number) for number, one in enumerate(found, start=1)]
    receipts = memory.remember_many(facts)
    known = sum(not receipt.was_new for receipt in receipts)
    ids = ", ".join(receipt.id[:SHOWN_ID_CHARS] for receipt in receipts)
    note = f" ({known} known already)" if known else ""
    plain = tuple(plain_receipt(receipt, origin) for receipt in receipts)
    kept = [{"id": r.id, "content": r.content, "was_new": r.was_new} for r in receipts]
    return ToolResult(
        f"Memory saved: {len(receipts)} facts{note}: {ids}",
        artifact={"count": len(kept), "memories": kept, "receipts": list(plain)},
        receipts=plain,
    )


def listed(text: str) -> list[Any]:
    """The memories of a list: one on each line, or a JSON list of texts or objects.

    Bullets go; numbers go when they count the lines.
    """
    if text.startswith("["):
        try:
            items = json.loads(text)
        except (ValueError, RecursionError):
            items = None
        if isinstance(items, list):
            return items
    lines = [_BULLET.sub("", line, count=1).strip() for line in text.splitlines()]
    lines = [line for line in lines if line]
    numbers = [match and int(match[1]) for match in map(_NUMBER.match, lines)]
    if len(lines) > 1 and numbers == list(range(1, len(lines) + 1)):
        return [_NUMBER.sub("", line, count=1) for line in lines]
    return lines


def _one(item: object, shared: dict[str, Any]) -> MemoryStoreArguments:
    given = item if isinstance(item, dict) else {"content": item}
    return MEMORY_STORE.read_arguments({**shared, **given})


MEMORY_STORE_MANY = MemoryTool(
    "memory_store_many", MemoryStoreManyArguments, memory_store_many, "Not saved."
)
