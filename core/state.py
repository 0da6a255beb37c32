"""What flows through the graph: the state of a turn and the context of a run.

The state holds plain JSON types and messages only: a checkpoint read back by the LangGraph server
gives dicts where a class was stored, so no class is stored.
"""

import operator
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NotRequired

from langchain_core.messages import AnyMessage, ToolCall
from langgraph.graph.message import add_messages
from pydantic import ConfigDict, with_config
from typing_extensions import TypedDict

from core.recalled import RecalledContext

DESCRIBED = ConfigDict(use_attribute_docstrings=True)
"""The string under a key is its description in the schemas that the server and Studio show."""


@with_config(DESCRIBED)
class SavedReceipt(TypedDict):
    """What a commit proved, in plain types. The person's notice is printed from this."""

    type: Literal["memory_saved"]
    id: str
    kind: str
    topic: str | None
    content: str
    was_new: bool
    tool_call_id: str
    trust: NotRequired[str]
    """Whose word it is kept as: user, agent, tool, document or import."""
    is_echo: NotRequired[bool]
    """The memory with this id says it already, in other words."""
    is_update: NotRequired[bool]
    """A memory that stood already was changed: to forget it would take back more than that."""
    similar_to: NotRequired[str | None]
    """Id of a memory that says nearly the same, and that a person may want to merge."""


@with_config(DESCRIBED)
class Turn(TypedDict):
    """Facts about the turn in progress."""

    query_id: str
    """Id of the turn: stable when the server starts the same run again."""
    question: str
    started_at: str
    """ISO timestamp, UTC."""


def add_receipts(
    left: list[SavedReceipt] | None, right: list[SavedReceipt] | None
) -> list[SavedReceipt]:
    """Append receipts; None empties the list (a new turn begins)."""
    return [] if right is None else operator.add(left or [], right)


@with_config(DESCRIBED)
class TurnInput(TypedDict):
    """What a caller sends: new messages."""

    messages: Annotated[list[AnyMessage], add_messages]


@with_config(DESCRIBED)
class TurnState(TypedDict, total=False):
    """The state of a conversation; see the string under each key."""

    messages: Annotated[list[AnyMessage], add_messages]
    """The conversation. Written by the caller, generate, the tool nodes and persist;
    read by all. Reducer: add_messages. Empty: []."""

    turn: Turn
    """Written by retrieve_context, read by the tool nodes and persist. Replaced each turn."""

    recalled: RecalledContext
    """What memory offered for this turn. Written by retrieve_context, read by generate (and by
    people in Studio). Replaced each turn."""

    receipts: Annotated[list[SavedReceipt], add_receipts]
    """Commits of this turn. Emptied by retrieve_context, written by the tool nodes, read by
    generate and persist. Reducer: add_receipts."""

    brought: str
    """Where text came from that memory has shown in this conversation and that is not the user's or
    the assistant's: tool, document or import. Written by retrieve_context, read by whoever saves:
    from then on only the user's own words are trusted. Never reset. Empty: ""."""

    unproved: list[str]
    """Sentences of an answer that was not given, since they claim a save without a receipt.
    Emptied by retrieve_context, written and read by generate: once a turn. Empty: []."""


class HeardWords(TypedDict):
    """Whose words a save may rest on."""

    said: list[str]
    """The user's own words in this conversation."""

    foreign: str | None
    """Where other text came from that was shown in it: tool, document or import."""

    wants_change: bool
    """Whether the user asks in this turn to have something changed."""


class ToolTask(TypedDict):
    """All that a tool node sees: one call, the turn it belongs to, and what was heard in it."""

    call: ToolCall
    turn: Turn
    heard: HeardWords


@dataclass(kw_only=True)
class Context:
    """Who a run is for and how it answers. Set by the caller of a run; Studio shows it as a form.

    An authenticated server user always wins over `user`.
    """

    user: str = field(
        default="",
        metadata={"description": "Whose memory is read and written. Empty: the setting."},
    )
    tenant: str = field(
        default="", metadata={"description": "Organisation or household. Empty: the setting."}
    )
    model: str = field(
        default="",
        metadata={
            "description": "Chat model: auto, offline, ollama:<model> or provider:model. "
            "Empty: the setting."
        },
    )
    tools: str = field(
        default="",
        metadata={
            "description": "Sets of tools the model is offered, with commas between: core, facts, "
            "typed, tiers. Empty: the setting."
        },
    )
    temporary: bool = field(
        default=False,
        metadata={"description": "Temporary chat: memory is neither read nor written."},
    )


def as_context(value: Context | dict[str, Any] | None) -> Context:
    """The run's context, or the defaults: LangGraph gives None when the caller sent none."""
    if value is None:
        return Context()
    return Context(**value) if isinstance(value, dict) else value
