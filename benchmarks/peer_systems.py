"""The memories that are compared, each behind the same four calls.

Every one gets the same texts, the same users and the same vectors. `mem0ai` is no dependency of
ours; it is measured when it is installed.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from langchain_core.embeddings import Embeddings
from langgraph.store.base import BaseStore, IndexConfig
from langgraph.store.memory import InMemoryStore
from langgraph.store.sqlite import SqliteStore
from numpy.typing import NDArray

from benchmarks.measuring import LONG_AGO
from core.clock import ManualClock
from core.identity import Identity
from core.settings import load_settings
from memory import open_memory
from memory.embedding import Embedder


class System(Protocol):
    """A memory that is measured."""

    def add(self, user: str, session: str, at: datetime, key: str, text: str) -> None:
        """Keep a text of a user under a key."""
        ...

    def settle(self) -> None:
        """Finish what happens in the background."""
        ...

    def search(self, user: str, question: str, limit: int) -> list[str]:
        """Keys of what a user said that bears on a question, best first."""
        ...


class KeptVectors:
    """An embedder that makes each vector once, so that embedding is no part of any time."""

    def __init__(self, real: Embedder) -> None:
        self.name, self.dimensions, self.max_batch = real.name, real.dimensions, real.max_batch
        self._real = real
        self._documents: dict[str, NDArray[np.float32]] = {}
        self._queries: dict[str, NDArray[np.float32]] = {}

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of length 1 for each text."""
        missing = list({text for text in texts if text not in self._documents})
        if missing:
            made = self._real.embed_documents(missing)
            self._documents.update(zip(missing, made, strict=True))
        return np.stack([self._documents[text] for text in texts])

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """A vector of length 1."""
        if text not in self._queries:
            self._queries[text] = self._real.embed_query(text)
        return self._queries[text]

    def document_text(self, text: str) -> str:
        """The text that stands for it as a document."""
        return self._real.document_text(text)

    def close(self) -> None:
        """Let go of the model."""
        self._real.close()


class AsLangChain(Embeddings):
    """The same vectors for whatever speaks LangChain."""

    def __init__(self, vectors: KeptVectors) -> None:
        self._vectors = vectors

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """One list for each text."""
        made: list[list[float]] = self._vectors.embed_documents(texts).tolist()
        return made

    def embed_query(self, text: str) -> list[float]:
        """One list."""
        made: list[float] = self._vectors.embed_query(text).tolist()
        return made


class Mnemon:
    """Ours, as a program uses it: one identity for each user and session."""

    def __init__(self, folder: Path, vectors: KeptVectors) -> None:
        settings = load_settings({"home": folder / "home"}, {}).settings
        self._clock = ManualClock(LONG_AGO)
        self._service = open_memory(settings, clock=self._clock, embedder=vectors)
        self._keys: dict[str, str] = {}

    def add(self, user: str, session: str, at: datetime, key: str, text: str) -> None:
        """Write it as an episode of its session."""
        self._clock.at = at
        memory = self._service.for_identity(Identity(user=user, session=f"{user}/{session}"))
        self._keys[memory.write_episodic(text)] = key

    def settle(self) -> None:
        """Wait for the vectors."""
        self._service.wait_until_embedded(3600)

    def search(self, user: str, question: str, limit: int) -> list[str]:
        """Recall."""
        memory = self._service.for_identity(Identity(user=user, session="asking"))
        return [self._keys[item.engram.id] for item in memory.recall(question, limit).items]

    def close(self) -> None:
        """Close the home."""
        self._service.close()


class PlainChroma:
    """langchain-chroma as its guide shows it: one collection, users apart by a filter."""

    def __init__(self, folder: Path, vectors: KeptVectors) -> None:
        from langchain_chroma import Chroma

        self._store = Chroma(
            "said",
            AsLangChain(vectors),
            persist_directory=str(folder / "chroma"),
            collection_metadata={"hnsw:space": "cosine"},
        )

    def add(self, user: str, session: str, at: datetime, key: str, text: str) -> None:  # noqa: ARG002
        """Add one text with its user."""
        self._store.add_texts([text], [{"user": user}], ids=[key])

    def settle(self) -> None:
        """Nothing happens in the background."""

    def search(self, user: str, question: str, limit: int) -> list[str]:
        """Search by vector among the user's."""
        found = self._store.similarity_search(question, limit, filter={"user": user})
        return [str(document.id) for document in found]


