"""What a story runs in: a home, a clock moved by hand, memory, and perhaps an embedding service."""

import functools
import os
import shutil
from pathlib import Path
from types import TracebackType
from typing import Self

from core.clock import ManualClock
from core.identity import Identity
from core.settings import Settings, load_settings
from memory import Memory, MemoryService, open_memory
from memory.embedding import Embedder, load_embedder
from stories.model import Session, Story
from stories.ollama_stand_in import MODEL, OllamaStandIn

EMBEDDING_WAIT_S = 10.0
"""Longest wait for the background to embed what was said; it usually takes milliseconds."""

NOBODY = "00000000-0000-0000-0000-000000000000"
"""The session of those who only look."""


@functools.cache
def shared_embedder() -> Embedder:
    """The bundled embedder, loaded once for all stories of the process: it holds no memories."""
    nowhere = Settings.model_validate({"home": os.devnull})  # no home, so it keeps no cache there
    return load_embedder("bundled", nowhere)


class World:
    """The surroundings of one story, opened on entering and closed on leaving."""

    memory: MemoryService

    def __init__(self, story: Story, home: Path) -> None:
        self.clock = ManualClock(story.clock)
        self.settings = load_settings(
            {**story.settings, "home": home, "model": "offline", "embedder": "bundled"}, environ={}
        ).settings
        self._stand_in: OllamaStandIn | None = None
        if story.embedder == "ollama":
            self._stand_in = OllamaStandIn(shared_embedder())
            self.settings = self.settings.model_copy(
                update={"embedder": f"ollama:{MODEL}", "ollama_url": self._stand_in.url}
            )

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.memory.close()
        if self._stand_in is not None:
            self._stand_in.stop()

    @property
    def texts_embedded(self) -> list[str]:
        """What the embedding service was sent; nothing when the embedder is built in."""
        return self._stand_in.texts_sent if self._stand_in else []

    def open(self) -> None:
        """Open the home, as a program does that starts."""
        self.memory = open_memory(
            self.settings,
            clock=self.clock,
            embedder=None if self._stand_in else shared_embedder(),
        )

    def prepare(self, session: Session) -> None:
        """Let pass what passes before a session: a closing, time, an outage, an opening."""
        if session.restart_before:
            self.memory.close()
        self.clock.advance(session.pause)
        if self._stand_in is not None:
            (self._stand_in.start if session.embedder == "up" else self._stand_in.stop)()
        if session.lose_index_before:
            shutil.rmtree(self.settings.home / "index")
        if session.restart_before:
            self.open()

    def memory_of(self, user: str, tenant: str) -> Memory:
        """One user's memory, to look at."""
        return self.memory.for_identity(Identity(user, NOBODY, tenant))

    def settle(self, session: Session) -> None:
        """Wait until all that was said can be found by meaning, unless the embedder is down.

        The index is waited for only where it is asked: opening it takes longer than most stories.
        """
        if session.embedder == "down":
            return
        if self.settings.exact_scan_max_rows == 0:
            self.memory.wait_until_indexed(EMBEDDING_WAIT_S)
        else:
            self.memory.wait_until_embedded(EMBEDDING_WAIT_S)
