"""One owner's memory: what every node, command and program reads and writes through.

All methods are synchronous and thread-safe; call them from a thread when on an event loop.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection

from core.clock import Clock
from core.engram import (
    Engram,
    Event,
    ForgetReceipt,
    Kind,
    Receipt,
    Source,
    Trust,
)
from core.errors import InvalidInput, NotFound
from core.identity import Identity
from core.recall import Recall, RecallFilter, RecallScope
from core.recalled import RecalledContext
from core.settings import Settings
from memory.context import EPISODE_KINDS, FACT_KINDS, context_for
from memory.drafts import Provenance, episodic_draft, exchange_draft, note_draft, topic_draft
from memory.forgetting import forget
from memory.ledger.database import Database
from memory.ledger.engrams import current_topic, list_engrams, set_feedback, topic_versions
from memory.ledger.events import add_event
from memory.ledger.owners import ensure_owner, owner_id
from memory.ledger.statistics import owner_statistics
from memory.lookup import engram_named, history_of
from memory.owner import owner_key
from memory.recalling import Question, Recaller
from memory.sessions import open_session, sessions_of
from memory.topic_key import canonical_topic, nearest_keys
from memory.worker import Worker
from memory.writing import Writer

MOST_RESULTS = 20
"""Of one recall: more would fill a prompt with what hardly bears on the question."""


class Memory:
    """The memory of one identity. Nothing outside its owner's rows is read or written."""

    def __init__(
        self,
        identity: Identity,
        *,
        settings: Settings,
        clock: Clock,
        database: Database,
        writer: Writer,
        recaller: Recaller,
        worker: Worker,
    ) -> None:
        self.identity = identity
        self._settings = settings
        self._clock = clock
        self._database = database
        self._writer = writer
        self._recaller = recaller
        self._worker = worker

    # Writing

    def write_topic(self, topic: str, content: str) -> str:
        """Keep a standing fact under its key and give its id; an older value becomes history."""
        return self.save_topic(topic, content).id

    def write_episodic(self, content: str, metadata: Mapping[str, Any] | None = None) -> str:
        """Keep something that happened or was said, and give its id."""
        draft = episodic_draft(self.identity, content, metadata, self._clock.now())
        return self._writer.save(self.identity, draft).id

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
        return self._writer.save(self.identity, topic_draft(topic, content, said))

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
        return self._writer.save(self.identity, note_draft(content, said))

    def save_episode(
        self, question: str, answer: str, *, query_id: str, tool_calls: int, derived: bool = False
    ) -> Receipt:
        """Keep one finished exchange; the same `query_id` is kept once.

        Args:
            question: What the user said. Each side is cut at 8 KiB with a mark.
            answer: What was answered.
            query_id: Id of the turn.
            tool_calls: How many tools were called for it.
            derived: The answer only retold memory: kept, but never recalled.
        """
        draft = exchange_draft(
            self.identity,
            question,
            answer,
            query_id=query_id,
            tool_calls=tool_calls,
            derived=derived,
            now=self._clock.now(),
        )
        return self._writer.save(self.identity, draft)

    # Reading

    def recall_topic(self, topic: str) -> str | None:
        """The value under a key, None when nothing stands there."""
        found = self.topic(topic)
        return None if found is None else found.content

    def topic(self, topic: str) -> Engram | None:
        """The engram under a key in any spelling, None when nothing stands there."""
        key = canonical_topic(topic)
        with self._reading() as (connection, owner):
            if owner is None:
                return None
            return current_topic(connection, owner, key, self._clock.now())

    def nearest_topics(self, topic: str, limit: int = 3) -> list[str]:
        """The existing keys that look most like this one, best first."""
        known = [e.topic for e in self.topics() if e.topic is not None]
        return nearest_keys(canonical_topic(topic), known, limit)

    def topics(self) -> list[Engram]:
        """All standing topics, by key."""
        return sorted(self._listed(("topic",), None), key=lambda e: e.topic or "")

    def memories(self, kind: Kind | None = None, limit: int = 50) -> list[Engram]:
        """Standing engrams, newest first."""
        return self._listed(None if kind is None else (kind,), limit)

    def search_episodic(self, query: str, top_k: int | None = None) -> list[dict[str, Any]]:
        """What was said or noted that bears on the query, best first.

        Returns:
            Dicts with `id`, `content`, `score` (cosine similarity, 0 to 1) and `metadata`
            (its own, and `score` for the user's rating when there is one).
        """
        found = self.recall(query, top_k, EPISODE_KINDS)
        return [
            {
                "id": item.engram.id,
                "content": item.engram.content,
                "score": item.relevance,
                "metadata": episode_metadata(item.engram),
            }
            for item in found.items
        ]

    def recall(
        self,
        query: str,
        top_k: int | None = None,
        kinds: Sequence[Kind] | None = None,
        scope: RecallScope = "any",
        *,
        wanted: RecallFilter | None = None,
        enable_rerank: bool = True,
        explain: bool = False,
    ) -> Recall:
        """Search all memory of this owner by meaning and keywords.

        Args:
            query: What is asked; longer than the embedder's window is cut, not refused.
            top_k: At most this many, 0 to 20; the setting when None.
            kinds: Only these kinds; all when None. (Short for `wanted`.)
            scope: `session`, `user`, `agent`, `tenant`, or `any` for all four, weighted.
            wanted: What may answer at all: type, tags, emotion, importance, tier, time.
            enable_rerank: Let the cross-encoder reorder the best, where one is configured.
            explain: Also tell what was left out, at which stage and why.

        Raises:
            InvalidInput: `top_k` or `scope` is none of these.
        """
        limit = self._settings.top_k if top_k is None else top_k
        if not 0 <= limit <= MOST_RESULTS:
            raise InvalidInput(f"top_k is {limit}; give a number from 0 to {MOST_RESULTS}.")
        wanted = wanted or RecallFilter()
        question = Question(
            query,
            limit,
            replace(wanted, kinds=tuple(kinds)) if kinds is not None else wanted,
            scope,
            min_score=self._settings.min_score,
            rerank=enable_rerank,
            explain=explain,
        )
        found = self._recaller.recall(self.identity, question)
        self._note_used(found)
        return found

    def context_for(self, question: str) -> RecalledContext:
        """What memory offers for a turn: pinned and near facts, near episodes, known topics."""
        return context_for(
            self._recaller,
            self.identity,
            question,
            self._settings,
            lambda: self._listed(FACT_KINDS, None),
        )

    def get(self, engram_id: str) -> Engram:
        """The engram with this id, or whose id begins so (at least 6 characters).

        Raises:
            NotFound: None of this owner's ids begins so, or several do.
        """
        with self._reading() as (connection, owner):
            return engram_named(connection, owner, engram_id)

    def history(self, id_or_topic: str) -> list[Event]:
        """Who did what to an engram, or to every value of a topic, oldest first.

        A forgotten engram's history stays: ids, times and reasons, no content.

        Raises:
            NotFound: Nothing of this owner's has that id or topic.
        """
        with self._reading() as (connection, owner):
            return history_of(connection, owner, id_or_topic)

    def versions(self, topic: str) -> list[Engram]:
        """Every value a topic ever had, newest first."""
        key = canonical_topic(topic)
        with self._reading() as (connection, owner):
            return [] if owner is None else topic_versions(connection, owner, key)

    # Changing

    def forget(self, *ids: str) -> ForgetReceipt:
        """Erase engrams and the exchanges that would bring them back; see `memory.forgetting`.

        Raises:
            NotFound: An id is not this owner's. Then nothing was erased.
        """
        with self._reading() as (connection, owner):
            full = [engram_named(connection, owner, i).id for i in ids]
        return self._forget(owner, full)

    def forget_topic(self, topic: str) -> ForgetReceipt:
        """Erase a topic with every value it ever had.

        Raises:
            NotFound: There is no such topic; the message names the nearest ones.
        """
        key = canonical_topic(topic)
        with self._reading() as (connection, owner):
            versions = [] if owner is None else topic_versions(connection, owner, key)
        if not versions:
            near = ", ".join(self.nearest_topics(topic))
            hint = f" Nearest topics: {near}." if near else " 'mnemon topics' lists all."
            raise NotFound(f"There is no topic {key!r}.{hint}")
        return self._forget(owner, [e.id for e in versions])

    def feedback(self, episode_id: str, score: float) -> Engram:
        """Rate an episode from -1 (bad) to 1 (good); well-rated ones come first later.

        Raises:
            InvalidInput: The score is out of range, or it is no episode that was named.
        """
        if not -1 <= score <= 1:
            raise InvalidInput(f"A rating is between -1 and 1, not {score}.")
        engram = self.get(episode_id)
        if engram.kind not in EPISODE_KINDS:
            raise InvalidInput(f"Only an exchange can be rated; {engram.id} is a {engram.kind}.")
        with self._database.writing() as connection:
            owner = ensure_owner(connection, owner_key(self.identity))
            set_feedback(connection, owner, engram.id, score)
            add_event(
                connection,
                owner,
                engram.id,
                "rated",
                at=self._clock.now(),
                actor="user",
                session=self.identity.session,
                why=f"{score:+g}",
            )
        return self.get(engram.id)

    # Sessions

    def open_session(self, provider: str, chat_id: str = "") -> None:
        """Register the identity's session, or check that it is this user's.

        Raises:
            NotFound: The session belongs to somebody else. It says no more than that.
        """
        with self._database.writing() as connection:
            owner = ensure_owner(connection, owner_key(self.identity))
            session, now = self.identity.session, self._clock.now()
            open_session(connection, owner, session, provider, chat_id, now)

    def sessions(self) -> list[dict[str, Any]]:
        """This user's conversations, the last moved first."""
        with self._reading() as (connection, owner):
            return [] if owner is None else sessions_of(connection, owner)

    def stats(self) -> dict[str, Any]:
        """Rows of this owner by kind, tier and topic; how many wait for their vector."""
        with self._reading() as (connection, owner):
            return owner_statistics(connection, owner, self._clock.now())

    @contextmanager
    def _reading(self) -> Iterator[tuple[Connection, int | None]]:
        """The ledger and this owner's number in it, None when it never wrote anything."""
        with self._database.reading() as connection:
            yield connection, owner_id(connection, owner_key(self.identity))

    def _listed(self, kinds: Sequence[str] | None, limit: int | None) -> list[Engram]:
        with self._reading() as (connection, owner):
            if owner is None:
                return []
            return list_engrams(connection, owner, self._clock.now(), kinds=kinds, limit=limit)

    def _forget(self, owner: int | None, ids: Sequence[str]) -> ForgetReceipt:
        if owner is None or not ids:
            return ForgetReceipt(ids=(), removed={}, remaining=0)
        receipt = forget(self._database, self._clock, self.identity, owner, ids)
        self._worker.poke()
        return receipt

    def _note_used(self, found: Recall) -> None:
        if found.items:
            self._worker.note_used(
                owner_key(self.identity), [item.engram.id for item in found.items]
            )


def episode_metadata(engram: Engram) -> dict[str, Any]:
    """An engram's own metadata, with the user's rating as `score` once there is one."""
    rated = {} if engram.feedback is None else {"score": engram.feedback}
    return {**engram.metadata, "kind": engram.kind, **rated}
