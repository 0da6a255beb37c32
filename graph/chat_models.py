"""The chat models of a process: each loaded once, off the event loop."""

import asyncio
import threading

from core.settings import Settings
from models import ChosenModel, load_chat_model


class ChatModels:
    """Gives the model of a spec. One that could not be loaded is tried again next time."""

    def __init__(self, settings: Settings, default: ChosenModel | None = None) -> None:
        """Load nothing yet.

        Args:
            settings: Names the default spec, and where Ollama is.
            default: The model of the empty spec, when it is loaded already.
        """
        self._settings = settings
        self._loaded: dict[str, ChosenModel] = {} if default is None else {"": default}
        self._loading = threading.Lock()

    async def get(self, spec: str) -> ChosenModel:
        """The model of a spec; "" is the one of the settings.

        Raises:
            InvalidInput: The spec names no model.
            ModelUnavailable: It cannot be had; the message says what to type.
        """
        if spec in self._loaded:
            return self._loaded[spec]
        return await asyncio.to_thread(self._load, spec)

    def _load(self, spec: str) -> ChosenModel:
        with self._loading:
            if spec not in self._loaded:
                wanted = spec or self._settings.model
                self._loaded[spec] = load_chat_model(wanted, self._settings)
            return self._loaded[spec]
