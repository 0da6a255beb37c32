"""The one memory of a server process: opened at the first turn, closed when the process ends."""

import atexit
import threading

from core.settings import Settings
from memory import MemoryService, open_memory


class OneMemory:
    """Opens the memory when it is first asked for. Any number of threads may ask at once."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._opening = threading.Lock()
        self._opened: MemoryService | None = None

    def get(self) -> MemoryService:
        """The memory service of this process. It blocks: call it in a thread.

        Raises:
            StorageError: The home cannot be used. The next call tries again.
        """
        with self._opening:
            if self._opened is None:
                self._opened = open_memory(self._settings)
                atexit.register(self._opened.close)
            return self._opened
