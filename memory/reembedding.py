"""Changes the embedder of a home without a gap: the old one serves until every row has a new vector.

Vectors are kept by (text, embedder), so the new ones are made beside the old. Whoever is killed in
the middle goes on where it stopped. At the end the home is switched in one transaction, and the
index, which has the old vectors, is thrown away; the old vectors in the ledger go last.
"""

from collections.abc import Callable, Sequence

from sqlalchemy import ColumnElement, Connection, exists, func, select

from core.clock import SystemClock
from core.errors import StorageError
from core.settings import Settings
from memory.embedding import Embedder, load_embedder
from memory.former_vectors import drop_former_vectors, note_former_vectors
from memory.ids import text_hash
from memory.index import Index
from memory.ledger.database import Database, open_database
from memory.ledger.meta import EMBEDDER, set_meta
from memory.ledger.outbox import queue_all_for_index, strike
from memory.ledger.tables import engrams, vectors
from memory.ledger.vectors import add_vectors, drop_unused_vectors, drop_vectors, stored_dimensions
from memory.row_texts import texts_of_rows

BATCH = 32

Progress = Callable[[int, int], None]
"""Called with (rows done, rows in all)."""


def change_embedder(
    settings: Settings,
    spec: str,
    on_progress: Progress | None = None,
    *,
    embedder: Embedder | None = None,
) -> str:
    """Embed everything with another embedder, then make it the home's; gives its name.

    Other programs that are open answer by words until they are started again.

    Args:
        settings: Where the home is.
        spec: The embedder: `bundled` or `ollama:<model>`. The present one is asked anew for
            everything when its vectors have changed their size: another model has its name.
        on_progress: Called after each batch.
        embedder: One that is open already.

    Raises:
        EmbedderUnavailable: It cannot be had. What was embedded is kept; the old one serves on.
        StorageError: Another program keeps the index, so that it cannot be switched now.
    """
    opened = embedder or load_embedder(spec, settings)
    database = open_database(settings.home)
    try:
        # Of a change before this one: what is made now must not count as left over from it.
        drop_former_vectors(database)
        _drop_what_does_not_fit(database, opened)
        while not _is_switched(settings, database, opened.name):
            _embed_missing(database, opened, on_progress)
        drop_former_vectors(database)
        return opened.name
    finally:
        database.close()
        if embedder is None:
            opened.close()


def _embed_missing(database: Database, embedder: Embedder, on_progress: Progress | None) -> None:
    while True:
        with database.reading() as connection:
            ids = _missing(connection, embedder.name, BATCH)
            total = connection.execute(select(func.count()).select_from(engrams)).scalar_one()
            left = _count_missing(connection, embedder.name)
            texts = sorted(set(texts_of_rows(connection, ids)))
        if on_progress is not None:
            on_progress(total - left, total)
        if not ids:
            return
        made = dict(zip(map(text_hash, texts), embedder.embed_documents(texts), strict=True))
        with database.writing() as connection:
            add_vectors(connection, embedder.name, made)
            # What was forgotten, or got other neighbours, meanwhile.
            drop_unused_vectors(connection, list(made))


def _is_switched(settings: Settings, database: Database, name: str) -> bool:
    """Make the embedder the home's, if no row lacks its vector; False when some do (again)."""
    with database.reading() as connection:
        if _count_missing(connection, name):
            return False
    index = Index(settings.home, database, name)
    try:
        if not index.try_lock():
            raise StorageError(
                "Everything is embedded, but another program keeps the index of this home: an open "
                "chat or the server. Stop it, then run the same command again: it takes a moment."
            )
        with database.writing() as connection:
            if _count_missing(connection, name):
                return False
            set_meta(connection, EMBEDDER, name)
            note_former_vectors(connection)
            strike(connection, ("embed",))
            queue_all_for_index(connection, SystemClock().now())
        index.throw_away()
        return True
    finally:
        index.close()


def _drop_what_does_not_fit(database: Database, embedder: Embedder) -> None:
    """Vectors under the same name, but of another size, are of another model."""
    size = embedder.embed_query("Hello").shape[0]
    with database.writing() as connection:
        known = stored_dimensions(connection, embedder.name)
        if known is not None and known != size:
            drop_vectors(connection, embedder.name)


def _missing(connection: Connection, embedder: str, limit: int) -> Sequence[str]:
    query = select(engrams.c.id).where(_lacks_vector(embedder)).order_by(engrams.c.seq)
    return list(connection.execute(query.limit(limit)).scalars())


def _count_missing(connection: Connection, embedder: str) -> int:
    query = select(func.count()).select_from(engrams).where(_lacks_vector(embedder))
    return connection.execute(query).scalar_one()


def _lacks_vector(embedder: str) -> ColumnElement[bool]:
    def has(column: ColumnElement[str]) -> ColumnElement[bool]:
        return exists().where(vectors.c.text_hash == column, vectors.c.embedder == embedder)

    return ~has(engrams.c.text_hash) | ~has(engrams.c.own_hash)