class ChromaForEach:
    """langchain-chroma with a collection for each user."""

    def __init__(self, folder: Path, vectors: KeptVectors) -> None:
        self._folder = folder
        self._embeddings = AsLangChain(vectors)
        self._stores: dict[str, Any] = {}

    def add(self, user: str, session: str, at: datetime, key: str, text: str) -> None:  # noqa: ARG002
        """Add one text to the user's collection."""
        self._store(user).add_texts([text], ids=[key])

    def settle(self) -> None:
        """Nothing happens in the background."""

    def search(self, user: str, question: str, limit: int) -> list[str]:
        """Search by vector in the user's collection."""
        return [str(found.id) for found in self._store(user).similarity_search(question, limit)]

    def _store(self, user: str) -> Any:  # noqa: ANN401  (imported late: it is heavy)
        from langchain_chroma import Chroma

        if user not in self._stores:
            self._stores[user] = Chroma(
                f"user-{user}",
                self._embeddings,
                persist_directory=str(self._folder / "chroma"),
                collection_metadata={"hnsw:space": "cosine"},
            )
        return self._stores[user]


class Store:
    """A LangGraph store with semantic search, a namespace for each user."""

    def __init__(self, store: BaseStore) -> None:
        self._store = store

    def add(self, user: str, session: str, at: datetime, key: str, text: str) -> None:  # noqa: ARG002
        """Put one text."""
        self._store.put((user,), key, {"text": text})

    def settle(self) -> None:
        """Nothing happens in the background."""

    def search(self, user: str, question: str, limit: int) -> list[str]:
        """Search by vector in the user's namespace."""
        return [item.key for item in self._store.search((user,), query=question, limit=limit)]


class Mem0:
    """mem0ai with its local qdrant and `infer=False`: no language model is asked."""

    def __init__(self, folder: Path, vectors: KeptVectors) -> None:
        os.environ["MEM0_TELEMETRY"] = "False"  # noqa: TID251  (read by mem0 when it is imported)
        os.environ["MEM0_DIR"] = str(folder / "mem0")  # noqa: TID251
        from mem0 import Memory  # type: ignore[import-not-found]

        self._memory = Memory.from_config(
            {
                "embedder": {"provider": "langchain", "config": {"model": AsLangChain(vectors)}},
                "llm": {"provider": "openai", "config": {"api_key": "never used"}},
                "vector_store": {
                    "provider": "qdrant",
                    "config": {
                        "path": str(folder / "qdrant"),
                        "embedding_model_dims": vectors.dimensions,
                        "on_disk": True,
                    },
                },
                "history_db_path": str(folder / "history.db"),
            }
        )

    def add(self, user: str, session: str, at: datetime, key: str, text: str) -> None:  # noqa: ARG002
        """Add one text as it is."""
        self._memory.add(text, user_id=user, metadata={"key": key}, infer=False)

    def settle(self) -> None:
        """Nothing happens in the background."""

    def search(self, user: str, question: str, limit: int) -> list[str]:
        """Search among the user's."""
        found = self._memory.search(question, filters={"user_id": user}, top_k=limit)
        return [hit["metadata"]["key"] for hit in found["results"]]


Opener = Callable[[Path, KeptVectors, ExitStack], System]


def systems() -> dict[str, Opener]:
    """How to open each system that can be measured here, under its name."""
    known: dict[str, Opener] = {
        "Mnemon": _mnemon,
        "langchain-chroma, filter": lambda folder, vectors, _: PlainChroma(folder, vectors),
        "langchain-chroma, collection each": lambda folder, vectors, _: ChromaForEach(
            folder, vectors
        ),
        "LangGraph InMemoryStore": lambda _, vectors, __: Store(
            InMemoryStore(index=_index(vectors))
        ),
    }
    if hasattr(sqlite3.Connection, "enable_load_extension"):
        known["LangGraph SqliteStore"] = _sqlite_store
    if find_spec("mem0") is not None:
        known["mem0ai, infer=False"] = lambda folder, vectors, _: Mem0(folder, vectors)
    return known


def left_out() -> list[str]:
    """Why a system cannot be measured here, one line each."""
    lines = []
    if not hasattr(sqlite3.Connection, "enable_load_extension"):
        lines.append("LangGraph SqliteStore: this Python cannot load extensions of SQLite.")
    if find_spec("mem0") is None:
        lines.append("mem0ai: not installed. .venv/bin/python -m pip install mem0ai langchain")
    return lines


def _mnemon(folder: Path, vectors: KeptVectors, stack: ExitStack) -> System:
    opened = Mnemon(folder, vectors)
    stack.callback(opened.close)
    return opened


def _sqlite_store(folder: Path, vectors: KeptVectors, stack: ExitStack) -> System:
    return Store(stack.enter_context(_open_sqlite_store(folder, vectors)))


@contextmanager
def _open_sqlite_store(folder: Path, vectors: KeptVectors) -> Iterator[SqliteStore]:
    path = str(folder / "store.sqlite3")
    # It reads `text_fields` where the other store reads `fields`; without, it embeds JSON.
    index: Any = {**_index(vectors), "text_fields": ["text"]}
    with SqliteStore.from_conn_string(path, index=index) as store:
        store.setup()
        yield store


def _index(vectors: KeptVectors) -> IndexConfig:
    assert vectors.dimensions is not None  # noqa: S101  (the bundled embedder's are known)
    return IndexConfig(dims=vectors.dimensions, embed=AsLangChain(vectors), fields=["text"])
