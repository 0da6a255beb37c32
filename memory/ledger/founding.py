"""Makes the folder of a home and its first ledger; never takes a lost ledger for a new home."""

import os
from collections.abc import Callable
from errno import EACCES
from pathlib import Path
from shlex import quote

from filelock import FileLock

from core.errors import StorageError

MIGRATE_LOCK = Path("locks", "migrate.lock")
"""Held by whoever makes or changes tables."""


def prepare(home: Path, path: Path, make: Callable[[Path], None]) -> None:
    """See to it that the folder and a ledger file that may be used are there.

    Args:
        home: The folder.
        path: The ledger in it.
        make: Makes the tables of a new ledger in an empty file and closes it.

    Raises:
        StorageError: They cannot be, or the ledger of the home has been lost.
    """
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
        (home / "locks").mkdir(mode=0o700, exist_ok=True)
        is_new = not path.exists() or path.stat().st_size == 0
        if is_new:
            _check_not_lost(home, path)
            _found(home, path, make)
        elif path.is_dir() or not os.access(path, os.R_OK | os.W_OK):
            # Not opened to try: closing any file takes SQLite's locks on it from the whole process.
            raise PermissionError(EACCES, os.strerror(EACCES))
    except OSError as error:
        raise StorageError(
            f"The home {str(home)!r} cannot be used ({error.strerror}). Make it a folder you may "
            "write to, or name another with --home or MNEMON_HOME."
        ) from None


def _check_not_lost(home: Path, path: Path) -> None:
    """Refuse to begin a new ledger beside files that only an older one can have left.

    Raises:
        StorageError: There was one.
    """
    beside = [name for name in ("index", f"{path.name}-wal") if _has_content(home / name)]
    if path.exists() and _has_content(home / "checkpoints.sqlite3"):
        beside.append("checkpoints.sqlite3")  # alone it may be older: the server makes it first
    if beside:
        state = "empty" if path.exists() else "missing"
        raise StorageError(
            f"The ledger {str(path)!r} is {state}, but {', '.join(beside)} of an older one lies beside "
            f"it: it was lost. Type 'mnemon --home {quote(str(home))} restore FILE --force' with your "
            "newest backup, or name another home to begin anew."
        )


def _has_content(path: Path) -> bool:
    return any(path.iterdir()) if path.is_dir() else path.exists() and path.stat().st_size > 0


def _found(home: Path, path: Path, make: Callable[[Path], None]) -> None:
    """Make a ledger aside and put it in its place as a whole: half of one is never there."""
    with FileLock(home / MIGRATE_LOCK, timeout=60, mode=0o600):
        if path.exists() and path.stat().st_size:
            return  # another process was faster
        aside = home / f"{path.name}.new"
        for leftover in home.glob(f"{aside.name}*"):
            leftover.unlink()
        os.close(os.open(aside, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        make(aside)
        aside.rename(path)
