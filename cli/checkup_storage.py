"""The checks of `mnemon doctor` that look into what is stored: the ledger, drift, and the room left."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cli.findings import Finding

if TYPE_CHECKING:
    from pathlib import Path

    from memory import MemoryService

LITTLE_ROOM_BYTES = 200 * 1024 * 1024
"""An index of 100,000 rows that is made anew needs about as much."""


def check_storage(service: MemoryService) -> Iterator[Finding]:
    """The ledger is whole, of the newest schema, and every row can be found by words and meaning."""
    health = service.health()
    if health.faults:
        remedy = "mnemon restore FILE --force, with your newest backup"
        yield Finding("integrity", "fault", health.faults[0], remedy)
    else:
        yield Finding("integrity", "ok", f"the ledger is whole, schema {health.schema}")
    if health.without_words:
        detail = f"{health.without_words} rows cannot be found by their words"
        yield Finding("keywords", "fault", detail, "mnemon restore FILE, with your newest backup")
    if health.without_vectors:
        name = service.embedder_name
        detail = f"{health.without_vectors} rows have no vector of {name} and wait for none"
        yield Finding("vectors", "fault", detail, f"mnemon reindex --embedder {name}")


def check_room(home: Path) -> Finding:
    """There is room on the disk of the home."""
    free = shutil.disk_usage(home).free
    detail = f"{free // 1024**2} MiB are free"
    if free < LITTLE_ROOM_BYTES:
        return Finding("disk", "note", detail, f"free some space where {home} is")
    return Finding("disk", "ok", detail)
