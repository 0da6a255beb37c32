"""The home's embedder: opened when first needed, remembered by the home, allowed to be down."""

import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from core.errors import EmbedderChanged, EmbedderUnavailable
from core.settings import Settings
from memory.embedding import Embedder, choose_embedder, embedder_name, load_embedder
from memory.ids import text_hash
from memory.ledger.database import Database
from memory.ledger.meta import EMBEDDER, get_meta, set_meta
from memory.ledger.vectors import stored_dimensions, vectors_by_hash

log = logging.getLogger(__name__)

REST_S = 5.0
"""After a failure the embedder is left alone for so long: a dead server must not slow every turn."""

QUERIES_CACHED = 512

AUTO = "auto"
"""What the settings say when a home may choose for itself."""


class EmbeddingService:
    """Turns text into vectors for one home, and never the same text twice."""

    def __init__(self, settings: Settings, database: Database, given: Embedder | None) -> None:
        """Settle which embedder this home has.

        Raises:
            EmbedderChanged: The settings name another one than the home was made with.
            InvalidInput: The settings name one that nobody knows.
        """
        self._settings = settings
        self._database = database
        self._opening = threading.Lock()
        self._embedder = given
        self._is_shared = given is not None
        self._queries: OrderedDict[str, NDArray[np.float32]] = OrderedDict()
        self._guard = threading.Lock()
        self._rests_until = 0.0
        self._warned = False
        self._told_of_change = False
        self._dimensions: int | None = None
        self.notices: list[str] = []
        self.name = self._settle(given)

    def embedder(self) -> Embedder:
        """The embedder itself, opened now if it was not.

        Raises:
            EmbedderUnavailable: It cannot be opened.
        """
        with self._opening:
            if self._embedder is None:
                self._embedder = load_embedder(self.name, self._settings)
            return self._embedder

    def is_current(self) -> bool:
        """Whether the home still has this embedder; told once when another command changed it."""
        with self._database.reading() as connection:
            kept = get_meta(connection, EMBEDDER)
        if kept == self.name:
            return True
        if not self._told_of_change:
            self._told_of_change = True
            self.notices.append(
                f"The embedder of this home is {kept!r} since a moment ago. Start this program "
                "again to search by meaning; until then memory answers by keywords and topics."
            )
            log.warning("The home's embedder was changed to %r; start this program again.", kept)
        return False

    def is_resting(self) -> bool:
        """Whether it failed a moment ago and is left alone."""
        return time.monotonic() < self._rests_until

    def stop_resting(self) -> None:
        """Let it be asked again at once: somebody waits."""
        self._rests_until = 0.0

    def query_vector(self, text: str) -> NDArray[np.float32] | None:
        """The unit vector of a question; None while the embedder is down (told once).

        None also when the home has another embedder by now: there is nothing to compare it with.
        """
        if not self.is_current():
            return None
        with self._guard:
            known = self._queries.get(text)
        if known is not None:
            return known
        if self.is_resting():
            return None
        try:
            made: NDArray[np.float32] = self._fitting(
                self.embedder().embed_query(text)[np.newaxis]
            )[0]
        except EmbedderUnavailable as error:
            self.failed(error)
            return None
        self._worked()
        with self._guard:
            self._queries[text] = made
            while len(self._queries) > QUERIES_CACHED:
                self._queries.popitem(last=False)
        return made

    def document_vectors(self, texts: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Vectors of texts under their hashes; those already in the ledger are not made again.

        Raises:
            EmbedderUnavailable: It is down; nothing of this call is lost, ask again later.
        """
        by_hash = {text_hash(text): text for text in texts}
        with self._database.reading() as connection:
            known = vectors_by_hash(connection, self.name, list(by_hash))
        missing = [key for key in by_hash if key not in known]
        if not missing:
            return {}
        made = self._fitting(self.embedder().embed_documents([by_hash[key] for key in missing]))
        self._worked()
        return dict(zip(missing, made, strict=True))

    def answers(self) -> bool:
        """Whether the embedder works at all, tried with a text that no model refuses."""
        try:
            self._fitting(self.embedder().embed_query("Hello")[np.newaxis])
        except EmbedderUnavailable:
            return False
        self._worked()
        return True

    def failed(self, error: EmbedderUnavailable) -> None:
        """Let the embedder rest for a moment; the first time, tell it to the person."""
        self._rests_until = time.monotonic() + REST_S
        if not self._warned:
            self._warned = True
            self.notices.append(f"{error} Until then memory answers by keywords and topics.")
            log.warning("Searching by meaning is off: %s", error)

    def close(self) -> None:
        """Let go of the model, unless it was given by the caller."""
        with self._opening:
            if self._embedder is not None and not self._is_shared:
                self._embedder.close()

    def _settle(self, given: Embedder | None) -> str:
        wanted = given.name if given is not None else self._settings.embedder
        if given is None and wanted != AUTO:
            wanted = embedder_name(wanted)
        with self._database.reading() as connection:
            kept = get_meta(connection, EMBEDDER)
        if kept is None:
            kept = self._first_choice(wanted)
        if wanted not in (AUTO, kept):
            raise EmbedderChanged(
                f"This home was made with the embedder {kept!r}, not {wanted!r}: their vectors "
                f"cannot be compared. Run 'mnemon reindex --embedder {wanted}' to change it, "
                f"or set MNEMON_EMBEDDER={kept}."
            )
        return kept

    def _first_choice(self, wanted: str) -> str:
        """Make the wanted embedder the home's, unless another process was faster; gives the home's."""
        name, why = choose_embedder(self._settings) if wanted == AUTO else (wanted, "")
        with self._database.writing() as connection:
            kept = get_meta(connection, EMBEDDER)
            if kept is None:
                set_meta(connection, EMBEDDER, name)
        if why and kept is None:
            self.notices.append(why)
        return kept or name

    def _fitting(self, made: NDArray[np.float32]) -> NDArray[np.float32]:
        """The vectors themselves, if they can be compared with those that the home has.

        Raises:
            EmbedderUnavailable: They have another number of dimensions: it is another model.
        """
        if self._dimensions is None:
            with self._database.reading() as connection:
                self._dimensions = stored_dimensions(connection, self.name)
        if self._dimensions is not None and made.shape[1] != self._dimensions:
            raise EmbedderUnavailable(
                f"The embedder {self.name!r} gives vectors of {made.shape[1]} numbers now; this "
                f"home has vectors of {self._dimensions}: another model has taken its name. "
                f"Run 'mnemon reindex --embedder {self.name}' to embed everything anew."
            )
        return made

    def _worked(self) -> None:
        self._rests_until = 0.0
        if self._warned:
            self._warned = False
            log.warning("Searching by meaning works again.")
