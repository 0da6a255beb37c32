"""What can happen in a session: the user speaks, or does something through the program."""

from typing import Annotated, Any, Literal

from pydantic import Discriminator, Field, Tag

from core.recall import RecallScope
from stories.expectations import (
    ActionExpectation,
    RecallExpectation,
    ToolExpectation,
    TurnExpectation,
    UpkeepExpectation,
    Words,
)


class ScriptedCall(Words):
    """A tool call that the scripted model makes, sensible or not."""

    name: str = Field(description="Name of the tool; it need not exist.")
    arguments: dict[str, Any] = Field(default_factory=dict, description="Its arguments, as sent.")


class ScriptedReply(Words):
    """One reply of the scripted model: tool calls, perhaps with words beside them."""

    calls: list[ScriptedCall] = Field(min_length=1, description="The calls of this reply.")
    text: str = Field("", description="What it writes beside the calls.")


WordsOrCalls = Annotated[
    Annotated[str, Tag("words")] | Annotated[ScriptedReply, Tag("a reply")],
    Discriminator(lambda value: "words" if isinstance(value, str) else "a reply"),
]
"""One reply of the scripted model: an answer, or tool calls."""


class Say(Words):
    """The user says something, and the assistant answers."""

    say: str = Field(description="The user's words.")
    model: list[WordsOrCalls] | None = Field(
        default=None,
        min_length=1,
        description="What a scripted model replies, call by call: for promises about models that "
        "misbehave. In one session all turns are scripted, or none.",
    )
    expect: TurnExpectation = Field(
        default_factory=TurnExpectation, description="Holds with any model."
    )
    expect_offline: TurnExpectation | None = Field(
        default=None, description="Holds with the offline model only, such as its exact words."
    )


class TopicText(Words):
    """A topic and its value."""

    topic: str = Field(description="The key, spelled as a person would.")
    content: str = Field(description="The value.")


class SaveTopic(Words):
    """The user saves a topic by hand, as `mnemon remember` does."""

    save_topic: TopicText
    expect: ActionExpectation = Field(default_factory=ActionExpectation)


class Feedback(Words):
    """The user rates the last answer, as /good and /bad do."""

    feedback: Literal["good", "bad"]
    expect: ActionExpectation = Field(default_factory=ActionExpectation)


class Forget(Words):
    """The user has something forgotten, as `mnemon memories forget` and /forget do."""

    forget: str = Field(
        description="A topic key; 'last save': the id in the last save notice; "
        "'last answer': the episode of the last answer."
    )
    expect: ActionExpectation = Field(default_factory=ActionExpectation)


class SearchMemory(Words):
    """The user searches memory by hand, as `mnemon recall` does."""

    recall: str = Field(description="What is looked for.")
    top_k: int | None = Field(default=None, ge=1, le=20, description="Most results.")
    scope: RecallScope = Field(default="any", description="Whose memories may answer.")
    expect: RecallExpectation = Field(default_factory=RecallExpectation)


class UseTool(Words):
    """Another program calls one of the memory tools, without the assistant."""

    use_tool: str = Field(description="Name of the tool.")
    arguments: dict[str, Any] = Field(default_factory=dict, description="Its arguments.")
    id_of: str | None = Field(
        default=None, description="Text of one memory, whose id is the argument `id`."
    )
    expect: ToolExpectation = Field(default_factory=ToolExpectation)


class RememberFact(Words):
    """The user keeps a fact by hand, as `mnemon remember "…"` does."""

    remember: str = Field(description="The fact, in one sentence.")
    expires_in_days: float | None = Field(default=None, gt=0, description="Until when it holds.")
    scope: Literal["user", "agent", "tenant"] = Field(default="user", description="Who shares it.")
    expect: ActionExpectation = Field(default_factory=ActionExpectation)


class Tidy(Words):
    """The user puts memory in order, as `mnemon memories archive|unarchive|merge` do."""

    tidy: Literal["archive", "unarchive", "merge"] = Field(
        description="What is done; of merged memories the first one is kept."
    )
    memories: list[str] = Field(min_length=1, description="A text of each memory that is meant.")
    expect: ActionExpectation = Field(default_factory=ActionExpectation)


class Bring(Words):
    """A program keeps what a tool, a document or an import brought."""

    bring: str = Field(description="The text.")
    trust: Literal["tool", "document", "import"] = Field(
        default="document", description="Where it came from."
    )
    expect: ActionExpectation = Field(default_factory=ActionExpectation)


class LookAfter(Words):
    """Memory is looked after, as `mnemon upkeep` does, and a chat that is left alone."""

    upkeep: list[str] = Field(
        description="What a scripted model replies, call by call; []: the built-in model judges."
    )
    expect: UpkeepExpectation = Field(default_factory=UpkeepExpectation)


class BringBack(Words):
    """The user lets a replaced memory stand again, as `mnemon memories restore` does."""

    restore: Literal["last replaced"] = Field(description="What upkeep replaced last.")
    expect: ActionExpectation = Field(default_factory=ActionExpectation)


STEP_KEYS = (
    "say",
    "save_topic",
    "feedback",
    "forget",
    "recall",
    "use_tool",
    "remember",
    "tidy",
    "bring",
    "upkeep",
    "restore",
)


def _which(step: object) -> str | None:
    """The key that tells what sort of step it is; None (an error) when there is none."""
    for key in STEP_KEYS:
        if (key in step) if isinstance(step, dict) else hasattr(step, key):
            return key
    return None


Step = Annotated[
    Annotated[Say, Tag("say")]
    | Annotated[SaveTopic, Tag("save_topic")]
    | Annotated[Feedback, Tag("feedback")]
    | Annotated[Forget, Tag("forget")]
    | Annotated[SearchMemory, Tag("recall")]
    | Annotated[UseTool, Tag("use_tool")]
    | Annotated[RememberFact, Tag("remember")]
    | Annotated[Tidy, Tag("tidy")]
    | Annotated[Bring, Tag("bring")]
    | Annotated[LookAfter, Tag("upkeep")]
    | Annotated[BringBack, Tag("restore")],
    Discriminator(
        _which,
        custom_error_type="no_step",
        custom_error_message=f"A turn needs one of the keys {', '.join(STEP_KEYS)}.",
    ),
]
"""One thing that happens; its first key says what."""
