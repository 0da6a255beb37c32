"""A stand-in for an Ollama server: the same HTTP answers, scripted, on loopback.

    with StandInOllama(replies=[Reply("Hello")]) as server:
        ChatOllama(model="small", base_url=server.base_url)

It answers `/api/tags`, `/api/show`, `/api/version`, `/api/embed` and `/api/chat` (NDJSON stream or
one object) as Ollama 0.12 does, records each request, and misbehaves on demand (`Fault`). Vectors
are sums of one pseudo-random direction for each word: texts that share words are near, others
are not. It knows no language, so no test may expect meaning of it.
"""

import json
import socket
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from tests.standins.ollama_wire import (
    CHAT_MODEL,
    EMBED_MODEL,
    TOOLLESS_MODEL,
    VERSION,
    Fault,
    Json,
    Recorded,
    Reply,
    StandInModel,
    Vectors,
    chat_lines,
    embed_json,
    joined,
    show_json,
    tagged,
    tags_json,
    word_vector,
)

__all__ = [
    "CHAT_MODEL",
    "EMBED_MODEL",
    "TOOLLESS_MODEL",
    "Fault",
    "Recorded",
    "Reply",
    "StandInModel",
    "StandInOllama",
    "Vectors",
    "word_vector",
]


@dataclass
class StandInOllama:
    """The server; a context manager that serves while it is open.

    Args:
        models: What has been pulled.
        replies: The chat script: replies in order (an error when they run out), or a function of
            the request. None echoes the last user message.
        port: 0 for any free one.
        cuts_long_texts: False refuses to embed what the model's window does not hold, whatever the
            request says, as Ollama does since 0.13.5.
        refused_word: Refuse to embed any text with this word in it.
    """

    models: Sequence[StandInModel] = (CHAT_MODEL, TOOLLESS_MODEL, EMBED_MODEL)
    replies: Sequence[Reply] | Callable[[Json], Reply] | None = None
    port: int = 0
    cuts_long_texts: bool = True
    refused_word: str = ""
    requests: list[Recorded] = field(default_factory=list)
    _faults: dict[str, list[Fault]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _stopping: threading.Event = field(default_factory=threading.Event)
    _said: int = 0

    def __enter__(self) -> Self:
        self._stopping.clear()
        self._server = _Server(("127.0.0.1", self.port), _Handler)
        self._server.standin = self
        self.port = self._server.server_port
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    @property
    def base_url(self) -> str:
        """Address to give to a client."""
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        """Close the port and every connection: the server is down. Entering again brings it back."""
        self._stopping.set()
        self._server.shutdown()
        self._server.cut_connections()
        self._server.server_close()
        self._thread.join()

    def fail(self, path: str, fault: Fault) -> None:
        """Misbehave at `path` from now on; several faults of limited `times` come in order."""
        with self._lock:
            self._faults.setdefault(path, []).append(fault)

    def heal(self) -> None:
        """Forget all faults."""
        with self._lock:
            self._faults.clear()

    def bodies(self, path: str) -> list[Json]:
        """The bodies that were sent to `path`, in order."""
        with self._lock:
            return [request.body for request in self.requests if request.path == path]

    def find_model(self, name: str) -> StandInModel | None:
        """The pulled model that Ollama would take for `name`."""
        return next((m for m in self.models if tagged(m.name) == tagged(name)), None)

    def vector(self, text: str, model: str = EMBED_MODEL.name) -> list[float]:
        """The unit vector that this server gives for a text."""
        found = self.find_model(model)
        return word_vector(text, found.dimensions if found else EMBED_MODEL.dimensions)

    def record(self, request: Recorded) -> Fault:
        """Note a request and take the fault that is due for it."""
        with self._lock:
            self.requests.append(request)
            queue = self._faults.get(request.path)
            if not queue:
                return Fault()
            fault = queue[0]
            if fault.times is not None:
                queue[0] = Fault(**{**vars(fault), "times": fault.times - 1})
                if fault.times <= 1:
                    queue.pop(0)
            return fault

    def wait(self, seconds: float) -> None:
        """Sleep, but not beyond the closing of the server."""
        if seconds:
            self._stopping.wait(seconds)

    def next_reply(self, body: Json) -> Reply:
        """What the model answers to this request."""
        if callable(self.replies):
            return self.replies(body)
        if self.replies is None:
            return Reply(f"You said: {body['messages'][-1].get('content', '')}")
        with self._lock:
            self._said += 1
            return self.replies[self._said - 1]  # IndexError: the script has run out


class _Refused(Exception):
    def __init__(self, status: int, error: str) -> None:
        super().__init__(error)
        self.status = status


class _Server(ThreadingHTTPServer):
    daemon_threads = False
    request_queue_size = 128  # the default of 5 resets connections that come all at once
    standin: StandInOllama

    def __init__(self, *args: Any) -> None:
        self.connections: set[socket.socket] = set()
        super().__init__(*args)

    def cut_connections(self) -> None:
        """End every open connection, so that no thread waits for its client's next request."""
        for connection in list(self.connections):
            _cut(connection)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Stay quiet: a client that hangs up is part of the tests."""


def _cut(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        return  # the client was faster


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # head and body are two packets: the second waited 40 ms
    server: _Server

    def setup(self) -> None:
        super().setup()
        self.server.connections.add(self.connection)

    def finish(self) -> None:
        self.server.connections.discard(self.connection)
        super().finish()

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing on stderr."""

    def do_GET(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body: Json = json.loads(raw) if raw else {}
        standin = self.server.standin
        fault = standin.record(Recorded(self.command, self.path, body, dict(self.headers)))
        standin.wait(fault.delay_s)
        if fault.drop:
            return self._drop()
        if fault.status:
            return self._send(fault.status, {"error": fault.error})
        if fault.body is not None:
            return self._send(200, fault.body)
        try:
            self._route(body, fault)
        except _Refused as refused:
            self._send(refused.status, {"error": str(refused)})

    do_POST = do_GET  # noqa: N815 (the name is http.server's)

    def _route(self, body: Json, fault: Fault) -> None:
        if self.path == "/api/chat":
            return self._chat(body, fault)
        answers: dict[str, Callable[[], Json]] = {
            "/api/tags": lambda: tags_json(self.server.standin.models),
            "/api/version": lambda: {"version": VERSION},
            "/api/show": lambda: show_json(self._model(body)),
            "/api/embed": lambda: self._embed(body, fault),
        }
        if self.path not in answers:
            raise _Refused(404, "404 page not found")
        return self._send(200, answers[self.path]())

    def _embed(self, body: Json, fault: Fault) -> Json:
        model = self._model(body)
        if "embedding" not in model.capabilities:
            raise _Refused(501, "this model does not support embeddings")
        given = body.get("input", [])
        texts = [given] if isinstance(given, str) else list(given)
        longest = max((len(text.split()) for text in texts), default=0)
        cuts = self.server.standin.cuts_long_texts and body.get("truncate", True)
        if longest > model.context_length and not cuts:
            raise _Refused(400, "the input length exceeds the context length")
        word = self.server.standin.refused_word
        if word and any(word in text for text in texts):
            raise _Refused(500, "the text cannot be embedded")
        return embed_json(body, texts, model, fault)

    def _chat(self, body: Json, fault: Fault) -> None:
        model = self._model(body)
        if "completion" not in model.capabilities:
            raise _Refused(400, f'"{body["model"]}" does not support chat')
        if body.get("tools") and "tools" not in model.capabilities:
            raise _Refused(
                400, f"registry.ollama.ai/library/{tagged(model.name)} does not support tools"
            )
        if body.get("think") and "thinking" not in model.capabilities:
            raise _Refused(400, f'"{body["model"]}" does not support thinking')
        try:
            reply = self.server.standin.next_reply(body)
        except IndexError:
            raise _Refused(500, "the stand-in's script has no more replies") from None
        lines = list(chat_lines(body, reply))
        if body.get("stream") is False:
            return self._send(200, joined(lines))
        return self._stream(lines, reply.pause_s, fault)

    def _model(self, body: Json) -> StandInModel:
        name = body.get("model") or body.get("name") or ""
        model = self.server.standin.find_model(name)
        if model is None:
            raise _Refused(404, f"model '{name}' not found")
        return model

    def _stream(self, lines: list[Json], pause_s: float, fault: Fault) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/x-ndjson")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for number, line in enumerate(lines):
            self.server.standin.wait(pause_s)
            if number == fault.drop_after_lines:
                return self._drop()
            if number == fault.error_after_lines:
                self._write_line({"error": fault.error})
                break
            self._write_line(line)
        self.wfile.write(b"0\r\n\r\n")
        return None

    def _write_line(self, line: Json) -> None:
        raw = json.dumps(line).encode() + b"\n"
        self.wfile.write(b"%x\r\n%s\r\n" % (len(raw), raw))
        self.wfile.flush()

    def _drop(self) -> None:
        self.close_connection = True
        _cut(self.connection)

    def _send(self, status: int, answer: Json | bytes) -> None:
        raw = answer if isinstance(answer, bytes) else json.dumps(answer).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json; charset=utf-8")
        self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)
