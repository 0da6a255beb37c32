"""The asking half of one owner's memory. It changes nothing but when a row was last used."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from core.engram import Engram, Event, Kind
from core.errors import InvalidInput
from core.recall import Recall, RecallFilter, RecallScope
from core.recalled import RecalledContext
from memory.bound import Bound
from memory.ledger.engrams import current_topic, list_engrams, replaced_by, topic_versions
from memory.ledger.statistics import owner_statistics
from memory.ledger.wholes import whole_of
from memory.lookup import engram_named, history_of
from memory.owner import owner_key
from memory.recall.context import EPISODE_KINDS, FACT_KINDS, Facts, context_for
from memory.recall.recalling import Question
from memory.sessions import sessions_of
from memory.topic_key import canonical_topic, nearest_keys

MOST_RESULTS = 20
"""Of one recall: more would fill a prompt with what hardly bears on the question."""

MOST_EPISODES = 1000
"""Of one search by a program, which may want to read on."""


class Asking(Bound):
    """Answers from what is kept."""

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
            now = self._parts.clock.now()
            found = current_topic(connection, owner, key, now)
            # A key that an earlier release wrote is still found as it was written.
            return found or current_topic(connection, owner, topic.strip(), now)

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

        Args:
            query: What is asked; longer than the embedder's window is cut, not refused.
            top_k: At most this many, 0 to 1,000; the setting when None.

        Returns:
            Dicts with `id`, `content`, `score` (cosine similarity, 0 to 1) and `metadata`
            (its own, and `score` for the user's rating when there is one).
        """
        limit = self._limit(top_k, MOST_EPISODES)
        found = self._recalled(Question(query, limit, RecallFilter(kinds=EPISODE_KINDS)))
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
        wanted = wanted or RecallFilter()
        return self._recalled(
            Question(
                query,
                self._limit(top_k, MOST_RESULTS),
                replace(wanted, kinds=tuple(kinds)) if kinds is not None else wanted,
                scope,
                rerank=enable_rerank,
                explain=explain,
            )
        )

    def context_for(self, question: str, earlier: Sequence[str] = ()) -> RecalledContext:
        """What memory offers for a turn: pinned and near facts, near episodes, known topics.

        Args:
            question: The newest words of the user.
            earlier: What the user said in the turns before, newest first.
        """
        facts = self._listed(FACT_KINDS, None)
        with self._reading() as (connection, owner):
            before = {} if owner is None else replaced_by(connection, owner)
        return context_for(
            self._parts.recaller,
            self.identity,
            question,
            earlier,
            self._parts.settings,
            Facts(facts, before),
            min_score=self._parts.min_score,
        )

    def get(self, engram_id: str) -> Engram:
        """The engram with this id, or whose id begins so (at least 6 characters).

        Raises:
            NotFound: No id that this identity may read begins so, or several do.
        """
        with self._reading() as (connection, _):
            return engram_named(connection, self._readable(connection), engram_id)[1]

    def whole(self, engram_id: str) -> str:
        """The whole text of an engram, also where the row has only its beginning.

        Raises:
            NotFound: No id that this identity may read begins so, or several do.
        """
        with self._reading() as (connection, _):
            owner, engram = engram_named(connection, self._readable(connection), engram_id)
            found = whole_of(connection, owner, engram.id)
        return engram.content if found is None else found

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

    def sessions(self) -> list[dict[str, Any]]:
        """This user's conversations, the last moved first."""
        with self._reading() as (connection, owner):
            return [] if owner is None else sessions_of(connection, owner)

    def stats(self) -> dict[str, Any]:
        """Rows of this owner by kind, tier and topic; how many wait for their vector."""
        with self._reading() as (connection, owner):
            return owner_statistics(connection, owner, self._parts.clock.now())

    def _listed(self, kinds: Sequence[str] | None, limit: int | None) -> list[Engram]:
        with self._reading() as (connection, owner):
            if owner is None:
                return []
            now = self._parts.clock.now()
            return list_engrams(connection, owner, now, kinds=kinds, limit=limit)

    def _limit(self, top_k: int | None, most: int) -> int:
        limit = self._parts.settings.top_k if top_k is None else top_k
        if not 0 <= limit <= most:
            raise InvalidInput(f"top_k is {limit}; give a number from 0 to {most}.")
        return limit

    def _recalled(self, question: Question) -> Recall:
        """The answer to a question under the settings' threshold; what matched counts as used."""
        asked = replace(question, min_score=self._parts.min_score)
        found = self._parts.recaller.recall(self.identity, asked)
        self._note_used(found)
        return found

    def _note_used(self, found: Recall) -> None:
        if found.items:
            ids = [item.engram.id for item in found.items]
            self._parts.worker.note_used(owner_key(self.identity), ids)


def episode_metadata(engram: Engram) -> dict[str, Any]:
    """An engram's own metadata, with the user's rating as `score` once there is one."""
    rated = {} if engram.feedback is None else {"score": engram.feedback}
    return {**engram.metadata, "kind": engram.kind, **rated}
