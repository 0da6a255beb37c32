"""The conversation loop: a line is a message or a slash command, until the input ends."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager

from cli.lines import history_file, piped_lines, typed_lines
from cli.opening import tell_all
from cli.options import Given
from cli.render import is_terminal, say_json_line, tell
from cli.slash import COMMANDS, run_slash
from cli.talk import Talk, open_talk
from cli.text import one_line, standard_input, usable
from core.errors import MnemonError


async def converse(given: Given) -> int:
    """Talk until the input ends.

    Returns:
        The exit code: 0, or that of the first failure when the messages were piped in (somebody
        at a terminal has seen the failure and went on).
    """
    async with open_talk(given) as talk:
        typed = is_terminal(sys.stdin)
        await _greet(talk)
        async for line in _lines(talk, typed):
            talk.tell_upkeep()
            await _answer(talk, line, typed)
            if talk.over:
                break
        return 0 if typed else talk.exit_code


def _lines(talk: Talk, typed: bool) -> AsyncIterator[str]:
    if not typed:
        return piped_lines(standard_input())
    history = None if talk.given.temp else history_file(talk.settings.home, talk.identity)
    return typed_lines(history, [f"/{name}" for name in COMMANDS])


async def _answer(talk: Talk, line: str, typed: bool) -> None:
    """Do what a line asks for; a failure is one line, and the conversation goes on."""
    text = line.strip()
    if not text:
        return
    try:
        if text.startswith("/") and not text.startswith("//"):
            await run_slash(talk, text)
            return
        message = usable(text.removeprefix("/") if text.startswith("//") else text, "message")
        if typed:
            await _interruptible(talk, message)
        else:
            await _say(talk, message)
    except MnemonError as error:
        tell(f"mnemon: {one_line(str(error))}", dim=False)
        talk.exit_code = talk.exit_code or error.exit_code


async def _say(talk: Talk, message: str) -> None:
    result = await talk.turn(message)
    if talk.given.json:
        say_json_line(talk.as_json(result))


async def _interruptible(talk: Talk, message: str) -> None:
    """Send a message; Ctrl-C ends the answer and not the conversation."""
    turn = asyncio.ensure_future(_say(talk, message))
    with _on_interrupt(turn):
        try:
            await turn
        except asyncio.CancelledError:
            tell("interrupted")


@contextmanager
def _on_interrupt(task: asyncio.Future[None]) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    before = signal.getsignal(signal.SIGINT)
    loop.add_signal_handler(signal.SIGINT, task.cancel)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, before)


async def _greet(talk: Talk) -> None:
    """Say what answers and why, and where everything is kept."""
    assistant = talk.assistant
    tell_all(assistant.notices)
    if talk.given.temp:
        tell("Temporary chat: memory is neither read nor written. /help lists the commands.")
        return
    count = 0 if talk.conversation.is_new else len(await assistant.messages(talk.identity))
    state = f"continued, {count} messages" if count else "new"
    name = talk.conversation.name or talk.conversation.id
    embedder = assistant.memory.embedder_name
    where = f"Home {talk.settings.home} ({embedder} embedder), conversation {name} ({state})."
    tell(f"{where} /help lists the commands.")
