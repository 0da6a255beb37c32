"""A process of its own that works on a home: run as `python -m tests.memory.child HOME DEED …`.

It prints one line for each thing that is done (`ok …`), flushed at once, so that a test that kills
it knows what was acknowledged.
"""

import sys
import time
from pathlib import Path

from core.identity import Identity
from core.settings import load_settings
from memory import Memory, MemoryService, open_memory
from tests.memory.word_embedder import WordEmbedder


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def save(_service: MemoryService, memory: Memory, name: str, count: str) -> None:
    """Keep so many notes, each acknowledged by its id."""
    for number in range(int(count)):
        say(f"ok {memory.save_note(f'{name} keeps note number {number}').id}")


def save_for_ever(_service: MemoryService, memory: Memory, name: str) -> None:
    """Keep topics, notes and exchanges until killed."""
    for number in range(10**9):
        say(f"ok {memory.save_topic(f'user.{name}_{number % 7}', f'value {number}').id}")
        say(f"ok {memory.save_note(f'{name} keeps note number {number}').id}")
        kept = memory.save_episode(f"{name}?", str(number), query_id=str(number), tool_calls=0)
        say(f"ok {kept.id}")


def save_once(_service: MemoryService, memory: Memory, write_key: str) -> None:
    """Keep one note under a write key, with a word of this process in it."""
    receipt = memory.save_note(f"kept by {time.perf_counter_ns()}", write_key=write_key)
    say(f"ok {receipt.id} {receipt.was_new}")


def keep_index(service: MemoryService, memory: Memory, name: str) -> None:
    """Try to keep the index; say so once it is so, and save on until killed."""
    say(f"ok opened {service.keeps_index()}")
    for number in range(10**9):
        if service.keeps_index():
            say("ok keeper")
        say(f"ok {memory.save_note(f'{name} keeps note number {number}').id}")
        time.sleep(0.05)


DEEDS = {deed.__name__: deed for deed in (save, save_for_ever, save_once, keep_index)}


def main(home: str, deed: str, *arguments: str) -> None:
    """Open the home, say that it is open, wait for a line on stdin, do the deed."""
    settings = load_settings({"home": Path(home), "exact_scan_max_rows": 0}, {}).settings
    with open_memory(settings, embedder=WordEmbedder()) as service:
        memory = service.for_identity(Identity("ada", "ada-1"))
        say("ready")
        sys.stdin.readline()
        DEEDS[deed](service, memory, *arguments)


if __name__ == "__main__":
    main(*sys.argv[1:])
