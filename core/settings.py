"""Every setting, with its unit and default, read once by an entry point.

Order: what the caller gives wins over `MNEMON_*` environment variables, those over
`settings.toml` in the home, that over the defaults. A name nobody knows is an error, so that a
typo is told and not dropped. Plain pydantic, because each value's origin must be known
(`mnemon config show --origin`) and unknown variables must be refused.
"""

import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

import platformdirs
from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from core.errors import InvalidSettings

PREFIX = "MNEMON_"
FILE_NAME = "settings.toml"

Origin = Literal["argument", "environment", "file", "default"]


def default_home() -> Path:
    """Where everything lives when nobody says otherwise: the platform's data folder."""
    return Path(platformdirs.user_data_dir("mnemon", appauthor=False))


class Settings(BaseModel):
    """All settings of one run, immutable. Each field is also `MNEMON_<NAME>` in the environment."""

    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=True)

    home: Path = Field(
        default_factory=default_home, description="Folder of the ledger, the index, the sessions."
    )
    user: str = Field("default", min_length=1, description="Whose memory, where nobody is named.")
    tenant: str = Field("local", min_length=1, description="Organisation or household.")
    agent: str = Field("mnemon", min_length=1, description="Name of the assistant.")
    model: str = Field(
        "auto", min_length=1, description="auto, offline, ollama:<model> or provider:<model>."
    )
    embedder: str = Field(
        "auto", min_length=1, description="auto, bundled or ollama:<model>; a home keeps its own."
    )
    ollama_url: str = Field(
        "http://127.0.0.1:11434", min_length=1, description="Address of the Ollama server."
    )
    ollama_timeout_s: float = Field(120, gt=0, description="Longest wait for Ollama, seconds.")
    ollama_num_ctx: int = Field(8192, ge=512, description="Context window asked of Ollama, tokens.")
    ollama_reasoning: bool = Field(False, description="Let a reasoning model think aloud first.")
    tools: str = Field(
        "core",
        min_length=1,
        description="Sets of tools a model is offered: core, facts, typed, tiers.",
    )
    written_calls: Literal["auto", "on", "off"] = Field(
        "auto",
        description="Carry out calls that a model writes in its answer: on, off, or auto (for "
        "models that cannot call tools).",
    )
    contradictions: Literal["auto", "on", "off"] = Field(
        "auto",
        description="Let a new fact retire an older one that it contradicts: auto (when nobody "
        "waits), on (also at the end of each command, which then waits for the model), off.",
    )
    extraction: Literal["auto", "on", "off"] = Field(
        "off",
        description="Draw facts about the user from finished exchanges: on, off, or auto (with a "
        "model that does it well when tried).",
    )
    top_k: int = Field(5, ge=1, le=20, description="Most results of one search.")
    scope_weight_session: float = Field(
        1.3, ge=0, description="Weight of what was said in this conversation; 0 leaves it out."
    )
    scope_weight_user: float = Field(1.1, ge=0, description="Weight of the user's other memories.")
    scope_weight_agent: float = Field(1.0, ge=0, description="Weight of the agent's memories.")
    scope_weight_tenant: float = Field(1.0, ge=0, description="Weight of the tenant's memories.")
    rerank_url: str = Field(
        "", description="Address of a text-embeddings-inference server that reranks; empty: none."
    )
    rerank_timeout_s: float = Field(2, gt=0, description="Longest wait for the reranker, seconds.")
    min_score: float | None = Field(
        None,
        ge=0,
        le=1,
        description="Least cosine similarity of what bears on a question. auto: as measured for the "
        "embedder (bundled 0.35), else 0.3.",
    )
    context_facts: int = Field(10, ge=0, description="Most standing facts before a model call.")
    context_episodes: int = Field(5, ge=0, description="Most past episodes before a model call.")
    context_tokens: int = Field(1500, ge=0, description="Most tokens of memory in the prompt.")
    pin_importance: float = Field(
        0.8, ge=0, le=1, description="From this importance on a fact is in every prompt."
    )
    history_tokens: int = Field(
        6000, ge=200, description="Most tokens of past messages in the prompt."
    )
    recursion_limit: int = Field(60, ge=5, description="Most graph steps of one turn.")
    checkpoints_kept: int = Field(
        4, ge=1, description="Checkpoints kept for each conversation; older ones are pruned."
    )
    exact_scan_max_rows: int = Field(
        20000, ge=0, description="Owners up to this size are searched exactly, not by Chroma."
    )
    index: bool = Field(True, description="Keep a Chroma index beside the ledger.")

    @field_validator("home", mode="before")
    @classmethod
    def _is_named(cls, value: object) -> object:
        if not str(value).strip():  # Path("") would be the folder one happens to stand in
            raise ValueError("an empty name is no folder")
        return value

    @field_validator("min_score", mode="before")
    @classmethod
    def _measured(cls, value: object) -> object:
        return None if value == "auto" else value

    @field_validator("home", mode="after")
    @classmethod
    def _absolute(cls, value: Path) -> Path:
        return _expanded(value).absolute()


