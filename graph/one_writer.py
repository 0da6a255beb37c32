"""One writer for each conversation: two processes that answer in one thread would lose turns."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from filelock import AsyncFileLock, Timeout

from core.errors import MnemonError, StorageError

WAIT_S = 5.0
"""An answer that is being finished elsewhere takes seconds; longer, and the person should know."""

FOLDER = "locks"


class ConversationBusy(MnemonError):
    """Another process is answering in this conversation."""


def is_known_here(home: Path, session: str) -> bool:
    """Whether a conversation was ever held for writing; the server holds none."""
    return (home / FOLDER / f"{session}.lock").exists()


@asynccontextmanager
async def one_writer(home: Path, session: str, wait_s: float = WAIT_S) -> AsyncIterator[None]:
    """Hold a conversation for writing.

    Args:
        home: The home; an empty file for each conversation is left in its `locks` folder.
        session: The conversation's id: a UUID, since it names a file.
        wait_s: How long to wait for another writer, in seconds.

    Raises:
        ConversationBusy: Another process still answers in it.
        StorageError: The home cannot be written.
    """
    folder = home / FOLDER
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = AsyncFileLock(folder / f"{session}.lock", timeout=wait_s, mode=0o600)
        await lock.acquire()
    except Timeout:
        raise ConversationBusy(
            f"The conversation {session} is being answered by another process. Try again when "
            "that answer is there, or start a new conversation."
        ) from None
    except OSError as error:
        raise StorageError(
            f"{folder} cannot be written ({error.strerror}). Check the permissions of the home, "
            "or set MNEMON_HOME to another folder."
        ) from None
    try:
        yield
    finally:
        await lock.release()
