"""From memory's proof of a write to what the model, the state and the person's notice need."""

from core.engram import Receipt
from core.state import SavedReceipt
from nodes.tools.tool import CallOrigin, ToolResult


def saved(receipt: Receipt, content: str, origin: CallOrigin) -> ToolResult:
    """The result of a save that memory has proved."""
    plain = SavedReceipt(
        type="memory_saved",
        id=receipt.id,
        kind=receipt.kind,
        topic=receipt.topic,
        content=receipt.content,
        was_new=receipt.was_new,
        tool_call_id=origin.tool_call_id,
    )
    return ToolResult(content, artifact={"receipt": plain}, receipt=plain)
