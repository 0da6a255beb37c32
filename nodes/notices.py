"""What nodes tell the person beside the answer, on the custom stream, and of what was saved."""

from collections.abc import Sequence

from typing_extensions import TypedDict

from core.state import SavedReceipt

MAX_TOLD_CHARS = 60
"""Of one saved text, where it only has to be known again."""


class NoticeEvent(TypedDict):
    """One line for the person."""

    type: str
    text: str


def notice(text: str) -> NoticeEvent:
    """The event of one line."""
    return NoticeEvent(type="notice", text=text)


def what_was_saved(receipts: Sequence[SavedReceipt]) -> str:
    """One sentence on what this turn saved."""
    if not receipts:
        return "Nothing was saved, changed or forgotten in this turn."
    told = (f"{r['topic'] or r['kind']} ({r['content'][:MAX_TOLD_CHARS]})" for r in receipts)
    return f"Saved in this turn was only: {'; '.join(told)}."
