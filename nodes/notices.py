"""What nodes tell the person beside the answer, on the custom stream."""

from typing_extensions import TypedDict


class NoticeEvent(TypedDict):
    """One line for the person."""

    type: str
    text: str


def notice(text: str) -> NoticeEvent:
    """The event of one line."""
    return NoticeEvent(type="notice", text=text)
