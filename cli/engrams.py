"""How one memory is shown."""

from typing import get_args

from cli.render import say
from core.engram import Engram, Kind

KINDS: tuple[str, ...] = get_args(Kind)


def described(engram: Engram) -> str:
    """What a memory says, in one text: a topic with its key, anything else with its kind."""
    return f"{engram.topic or engram.kind}: {engram.content}"


def told(engram: Engram) -> str:
    """What a memory says where its kind stands beside it."""
    return described(engram) if engram.topic else engram.content


def say_engram(engram: Engram, whole: str) -> None:
    """Print a memory with everything known about it; what is not known is left out.

    Args:
        engram: The memory.
        whole: Its whole text, of which a long one's row has only the beginning.
    """
    known = {
        "id": engram.id,
        "kind": engram.kind,
        "type": engram.memory_type,
        "topic": engram.topic,
        "stored": engram.created_at.isoformat(timespec="seconds"),
        "happened": engram.event_at.isoformat(timespec="seconds"),
        "said by": engram.trust,
        "source": " ".join(filter(None, (engram.source, engram.source_ref))),
        "importance": f"{engram.importance:.2f}",
        "confidence": f"{engram.confidence:.2f}",
        "emotion": engram.emotion,
        "tier": engram.tier,
        "shared with": None if engram.scope == "user" else f"all of this {engram.scope}",
        "feedback": None if engram.feedback is None else f"{engram.feedback:+.2f}",
        "expires": engram.expires_at and engram.expires_at.isoformat(timespec="seconds"),
        "replaced by": engram.superseded_by,
        "archived": engram.archived_at and engram.archived_at.isoformat(timespec="seconds"),
        "tags": ", ".join(engram.tags),
        "metadata": ", ".join(f"{name}={value}" for name, value in engram.metadata.items()),
    }
    for name, value in known.items():
        if value:
            say(f"{name + ':':<13} {value}")
    say()
    say(whole)
