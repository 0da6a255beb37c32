"""Writing into the history what was done to a row by hand."""

from sqlalchemy import Connection

from core.engram import Engram
from memory.bound import Bound
from memory.ledger.events import add_event
from memory.lookup import engram_named, own_engram_named


class Noting(Bound):
    """Finds what a person names, and appends to the history: ids, what and why, never any content."""

    def _own(self, connection: Connection, name: str) -> tuple[int, Engram]:
        """A memory of this user's to change, and which owner has it.

        Raises:
            NotFound: No memory has that id, or somebody else shared it.
        """
        readable = self._readable(connection)
        return own_engram_named(connection, readable, self.identity, name)

    def _read_back(self, engram_id: str) -> Engram:
        """A memory as it is in the ledger after a change."""
        with self._reading() as (connection, _):
            return engram_named(connection, self._readable(connection), engram_id)[1]

    def _note(
        self, connection: Connection, owner: int, engram_id: str, action: str, why: str
    ) -> None:
        add_event(
            connection,
            owner,
            engram_id,
            action,
            at=self._parts.clock.now(),
            actor="user",
            session=self.identity.session,
            why=why,
        )
