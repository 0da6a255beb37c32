"""Ways to run `mnemon`: in this process (quick), as a process, and at a terminal."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cli.main import run
from tests.cli.terminal import Terminal

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Outcome:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        import json

        return json.loads(self.out)


Mnemon = Callable[..., Outcome]


@pytest.fixture
def environment(home: Path) -> dict[str, str]:
    """The environment of a person without Ollama and with a home of their own."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith("MNEMON_")}
    return {
        **kept,
        "PYTHONPATH": str(ROOT),
        "MNEMON_HOME": str(home),
        "MNEMON_MODEL": "offline",
        "MNEMON_EMBEDDER": "bundled",
    }


@pytest.fixture
def mnemon(
    environment: dict[str, str],
    no_outside_settings: None,  # noqa: ARG001 - first the outside goes, then ours come
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Mnemon:
    """Run a command line in this process, with real memory in a home of its own."""
    for name, value in environment.items():
        if name.startswith("MNEMON_"):
            monkeypatch.setenv(name, value)

    def call(*arguments: str, stdin: bytes = b"") -> Outcome:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        capsys.readouterr()
        code = run(arguments)
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    return call


@pytest.fixture
def process(environment: dict[str, str]) -> Mnemon:
    """Run a command line as a process of its own."""

    def call(*arguments: str | bytes, stdin: bytes = b"", **variables: str) -> Outcome:
        done = subprocess.run(
            [sys.executable, "-m", "cli", *arguments],
            input=stdin,
            capture_output=True,
            env={**environment, **variables},
            timeout=120,
            check=False,
        )
        return Outcome(done.returncode, done.stdout.decode(), done.stderr.decode())

    return call


@pytest.fixture
def terminal(environment: dict[str, str]):
    """Start a command at a terminal of its own, where somebody types."""
    opened: list[Terminal] = []

    def start(*arguments: str, **variables: str) -> Terminal:
        command = [sys.executable, "-m", "cli", *arguments]
        opened.append(Terminal(command, {**environment, "TERM": "xterm", **variables}))
        return opened[-1]

    yield start
    for one in opened:
        one.close()
