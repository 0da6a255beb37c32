"""What LangGraph's `config` and metadata say about a checkpoint: pure reading, no storage."""

import json
from collections.abc import Mapping
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import CheckpointMetadata, get_checkpoint_id

ROOT = ""
"""The namespace of the outermost graph."""

SHORT_NAMES = {"thread_id": "thread", "checkpoint_ns": "ns", "checkpoint_id": "id"}


def address(config: RunnableConfig) -> tuple[str, str, str | None]:
    """Conversation, namespace, and the checkpoint when one is named."""
    place = config["configurable"]
    return str(place["thread_id"]), place.get("checkpoint_ns", ROOT), get_checkpoint_id(config)


def named(config: RunnableConfig | None) -> dict[str, str]:
    """The parts of an address that `config` names, by `SHORT_NAMES`; the others are absent."""
    place = config["configurable"] if config else {}
    return {
        short: str(place[key]) for key, short in SHORT_NAMES.items() if place.get(key) is not None
    }


def address_config(thread: str, ns: str, checkpoint_id: str) -> RunnableConfig:
    """The config that names one checkpoint."""
    return {
        "configurable": {"thread_id": thread, "checkpoint_ns": ns, "checkpoint_id": checkpoint_id}
    }


def is_temporary(config: RunnableConfig) -> bool:
    """Whether the run is a temporary chat, of which nothing is stored."""
    return bool(config["configurable"].get("temporary"))


def as_json(metadata: CheckpointMetadata) -> bytes:
    """Metadata as it is stored: ASCII, so that a lone surrogate in it is no error either."""
    # Metadata only describes: a value that JSON does not know must not cost the turn.
    return json.dumps(metadata, default=str).encode("ascii")


def fits(metadata: bytes, wanted: Mapping[str, Any]) -> bool:
    """Whether stored metadata has all the values wanted; None wants an absent one."""
    if not wanted:
        return True
    told = json.loads(metadata)
    return all(told.get(key) == value for key, value in wanted.items())
