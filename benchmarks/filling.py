"""Fills a home quickly: through the write gate, many saves in one transaction."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

from sqlalchemy import Connection

from core.clock import Clock
from memory.gate.writing import Writer
from memory.ledger import Database, open_database

ROWS_A_TRANSACTION = 1000


class _OneTransaction:
    """The ledger as the write gate sees it while many saves share one transaction."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        yield self._connection

    reading = writing


@contextmanager
def ledger_of(home: Path) -> Iterator[Database]:
    """The ledger of a home, made when there is none."""
    database = open_database(home)
    try:
        yield database
    finally:
        database.close()


@contextmanager
def writing_many(database: Database, clock: Clock) -> Iterator[Writer]:
    """A write gate whose saves are committed together at the end of the block."""
    with database.writing() as connection:
        yield Writer(cast("Database", _OneTransaction(connection)), clock, lambda: None)
