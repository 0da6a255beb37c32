"""Changing what is kept: what is known of it in place, what it says by a newer row.

A row's words never change under its id, so what was proved or shown under it stays true. Other words
are a new row that takes the place of the old one, which is kept as history; whoever names the old
id means the new row from then on.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection

from core.engram import EMOTIONS, MEMORY_TYPES, Engram, Kind, Receipt, Trust
from core.errors import InvalidInput
from memory.gate.checking import checked_choice, checked_metadata, checked_share
from memory.gate.drafts import Draft
from memory.gate.trust import RANK
from memory.ids import content_hash
from memory.ledger.changes import change
from memory.ledger.engrams import engram_by_id
from memory.text import clean_text, required_text
from memory.upkeep.noting import Noting

REWORDED: tuple[Kind, ...] = ("topic", "fact", "note")
"""What may be said in other words. What was said in an exchange, or stood in a document, stays so."""


class Updating(Noting):
    """Changes what is kept, by its id."""

    def update(
        self,
        engram_id: str,
        *,
        content: str | None = None,
        importance: float | None = None,
        confidence: float | None = None,
        memory_type: str | None = None,
        emotion: str | None = None,
        tags: Sequence[str] | None = None,
        metadata: Mapping[str, Any] | None = None,
        write_key: str = "",
        source_ref: str = "",
        trust: Trust = "user",
    ) -> Receipt:
        """Change a memory; what is None stays as it is.

        Args:
            engram_id: Its id, or the beginning of it. The id of a row that was replaced stands
                for what replaced it.
            content: What it says from now on; 1 to 16,384 characters. The older words become
                history.
            importance: 0 to 1; 0.8 and above is shown to the model in every turn.
            confidence: 0 to 1; how sure it is.
            memory_type: insight, fact, preference, pattern or connection.
            emotion: curiosity, satisfaction, concern, neutral or excitement.
            tags: All the tags it has from now on.
            metadata: Values that are added to its own; None takes one away.
            write_key: The same key never writes twice in this session.
            source_ref: The turn that asked for it.
            trust: Whose word the new content is. It never weighs more than the old one's.

        Returns:
            `id` is that of the memory as it stands now, `replaced` that of the older words.

        Raises:
            InvalidInput: Nothing is to be changed, a value cannot be used, or the memory cannot
                be changed; it says why.
            NotFound: No memory of this user's has that id.
            StorageError: Nothing was changed.
        """
        known = _checked(importance, confidence, memory_type, emotion, tags)
        if content is None and not known and metadata is None:
            raise InvalidInput(
                "Nothing is to be changed. Give content, importance, confidence, type, emotion, "
                "tags or metadata."
            )
        more = None if metadata is None else checked_metadata(metadata)
        with self._reading() as (connection, _):
            engram = self._current(connection, engram_id)[1]
        self._parts.writer.check_changing(self.identity, engram)
        said = engram.content if content is None else required_text(content, "content")
        if said == engram.content:
            return self._changed(engram.id, known, more)
        values = self._values(engram, known, more)
        draft = _reworded(engram, said, values, trust, write_key, source_ref)
        receipt = self._parts.writer.save(self.identity, draft)
        if not receipt.was_new:  # something else says this already, and has taken the place
            self._changed(receipt.id, known, more)
        return receipt

    def _current(self, connection: Connection, engram_id: str) -> tuple[int, Engram]:
        """A memory of this user's, or what has taken its place since, and which owner has it."""
        owner, engram = self._own(connection, engram_id)
        while engram.superseded_by is not None:
            newer = engram_by_id(connection, owner, engram.superseded_by)
            if newer is None:
                raise InvalidInput(f"What replaced the memory {engram.id} was forgotten.")
            engram = newer
        if engram.archived_at is not None:
            raise InvalidInput(
                f"The memory {engram.id} is archived. Bring it back first: "
                f"mnemon memories unarchive {engram.id}"
            )
        if engram.expires_at is not None and engram.expires_at <= self._parts.clock.now():
            raise InvalidInput(
                f"The memory {engram.id} has run out and is not recalled any more. Say it anew."
            )
        return owner, engram

    def _changed(
        self, engram_id: str, known: Mapping[str, Any], more: Mapping[str, Any] | None
    ) -> Receipt:
        """Change what is known of a row in place, and read it back."""
        with self._parts.database.writing() as connection:
            owner, engram = self._current(connection, engram_id)
            values = self._values(engram, known, more)
            new = {name: value for name, value in values.items() if value != getattr(engram, name)}
            if new:
                columns = {n: list(v) if n == "tags" else v for n, v in new.items()}
                change(connection, owner, engram.id, **columns)
                self._note(connection, owner, engram.id, "updated", ", ".join(sorted(new)))
        return Receipt(
            id=engram.id,
            kind=engram.kind,
            content=self._read_back(engram.id).content,
            topic=engram.topic,
            was_new=False,
            replaced=None,
            verified_at=self._parts.clock.now(),
            trust=engram.trust,
        )

    def _values(
        self, engram: Engram, known: Mapping[str, Any], more: Mapping[str, Any] | None
    ) -> dict[str, Any]:
        """What is to be known of a memory, by the names of its fields.

        Raises:
            InvalidInput: It is to be pinned, and is not the user's own word.
        """
        pins = known.get("importance", 0.0) >= self._parts.settings.pin_importance
        if pins and engram.trust != "user":
            raise InvalidInput(
                f"The memory {engram.id} is not the user's own word (it is of trust "
                f"{engram.trust}), so it cannot be pinned. Give an importance below "
                f"{self._parts.settings.pin_importance:g}, or let the user say it."
            )
        return {**known, **({} if more is None else {"metadata": _merged(engram.metadata, more)})}


def _checked(
    importance: float | None,
    confidence: float | None,
    memory_type: str | None,
    emotion: str | None,
    tags: Sequence[str] | None,
) -> dict[str, Any]:
    known: dict[str, Any] = {
        "importance": None if importance is None else checked_share("importance", importance),
        "confidence": None if confidence is None else checked_share("confidence", confidence),
        "memory_type": checked_choice("memory_type", memory_type, MEMORY_TYPES),
        "emotion": checked_choice("emotion", emotion, EMOTIONS),
        "tags": None
        if tags is None
        else tuple(dict.fromkeys(required_text(tag, "tag") for tag in tags)),
    }
    return {name: value for name, value in known.items() if value is not None}


def _merged(own: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in {**own, **more}.items() if value is not None}


def _reworded(
    engram: Engram,
    content: str,
    known: Mapping[str, Any],
    trust: Trust,
    write_key: str,
    source_ref: str,
) -> Draft:
    if engram.kind not in REWORDED:
        raise InvalidInput(
            f"The memory {engram.id} is of kind {engram.kind}: what was said stays said. "
            f"Only {', '.join(REWORDED)} can be reworded."
        )
    hashes = [content_hash(engram.kind, engram.topic, text) for text in (engram.content, content)]
    return Draft(
        kind=engram.kind,
        content=content,
        topic=engram.topic,
        importance=known.get("importance", engram.importance),
        confidence=known.get("confidence", engram.confidence),
        memory_type=known.get("memory_type", engram.memory_type),
        emotion=known.get("emotion", engram.emotion),
        tags=known.get("tags", engram.tags),
        metadata=known.get("metadata", engram.metadata),
        scope=engram.scope,
        expires_at=engram.expires_at,
        source=engram.source,
        source_ref=clean_text(source_ref),
        trust=min(trust, engram.trust, key=RANK.__getitem__),
        write_key=write_key,
        once=hashes[0] != hashes[1],
        replaces=engram.id,
    )
