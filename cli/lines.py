"""The lines a person sends: typed at a terminal with editing and history, or piped in."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from cli.render import tell
from cli.text import decoded, unreadable, visible
from core.identity import Identity

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.history import History

PROMPT = "> "
READ_BYTES = 64 * 1024


def history_file(home: Path, identity: Identity) -> Path:
    """Where the lines this user typed are kept: two users of one home do not see each other's."""
    from uuid import NAMESPACE_OID, uuid5

    name = uuid5(NAMESPACE_OID, f"{identity.tenant}\x1f{identity.user}")
    return home / "history" / f"{name}.txt"


async def typed_lines(history: Path | None, completions: Sequence[str]) -> AsyncIterator[str]:
    """The messages typed at the terminal until Ctrl-D; Alt-Enter begins a new line in one.

    Args:
        history: File of earlier lines, made readable for its owner only; None keeps none.
        completions: What Tab completes at the beginning of a line.
    """
    session = _prompt_session(history, completions)
    while True:
        try:
            yield await session.prompt_async(PROMPT)
        except KeyboardInterrupt:
            tell("Ctrl-D or /quit leaves.")
        except EOFError:
            return


def _prompt_session(history: Path | None, completions: Sequence[str]) -> PromptSession[str]:
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter
    from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
    from prompt_toolkit.output import create_output

    keys = KeyBindings()

    @keys.add("enter")
    def _send(event: KeyPressEvent) -> None:
        event.current_buffer.validate_and_handle()

    @keys.add("escape", "enter")
    def _new_line(event: KeyPressEvent) -> None:
        event.current_buffer.insert_text("\n")

    return PromptSession(
        history=_open_history(history),
        completer=WordCompleter(list(completions), sentence=True),
        complete_while_typing=False,
        key_bindings=keys,
        multiline=True,
        # The prompt is talk; the answers on stdout may go elsewhere.
        output=create_output(stdout=sys.stderr if sys.stderr.isatty() else sys.stdout),
    )


def _open_history(path: Path | None) -> History:
    from prompt_toolkit.history import FileHistory, InMemoryHistory

    class VisibleHistory(FileHistory):
        """Lines as they look: half a character cannot be written to a file."""

        def store_string(self, string: str) -> None:
            with contextlib.suppress(OSError):  # a full disk must not end the conversation
                super().store_string(visible(string))

    if path is None:
        return InMemoryHistory()
    try:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_WRONLY, 0o600))
    except OSError as error:
        tell(f"The lines you type are not kept: {path} cannot be written ({error.strerror}).")
        return InMemoryHistory()
    return VisibleHistory(str(path))


async def piped_lines(stream: BinaryIO) -> AsyncIterator[str]:
    """The lines of a pipe or file; a wrong byte becomes a lone surrogate, for `usable` to find.

    Raises:
        InvalidInput: Standard input is nothing that can be read, such as a folder.
    """
    raw: BinaryIO = getattr(stream, "raw", stream)
    begun = b""
    while chunk := await _in_daemon(lambda: raw.read(READ_BYTES)):
        *whole, begun = (begun + chunk).split(b"\n")
        for line in whole:
            yield decoded(line)
    if begun:
        yield decoded(begun)


async def _in_daemon(read: Callable[[], bytes]) -> bytes:
    """Read in a thread, so that the loop goes on with its work while nothing comes.

    A daemon, and without Python's own buffer: a process that is interrupted while it waits for
    input must be able to end, and one blocked in a buffered read is aborted at exit.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[bytes] = loop.create_future()

    def settle(chunk: bytes, error: OSError | None) -> None:
        if done.done():  # the wait was cancelled
            return
        if error is None:
            done.set_result(chunk)
        else:
            done.set_exception(unreadable(error))

    def work() -> None:
        chunk, fault = b"", None
        try:
            chunk = read()
        except OSError as error:
            fault = error
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(settle, chunk, fault)

    threading.Thread(target=work, name="standard-input", daemon=True).start()
    return await done
