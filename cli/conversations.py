"""Which conversation is meant: a new one, the last one, an id, the beginning of an id, or a name.

A name is a person's own word for a conversation; it stands for one id for each user, so that two
users with a conversation called "work" have two. Ids are UUIDs because the LangGraph server takes
nothing else.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID, uuid4, uuid5

from core.identity import Identity

PROVIDER = "cli"
"""How a conversation that began here is marked."""

LAST = "last"

_NAMES = UUID("0d0c7c9e-3f0e-5b52-9b5f-6d6e656d6f6e")
_BEGINNING = re.compile(r"[0-9a-f]{8}(-[0-9a-f-]*|[0-9a-f]*)", re.IGNORECASE)
_WHOLE = re.compile(r"[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}", re.IGNORECASE)


@dataclass(frozen=True)
class Conversation:
    """The conversation that was chosen; `name` is "" unless the person named it."""

    id: str
    name: str = ""
    is_new: bool = False


def named_session(identity: Identity, name: str) -> str:
    """The id of this user's conversation of that name; always the same one."""
    return str(uuid5(_NAMES, json.dumps([identity.tenant, identity.user, name])))


def new_conversation() -> Conversation:
    """A conversation that nobody had before."""
    return Conversation(str(uuid4()), is_new=True)


def choose(
    wanted: str | None, identity: Identity, known: Sequence[Mapping[str, Any]]
) -> Conversation:
    """The conversation that `wanted` means.

    Args:
        wanted: What `--session` said; None for a new one.
        identity: Whose conversation (its session is not looked at).
        known: That user's conversations, as `Memory.sessions()` gives them: the last one first.
    """
    if wanted is None:
        return new_conversation()
    if wanted == LAST:
        return _last(known)
    if _WHOLE.fullmatch(wanted):
        return _by_id(str(UUID(wanted)), known)
    begun = [s for s in known if str(s["id"]).startswith(wanted.lower())]
    if _BEGINNING.fullmatch(wanted) and len(begun) == 1:
        return _by_id(str(begun[0]["id"]), known)
    session = named_session(identity, wanted)
    return Conversation(session, wanted, all(s["id"] != session for s in known))


def _by_id(session: str, known: Sequence[Mapping[str, Any]]) -> Conversation:
    for one in known:
        if one["id"] == session:
            name = str(one.get("chat_id") or "")
            return Conversation(session, "" if name == session else name)
    return Conversation(session, is_new=True)


def _last(known: Sequence[Mapping[str, Any]]) -> Conversation:
    """The one of the newest turn among those held here; a new one when there is none yet."""
    ours = [s for s in known if s.get("provider") == PROVIDER]
    if not ours:
        return new_conversation()
    return _by_id(str(ours[0]["id"]), known)
