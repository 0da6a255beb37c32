"""Looks into a home's ledger from outside, as another program would."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from memory.ledger.database import FILE_NAME

ROOT = Path(__file__).parents[2]


@contextmanager
def opened(home: Path) -> Iterator[sqlite3.Connection]:
    """The ledger by plain sqlite3; what was written is committed at the end."""
    with closing(sqlite3.connect(home / FILE_NAME, timeout=30)) as connection, connection:
        yield connection


def rows(home: Path, query: str, *values: object) -> list[tuple[object, ...]]:
    """What a query gives."""
    with opened(home) as connection:
        return list(connection.execute(query, values))


def count(home: Path, table: str) -> int:
    """How many rows a table has."""
    found = rows(home, f"SELECT count(*) FROM {table}")[0][0]
    assert isinstance(found, int)
    return found


def bytes_of(folder: Path) -> bytes:
    """Every byte of every file below a folder."""
    return b"\0".join(p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file())


OPENED_AND_CLOSED = """
import sys
from core.identity import Identity
from core.settings import load_settings
from memory import open_memory
from tests.memory.word_embedder import WordEmbedder

settings = load_settings({"home": sys.argv[1], "index": False}, {}).settings
with open_memory(settings, embedder=WordEmbedder(), background=False) as service:
    print([e.content for e in service.for_identity(Identity("ada", "ada-1")).memories()])
"""


def seen_from_outside(home: Path) -> str:
    """What another process finds, which then closes the home as if it were the last to."""
    command = [sys.executable, "-c", OPENED_AND_CLOSED, str(home)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout
