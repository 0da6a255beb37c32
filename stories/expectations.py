"""What a story may expect: of an answer, of a recall, of a tool, and of memory afterwards.

Texts are compared ignoring case, runs of spaces and curly quotes. Topic keys are compared in
their canonical form, so that a story may spell them as a person would.
"""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from core.engram import Kind
from core.recall import Outcome


class Words(BaseModel):
    """A part of a story: immutable, and a key nobody knows is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ExpectedCall(Words):
    """One tool call of the model, and what the tool answered."""

    name: str = Field(description="The tool that is called.")
    arguments: dict[str, str] = Field(
        default_factory=dict, description="Each of these is contained in the argument given."
    )
    answer_has: list[str] = Field(
        default_factory=list, description="Texts that the tool's answer has."
    )
    is_error: bool = Field(default=False, description="The tool answers with an error.")


NameOrCall = Annotated[
    Annotated[str, Tag("a name")] | Annotated[ExpectedCall, Tag("a call")],
    Discriminator(lambda value: "a name" if isinstance(value, str) else "a call"),
]
"""A tool by its name alone, or with what it must be given and answer."""


class TurnExpectation(Words):
    """What one turn of a conversation must show."""

    tools: list[NameOrCall] | None = Field(
        default=None,
        description="The tool calls of this turn: all of them, in order ([]: none at all). "
        "A live model may make others between them.",
    )
    saved: list[str] | None = Field(
        default=None,
        description="The save notices of this turn, all of them: topic keys, or 'note'. "
        "[]: none at all. A live model may save more, unless it is [].",
    )
    answer_has: list[str] = Field(default_factory=list, description="The answer has all of these.")
    answer_has_any: list[str] = Field(
        default_factory=list, description="The answer has at least one of these."
    )
    answer_lacks: list[str] = Field(
        default_factory=list, description="The answer has none of these."
    )
    notice_has: list[str] = Field(
        default_factory=list, description="Texts of the notices that the program prints."
    )
    error_has: str | None = Field(
        default=None, description="The turn is refused with an error that has this text."
    )
    model_saw: list[str] = Field(
        default_factory=list, description="Texts in the last prompt of the turn (scripted only)."
    )
    model_saw_not: list[str] = Field(
        default_factory=list, description="Texts that the last prompt lacks (scripted only)."
    )


class ActionExpectation(Words):
    """What an action of the user must show."""

    error_has: str | None = Field(
        default=None, description="It is refused with an error that has this."
    )


class ToolExpectation(ActionExpectation):
    """What a tool answers to another program."""

    answer_has: list[str] = Field(default_factory=list, description="The answer has all of these.")
    answer_lacks: list[str] = Field(
        default_factory=list, description="The answer has none of these."
    )
    is_error: bool = Field(default=False, description="The tool answers with an error.")


class UpkeepExpectation(ActionExpectation):
    """What upkeep does and tells: lines such as `replaced: old -> new`, `learnt: fact`."""

    has: list[str] = Field(default_factory=list, description="All of these are told.")
    lacks: list[str] = Field(default_factory=list, description="None of these is told.")


class RecallExpectation(ActionExpectation):
    """What a recall brings up."""

    found: list[str] = Field(
        default_factory=list, description="Each is in a memory that was found, in this order."
    )
    found_lacks: list[str] = Field(
        default_factory=list, description="Texts that are in no memory that was found."
    )
    left_out: list[str] = Field(
        default_factory=list,
        description="Reasons that are told for memories that were near and are not shown.",
    )
    outcome: Outcome | None = Field(
        default=None,
        description="found, nothing_relevant (there is something else) or nothing_stored.",
    )
    degraded: bool | None = Field(
        default=None, description="Whether the recall had to do without some or all vectors."
    )


class ExpectedMemory(Words):
    """One memory that must be there."""

    kind: Kind = Field(description="What sort of memory it is.")
    content_has: list[str] = Field(default_factory=list, description="Texts of its content.")
    metadata: dict[str, Any] = Field(
        default_factory=dict, description="Metadata it must have; '*' stands for any value."
    )


class MemoryCheck(Words):
    """What one user's memory must hold."""

    user: str = Field(default="ada", description="Whose memory.")
    tenant: str = Field(default="local", description="The organisation or household of that user.")
    topics: dict[str, str] | None = Field(
        default=None, description="The standing topics and their values, all of them ({}: none)."
    )
    versions: dict[str, list[str]] = Field(
        default_factory=dict, description="All values a topic ever had, oldest first."
    )
    episodes: int | None = Field(default=None, description="How many episodes are kept.")
    notes: int | None = Field(default=None, description="How many notes are kept.")
    memories: list[ExpectedMemory] = Field(
        default_factory=list, description="Memories that must be there."
    )
    absent: list[str] = Field(
        default_factory=list, description="Texts that are in no memory of this user."
    )
    last_accessed: dict[str, str] = Field(
        default_factory=dict,
        description="Topic and the day it was last recalled, such as 2026-06-01, or 'never'.",
    )
    sessions: int | None = Field(default=None, description="How many conversations this user had.")
    stats: dict[str, Any] = Field(
        default_factory=dict, description="Statistics: these numbers, others may stand beside them."
    )


class EmbeddingCheck(Words):
    """What the embedding service must have been sent (only with `embedder: ollama`)."""

    has: list[str] = Field(
        default_factory=list, description="Texts sent, complete and exact, prefix included."
    )
    lacks: list[str] = Field(
        default_factory=list, description="Texts that occur in nothing that was sent."
    )
    never_twice: bool = Field(default=False, description="No stored text was sent more than once.")
