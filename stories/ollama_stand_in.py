"""A small server on loopback that embeds as Ollama does: it can go down, and come back.

It speaks only what an embedding client needs (`/api/tags`, `/api/show`, `/api/embed`) and takes its
vectors from the bundled embedder, so that an outage in a story is a real one: a refused connection.
"""

import json
import threading
from collections.abc import Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from memory.embedding import Embedder

MODEL = "nomic-embed-text"
_PREFIXES = ("search_document: ", "search_query: ")


class OllamaStandIn:
    """Serves embeddings on a loopback port that stays the same while it is down."""

    def __init__(self, embedder: Embedder) -> None:
        self.texts_sent: list[str] = []
        """Every text it was asked to embed, with its prefix, in order."""
        self._embedder = embedder
        self._lock = threading.Lock()
        self._server: ThreadingHTTPServer | None = None
        self._thread: threading.Thread | None = None
        self._port = 0
        self.start()

    @property
    def url(self) -> str:
        """Its address, up or down."""
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Accept connections (nothing happens when it does already)."""
        if self._server is not None:
            return
        self._server = ThreadingHTTPServer(("127.0.0.1", self._port), _handler_for(self))
        self._server.daemon_threads = True
        self._port = self._server.server_port
        # The poll is how long a stop takes; half a second (the default) would rule the story.
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True
        )
        self._thread.start()

    def stop(self) -> None:
        """Close the port: from now on connections are refused."""
        if self._server is None or self._thread is None:
            return
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
        self._server = self._thread = None

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """The vectors of `texts`, whose prefixes are noted and then left out."""
        bare = [_without_prefix(text) for text in texts]
        with self._lock:
            self.texts_sent += texts
            vectors: list[list[float]] = self._embedder.embed_documents(bare).tolist()
            return vectors


def _without_prefix(text: str) -> str:
    for prefix in _PREFIXES:
        text = text.removeprefix(prefix)
    return text


def _answer(stand_in: OllamaStandIn, path: str, request: dict[str, Any]) -> dict[str, Any] | None:
    if path == "/api/tags":
        name = f"{MODEL}:latest"
        return {"models": [{"name": name, "model": name, "capabilities": ["embedding"]}]}
    if path == "/api/show":
        return {"capabilities": ["embedding"], "model_info": {}}
    if path == "/api/embed":
        given = request["input"]
        texts = [given] if isinstance(given, str) else given
        return {"model": MODEL, "embeddings": stand_in.embed(texts)}
    return None


def _handler_for(stand_in: OllamaStandIn) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._reply({})

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", 0))
            self._reply(json.loads(self.rfile.read(length) or b"{}"))

        def _reply(self, request: dict[str, Any]) -> None:
            answer = _answer(stand_in, self.path, request)
            body = json.dumps(answer or {"error": "not found"}).encode()
            self.send_response(404 if answer is None else 200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing: a story has its own transcript."""

    return Handler
