"""The check of `mnemon doctor` that looks at the index: whether it can be opened, and lacks nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cli.findings import Finding
from cli.opening import has_index
from core.errors import StorageError

if TYPE_CHECKING:
    from memory import MemoryService


def check_index(service: MemoryService) -> Finding:
    """The index holds what the ledger holds, or knows what it lacks."""
    if not service.settings.index:
        return Finding("index", "note", "switched off; the ledger is searched exactly")
    if not has_index(service.settings):
        return Finding("index", "ok", "not made yet: the ledger is searched exactly")
    try:
        is_kept_here = service.keeps_index()
    except StorageError as error:
        return Finding("index", "fault", str(error))
    if not is_kept_here:
        return Finding("index", "ok", "kept by another running program")
    return _drift(service)


def _drift(service: MemoryService) -> Finding:
    counts = service.stats()
    rows, indexed, waiting = (
        int(counts[name]) for name in ("rows", "index_rows", "waiting_for_index")
    )
    detail = f"{indexed} of {rows} rows"
    if waiting:
        return Finding("index", "note", f"{detail}; {waiting} changes wait, a chat makes them")
    if indexed != rows:
        return Finding("index", "fault", detail, "mnemon reindex")
    return Finding("index", "ok", detail)
