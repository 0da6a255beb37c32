"""Short and long term: topics by a word of their key in one tier or both, and ageing by hand.

Both tiers are recalled alike, unless one alone is asked for.
"""

from datetime import datetime, timedelta

from core.engram import Engram, Tier
from core.errors import InvalidInput
from memory.gate.facts import MOST_DAYS
from memory.ledger.changes import change, ready_to_age
from memory.ledger.engrams import list_engrams
from memory.ledger.owners import ensure_owner
from memory.owner import owner_key
from memory.upkeep.noting import Noting
from memory.upkeep.topic_search import has_keyword

MOST_AGED = 1000


class Tiers(Noting):
    """Lists topics by tier, and moves what is old."""

    def topics_with(
        self, keyword: str = "", *, tier: Tier | None = None, limit: int = 50
    ) -> list[Engram]:
        """The standing topics whose key has these words, the most important first, then the newest.

        Args:
            keyword: One or more words of the key, in any spelling that a key may have; "" for all.
            tier: Only this one; both when None.
            limit: At most this many.
        """
        with self._reading() as (connection, owner):
            if owner is None:
                return []
            now = self._parts.clock.now()
            topics = list_engrams(connection, owner, now, kinds=("topic",), limit=None)
        found = [
            engram
            for engram in topics
            if tier in (None, engram.tier) and has_keyword(engram.topic or "", keyword)
        ]
        found.sort(key=lambda engram: (-engram.importance, -engram.created_at.timestamp()))
        used = [engram.id for engram in found[:limit]]
        self._parts.worker.note_used(owner_key(self.identity), used)
        return found[:limit]

    def age(self, older_than_hours: float = 48, max_rows: int = 100) -> list[str]:
        """Move old memories from short to long term, the least important first.

        What is pinned stays. Both tiers are recalled, unless one alone is asked for.

        Args:
            older_than_hours: Stored longer ago than this.
            max_rows: At most this many, 1 to 1,000.

        Returns:
            The ids of what was moved.

        Raises:
            InvalidInput: A number is out of range.
        """
        if not 1 <= max_rows <= MOST_AGED:
            raise InvalidInput(f"max_rows is {max_rows}; give a number from 1 to {MOST_AGED}.")
        before = moment_before(
            self._parts.clock.now(), "older_than_hours", older_than_hours, timedelta(hours=1)
        )
        pinned_from = self._parts.settings.pin_importance
        with self._parts.database.writing() as connection:
            owner = ensure_owner(connection, owner_key(self.identity))
            now = self._parts.clock.now()
            ids = ready_to_age(
                connection, owner, now, below_importance=pinned_from, before=before, limit=max_rows
            )
            for engram_id in ids:
                change(connection, owner, engram_id, tier="long")
                self._note(connection, owner, engram_id, "aged", "short to long term")
        return ids


def moment_before(now: datetime, name: str, number: float, unit: timedelta) -> datetime:
    """The moment so many units ago.

    Raises:
        InvalidInput: The number is below 0, or longer ago than a hundred years.
    """
    most = timedelta(days=MOST_DAYS) / unit
    if not 0 <= number <= most:
        raise InvalidInput(f"{name} is {number}; give a number from 0 to {most:g}.")
    return now - number * unit