@dataclass(frozen=True)
class LoadedSettings:
    """The settings of a run and where each value came from."""

    settings: Settings
    origins: Mapping[str, Origin]


def load_settings(
    arguments: Mapping[str, Any] | None = None, environ: Mapping[str, str] | None = None
) -> LoadedSettings:
    """Read the settings from the arguments, the environment, the home's file and the defaults.

    Args:
        arguments: Values given by the caller; a None counts as not given.
        environ: The environment; the process's own when None.

    Raises:
        InvalidSettings: A name is unknown, a value does not fit, or the file is not TOML. The
            message names every fault at once and where it stands.
    """
    given = {k: v for k, v in (arguments or {}).items() if v is not None}
    env = _from_environment(os.environ if environ is None else environ)
    home = _expanded(Path(given.get("home") or env.get("home") or default_home()))
    file = _from_file(home / FILE_NAME)
    sources = (
        _Source("file", file, home / FILE_NAME),
        _Source("environment", env),
        _Source("argument", given),
    )
    settings = _checked(sources)
    origins: dict[str, Origin] = dict.fromkeys(Settings.model_fields, "default")
    for source in sources:
        origins.update(dict.fromkeys(source.values, source.origin))
    return LoadedSettings(settings, origins)


@dataclass(frozen=True)
class _Source:
    """Values from one place; `path` is the settings file's."""

    origin: Origin
    values: Mapping[str, Any]
    path: Path | None = None

    def place(self, name: str) -> str:
        """Where a setting of this source stands."""
        if self.origin == "environment":
            return f"environment variable {PREFIX}{name.upper()}"
        return f"in {self.path}" if self.path else self.origin


def _checked(sources: Sequence[_Source]) -> Settings:
    """The settings of all sources, the later ones winning; every fault is told at once."""
    known = Settings.model_fields
    faults = [
        f"{name} ({source.place(name)}) is unknown{_nearest(name)}"
        for source in sources
        for name in source.values
        if name not in known
    ]
    faults += [
        f"home ({source.place('home')}) lies where it should point to: set {PREFIX}HOME instead"
        for source in sources
        if source.path and "home" in source.values
    ]
    last = {name: source for source in sources for name in source.values if name in known}
    try:
        settings = Settings(**{name: source.values[name] for name, source in last.items()})
    except ValidationError as error:
        for fault in error.errors():
            name, why = str(fault["loc"][0]), fault["msg"].removeprefix("Value error, ")
            faults.append(f"{name}={fault['input']!r} ({last[name].place(name)}): {why}")
    if faults:
        raise InvalidSettings(
            f"Settings not usable: {'; '.join(faults)}. 'mnemon config show' lists all settings."
        )
    return settings


def _expanded(path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError:
        raise InvalidSettings(
            f"home={str(path)!r}: there is no such user. Write the folder out."
        ) from None


def _from_environment(environ: Mapping[str, str]) -> dict[str, str]:
    return {k[len(PREFIX) :].lower(): v for k, v in environ.items() if k.startswith(PREFIX)}


def _from_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InvalidSettings(
            f"{path} is not valid TOML ({error}). Mend or remove that file."
        ) from None
    except OSError as error:
        raise InvalidSettings(
            f"{path} cannot be read ({error.strerror}). Check its permissions."
        ) from None


def _nearest(name: str) -> str:
    near = get_close_matches(name, list(Settings.model_fields), n=1)
    return f" (did you mean {near[0]}?)" if near else ""
