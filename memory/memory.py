"""One owner's memory: what every node, command and program reads and writes through.

All methods are synchronous and thread-safe; call them from a thread when on an event loop.
"""

from collections import Counter
from collections.abc import Sequence

from core.engram import Engram, ForgetReceipt
from core.errors import InvalidInput, NotFound
from memory.asking import Asking
from memory.context import EPISODE_KINDS
from memory.forgetting import forget
from memory.ledger.engrams import set_feedback, topic_versions
from memory.ledger.events import add_event
from memory.ledger.owners import ensure_owner
from memory.lookup import engram_named
from memory.owner import owner_key
from memory.saving import Saving
from memory.sessions import open_session
from memory.topic_key import canonical_topic


class Memory(Saving, Asking):
    """The memory of one identity. Nothing outside its owner's rows is read or written."""

    def forget(self, *ids: str) -> ForgetReceipt:
        """Erase engrams and the exchanges that would bring them back; see `memory.forgetting`.

        What is shared with others can be erased by the user who shared it.

        Raises:
            NotFound: An id is not this user's. Then nothing was erased.
        """
        with self._reading() as (connection, _):
            readable = self._readable(connection)
            named = [engram_named(connection, readable, engram_id) for engram_id in ids]
        for _, engram in named:
            if engram.user != self.identity.user:
                raise NotFound(
                    f"The memory {engram.id} was shared by {engram.user!r}, who alone can forget it."
                )
        receipts = [
            self._forget(owner, [engram.id for its, engram in named if its == owner])
            for owner in sorted({owner for owner, _ in named})
        ]
        return _joined(receipts)

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

    def _forget(self, owner: int | None, ids: Sequence[str]) -> ForgetReceipt:
        if owner is None or not ids:
            return ForgetReceipt(ids=(), removed={}, remaining=0)
        receipt = forget(self._parts.database, self._parts.clock, self.identity, owner, ids)
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
