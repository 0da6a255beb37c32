"""Starts `tests.memory.child` and talks to it."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]


@contextmanager
def child(home: Path, deed: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    """A process that has the home open and waits for `start`; killed at the end if it still runs."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.memory.child", str(home), deed, *arguments],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def until_ready(process: subprocess.Popen[str]) -> None:
    """Wait until it has opened the home."""
    assert process.stdout is not None
    line = process.stdout.readline()
    if line != "ready\n":
        raise AssertionError(f"The child did not open the home: {line}{process.communicate()[1]}")


def start(process: subprocess.Popen[str]) -> None:
    """Let it begin."""
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


def lines(process: subprocess.Popen[str]) -> Iterator[str]:
    """What it says, without "ok "."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith("ok ") and line.endswith("\n"):
            yield line[3:].strip()


def finished(process: subprocess.Popen[str]) -> list[str]:
    """All it said, once it has ended well."""
    said = list(lines(process))
    assert process.stderr is not None
    errors = process.stderr.read()
    assert process.wait() == 0, errors
    return said
