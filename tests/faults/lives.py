"""What a child does until it is killed. Each deed is told once it was acknowledged.

+ID CONTENT   saved
-ID           forgotten
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from core.identity import Identity
from core.settings import Settings, load_settings
from memory import Memory, MemoryService, change_embedder, open_memory
from tests.faults.failpoints import Deed
from tests.memory.word_embedder import WordEmbedder

ADA = Identity("ada", "ada-1")

Tell = Callable[[str], object]

FIRST, SECOND = "ollama:words", "ollama:other-words"
"""The embedders between which the small home is switched to and fro."""


def settings_of(home: Path) -> Settings:
    return load_settings({"home": home, "exact_scan_max_rows": 0}, {}).settings


def embedder_named(name: str) -> WordEmbedder:
    embedder = WordEmbedder()
    embedder.name = name
    return embedder


def embedder_of(home: Path) -> str:
    """The embedder that the home has now."""
    if not (home / "ledger.sqlite3").exists():
        return FIRST
    with closing(sqlite3.connect(home / "ledger.sqlite3")) as ledger:
        if not ledger.execute("SELECT 1 FROM sqlite_master WHERE name = 'meta'").fetchall():
            return FIRST
        row = ledger.execute("SELECT value FROM meta WHERE key = 'embedder'").fetchone()
    return row[0] if row else FIRST


def opened(home: Path, *, background: bool = True) -> MemoryService:
    embedder = embedder_named(embedder_of(home))
    return open_memory(settings_of(home), embedder=embedder, background=background)


def save_on_and_on(home: Path, child: int, tell: Tell) -> None:
    with opened(home) as service:
        memory = service.for_identity(ADA)
        for number in range(10**6):
            save_one(memory, child, number, tell)


def index_and_forget(home: Path, child: int, tell: Tell) -> None:
    with opened(home) as service:
        memory = service.for_identity(ADA)
        for number in range(10**6):
            save_one(memory, child, number, tell)
            if number % 5 == 4:
                passing = memory.save_note(f"soon forgotten {child} {number}").id
                memory.forget(passing)
                tell(f"-{passing}")
                service.wait_until_indexed(30)


def rebuild(home: Path, child: int, tell: Tell) -> None:
    for number in range(10**6):
        with opened(home, background=False) as service:
            save_one(service.for_identity(ADA), child, number, tell)
            service.wait_until_indexed(30)
            service.reindex()


def swap(home: Path, child: int, tell: Tell) -> None:
    for number in range(10**6):
        with opened(home, background=False) as service:
            save_one(service.for_identity(ADA), child, number, tell)
        other = SECOND if embedder_of(home) == FIRST else FIRST
        change_embedder(settings_of(home), other, embedder=embedder_named(other))


def save_one(memory: Memory, child: int, number: int, tell: Tell) -> None:
    """A topic (every second replaces an older value), a note or an exchange."""
    content = f"child {child} keeps number {number}"
    if number % 3 == 0:
        saved = memory.save_topic(f"user.child_{child}_{number // 6}", content).id
    elif number % 3 == 1:
        saved = memory.save_note(content).id
    else:
        receipt = memory.save_episode(content, "yes", query_id=f"{child}-{number}", tool_calls=0)
        saved, content = receipt.id, f"Q: {content}|A: yes"
    tell(f"+{saved} {content}")


DEEDS: dict[Deed, Callable[[Path, int, Tell], None]] = {
    "save": save_on_and_on,
    "index": index_and_forget,
    "rebuild": rebuild,
    "swap": swap,
}
