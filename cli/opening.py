"""From what the person chose to the parts that answer: settings, identity, an open memory.

Memory is imported inside the functions: commands that do not need it stay quick.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cli.options import Given
from cli.render import tell
from core.identity import Identity
from core.settings import LoadedSettings, Settings, load_settings

if TYPE_CHECKING:
    from memory import Memory, MemoryService

COMMAND_LINE = "00000000-0000-5000-8000-636f6d6d616e"
"""Session of what is written by a single command, outside any conversation: a fixed UUID."""

EMBED_WAIT_S = 10.0
"""How long a command waits for its own rows to be embedded. A row takes milliseconds; this is
for a busy machine, and for an embedder that loads its model first."""


def load(given: Given) -> LoadedSettings:
    """The settings of this run and their origins."""
    return load_settings(given.arguments())


def identity_of(settings: Settings, session: str = COMMAND_LINE) -> Identity:
    """Who is asking."""
    return Identity(
        user=settings.user, session=session, tenant=settings.tenant, agent=settings.agent
    )


@contextmanager
def open_home(given: Given) -> Iterator[tuple[MemoryService, Memory]]:
    """The memory of the person's home, closed in the end.

    Without a background worker: on a busy machine that would open the index, which costs more
    than the whole command. What is written is embedded by `settle`.
    """
    from memory import open_memory

    settings = load(given).settings
    with open_memory(settings, background=False) as service:
        tell_all(service.notices)
        yield service, service.for_identity(identity_of(settings))


def tell_all(notices: list[str]) -> None:
    """Show what a part has to say at its start."""
    for notice in notices:
        tell(notice)


def settle(service: MemoryService, timeout_s: float = EMBED_WAIT_S) -> None:
    """Wait until what was written is embedded, so that the next process finds it by meaning."""
    waiting = service.wait_until_embedded(timeout_s)
    if waiting:
        rows = "1 memory waits" if waiting == 1 else f"{waiting} memories wait"
        tell(f"{rows} for the embedder; until then keywords find what is new.")


def has_index(settings: Settings) -> bool:
    """Whether an index was ever made: short commands alone never do, they search the ledger."""
    return settings.index and (settings.home / "index").is_dir()


def undo_command(given: Given, engram_id: str) -> str:
    """The command line that takes a save back."""
    return command_line(given, "forget", engram_id)


def command_line(given: Given, *command: str) -> str:
    """A command line of ours, with the options that lead to the same memory."""
    import shlex

    words = ["mnemon"]
    for name in ("home", "user"):
        value = getattr(given, name)
        if value is not None:
            words += [f"--{name}", value]
    return shlex.join([*words, *command])
