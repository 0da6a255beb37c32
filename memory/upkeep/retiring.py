"""Retiring a fact that a newer one contradicts, and taking that back.

Memory finds who might contradict whom and keeps the rules that nobody can talk it out of; whether two
statements do contradict each other is judged elsewhere. Nothing is erased: a retired fact is kept
as history.
"""

import re

import numpy as np
from sqlalchemy import Connection

from core.engram import Engram, Kind
from core.errors import InvalidInput, NotFound
from memory.gate.trust import RANK
from memory.ids import content_hash
from memory.ledger.engrams import engram_by_id, same_content, standing_under, supersede
from memory.ledger.events import add_event
from memory.ledger.meta import EMBEDDER, get_meta
from memory.ledger.owners import ensure_owner
from memory.ledger.upkeep import (
    has_replaced,
    ids_with_event,
    older_vectors,
    row_number,
    unsupersede,
    vector_of,
    waits_for_vector,
)
from memory.ledger.vectors import Vector, unpacked
from memory.lookup import engram_named
from memory.owner import owner_key
from memory.upkeep.progress import Progress

JUDGED_KINDS: tuple[Kind, ...] = ("fact", "note")
"""Statements without a key, kept until something says otherwise. A topic is replaced by its key; what
was said in an exchange stays said."""

MOST_CANDIDATES = 5
LEAST_COSINE = 0.3
"""Statements farther apart (a cosine distance of 0.7 and more) are not about the same thing."""

TRUST_RANK = RANK
"""Whose word weighs more: only an equal or a weightier one can take the place of another."""

_JUDGE = re.compile(r"[\w.:/@+-]{1,80}")


class Retiring(Progress):
    """Lets newer facts take the place of older ones."""

    def unjudged(self, limit: int) -> list[Engram]:
        """Facts and notes that were not compared with the older ones yet, oldest first.

        It ends before the first one that still waits for its vector.
        """
        found = self._ahead("contradictions", JUDGED_KINDS, limit)
        with self._reading() as (connection, _):
            for place, engram in enumerate(found):
                if waits_for_vector(connection, engram.id):
                    return found[:place]
        return found

    def contradiction_candidates(self, engram_id: str) -> list[Engram]:
        """The older facts and notes that this one might contradict, the nearest first.

        At most 5: of the same owner and scope, still standing, with a cosine distance below 0.7, of
        no higher trust. Never a pair that a person has restored. [] when the new one has replaced
        something already, or has no vector.

        Raises:
            NotFound: There is no such fact or note of this user.
        """
        now = self._parts.clock.now()
        with self._reading() as (connection, owner):
            embedder = get_meta(connection, EMBEDDER) or ""
            new = _statement(connection, owner, engram_id)
            if owner is None or has_replaced(connection, owner, new.id):
                return []
            vector = vector_of(connection, embedder, owner, new.id)
            if vector is None:
                return []
            trusts = [trust for trust in RANK if RANK[trust] <= RANK[new.trust]]
            older = older_vectors(connection, owner, new, embedder, JUDGED_KINDS, trusts, now)
            near = _nearest(unpacked(vector), older)
            restored = ids_with_event(connection, owner, near, "restored", _replaced_by(new.id))
            chosen = [one for one in near if one not in restored][:MOST_CANDIDATES]
            found = [engram_by_id(connection, owner, one) for one in chosen]
        return [engram for engram in found if engram is not None]

    def retire(self, old_id: str, *, by: str, why: str) -> None:
        """Let a newer fact take the place of an older one, in one transaction with its history.

        Args:
            old_id: The fact that is no longer true.
            by: The newer fact. It retires one fact at most.
            why: Who judged so: one word such as `offline` or `ollama:qwen3`; no content.

        Raises:
            NotFound: One of them is not there, or not this user's.
            InvalidInput: It must not be; the message says why. Then nothing was changed.
        """
        if not _JUDGE.fullmatch(why):
            raise InvalidInput("Who judged is told in one word, without content.")
        now = self._parts.clock.now()
        with self._parts.database.writing() as connection:
            owner = ensure_owner(connection, owner_key(self.identity))
            old = _statement(connection, owner, old_id)
            new = _statement(connection, owner, by)
            if refusal := _refusal(connection, owner, old, new):
                raise InvalidInput(f"{old.id} was not retired by {new.id}: {refusal}.")
            supersede(connection, owner, old.id, new.id, now)
            self._tell(connection, owner, old.id, "retired", f"{_replaced_by(new.id)}, {why}")

    def restore(self, engram_id: str) -> Engram:
        """Let a replaced memory stand again. The two are never judged against each other again.

        Args:
            engram_id: Its id, or a beginning of it of at least 6 characters.

        Raises:
            NotFound: There is no such memory of this user.
            InvalidInput: It stands already, or its topic has a newer value; it says what to do.
        """
        now = self._parts.clock.now()
        with self._parts.database.writing() as connection:
            owner = ensure_owner(connection, owner_key(self.identity))
            _, engram = engram_named(connection, [owner], engram_id)
            if engram.superseded_by is None:
                raise InvalidInput(f"{engram.id} was not replaced by anything: it stands.")
            if engram.topic is not None and standing_under(connection, owner, engram.topic):
                raise InvalidInput(
                    f"The topic {engram.topic} has a newer value. To have this one again, type "
                    f"'mnemon remember {engram.topic} VALUE', with the value that "
                    f"'mnemon memories show {engram.id}' prints."
                )
            said = content_hash(engram.kind, engram.topic, engram.content)
            again = same_content(connection, owner, said, now)
            if again is not None:
                raise InvalidInput(f"The same was said again and stands as {again.id}.")
            unsupersede(connection, owner, engram.id)
            why = _replaced_by(engram.superseded_by)
            self._tell(connection, owner, engram.id, "restored", why, actor="user")
        return self._standing_again(owner, engram.id)

    def _standing_again(self, owner: int, engram_id: str) -> Engram:
        with self._parts.database.reading() as connection:
            found = engram_by_id(connection, owner, engram_id)
        if found is None:
            raise NotFound(f"The memory {engram_id} was forgotten meanwhile.")
        return found

    def _tell(
        self,
        connection: Connection,
        owner: int,
        engram_id: str,
        action: str,
        why: str,
        actor: str = "upkeep",
    ) -> None:
        at, session = self._parts.clock.now(), self.identity.session
        add_event(
            connection, owner, engram_id, action, at=at, actor=actor, session=session, why=why
        )


