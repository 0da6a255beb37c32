"""The saving half of one owner's memory. Every method goes through the write gate."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, Self

from core.engram import Receipt, Scope, Source, Trust
from memory.bound import Bound
from memory.gate.drafts import (
    Provenance,
    episodic_draft,
    exchange_draft,
    foreign_draft,
    note_draft,
    topic_draft,
)
from memory.gate.facts import NewFact, fact_drafts
from memory.gate.trust import Heard


class Saving(Bound):
    """Keeps what is given to it, and proves it."""

    def hearing(self, heard: Heard) -> Self:
        """The same memory for what a model saves out of a conversation.

        What the user's own words there do not hold is not kept as the user's; see `memory.gate.trust`.
        """
        parts = replace(self._parts, writer=self._parts.writer.hearing(heard))
        return type(self)(self.identity, parts)

    def write_topic(self, topic: str, content: str) -> str:
        """Keep a standing fact under its key and give its id; an older value becomes history."""
        return self.save_topic(topic, content).id

    def write_episodic(self, content: str, metadata: Mapping[str, Any] | None = None) -> str:
        """Keep something that happened or was said, and give its id."""
        draft = episodic_draft(self.identity, content, metadata, self._parts.clock.now())
        return self._parts.writer.save(self.identity, draft).id

    def save_topic(
        self,
        topic: str,
        content: str,
        *,
        write_key: str = "",
        source: Source = "user",
        source_ref: str = "",
        trust: Trust = "user",
        importance: float = 0.5,
    ) -> Receipt:
        """Keep a standing fact under its canonical key.

        Args:
            topic: The key in any spelling.
            content: The value; 1 to 16,384 characters.
            write_key: The same key never writes twice in this session.
            importance: 0 to 1; 0.8 and above is shown to the model in every turn.

        Raises:
            InvalidInput: The key, the value or the importance cannot be used; it says how.
            StorageError: Nothing was saved.
        """
        said = Provenance(source, source_ref, trust, importance, write_key)
        with self._refusals():
            draft = topic_draft(topic, content, said)
        return self._parts.writer.save(self.identity, draft)

    def save_note(
        self,
        content: str,
        *,
        write_key: str = "",
        source: Source = "agent",
        source_ref: str = "",
        trust: Trust = "agent",
        importance: float = 0.5,
    ) -> Receipt:
        """Keep a note found by meaning. Saying the same again gives the first one's receipt."""
        said = Provenance(source, source_ref, trust, importance, write_key)
        with self._refusals():
            draft = note_draft(content, said)
        return self._parts.writer.save(self.identity, draft)

    def save_episode(
        self,
        question: str,
        answer: str,
        *,
        query_id: str,
        tool_calls: int,
        derived: bool = False,
        trust: Trust = "user",
    ) -> Receipt:
        """Keep one finished exchange; the same `query_id` is kept once.

        Args:
            question: What the user said. Each side is cut at 8 KiB with a mark; `whole` has all.
            answer: What was answered.
            query_id: Id of the turn.
            tool_calls: How many tools were called for it.
            derived: The answer only retold memory: kept, but never recalled.
            trust: `user`, or where the text came from that the exchange retells or quotes.
        """
        draft = exchange_draft(
            self.identity,
            question,
            answer,
            query_id=query_id,
            tool_calls=tool_calls,
            derived=derived,
            now=self._parts.clock.now(),
            trust=trust,
        )
        return self._parts.writer.save(self.identity, draft)

    def remember(
        self,
        content: str,
        *,
        scope: Scope = "user",
        expires_in_days: float | None = None,
        memory_type: str | None = None,
        emotion: str | None = None,
        tags: Sequence[str] = (),
        importance: float = 0.5,
        confidence: float = 0.8,
        metadata: Mapping[str, Any] | None = None,
        write_key: str = "",
        source: Source = "user",
        source_ref: str = "",
        trust: Trust = "user",
    ) -> Receipt:
        """Keep a fact that has no key. Saying it again gives the first one's receipt.

        Args:
            content: The fact; of more than 16,384 characters the row has the beginning, `whole`
                all; at most 1,048,576.
            scope: `user`, or `agent` or `tenant` to share it with their other users.
            expires_in_days: After so many days it is never recalled again; None: it stays.
            memory_type: insight, fact, preference, pattern or connection.
            emotion: curiosity, satisfaction, concern, neutral or excitement.
            tags: Words to filter by.
            importance: 0 to 1; 0.8 and above is shown to the model in every turn.
            confidence: 0 to 1; how sure it is.

        Raises:
            InvalidInput: Something cannot be used; it says what and lists the choices.
            StorageError: Nothing was saved.
        """
        fact = NewFact(
            content,
            scope=scope,
            expires_in_days=expires_in_days,
            memory_type=memory_type,
            emotion=emotion,
            tags=tags,
            importance=importance,
            confidence=confidence,
            metadata=metadata or {},
            write_key=write_key,
            source=source,
            source_ref=source_ref,
            trust=trust,
        )
        return self.remember_many([fact])[0]

    def remember_many(self, items: Sequence[NewFact]) -> list[Receipt]:
        """Keep several facts in one transaction: all of them, or none.

        Args:
            items: Each as in `remember`. What is said twice among them is kept once.

        Returns:
            One receipt for each item, in their order; all were read back.

        Raises:
            InvalidInput: One cannot be used; it says which, and what is wrong with it.
            StorageError: Nothing was saved.
        """
        with self._refusals():
            drafts = fact_drafts(items, self._parts.clock.now())
        return self._parts.writer.save_many(self.identity, drafts)

    def save_foreign(
        self, content: str, *, trust: Trust, source_ref: str = "", write_key: str = ""
    ) -> Receipt:
        """Keep what a tool, a document or an import brought, as that and nothing more.

        Args:
            content: The text; of more than 16,384 characters the row has the beginning.
            trust: `tool`, `document` or `import`.
            source_ref: Which call, document or file it came from.
            write_key: The same key never writes twice in this session.

        Raises:
            InvalidInput: It is empty, too long, or said to be the user's or the assistant's.
            StorageError: Nothing was saved.
        """
        with self._refusals():
            draft = foreign_draft(content, trust, source_ref, write_key)
        return self._parts.writer.save(self.identity, draft)

    def _refusals(self) -> AbstractContextManager[None]:
        return self._parts.writer.refusals(self.identity)
