"""A process of its own that talks in one conversation and tells what was acknowledged.

    python -m tests.graph.checkpoint_writer <file> <conversation> <keep> <turns>

Writes `ready`, then what it said in each turn once that turn is stored.
"""

import asyncio
import os
import sys
from pathlib import Path

from graph.checkpointer import open_checkpointer_at
from tests.graph.toy import chain, on, say


async def talk(path: Path, thread: str, keep: int, turns: int) -> None:
    """Say something new in each turn, from where the conversation stands."""
    async with open_checkpointer_at(path, keep) as saver:
        app = chain(saver)
        tell("ready")
        for number in range(turns):
            text = f"{thread}: {number} of {os.getpid()}"
            await say(app, text, on(thread))
            tell(text)


def tell(line: str) -> None:
    """Write a line that is read at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(talk(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
