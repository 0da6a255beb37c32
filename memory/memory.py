"""One owner's memory: what every node, command and program reads and writes through.

All methods are synchronous and thread-safe; call them from a thread when on an event loop.
"""

from collections import Counter
from collections.abc import Collection, Sequence

from core.engram import Engram, ForgetReceipt
from core.errors import InvalidInput, NotFound
from memory.asking import Asking
from memory.evidence import Evidence, joined_evidence
from memory.forgetting import evidence_of, forget
from memory.ledger.engrams import ids_by_user, ids_in_session, ids_of_turns, set_feedback
from memory.ledger.events import add_event
from memory.ledger.owners import ensure_owner
from memory.ledger.sessions import is_session_of, remove_session
from memory.lookup import own_engram_named
from memory.owner import owner_key
from memory.recall.context import EPISODE_KINDS
from memory.saving import Saving
from memory.sessions import open_session
from memory.topic_key import canonical_topic
from memory.upkeep.drawing import Drawing
from memory.upkeep.maintaining import Maintaining
from memory.upkeep.renaming import Renaming
from memory.upkeep.retiring import Retiring


class Memory(Saving, Asking, Retiring, Drawing, Maintaining, Renaming):
    """The memory of one identity. Nothing outside its owner's rows is read or written."""

    def evidence(self, *ids: str, mentions: bool = False) -> Evidence:
        """What would go with these engrams, and by what it is known. Nothing is changed.

        Raises:
            NotFound: As in `forget`.
        """
        return joined_evidence(
            evidence_of(self._parts.database, owner, its, mentions=mentions)
            for owner, its in self._named(ids)
        )

    def forget(self, *ids: str, mentions: bool = False) -> ForgetReceipt:
        """Erase engrams and the exchanges that would bring them back; see `memory.forgetting`.

        What is shared with others can be erased by the user who shared it.

        Args:
            ids: Ids, or beginnings of ids of at least 6 characters.
            mentions: Also exchanges that mention a text that is but one common word.

        Raises:
            NotFound: An id is not this user's. Then nothing was erased.
        """
        return _joined([self._forget(o, its, mentions=mentions) for o, its in self._named(ids)])

    def forget_topic(self, topic: str, *, mentions: bool = False) -> ForgetReceipt:
        """Erase a topic with every value it ever had.

        Raises:
            NotFound: There is no such topic; the message names the nearest ones.
        """
        return self.forget(*(e.id for e in self.existing_versions(topic)), mentions=mentions)

    def existing_versions(self, topic: str) -> list[Engram]:
        """Every value a topic ever had, newest first; at least one.

        Raises:
            NotFound: There is no such topic; the message names the nearest ones.
        """
        versions = self.versions(topic)
        if not versions:
            near = ", ".join(self.nearest_topics(topic))
            hint = f" Nearest topics: {near}." if near else " 'mnemon topics' lists all."
            raise NotFound(f"There is no topic {canonical_topic(topic)!r}.{hint}")
        return versions

    def ids_of_session(self, session: str) -> list[str]:
        """Every engram that this user's conversation has brought, the replaced ones too.

        Raises:
            NotFound: This user has no such conversation, and nothing was kept in it.
        """
        with self._reading() as (connection, owner):
            found = ids_in_session(connection, owner, session) if owner is not None else []
            is_known = owner is not None and is_session_of(connection, owner, session)
        if not found and not is_known:
            raise NotFound(f"There is no conversation {session!r}. See 'mnemon sessions'.")
        return found

    def ids_of_user(self) -> list[str]:
        """Every engram of this user, what is shared with others and what was replaced too."""
        with self._reading() as (connection, _):
            return ids_by_user(connection, self._readable(connection), self.identity.user)

    def exchange_ids(self, session: str, turns: Collection[str]) -> list[str]:
        """The exchanges that were kept of certain turns of a conversation of this user."""
        with self._reading() as (connection, owner):
            return [] if owner is None else ids_of_turns(connection, owner, session, turns)

    def drop_session(self, session: str) -> int:
        """Take a conversation of this user off the list; gives how many went (0 or 1)."""
        with self._parts.database.writing() as connection:
            owner = ensure_owner(connection, owner_key(self.identity))
            return remove_session(connection, owner, session)

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
        with self._parts.database.writing() as connection:
            owner = ensure_owner(connection, owner_key(self.identity))
            set_feedback(connection, owner, engram.id, score)
            add_event(
                connection,
                owner,
                engram.id,
                "rated",
                at=self._parts.clock.now(),
                actor="user",
                session=self.identity.session,
                why=f"{score:+g}",
            )
        return self.get(engram.id)

    def open_session(self, provider: str, chat_id: str = "") -> None:
        """Register the identity's session, or check that it is this user's.

        Raises:
            NotFound: The session belongs to somebody else. It says no more than that.
        """
        with self._parts.database.writing() as connection:
            owner = ensure_owner(connection, owner_key(self.identity))
            session, now = self.identity.session, self._parts.clock.now()
            open_session(connection, owner, session, provider, chat_id, now)

    def _named(self, ids: Sequence[str]) -> list[tuple[int, list[str]]]:
        """The full ids by owner.

        Raises:
            NotFound: An id is not this user's to forget.
        """
        with self._reading() as (connection, _):
            readable = self._readable(connection)
            named = [own_engram_named(connection, readable, self.identity, name) for name in ids]
        owners = sorted({owner for owner, _ in named})
        return [(owner, [e.id for its, e in named if its == owner]) for owner in owners]

    def _forget(self, owner: int, ids: Sequence[str], *, mentions: bool) -> ForgetReceipt:
        database, clock = self._parts.database, self._parts.clock
        receipt = forget(database, clock, self.identity, owner, ids, mentions=mentions)
        self._parts.worker.poke()
        return receipt


def _joined(receipts: Sequence[ForgetReceipt]) -> ForgetReceipt:
    counts: Counter[str] = Counter()
    for receipt in receipts:
        counts.update(receipt.removed)
    return ForgetReceipt(
        ids=tuple(i for receipt in receipts for i in receipt.ids),
        removed=dict(counts),
        remaining=sum(receipt.remaining for receipt in receipts),
    )
