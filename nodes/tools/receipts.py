"""From memory's proof of a write to what the model, the state and the person's notice need."""

from collections.abc import Mapping
from typing import Any

from core.engram import Receipt
from core.state import SavedReceipt
from nodes.tools.tool import CallOrigin, ToolResult

SHOWN_ID_CHARS = 8
"""Enough of an id to name one memory among thousands, short enough to type."""


def saved(
    receipt: Receipt, content: str, origin: CallOrigin, more: Mapping[str, Any] | None = None
) -> ToolResult:
    """The result of a save that memory has proved.

    Args:
        receipt: The proof.
        content: For the model to read.
        origin: The call that asked for it.
        more: What programs learn beside the receipt.
    """
    plain = plain_receipt(receipt, origin)
    return ToolResult(content, artifact={"receipt": plain, **(more or {})}, receipts=(plain,))


def plain_receipt(receipt: Receipt, origin: CallOrigin) -> SavedReceipt:
    """The proof in plain types."""
    return SavedReceipt(
        type="memory_saved",
        id=receipt.id,
        kind=receipt.kind,
        topic=receipt.topic,
        content=receipt.content,
        was_new=receipt.was_new,
        tool_call_id=origin.tool_call_id,
    )


def told(receipt: Receipt) -> str:
    """How a save is told: its key, or what it is and the beginning of its id."""
    name = receipt.topic or f"{receipt.kind} {receipt.id[:SHOWN_ID_CHARS]}"
    return f"Memory saved: {name}{'' if receipt.was_new else ' (known already)'}"
