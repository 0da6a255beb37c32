"""Processes that save, recall and forget at once: `python -m tests.faults.mixed HOME NAME DEEDS`."""

import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

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


def run_mixed(home: Path, processes: int, deeds: int) -> Outcome:
    """Start so many processes at once and wait for them all."""
    command = [sys.executable, "-m", "tests.faults.mixed", str(home)]
    started = [
        subprocess.Popen(
            [*command, f"p{number}", str(deeds)],
            cwd=PROJECT,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(processes)
    ]
    outcome = Outcome()
    for process in started:
        said, errors = process.communicate()
        outcome.errors += errors
        if process.returncode != 0:
            raise AssertionError(errors)
        for line in said.splitlines():
            deed, engram_id, content = line.split("\t")
            if deed == "kept":
                outcome.kept[engram_id] = content
            else:
                outcome.forgotten.append(engram_id)
                del outcome.kept[engram_id]
    return outcome


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
