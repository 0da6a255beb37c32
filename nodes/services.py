"""What the nodes need from the process they run in, handed to them when the graph is built."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from core.clock import Clock
from core.settings import Settings
from memory import MemoryService
from models import ChosenModel


@dataclass(frozen=True)
class Services:
    """Getters, not things: building and drawing the graph opens nothing and loads nothing.

    Attributes:
        settings: The settings of this process.
        clock: Tells the nodes what time it is.
        memory: Opens the one memory service at its first call, later gives the same. It blocks:
            only nodes that run in threads call it.
        model: Gives the chat model of a spec; "" is the one of the settings.
        provider: Where the conversations of this process come from, such as "cli" or "server".
    """

    settings: Settings
    clock: Clock
    memory: Callable[[], MemoryService]
    model: Callable[[str], Awaitable[ChosenModel]]
    provider: str
