"""One engram by what a person names it: its id, the beginning of its id, or a topic."""

from collections.abc import Sequence

from sqlalchemy import Connection

from core.engram import Engram, Event
from core.errors import NotFound
from core.identity import Identity
from memory.ledger.engrams import engram_by_id, ids_starting_with, topic_versions
from memory.ledger.events import events_of, told_ids_starting_with
from memory.text import clean_text
from memory.topic_key import canonical_topic

SHORTEST_ID_PREFIX = 6
"""So many characters of an id may stand for it, if no other begins alike."""


def engram_named(
    connection: Connection, owners: Sequence[int], engram_id: str
) -> tuple[int, Engram]:
    """The engram of these owners with this id, or whose id begins so, and which owner has it.

    Raises:
        NotFound: None of the owners' ids begins so, or several do.
    """
    wanted = _typed(engram_id)
    found = {
        known: owner
        for owner in owners
        for known in (ids_starting_with(connection, owner, wanted, 2) if wanted else [])
    }
    if _is_clear(engram_id, list(found)):
        ((known, owner),) = found.items()
        engram = engram_by_id(connection, owner, known)
        if engram is not None:
            return owner, engram
    raise NotFound(
        f"No memory has the id {engram_id[:40]!r}. 'mnemon memories list' shows the ids."
    )


def own_engram_named(
    connection: Connection, owners: Sequence[int], identity: Identity, engram_id: str
) -> tuple[int, Engram]:
    """As `engram_named`, for whoever wants to change or erase it.

    Raises:
        NotFound: As in `engram_named`, or somebody else shared it.
    """
    owner, engram = engram_named(connection, owners, engram_id)
    if engram.user != identity.user:
        raise NotFound(
            f"The memory {engram.id} was shared by {engram.user!r}, who alone can change or "
            "forget it."
        )
    return owner, engram


def history_of(connection: Connection, owner: int | None, id_or_topic: str) -> list[Event]:
    """What was done to an engram, or to every value of a topic, oldest first.

    Raises:
        NotFound: Nothing of the owner's has that id or topic, or several ids begin so.
    """
    found: list[Event] = []
    if owner is not None:
        wanted = _typed(id_or_topic)
        ids = told_ids_starting_with(connection, owner, wanted, 2) if wanted else []
        if not _is_clear(id_or_topic, ids):
            versions = topic_versions(connection, owner, canonical_topic(id_or_topic))
            ids = [engram.id for engram in versions]
        found = events_of(connection, owner, ids)
    if not found:
        raise NotFound(f"Nothing is stored about {id_or_topic[:60]!r}. See 'mnemon topics'.")
    return found


def _typed(text: str) -> str:
    """The beginning of an id as it was typed; "" when it is too short to mean one."""
    typed = clean_text(text).lower()
    return typed if len(typed) >= SHORTEST_ID_PREFIX else ""


def _is_clear(text: str, found: Sequence[str]) -> bool:
    """Whether exactly one id was meant.

    Raises:
        NotFound: Several were.
    """
    if len(found) > 1:
        raise NotFound(
            f"Several memories have an id that begins with {text[:40]!r}. Give more of it; "
            "'mnemon memories list' shows the ids."
        )
    return bool(found)
