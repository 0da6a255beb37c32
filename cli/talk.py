"""A conversation in progress: who talks, in which session, and what the last answer was."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from cli.conversations import PROVIDER, Conversation, choose, new_conversation
from cli.opening import identity_of, load, settle
from cli.options import Given
from cli.turn import Screen, TurnResult, follow
from cli.upkept import tell_upkeep
from core.errors import InvalidInput
from core.identity import Identity
from core.settings import Settings

if TYPE_CHECKING:
    from graph.assistant import Assistant
    from memory import Memory


@dataclass
class Talk:
    """One person at one assistant; `last` is the newest answer of this conversation."""

    assistant: Assistant
    given: Given
    settings: Settings
    conversation: Conversation
    last: TurnResult | None = None
    over: bool = False
    exit_code: int = 0
    _claimed: bool = False

    @property
    def identity(self) -> Identity:
        """Who is talking, in this conversation."""
        return identity_of(self.settings, self.conversation.id)

    @property
    def memory(self) -> Memory:
        """The memory of who is talking.

        Raises:
            InvalidInput: This is a temporary chat, which reads and writes none.
        """
        if self.given.temp:
            raise InvalidInput("This is a temporary chat: memory is neither read nor written.")
        return self.assistant.memory.for_identity(self.identity)

    async def turn(self, text: str) -> TurnResult:
        """Send a message and show what comes."""
        if not self._claimed:
            self.claim()
        screen = Screen(self.given)
        events = self.assistant.turn(text, self.identity)
        try:
            self.last = await follow(events, screen)
        finally:
            screen.break_line()
        return self.last

    def claim(self) -> None:
        """Note that this conversation is one of this user's, before anything of it is shown.

        Raises:
            NotFound: It is another user's.
        """
        if not self.given.temp:
            self.memory.open_session(PROVIDER, self.conversation.name)
            self._claimed = True

    def tell_upkeep(self) -> None:
        """Say what upkeep has done since this was last told."""
        if not self.given.temp:
            tell_upkeep(self.assistant.upkeep_reports(), self.memory, self.given)

    def begin_anew(self) -> None:
        """Leave this conversation and start another; it is noted with its first message."""
        self.conversation = new_conversation()
        self.last = None
        self._claimed = False

    def as_json(self, result: TurnResult) -> dict[str, Any]:
        """The result of a turn, with where it happened and what answered."""
        from cli.render import as_plain

        session = None if self.given.temp else self.conversation.id
        plain: dict[str, Any] = as_plain(result)
        return {**plain, "session": session, "model": self.assistant.model.spec}


@asynccontextmanager
async def open_talk(given: Given) -> AsyncIterator[Talk]:
    """The assistant and the conversation that the person's options mean; memory settled in the end.

    Raises:
        click.UsageError: A temporary chat was asked to continue a conversation.
    """
    if given.temp and given.session is not None:
        raise click.UsageError("--temp and --session exclude each other: a temporary chat ends.")
    from graph.assistant import open_assistant

    settings = load(given).settings
    async with open_assistant(settings, temporary=given.temp) as assistant:
        identity = identity_of(settings)
        known: Sequence[dict[str, Any]] = ()
        if given.session is not None:
            known = assistant.memory.for_identity(identity).sessions()
        talk = Talk(assistant, given, settings, choose(given.session, identity, known))
        if given.session is not None:
            talk.claim()
        yield talk
        if not given.temp:  # after a failure rows wait in the ledger, for the next process
            await asyncio.to_thread(settle, assistant.memory)
            await assistant.keep_up(talk.identity)
            talk.tell_upkeep()
