"""How the ledger itself is: whole, of which schema, and whether every row has its vector or waits."""

from dataclasses import dataclass

from sqlalchemy import Connection, exists, func, select

from memory.ledger.database import Database
from memory.ledger.tables import engrams, outbox, vectors


@dataclass(frozen=True, slots=True)
class Health:
    """What a look at the ledger found.

    Attributes:
        faults: What SQLite says is wrong with the file; empty when it is whole.
        schema: The revision of its tables.
        without_words: Rows that the keyword index does not know.
        without_vectors: Rows that have no vector and do not wait for one.
    """

    faults: tuple[str, ...]
    schema: str
    without_words: int
    without_vectors: int


def health_of(database: Database, embedder: str) -> Health:
    """Look at the whole file; some seconds for 100,000 rows."""
    with database.reading() as connection:
        said = connection.exec_driver_sql("PRAGMA quick_check(5)").scalars().all()
        schema = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()
        return Health(
            faults=tuple(str(line) for line in said if line != "ok"),
            schema=str(schema),
            without_words=_without_words(connection),
            without_vectors=_without_vectors(connection, embedder),
        )


def _without_words(connection: Connection) -> int:
    found = connection.exec_driver_sql(
        "SELECT count(*) FROM engrams WHERE seq NOT IN (SELECT id FROM words_content)"
    ).scalar()
    return int(found or 0)


def _without_vectors(connection: Connection, embedder: str) -> int:
    made = exists().where(
        vectors.c.text_hash == engrams.c.text_hash, vectors.c.embedder == embedder
    )
    waits = exists().where(outbox.c.engram_id == engrams.c.id, outbox.c.step == "embed")
    query = select(func.count()).select_from(engrams).where(~made, ~waits)
    return connection.execute(query).scalar_one()
