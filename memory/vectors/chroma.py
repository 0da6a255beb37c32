"""The Chroma index: one collection for each owner, topics and episodes together in it.

The only module that names `chromadb` and `langchain_chroma`. It is made from the ledger and can be
thrown away. Exactly one process may open the folder (two lose vectors without any error), so it is
only opened under the index lock. Queries carry no `where`: a filter costs a hundred times the
search itself, and the ledger drops what does not qualify.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from memory.vectors.blank_memory import blank_memory

if TYPE_CHECKING:
    from chromadb import Collection
    from langchain_chroma import Chroma

CONFIGURATION = {
    "hnsw": {"space": "cosine", "ef_construction": 200, "ef_search": 200, "max_neighbors": 32}
}
"""Measured: Chroma's defaults miss near-identical texts; these find 99 % of the exact answer."""

MAX_OPEN_COLLECTIONS = 16
"""An open collection holds 4 file handles and 1.7 MB."""

MANIFEST = "mnemon-index.json"


@dataclass(frozen=True, slots=True)
class IndexRow:
    """One engram as the index keeps it."""

    id: str
    seq: int
    kind: str
    topic: str | None
    content: str
    vector: NDArray[np.float32]

    def metadata(self) -> dict[str, Any]:
        """What stands beside the vector: `type` tells topics from episodes."""
        known: dict[str, Any] = {
            "type": "topic" if self.topic else "episodic",
            "kind": self.kind,
            "id": self.id,
        }
        return {**known, "topic": self.topic} if self.topic else known


class _GivenVectors:
    """Hands langchain_chroma the vectors that the ledger already has, in the order of the call."""

    def __init__(self) -> None:
        self.batch: list[list[float]] = []

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        assert len(texts) == len(self.batch)  # noqa: S101  (set right before the call)
        return self.batch


class _Collection(NamedTuple):
    """One owner's collection: as LangChain writes it, and as Chroma itself is asked."""

    store: "Chroma"
    inside: "Collection"


class ChromaIndex:
    """An open index folder. Not thread-safe: the indexing worker and its lock guard it.

    Whatever it does may make files, with memory in them that was never filled: hence blank memory.
    """

    @blank_memory()
    def __init__(self, folder: Path, embedder: str) -> None:
        """Open or make the folder.

        Raises:
            ValueError: The folder was made for another embedder.
        """
        from chromadb import PersistentClient
        from chromadb.config import Settings

        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _check_manifest(folder / MANIFEST, embedder)
        self.folder = folder
        self._client = PersistentClient(str(folder), Settings(anonymized_telemetry=False))
        self._given = _GivenVectors()
        self._open: dict[int, _Collection] = {}

    @blank_memory()
    def upsert(self, owner: int, rows: Sequence[IndexRow]) -> None:
        """Write rows of one owner; one that is known already is replaced. No other thread runs."""
        self._given.batch = [row.vector.tolist() for row in rows]
        self._collection(owner).store.add_texts(
            texts=[row.content for row in rows],
            metadatas=[row.metadata() for row in rows],
            # Not the engram's id: a search gives ids alone, and the ledger wants this number.
            ids=[str(row.seq) for row in rows],
        )
        self._given.batch = []

    @blank_memory()
    def nearest(
        self, owner: int, query: NDArray[np.float32], limit: int
    ) -> list[tuple[int, float]]:
        """(sequence number, cosine), nearest first, at most `limit`."""
        # Not through langchain_chroma: it always fetches texts and metadata, in as much time again.
        found = self._collection(owner).inside.query(
            query_embeddings=[query.tolist()], n_results=limit, include=["distances"]
        )
        assert found["distances"] is not None  # noqa: S101  (asked for)
        pairs = zip(found["ids"][0], found["distances"][0], strict=True)
        return [(int(number), 1.0 - distance) for number, distance in pairs]

    @blank_memory()
    def count(self, owner: int) -> int:
        """How many rows of this owner the index holds."""
        return self._collection(owner).inside.count()

    @blank_memory()
    def total(self) -> int:
        """How many rows the index holds in all."""
        return sum(collection.count() for collection in self._client.list_collections())

    @blank_memory()
    def close(self) -> None:
        """Close every file of the folder."""
        self._open.clear()
        self._client.close()  # type: ignore[attr-defined]

    def _collection(self, owner: int) -> _Collection:
        from langchain_chroma import Chroma

        if owner not in self._open:
            while len(self._open) >= MAX_OPEN_COLLECTIONS:
                self._open.pop(next(iter(self._open)))
            name = f"owner-{owner}"
            store = Chroma(
                client=self._client,
                collection_name=name,
                embedding_function=self._given,  # type: ignore[arg-type]
                collection_configuration=CONFIGURATION,  # type: ignore[arg-type]
            )
            self._open[owner] = _Collection(store, self._client.get_collection(name))
        return self._open[owner]


def _check_manifest(path: Path, embedder: str) -> None:
    if not path.exists():
        path.write_text(json.dumps({"embedder": embedder}), "utf-8")
        path.chmod(0o600)
        return
    if json.loads(path.read_text("utf-8")).get("embedder") != embedder:
        raise ValueError(f"{path.parent} was made for another embedder than {embedder!r}.")
