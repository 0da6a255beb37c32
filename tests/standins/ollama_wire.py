"""What an Ollama server says and how it can fail: models, replies, faults and their JSON.

The words of `tests.standins.ollama`, without the server. Field names and error texts are those of
Ollama 0.12.
"""

import functools
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any

import numpy as np
from numpy.typing import NDArray

VERSION = "0.12.6"
STAMP = "2026-01-01T00:00:00.000000Z"
PREFIX = re.compile(r"^(search_document|search_query|query|passage): ")

Json = dict[str, Any]
Vectors = list[list[float]]


@dataclass(frozen=True)
class StandInModel:
    """One pulled model. A name without a tag is `:latest`, as in Ollama."""

    name: str
    capabilities: tuple[str, ...] = ("completion", "tools")
    context_length: int = 32768
    dimensions: int = 768
    architecture: str = "llama"
    modified_at: str = STAMP
    remote_host: str = ""
    """Where it runs, when Ollama only passes it on to its cloud."""
    tells_capabilities: bool = True
    """False: an Ollama before 0.6.4, whose only hint is the template."""


CHAT_MODEL = StandInModel("small")
TOOLLESS_MODEL = StandInModel("toolless", capabilities=("completion",))
EMBED_MODEL = StandInModel("nomic-embed-text", ("embedding",), 2048, 768, "nomic-bert")


@dataclass(frozen=True)
class Reply:
    """What the model says next: thinking first, then the text chunk by chunk, then the calls."""

    text: str | Sequence[str] = ""
    tool_calls: Sequence[tuple[str, Json]] = ()
    thinking: str = ""
    done_reason: str = "stop"
    pause_s: float = 0
    """Wait before each line of the stream, in seconds."""


@dataclass(frozen=True)
class Fault:
    """How one endpoint misbehaves. What is not set stays as it should be."""

    status: int = 0
    """Answer with this status and `{"error": error}`."""
    error: str = "the stand-in was told to fail"
    delay_s: float = 0
    """Wait before answering, in seconds (cut short when the server closes)."""
    drop: bool = False
    """Close the connection without an answer."""
    drop_after_lines: int | None = None
    """Chat: close the connection after so many lines of the stream."""
    error_after_lines: int | None = None
    """Chat: send an error line after so many lines of the stream."""
    body: bytes | None = None
    """Answer 200 with these bytes instead of the right ones."""
    vectors: Callable[[Vectors], Any] | None = None
    """Embed: what becomes of the right vectors (NaN is sent as the bare word NaN)."""
    times: int | None = None
    """For so many requests only; None for all."""


@dataclass(frozen=True)
class Recorded:
    """One request as it came in."""

    method: str
    path: str
    body: Json
    headers: dict[str, str]


def word_vector(text: str, dimensions: int) -> list[float]:
    """A unit vector: the sum of one pseudo-random direction for each word of the text."""
    words = re.findall(r"\w+", PREFIX.sub("", text).lower()) or [""]
    total = np.sum([_direction(word, dimensions) for word in words], axis=0)
    return [float(x) for x in total / np.linalg.norm(total)]


@functools.lru_cache(maxsize=4096)
def _direction(word: str, dimensions: int) -> NDArray[np.float64]:
    seed = int.from_bytes(blake2b(word.encode(), digest_size=8).digest())
    return np.random.default_rng(seed).standard_normal(dimensions)


def tagged(name: str) -> str:
    """The name with its tag: `latest` when it has none."""
    return name if ":" in name.rpartition("/")[2] else f"{name}:latest"


def tags_json(models: Sequence[StandInModel]) -> Json:
    """The answer of `/api/tags`."""
    return {
        "models": [
            {
                "name": tagged(m.name),
                "model": tagged(m.name),
                "modified_at": m.modified_at,
                "size": 274302450,
                "digest": blake2b(m.name.encode(), digest_size=32).hexdigest(),
                "details": {"format": "gguf", "family": m.architecture},
                **_remote(m),
            }
            for m in models
        ]
    }


def show_json(model: StandInModel) -> Json:
    """The answer of `/api/show`."""
    told = {"capabilities": list(model.capabilities)} if model.tells_capabilities else {}
    template = "{{ if .Tools }}{{ end }}" if "tools" in model.capabilities else ""
    return {
        "modelfile": "",
        "template": template + "{{ .Prompt }}",
        "details": {"format": "gguf", "family": model.architecture},
        "model_info": {
            "general.architecture": model.architecture,
            f"{model.architecture}.context_length": model.context_length,
            f"{model.architecture}.embedding_length": model.dimensions,
        },
        "modified_at": model.modified_at,
        **told,
        **_remote(model),
    }


def _remote(model: StandInModel) -> Json:
    if not model.remote_host:
        return {}
    return {"remote_host": model.remote_host, "remote_model": model.name}


def embed_json(body: Json, texts: list[str], model: StandInModel, fault: Fault) -> Json:
    """The answer of `/api/embed`: each text cut to the model's context, in words."""
    size = body.get("dimensions") or model.dimensions
    cut = [" ".join(re.findall(r"\S+", text)[: model.context_length]) for text in texts]
    vectors = [word_vector(text, size) for text in cut]
    return {
        "model": body["model"],
        "embeddings": fault.vectors(vectors) if fault.vectors else vectors,
        "total_duration": 1,
        "load_duration": 1,
        "prompt_eval_count": sum(len(text.split()) for text in cut),
    }


def chat_lines(body: Json, reply: Reply) -> Iterator[Json]:
    """The lines of a chat stream that says `reply`."""
    head = {"model": body["model"], "created_at": STAMP}
    chunks = [reply.text] if isinstance(reply.text, str) else list(reply.text)
    if reply.thinking:
        said: Json = {"role": "assistant", "content": "", "thinking": reply.thinking}
        yield {**head, "message": said, "done": False}
    for chunk in filter(None, chunks):
        yield {**head, "message": {"role": "assistant", "content": chunk}, "done": False}
    for name, arguments in reply.tool_calls:
        call = {"function": {"name": name, "arguments": arguments}}
        said = {"role": "assistant", "content": "", "tool_calls": [call]}
        yield {**head, "message": said, "done": False}
    yield {
        **head,
        "message": {"role": "assistant", "content": ""},
        "done": True,
        "done_reason": reply.done_reason,
        "total_duration": 1,
        "load_duration": 1,
        "prompt_eval_count": sum(
            len(str(m.get("content", "")).split()) for m in body.get("messages", [])
        ),
        "eval_count": max(1, len(chunks)),
    }


def joined(lines: list[Json]) -> Json:
    """The one object that is answered to `"stream": false`."""
    messages = [line["message"] for line in lines]
    whole: Json = {"role": "assistant", "content": "".join(m["content"] for m in messages)}
    thinking = "".join(m.get("thinking", "") for m in messages)
    calls = [call for m in messages for call in m.get("tool_calls", [])]
    whole |= {"thinking": thinking} if thinking else {}
    whole |= {"tool_calls": calls} if calls else {}
    return {**lines[-1], "message": whole}
