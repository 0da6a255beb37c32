"""What happened in a story, as it is gathered: the transcript shows it, the checks judge it."""

from dataclasses import dataclass, field
from typing import Any

from core.recall import Recall
from core.state import SavedReceipt


@dataclass
class CalledTool:
    """One tool call and its answer; `answer` is None while there is none."""

    name: str
    arguments: dict[str, Any]
    answer: str | None = None
    is_error: bool = False


@dataclass
class TurnRecord:
    """One turn of a conversation."""

    said: str
    calls: list[CalledTool] = field(default_factory=list)
    saved: list[SavedReceipt] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)
    answer: str | None = None
    episode_id: str | None = None
    error: str | None = None
    prompt: str | None = None
    """The last prompt of a scripted model; None with any other model."""
    faults: list[str] = field(default_factory=list)
    """What no turn may do, whatever the story expects."""


@dataclass
class ActionRecord:
    """One action of the user or of another program, and what came of it."""

    what: str
    outcome: str = ""
    error: str | None = None
    recall: Recall | None = None
    tool: CalledTool | None = None
    faults: list[str] = field(default_factory=list)


@dataclass
class SessionRecord:
    """One session: how it began, and what happened in it."""

    heading: str
    steps: list[TurnRecord | ActionRecord] = field(default_factory=list)


@dataclass(frozen=True)
class Failure:
    """One promise that was not kept: where, and what came instead."""

    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what}"