def _replaced_by(new_id: str) -> str:
    return f"replaced by {new_id}"


def _statement(connection: Connection, owner: int | None, engram_id: str) -> Engram:
    """A fact or a note of this owner by its full id."""
    found = None if owner is None else engram_by_id(connection, owner, engram_id)
    if found is None or found.kind not in JUDGED_KINDS:
        raise NotFound(f"No fact or note of yours has the id {engram_id[:40]!r}.")
    return found


def _refusal(connection: Connection, owner: int, old: Engram, new: Engram) -> str | None:
    """Why one fact must not take the place of another, None when it may."""
    seqs = [row_number(connection, owner, engram.id) or 0 for engram in (old, new)]
    unlike = old.scope != new.scope or (old.scope == "session" and old.session != new.session)
    reasons = {
        "it is the same fact": old.id == new.id,
        "it is the newer one": seqs[0] >= seqs[1] or old.event_at > new.event_at,
        "they are shared with others than each other": unlike,
        "it was replaced before": old.superseded_by is not None,
        "the newer one was replaced itself": new.superseded_by is not None,
        "one of them was put aside": bool(old.archived_at or new.archived_at),
        "it weighs more, by whose word it is": TRUST_RANK[old.trust] > TRUST_RANK[new.trust],
        "the newer one has replaced another already": has_replaced(connection, owner, new.id),
        "it was restored before": bool(
            ids_with_event(connection, owner, [old.id], "restored", _replaced_by(new.id))
        ),
    }
    return next((reason for reason, holds in reasons.items() if holds), None)


def _nearest(vector: Vector, older: list[tuple[str, bytes]]) -> list[str]:
    """The ids of those near enough, nearest first, with some to spare for restored ones."""
    if not older:
        return []
    cosines = np.stack([unpacked(packed) for _, packed in older]) @ vector
    order = np.argsort(-cosines, kind="stable")[: 4 * MOST_CANDIDATES]
    return [older[i][0] for i in order if cosines[i] > LEAST_COSINE]
