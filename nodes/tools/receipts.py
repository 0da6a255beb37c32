"""From memory's proof of a write to what the model, the state and the person's notice need."""

from collections.abc import Mapping
from typing import Any

from core.engram import Receipt
from core.state import SavedReceipt
from memory import FOREIGN
from nodes.tools.tool import CallOrigin, ToolResult

SHOWN_ID_CHARS = 8
"""Enough of an id to name one memory among thousands, short enough to type."""

_FROM = {"tool": "a tool", "document": "a document", "import": "elsewhere"}


def saved(
    receipt: Receipt,
    content: str,
    origin: CallOrigin,
    more: Mapping[str, Any] | None = None,
    *,
    is_update: bool = False,
) -> ToolResult:
    """The result of a save that memory has proved.

    Args:
        receipt: The proof.
        content: For the model to read.
        origin: The call that asked for it.
        more: What programs learn beside the receipt.
        is_update: A memory that stood already was changed.
    """
    plain = plain_receipt(receipt, origin)
    if is_update:
        plain["is_update"] = True
    content = " ".join([f"{content}.", *remarks(receipt)]) if remarks(receipt) else content
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
        trust=receipt.trust,
        is_echo=receipt.is_echo,
        similar_to=receipt.similar_to,
    )


def remarks(receipt: Receipt) -> list[str]:
    """What the model must know of a save beside that it is proved; mostly nothing."""
    said = []
    if receipt.is_echo:
        said.append("Nothing new: memory holds this already, in other words.")
    if receipt.trust in FOREIGN:
        said.append(
            f"It is kept as text from {_FROM[receipt.trust]}, not as the user's word: no standing "
            "topic. Tell the user so."
        )
    if receipt.similar_to is not None:
        near = receipt.similar_to
        said.append(f"Similar to {near}; the user can unite them with 'mnemon memories merge'.")
    return said


def told(receipt: Receipt) -> str:
    """How a save is told: its key, or what it is and the beginning of its id."""
    name = receipt.topic or f"{receipt.kind} {receipt.id[:SHOWN_ID_CHARS]}"
    return f"Memory saved: {name}{'' if receipt.was_new else ' (known already)'}"
