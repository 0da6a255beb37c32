"""The story language: what a YAML file in this folder may say.

One story is one promise to a user. The words are explained in `README.md` and, for editors, in
`schema.json`, which is generated from here. A word that is not known is an error.
"""

import re
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, Literal, Self

from pydantic import AwareDatetime, Field, StringConstraints, field_validator, model_validator

from core.settings import Settings
from stories.expectations import EmbeddingCheck, MemoryCheck, Words
from stories.steps import Say, Step

RequirementId = Annotated[str, StringConstraints(pattern=r"^[A-EX][1-9][0-9]?$")]
STORY_STARTS_AT = datetime(2026, 5, 30, 9, 0, tzinfo=UTC)
"""When a story begins unless it says otherwise: a Saturday morning, far from midnight."""

SET_BY_THE_RUNNER = frozenset({"home", "model", "embedder", "ollama_url", "user", "tenant"})
_DURATION = re.compile(r"^(\d+) (minute|hour|day|week)s?$")


class Session(Words):
    """One conversation of one user, from its start to its end."""

    user: str = Field(default="ada", min_length=1, description="Who speaks.")
    tenant: str = Field(
        default="local", min_length=1, description="Whose organisation or household."
    )
    name: str | None = Field(
        default=None,
        description="Sessions of one name are one conversation; without a name it is new.",
    )
    temporary: bool = Field(
        default=False, description="A temporary chat: memory neither read nor written."
    )
    advance: str | None = Field(
        default=None, description="Time that passes before it, such as '2 days'."
    )
    restart_before: bool = Field(
        default=False, description="Before it, everything is closed and the home is opened anew."
    )
    lose_index_before: bool = Field(
        default=False,
        description="While closed, the vector index is deleted (with restart_before).",
    )
    embedder: Literal["up", "down"] = Field(
        default="up", description="down: the embedding service refuses connections in this session."
    )
    turns: list[Step] = Field(min_length=1, description="What happens, in order.")
    memory_after: list[MemoryCheck] = Field(
        default_factory=list, description="What memory must hold when the session has ended."
    )

    @field_validator("advance")
    @classmethod
    def _is_a_duration(cls, value: str | None) -> str | None:
        if value is not None and not _DURATION.match(value):
            raise ValueError("a duration reads like '20 minutes', '3 hours', '2 days', '26 weeks'")
        return value

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.lose_index_before and not self.restart_before:
            raise ValueError("lose_index_before needs restart_before: true")
        scripted = [turn.model is not None for turn in self.spoken()]
        if any(scripted) and not all(scripted):
            raise ValueError("in one session all turns have a model script, or none has")
        if not any(scripted):
            for turn in self.spoken():
                if turn.expect.model_saw or turn.expect.model_saw_not:
                    raise ValueError("model_saw needs a scripted model")
        return self

    def spoken(self) -> list[Say]:
        """The turns in which the user speaks."""
        return [turn for turn in self.turns if isinstance(turn, Say)]

    @property
    def is_scripted(self) -> bool:
        """Whether a scripted model answers in this session."""
        return any(turn.model is not None for turn in self.spoken())

    @property
    def pause(self) -> timedelta:
        """How much time passes before this session."""
        match = _DURATION.match(self.advance or "")
        return timedelta(**{f"{match[2]}s": int(match[1])}) if match else timedelta()


class Story(Words):
    """One promise to a user, told as conversations that anybody can read."""

    title: str = Field(min_length=1, description="The promise in a few words.")
    promise: str = Field(min_length=1, description="The promise in one sentence.")
    requirements: list[RequirementId] = Field(min_length=1, description="Ids of what it shows.")
    settings: dict[str, Any] = Field(
        default_factory=dict, description="Settings that differ from the defaults."
    )
    clock: AwareDatetime = Field(default=STORY_STARTS_AT, description="When it begins.")
    embedder: Literal["bundled", "ollama"] = Field(
        default="bundled",
        description="ollama: a stand-in Ollama server on loopback, which can go down and come back.",
    )
    sessions: list[Session] = Field(min_length=1, description="The conversations, in order.")
    memory_after: list[MemoryCheck] = Field(
        default_factory=list, description="What memory must hold at the end."
    )
    home_stats: dict[str, Any] = Field(
        default_factory=dict, description="Statistics of the whole home at the end, some of them."
    )
    embedded: EmbeddingCheck | None = Field(
        default=None, description="What the embedding service was sent (with embedder: ollama)."
    )

    @field_validator("settings")
    @classmethod
    def _are_settings(cls, value: dict[str, Any]) -> dict[str, Any]:
        for name in value:
            if name in SET_BY_THE_RUNNER:
                raise ValueError(f"the runner sets {name!r} itself")
            if name not in Settings.model_fields:
                raise ValueError(f"there is no setting {name!r}")
        return value

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.embedder == "bundled":
            if any(session.embedder == "down" for session in self.sessions):
                raise ValueError("a session with embedder: down needs embedder: ollama above")
            if self.embedded is not None:
                raise ValueError("embedded needs embedder: ollama")
        return self

    @property
    def is_scripted(self) -> bool:
        """Whether some part needs the scripted model, so that it cannot run live."""
        return any(session.is_scripted for session in self.sessions)
