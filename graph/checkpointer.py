"""Where conversations are kept: one SQLite file in the home, shared by CLI and server.

`langgraph.json` names `graph.checkpointer.open_checkpointer`; the command line opens the file of
its own settings with `open_checkpointer_at`.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from core.settings import load_settings
from graph.checkpoint_file import open_file
from graph.sqlite_saver import BoundedSqliteSaver

FILE_NAME = "checkpoints.sqlite3"


@asynccontextmanager
async def open_checkpointer() -> AsyncIterator[BoundedSqliteSaver]:
    """The checkpointer of the home that environment and settings file name: for the server.

    Raises:
        InvalidSettings: A setting is wrong.
        StorageError: As in `open_checkpointer_at`.
    """
    # Off the loop: the development server refuses blocking calls in it.
    settings = (await asyncio.to_thread(load_settings)).settings
    async with open_checkpointer_at(settings.home / FILE_NAME, settings.checkpoints_kept) as saver:
        yield saver


@asynccontextmanager
async def open_checkpointer_at(path: Path, keep: int) -> AsyncIterator[BoundedSqliteSaver]:
    """A checkpointer over the file at `path`, made first when there is none.

    Several processes may hold the same file; one conversation wants one writer at a time.

    Args:
        path: The file; a missing folder is made, for this user alone.
        keep: Checkpoints kept for each conversation, at least 1.

    Raises:
        InvalidInput: `keep` is below 1.
        HomeFromNewerVersion: The file is of a later version.
        StorageError: The file cannot be made, read or written, or is damaged.
    """
    async with open_file(path) as file:
        yield BoundedSqliteSaver(file, keep)
