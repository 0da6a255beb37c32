"""Upkeep by hand: what is kept is changed, merged, put aside and brought back, and moved to long term.

Nothing is erased here. What is archived is never recalled, is listed on demand, and is forgotten
like everything else.
"""

from datetime import timedelta

from sqlalchemy import Connection

from core.engram import Engram
from core.errors import InvalidInput
from memory.ledger.changes import (
    archived_engrams,
    change,
    least_important,
    replaced_rows,
    said_by,
)
from memory.ledger.engrams import same_content
from memory.ledger.owners import ensure_owner
from memory.lookup import engram_named
from memory.owner import owner_key
from memory.upkeep.merging import Merging
from memory.upkeep.tiers import Tiers, moment_before
from memory.upkeep.updating import REWORDED, Updating

MOST_CLEANED = 1000
"""Rows that one cleaning puts aside: what was a mistake can still be looked through."""


class Maintaining(Updating, Merging, Tiers):
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
        before = moment_before(
            self._parts.clock.now(), "older_than_days", older_than_days, timedelta(days=1)
        )
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

    def _put_aside(self, connection: Connection, owner: int, engram_id: str, why: str) -> None:
        change(connection, owner, engram_id, archived_at=self._parts.clock.now())
        self._note(connection, owner, engram_id, "archived", why)
