"""Other names for topics: one is renamed, or becomes part of another.

Nothing is lost: the former name and all its values stay in the history, and its row names what has
taken its place. A name that was given up is free again: who saves under it later makes a new topic.
"""

from sqlalchemy import Connection

from core.engram import Engram
from core.errors import InvalidInput, NotFound
from memory.gate.drafts import Draft
from memory.gate.rows import add_row
from memory.ledger.engrams import current_topic, list_engrams, supersede
from memory.ledger.owners import ensure_owner
from memory.owner import owner_key
from memory.text import clean_text
from memory.topic_key import canonical_topic, nearest_keys
from memory.upkeep.noting import Noting


class Renaming(Noting):
    """Gives topics other names."""

    def rename_topic(self, old: str, new: str, *, replacing: bool = False) -> Engram:
        """Let the value of a topic stand under another key from now on.

        Args:
            old: The key it has, in any spelling.
            new: The key it gets, in any spelling.
            replacing: Take the place of what stands under the new key, which becomes history.

        Returns:
            The row under the new key.

        Raises:
            InvalidInput: Both are the same key, or the new one holds something.
            NotFound: No topic stands under the old key.
        """
        key = canonical_topic(new)
        with self._parts.database.writing() as connection:
            owner = ensure_owner(connection, owner_key(self.identity))
            engram = self._topic(connection, owner, old)
            if engram.topic == key:
                raise InvalidInput(f"{old!r} and {new!r} are both the topic {key}: nothing to do.")
            there = current_topic(connection, owner, key, self._parts.clock.now())
            if there is not None and not replacing:
                raise InvalidInput(
                    f"{key} holds {there.content[:80]!r} already. 'mnemon topics merge "
                    f"{engram.topic} {key}' keeps that value; --yes replaces it."
                )
            now = self._parts.clock.now()
            renamed, _ = add_row(connection, owner, self.identity, _under(engram, key), now)
            supersede(connection, owner, engram.id, renamed.id, now)
            self._note(connection, owner, engram.id, "renamed", f"to {renamed.id}")
            self._note(connection, owner, renamed.id, "renamed", f"from {engram.id}")
        self._parts.worker.poke()
        return self._read_back(renamed.id)

    def merge_topics(self, source: str, into: str) -> tuple[Engram, Engram]:
        """Let one topic stand for another, which becomes history.

        Args:
            source: The key that is given up.
            into: The key that stays, with its value.

        Returns:
            The topic that stays, and the one that became history.

        Raises:
            InvalidInput: Both are the same key.
            NotFound: One of them does not stand.
        """
        with self._parts.database.writing() as connection:
            owner = ensure_owner(connection, owner_key(self.identity))
            given_up = self._topic(connection, owner, source)
            kept = self._topic(connection, owner, into)
            if given_up.id == kept.id:
                raise InvalidInput(f"{source!r} and {into!r} are both the topic {kept.topic}.")
            now = self._parts.clock.now()
            supersede(connection, owner, given_up.id, kept.id, now)
            self._note(connection, owner, given_up.id, "merged", f"into {kept.id}")
            self._note(connection, owner, kept.id, "merged", f"with {given_up.id}")
        return self._read_back(kept.id), given_up

    def _topic(self, connection: Connection, owner: int, name: str) -> Engram:
        """What stands under a key: as it is written in the ledger, or in any spelling of it."""
        now = self._parts.clock.now()
        written = clean_text(name)
        found = current_topic(connection, owner, written, now)
        key = written if found else canonical_topic(name)
        found = found or current_topic(connection, owner, key, now)
        if found is None:
            topics = list_engrams(connection, owner, now, kinds=("topic",), limit=None)
            near = nearest_keys(key, [e.topic for e in topics if e.topic is not None])
            hint = f" Nearest topics: {', '.join(near)}." if near else " 'mnemon topics' lists all."
            raise NotFound(f"There is no topic {key!r}.{hint}")
        return found


def _under(engram: Engram, key: str) -> Draft:
    """The same value under another key."""
    return Draft(
        kind="topic",
        content=engram.content,
        topic=key,
        importance=engram.importance,
        confidence=engram.confidence,
        memory_type=engram.memory_type,
        emotion=engram.emotion,
        tags=engram.tags,
        metadata=engram.metadata,
        scope=engram.scope,
        expires_at=engram.expires_at,
        source=engram.source,
        source_ref=engram.source_ref,
        trust=engram.trust,
    )
