"""Processes that save, recall and forget at once: `python -m tests.faults.mixed HOME NAME DEEDS`."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

from core.identity import Identity
from core.settings import load_settings
from memory import open_memory
from tests.memory.word_embedder import WordEmbedder

PROJECT = Path(__file__).parents[2]


@dataclass
class Outcome:
    """What the processes have acknowledged, and what they complained of."""

    kept: dict[str, str] = field(default_factory=dict)
    forgotten: list[str] = field(default_factory=list)
    errors: str = ""


@dataclass
class Mixed:
    """Processes at work, and what came of them once they have ended."""

    processes: list[subprocess.Popen[str]]
    outcome: Outcome = field(default_factory=Outcome)


@contextmanager
def started_mixed(home: Path, processes: int, deeds: int) -> Iterator[Mixed]:
    """Start so many processes at once; at the end of the block all are waited for."""
    command = [sys.executable, "-m", "tests.faults.mixed", str(home)]
    # Into files: a pipe that nobody reads holds up whoever writes.
    with ExitStack() as stack:
        said = [stack.enter_context(TemporaryFile("w+")) for _ in range(2 * processes)]
        started = [
            subprocess.Popen(
                [*command, f"p{number}", str(deeds)],
                cwd=PROJECT,
                stdout=said[2 * number],
                stderr=said[2 * number + 1],
                text=True,
            )
            for number in range(processes)
        ]
        mixed = Mixed(started)
        try:
            yield mixed
        except BaseException:
            for process in started:
                process.kill()
                process.wait()
            raise
        for number, process in enumerate(started):
            process.wait()
            # Not before: the place in a file is one for both processes.
            for file in said[2 * number : 2 * number + 2]:
                file.seek(0)
            hear(mixed.outcome, process.returncode, said[2 * number], said[2 * number + 1])


def hear(outcome: Outcome, code: int, told: IO[str], complained: IO[str]) -> None:
    """Take in what one process told."""
    errors = complained.read()
    outcome.errors += errors
    if code != 0:
        raise AssertionError(errors)
    for line in told:
        deed, engram_id, content = line.rstrip("\n").split("\t")
        if deed == "kept":
            outcome.kept[engram_id] = content
        else:
            outcome.forgotten.append(engram_id)
            del outcome.kept[engram_id]


def run_mixed(home: Path, processes: int, deeds: int) -> Outcome:
    """Start so many processes at once and wait for them all."""
    with started_mixed(home, processes, deeds) as mixed:
        pass
    return mixed.outcome


def main(home: str, name: str, deeds: str) -> None:
    """Save three times of four, look for it, and forget every tenth again."""
    settings = load_settings({"home": Path(home), "exact_scan_max_rows": 0}, {}).settings
    with open_memory(settings, embedder=WordEmbedder()) as service:
        memory = service.for_identity(Identity("ada", "ada-1"))
        for number in range(int(deeds)):
            content = f"process{name} keeps item{name}x{number}"
            receipt = memory.save_note(content)
            sys.stdout.write(f"kept\t{receipt.id}\t{content}\n")
            if number % 4 == 3:
                memory.recall(f"item{name}x{number}")
            if number % 10 == 9:
                memory.forget(receipt.id)
                sys.stdout.write(f"forgotten\t{receipt.id}\t\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
