"""Upkeep by hand: what is kept is changed, merged, put aside and brought back, and moved to long term.

Nothing is erased here. What is archived is never recalled, is listed on demand, and is forgotten
like everything else.
"""

from datetime import datetime, timedelta

from sqlalchemy import Connection

from core.engram import Engram, Tier
from core.errors import InvalidInput
from memory.facts import MOST_DAYS
from memory.ledger.changes import (
    archived_engrams,
    change,
    least_important,
    ready_to_age,
    replaced_rows,
    said_by,
)
from memory.ledger.engrams import list_engrams, same_content
from memory.ledger.owners import ensure_owner
from memory.lookup import engram_named
from memory.merging import Merging
from memory.owner import owner_key
from memory.topic_search import has_keyword
from memory.updating import REWORDED, Updating

MOST_CLEANED = 1000
"""Rows that one cleaning puts aside: what was a mistake can still be looked through."""

MOST_AGED = 1000


class Maintaining(Updating, Merging):
    """Keeps a memory in good order. Each method is one transaction: all of it, or nothing."""

    def archive(self, *ids: str) -> list[Engram]:
        """Put memories aside: they are kept and listed on demand, and never recalled.

        Args:
            ids: Ids, or beginnings of ids. One that is archived already stays so.

        Returns:
            They, as they are now, in the order named.

        Raises:
            InvalidInput: One was replaced: it is history already. Nothing was changed.
            NotFound: An id is not this user's. Nothing was changed.
        """
        with self._parts.database.writing() as connection:
            named = [self._own(connection, name) for name in ids]
            for owner, engram in named:
                if engram.superseded_by is not None:
                    raise InvalidInput(f"The memory {engram.id} was replaced: it is history.")
                if engram.archived_at is None:
                    self._put_aside(connection, owner, engram.id, "by hand")
        return [self._read_back(engram.id) for _, engram in named]

    def unarchive(self, *ids: str) -> list[Engram]:
        """Bring archived memories back; one that is not archived stays as it is.

        Raises:
            InvalidInput: Something has taken its place, or says the same, or it has run out.
                Nothing was changed.
            NotFound: An id is not this user's. Nothing was changed.
        """
        now = self._parts.clock.now()
        with self._parts.database.writing() as connection:
            named = [self._own(connection, name) for name in ids]
            for owner, engram in named:
                if engram.archived_at is None:
                    continue
                if engram.superseded_by is not None:
                    raise InvalidInput(
                        f"The memory {engram.id} was replaced by {engram.superseded_by}: it stays "
                        "in the history."
                    )
                if engram.expires_at is not None and engram.expires_at <= now:
                    raise InvalidInput(
                        f"The memory {engram.id} has run out meanwhile. Say it anew to keep it."
                    )
                same = same_content(connection, owner, said_by(connection, engram.id), now)
                if same is not None and engram.kind in REWORDED:
                    raise InvalidInput(f"The memory {engram.id} says the same as {same.id}.")
                change(connection, owner, engram.id, archived_at=None)
                self._note(connection, owner, engram.id, "unarchived", "by hand")
        return [self._read_back(engram.id) for _, engram in named]

    def archived(self, limit: int = 50) -> list[Engram]:
        """What this user has put aside, the last first."""
        with self._reading() as (connection, owner):
            return [] if owner is None else archived_engrams(connection, owner, limit)

    def earlier(self, engram_id: str) -> list[Engram]:
        """What a memory took the place of: its older words, what was merged into it, newest first.

        Forgetting a memory by its id leaves them; they are named by ids of their own.

        Raises:
            NotFound: No id that this identity may read begins so.
        """
        with self._reading() as (connection, _):
            owner, engram = engram_named(connection, self._readable(connection), engram_id)
            return replaced_rows(connection, owner, engram.id)

    def clean(
        self,
        max_importance: float = 0.3,
        older_than_days: float = 30,
        *,
        dry_run: bool = False,
        limit: int = MOST_CLEANED,
    ) -> list[Engram]:
        """Archive what matters little, is old and was not used lately; nothing is erased.

        Args:
            max_importance: From 0 to below what pins a memory.
            older_than_days: Stored, and last used, longer ago than this.
            dry_run: Only say what would be archived.
            limit: At most this many, the least important and oldest first.

        Returns:
            What was, or would be, archived.

        Raises:
            InvalidInput: A number is out of range, or what is pinned would be cleaned away.
        """
        pinned_from = self._parts.settings.pin_importance
        if not 0 <= max_importance < pinned_from:
            raise InvalidInput(
                f"max_importance is {max_importance}; give 0 to below {pinned_from}, from where "
                "on a memory is pinned."
            )
        before = self._before(older_than_days, "older_than_days", timedelta(days=1))
        with self._parts.database.writing() as connection:
            owner = ensure_owner(connection, owner_key(self.identity))
            now = self._parts.clock.now()
            found = least_important(
                connection, owner, now, most_importance=max_importance, before=before, limit=limit
            )
            if not dry_run:
                why = f"importance at most {max_importance:g}, older than {older_than_days:g} days"
                for engram in found:
                    self._put_aside(connection, owner, engram.id, why)
        return found

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
        before = self._before(older_than_hours, "older_than_hours", timedelta(hours=1))
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

    def _before(self, number: float, name: str, unit: timedelta) -> datetime:
        most = timedelta(days=MOST_DAYS) / unit
        if not 0 <= number <= most:
            raise InvalidInput(f"{name} is {number}; give a number from 0 to {most:g}.")
        return self._parts.clock.now() - number * unit

    def _put_aside(self, connection: Connection, owner: int, engram_id: str, why: str) -> None:
        change(connection, owner, engram_id, archived_at=self._parts.clock.now())
        self._note(connection, owner, engram_id, "archived", why)
