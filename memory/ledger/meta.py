"""What the home knows of itself: its embedder and the generation of its index."""

from sqlalchemy import Connection, delete, select
from sqlalchemy.dialects.sqlite import insert

from memory.ledger.tables import meta

EMBEDDER = "embedder"
INDEX_GENERATION = "index_generation"
INDEX_SEAL = "index_seal"
"""How the files of the index looked when it was closed; absent while it is open."""
FORMER_VECTORS = "former_vectors"
"""There while vectors of an embedder that the home had before are still to be erased."""


def get_meta(connection: Connection, key: str) -> str | None:
    """The value kept under a key, None when there is none."""
    found: str | None = connection.execute(select(meta.c.value).where(meta.c.key == key)).scalar()
    return found


def set_meta(connection: Connection, key: str, value: str) -> None:
    """Keep a value under a key; the older one is replaced."""
    added = insert(meta).values(key=key, value=value)
    connection.execute(added.on_conflict_do_update(index_elements=["key"], set_={"value": value}))


def drop_meta(connection: Connection, key: str) -> None:
    """Forget a key."""
    connection.execute(delete(meta).where(meta.c.key == key))
