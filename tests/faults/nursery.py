"""Bears children that save, and kills them: `python -m tests.faults.nursery HOME KILLS SEED`.

Everything is imported once and the children are forked, so that a kill costs milliseconds. A child
tells of each save over a pipe once it was acknowledged. It is killed from outside at a random
moment, or kills itself at a failpoint: a place named in `FAILPOINTS`, put around the code here and
nowhere else. At the end the home is compared with what was acknowledged; the outcome is printed as
JSON.
"""

import json
import os
import random
import select
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import chromadb  # noqa: F401, TID253  (once here, not in each child)
import langchain_chroma  # noqa: F401, TID253  (the same)
from sqlalchemy import Engine, event

from core.identity import Identity
from core.settings import Settings, load_settings
from memory import Memory, open_memory
from memory.index import Index
from memory.index_folder import IndexFolder
from memory.writing import Writer
from tests.memory.word_embedder import WordEmbedder

ADA = Identity("ada", "ada-1")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def dying(owner: type, name: str, *, before: bool, at: int) -> None:
    """Let a method kill the process the `at`-th time, before or after its work."""
    work = getattr(owner, name)
    left = [at]

    def fatal(*arguments: Any, **named: Any) -> Any:
        left[0] -= 1
        if before and left[0] <= 0:
            die()
        done = work(*arguments, **named)
        if left[0] <= 0:
            die()
        return done

    setattr(owner, name, fatal)


def at_commit(at: int) -> None:
    left = [at]

    @event.listens_for(Engine, "commit")
    def _fatal(_connection: object) -> None:
        left[0] -= 1
        if left[0] <= 0:
            die()


FAILPOINTS: dict[str, Callable[[int], None]] = {
    "before a commit": at_commit,
    "after a commit": lambda at: dying(Writer, "_proven", before=True, at=at),
    "after an acknowledgement": lambda at: dying(Writer, "save", before=False, at=at),
    "before the index is written": lambda at: dying(Index, "apply", before=True, at=1 + at % 3),
    "after the index was written": lambda at: dying(Index, "apply", before=False, at=1 + at % 3),
    "before the index is thrown away": lambda _: dying(
        IndexFolder, "throw_away", before=True, at=1
    ),
    "after the index was thrown away": lambda _: dying(
        IndexFolder, "throw_away", before=False, at=1
    ),
}
"""Where a child kills itself, given how often it passes there first."""

WITH_INDEX = {name for name in FAILPOINTS if "index" in name}


def settings_of(home: Path) -> Settings:
    return load_settings({"home": home, "exact_scan_max_rows": 0}, {}).settings


def save_until_killed(home: Path, child: int, failpoint: str, at: int, acknowledged: int) -> None:
    if failpoint:
        FAILPOINTS[failpoint](at)
    with open_memory(settings_of(home), embedder=WordEmbedder()) as service:
        memory = service.for_identity(ADA)
        for number in range(10**6):
            engram_id, content = save_one(memory, child, number)
            os.write(acknowledged, f"{engram_id} {content}\n".encode())
            if failpoint in WITH_INDEX and number % 5 == 4:
                if "thrown" in failpoint:
                    memory.forget(memory.save_note(f"soon forgotten {child} {number}").id)
                service.wait_until_indexed(10)


def save_one(memory: Memory, child: int, number: int) -> tuple[str, str]:
    content = f"child {child} keeps number {number}"
    if number % 3 == 0:
        return memory.save_topic(f"user.child_{child}_{number}", content).id, content
    if number % 3 == 1:
        return memory.save_note(content).id, content
    kept = memory.save_episode(content, "yes", query_id=f"{child}-{number}", tool_calls=0)
    return kept.id, f"Q: {content}|A: yes"


def one_life(home: Path, child: int, failpoint: str, chance: random.Random) -> list[str]:
    """Bear a child, let it live for a moment, kill it; gives what it acknowledged."""
    reading, writing = os.pipe()
    at, span_s = chance.randrange(1, 12), chance.uniform(0.02, 0.6)
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        try:
            save_until_killed(home, child, failpoint, at, writing)
        finally:
            os._exit(1)
    os.close(writing)
    told = read_for(reading, 20.0 if failpoint else span_s)
    os.kill(pid, signal.SIGKILL)
    told += read_for(reading, 5.0)
    os.close(reading)
    os.waitpid(pid, 0)
    return told.decode().splitlines()


def read_for(pipe: int, span_s: float) -> bytes:
    """What comes through the pipe until it is closed or the time is up."""
    deadline, told = time.monotonic() + span_s, b""
    while (left := deadline - time.monotonic()) > 0:
        if select.select([pipe], [], [], left)[0]:
            more = os.read(pipe, 65536)
            if not more:
                break
            told += more
    return told


def compare(home: Path, told: dict[str, str]) -> dict[str, int | str]:
    """What of the acknowledged is missing or other than told, and what is only half there."""
    with sqlite3.connect(home / "ledger.sqlite3") as ledger:
        kept = dict(ledger.execute("SELECT id, content FROM engrams").fetchall())
        half = (
            "SELECT count(*) FROM engrams e WHERE"
            " NOT EXISTS (SELECT 1 FROM words w WHERE w.rowid = e.seq)"
            " OR NOT EXISTS (SELECT 1 FROM events v WHERE v.engram_id = e.id)"
            " OR NOT (EXISTS (SELECT 1 FROM vectors v WHERE v.text_hash = e.text_hash)"
            "         OR EXISTS (SELECT 1 FROM outbox o WHERE o.engram_id = e.id))"
        )
        integrity = ledger.execute("PRAGMA integrity_check").fetchone()[0]
        half_written = ledger.execute(half).fetchone()[0]
    lost = sum(kept.get(i, "").replace("\n", "|") != content for i, content in told.items())
    with open_memory(settings_of(home), embedder=WordEmbedder(), background=False) as service:
        waiting = service.wait_until_indexed(300)
        index_rows = service.stats()["index_rows"]
    return {
        "acknowledged": len(told),
        "lost": lost,
        "half_written": half_written,
        "integrity": integrity,
        "waiting": waiting,
        "index_missing": len(kept) - int(index_rows or 0),
    }


def failpoint_of(child: int) -> str:
    """Every third child kills itself in a save, every 25th (it takes seconds) around the index."""
    saving = [name for name in FAILPOINTS if name not in WITH_INDEX]
    if child % 25 == 24:
        return sorted(WITH_INDEX)[child // 25 % len(WITH_INDEX)]
    return saving[child // 3 % len(saving)] if child % 3 == 0 else ""


def main(home: str, kills: str, seed: str) -> None:
    """Kill so many children, every third at a failpoint, and print what came of it."""
    chance = random.Random(int(seed))
    told: dict[str, str] = {}
    for child in range(int(kills)):
        for line in one_life(Path(home), child, failpoint_of(child), chance):
            engram_id, _, content = line.partition(" ")
            told[engram_id] = content
    sys.stdout.write(json.dumps({"kills": int(kills), **compare(Path(home), told)}))


if __name__ == "__main__":
    main(*sys.argv[1:])
