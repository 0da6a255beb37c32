"""What children told before they were killed, and whether the home agrees with it."""

import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from tests.faults.lives import embedder_of, opened

HALF_WRITTEN = (
    # Without its words, its history or (a way to) its vector.
    "SELECT count(*) FROM engrams e WHERE"
    " NOT EXISTS (SELECT 1 FROM words w WHERE w.rowid = e.seq)"
    " OR NOT EXISTS (SELECT 1 FROM events v WHERE v.engram_id = e.id)"
    " OR NOT (EXISTS (SELECT 1 FROM vectors v WHERE v.text_hash = e.text_hash AND v.embedder = :e)"
    "         OR EXISTS (SELECT 1 FROM outbox o WHERE o.engram_id = e.id))",
    # Replaced by a value that is not there; steps and words of rows that are not there.
    "SELECT count(*) FROM engrams WHERE superseded_by NOT IN (SELECT id FROM engrams) AND :e = :e",
    "SELECT count(*) FROM outbox WHERE step != 'remove'"
    " AND engram_id NOT IN (SELECT id FROM engrams) AND :e = :e",
    "SELECT count(*) FROM words_content WHERE id NOT IN (SELECT seq FROM engrams) AND :e = :e",
)


@dataclass
class Told:
    """What was acknowledged.

    Attributes:
        kept: Content of each save by its id.
        gone: Ids of what was forgotten.
        saves: How many saves were acknowledged, those that were forgotten again among them.
    """

    kept: dict[str, str] = field(default_factory=dict)
    gone: set[str] = field(default_factory=set)
    saves: int = 0

    def hear(self, told: bytes) -> None:
        """Take in what one child told."""
        for line in told.decode().splitlines():
            engram_id, _, content = line[1:].partition(" ")
            if line[0] == "+":
                self.kept[engram_id] = content
                self.saves += 1
            elif line[0] == "-":
                self.gone.add(engram_id)


def compare(home: Path, told: Told) -> dict[str, int]:
    """What of the acknowledged is missing or other than told, and what is only half there."""
    name = embedder_of(home)
    with closing(sqlite3.connect(home / "ledger.sqlite3")) as ledger:
        kept = dict(ledger.execute("SELECT id, content FROM engrams").fetchall())
        integrity = ledger.execute("PRAGMA integrity_check").fetchone()[0]
        half = sum(ledger.execute(query, {"e": name}).fetchone()[0] for query in HALF_WRITTEN)
    lost = [i for i, text in told.kept.items() if kept.get(i, "").replace("\n", "|") != text]
    for engram_id in lost[:50]:
        sys.stderr.write(f"{home}: {engram_id} {told.kept[engram_id]!r}, {kept.get(engram_id)!r}\n")
    with opened(home, background=False) as service:
        waiting = service.wait_until_indexed(300)
        index_rows = service.stats()["index_rows"]
    return {
        "acknowledged": told.saves,
        "forgotten": len(told.gone),
        "lost": len(lost),
        "half_written": half,
        "come_back": len(told.gone & set(kept)),
        "damaged": integrity != "ok",
        "waiting": waiting,
        "index_missing": len(kept) - int(index_rows or 0),
    }
