"""How far background upkeep came: nothing is looked at twice, nothing is left out after a kill."""

from collections.abc import Sequence

from core.engram import Engram
from memory.bound import Bound
from memory.ledger.events import add_event
from memory.ledger.owners import ensure_owner
from memory.ledger.upkeep import Task, advance, count_events, progress, row_number, standing_after
from memory.owner import owner_key

MOST_TRIES = 3
"""So often a row is tried that a model answered with nonsense; then it is passed over, and told."""

FAILED = {"contradictions": "not judged", "extraction": "not drawn from"}
"""The line in the history of a row that a task failed at."""


class Progress(Bound):
    """The progress of upkeep with the rows of one user. What is shared with others is left alone."""

    def done_with(self, task: Task, engram_id: str) -> None:
        """Go on after this row. Nothing happens when it is gone: then none waits there."""
        with self._parts.database.writing() as connection:
            owner = ensure_owner(connection, owner_key(self.identity))
            seq = row_number(connection, owner, engram_id)
            if seq is not None:
                advance(connection, owner, task, seq)

    def note_failure(self, task: Task, engram_id: str, why: str) -> bool:
        """Note that a row could not be dealt with; gives whether it is given up.

        Args:
            task: What failed.
            engram_id: The row it failed at. It is the next one again, until it is given up.
            why: In a few words, without any content: it stays in the history.
        """
        with self._parts.database.writing() as connection:
            owner = ensure_owner(connection, owner_key(self.identity))
            add_event(
                connection,
                owner,
                engram_id,
                FAILED[task],
                at=self._parts.clock.now(),
                actor="upkeep",
                session=self.identity.session,
                why=why,
            )
            tries = count_events(connection, owner, engram_id, FAILED[task])
            seq = row_number(connection, owner, engram_id)
            if tries >= MOST_TRIES and seq is not None:
                advance(connection, owner, task, seq)
        return tries >= MOST_TRIES

    def _ahead(self, task: Task, kinds: Sequence[str], limit: int) -> list[Engram]:
        """The rows that a task has not dealt with yet, oldest first."""
        with self._reading() as (connection, owner):
            if owner is None:
                return []
            done = progress(connection, owner, task)
            now = self._parts.clock.now()
            return standing_after(connection, owner, done, kinds, now, limit)
