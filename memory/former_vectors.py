"""Vectors of the embedder that a home had before: erased bit by bit once another has taken over.

The switch itself notes that there are some (in the same transaction), so that whoever comes next
goes on when the one who switched was killed. Vectors that a change to come has made already are
never touched: nothing is noted for them.
"""

from sqlalchemy import Connection, delete, select, tuple_

from memory.ledger.database import Database
from memory.ledger.meta import EMBEDDER, FORMER_VECTORS, drop_meta, get_meta, set_meta
from memory.ledger.tables import vectors

AT_ONCE = 1000
"""Rows of one transaction: erased bytes are overwritten, and a save must not wait for all of them."""


def note_former_vectors(connection: Connection) -> None:
    """Let all vectors that are not of the home's embedder be erased soon."""
    set_meta(connection, FORMER_VECTORS, "to be erased")


def drop_former_vectors(database: Database) -> int:
    """Erase what was noted; gives how many vectors went."""
    with database.reading() as connection:
        if get_meta(connection, FORMER_VECTORS) is None:
            return 0
    gone = 0
    while True:
        with database.writing() as connection:
            # Another process may have been faster.
            if get_meta(connection, FORMER_VECTORS) is None:
                return gone
            dropped = _drop_some(connection)
            gone += dropped
            if not dropped:
                drop_meta(connection, FORMER_VECTORS)
                return gone


def _drop_some(connection: Connection) -> int:
    key = tuple_(vectors.c.text_hash, vectors.c.embedder)
    present = get_meta(connection, EMBEDDER)
    some = select(vectors.c.text_hash, vectors.c.embedder).where(vectors.c.embedder != present)
    return connection.execute(delete(vectors).where(key.in_(some.limit(AT_ONCE)))).rowcount
