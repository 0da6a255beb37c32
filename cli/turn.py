"""One turn as a person sees it: the answer on stdout, what happens beside it on stderr.

The notice "memory saved" is printed from the event that follows the commit, never from what the
model says.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import click

from cli.opening import command_line, undo_command
from cli.options import Given
from cli.render import is_terminal, say, tell
from cli.text import one_line, visible
from graph.events import Answer, MemorySaved, Notice, Token, ToolAnswered, ToolCalled

if TYPE_CHECKING:
    from core.state import SavedReceipt
    from graph.events import TurnEvent

NOTICE_CHARS = 160
"""Longest stored text in a notice; two lines of a usual terminal."""


@dataclass
class TurnResult:
    """What came of a turn."""

    answer: str = ""
    query_id: str = ""
    episode_id: str | None = None
    saved: list[SavedReceipt] = field(default_factory=list)
    tools: list[dict[str, Any]] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


async def follow(events: AsyncIterator[TurnEvent], screen: Screen) -> TurnResult:
    """Show the events as they come and gather what they amount to."""
    result = TurnResult()
    async for event in events:
        screen.show(event)
        _gather(result, event)
    return result


def _gather(result: TurnResult, event: TurnEvent) -> None:
    match event:
        case ToolCalled():
            result.tools.append({"name": event.name, "arguments": event.arguments})
        case ToolAnswered():
            _gather_answer(result, event)
        case MemorySaved():
            result.saved.append(event.receipt)
        case Notice():
            result.notices.append(event.text)
        case Answer():
            result.answer, result.query_id = event.text, event.query_id
            result.episode_id = event.episode_id


def _gather_answer(result: TurnResult, event: ToolAnswered) -> None:
    """Put a tool's answer beside the oldest call of that tool that has none yet."""
    for tool in result.tools:
        if tool["name"] == event.name and "content" not in tool:
            tool.update(content=event.content, is_error=event.is_error)
            return


class Screen:
    """Prints the events of a turn.

    On a terminal the answer appears as it is written; in a pipe it is printed once, whole, as it
    is kept; as JSON nothing is printed here, because the caller prints the result.
    """

    def __init__(self, given: Given) -> None:
        self._given = given
        self._streams = is_terminal(sys.stdout) and not given.json
        self._written = ""

    def show(self, event: TurnEvent) -> None:
        """Print one event."""
        match event:
            case Token():
                self._stream(event.text)
            case ToolCalled():
                arguments = ", ".join(f"{k}={v!r}" for k, v in event.arguments.items())
                self._tell(f"· {event.name}({one_line(arguments, NOTICE_CHARS)})")
            case ToolAnswered():
                if event.is_error:
                    self._tell(f"· {event.name} failed: {one_line(event.content, NOTICE_CHARS)}")
            case MemorySaved():
                self._tell(saved_notice(event.receipt, self._given), dim=False)
            case Notice():
                self._tell(event.text)
            case Answer():
                self._finish(event.text)

    def break_line(self) -> None:
        """End the line that is being written, if any."""
        if self._written and not self._written.endswith("\n"):
            click.echo()
        self._written = ""

    def _stream(self, text: str) -> None:
        if self._streams and text:
            self._written += text
            click.echo(visible(text), nl=False)

    def _tell(self, text: str, *, dim: bool = True) -> None:
        self.break_line()
        tell(text, dim=dim)

    def _finish(self, text: str) -> None:
        """Print the answer unless it is what was streamed already."""
        streamed = self._written.strip()
        self.break_line()
        if not self._given.json and not streamed.endswith(text.strip()):
            say(text)


def saved_notice(receipt: SavedReceipt, given: Given) -> str:
    """The line that says what was saved and how to take it back."""
    done = "memory saved" if receipt["was_new"] else "already saved"
    way_back = f"undo: {undo_command(given, receipt['id'])}"
    if receipt.get("is_update"):
        done = "memory updated"
        way_back = f"see: {command_line(given, 'memories', 'history', receipt['id'])}"
    name = receipt["topic"] or receipt["kind"]
    content = one_line(receipt["content"], NOTICE_CHARS)
    said = f"{done}: {name} = {content}{_whose(receipt)}  "
    return f"{said}({way_back}){_similar(receipt, given)}"


def _whose(receipt: SavedReceipt) -> str:
    """Where it is from, when it is not the word of one of the two speakers."""
    trust = receipt.get("trust", "user")
    marks = {"tool": "from a tool", "document": "from a document", "import": "from elsewhere"}
    return f" [{marks[trust]}]" if trust in marks else ""


def _similar(receipt: SavedReceipt, given: Given) -> str:
    """That a person may want to unite two memories."""
    near = receipt.get("similar_to")
    if near is None:
        return ""
    return f"\nsimilar to {near}: {command_line(given, 'memories', 'merge', receipt['id'], near)}"
