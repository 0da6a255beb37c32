"""`mnemon chat` in a process of its own, spoken to through a pipe."""

import os
import subprocess
import sys

from core.settings import Settings
from tests.standins.dev_server import PROJECT


def chatting(settings: Settings, session: str) -> subprocess.Popen[bytes]:
    """A chat in a conversation of the default user."""
    env = {k: v for k, v in os.environ.items() if not k.startswith("MNEMON_")}
    chosen = {"MNEMON_HOME": str(settings.home), "MNEMON_EMBEDDER": "bundled"}
    return subprocess.Popen(
        [sys.executable, "-m", "cli", "chat", "--session", session, "--model", "offline"],
        cwd=PROJECT,
        env={**env, **chosen},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )


def answers_of(chat: subprocess.Popen[bytes], wanted: int) -> list[str]:
    """The next answers."""
    assert chat.stdout is not None
    answers: list[str] = []
    while len(answers) < wanted:
        line = chat.stdout.readline()
        if not line:
            assert chat.stderr is not None
            raise AssertionError(f"the chat ended: {chat.stderr.read().decode()}")
        if line.strip() and not line.startswith(b"memory saved"):
            answers.append(line.decode().strip())
    return answers
