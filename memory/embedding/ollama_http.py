"""The two questions an Ollama server is asked, and every way it can fail to answer.

Plain httpx and not `langchain_ollama.OllamaEmbeddings`: that one cannot be closed (open sockets
stay behind), takes its default server for an address it does not understand, and needs half a
second to import, of which `mnemon recall` has one.
"""

from collections.abc import Sequence
from typing import Any

import httpx

from core.errors import EmbedderUnavailable
from core.ollama_address import OllamaAddress

CONNECT_S = 2.0
"""A server on this machine accepts within milliseconds, one across the room within a second."""

TAGS_TIMEOUT = httpx.Timeout(2.0, connect=0.5)
"""For `auto`, where Ollama is a guess: nobody waits long to learn that it is not there."""

STALE = (httpx.RemoteProtocolError, httpx.ReadError, httpx.WriteError)
"""What a kept connection gives when the server was started anew meanwhile: worth one more try."""

TOO_LONG = ("context length", "context size", "too large to process")
"""How versions of Ollama say that a text is longer than the model's window."""

MOST_QUOTED_CHARS = 300


class TextTooLong(Exception):
    """The model's window is smaller than a text. Since 0.13.5 Ollama may refuse instead of cutting."""


def open_client(address: OllamaAddress, timeout: httpx.Timeout) -> httpx.Client:
    """A client of this server. A proxy of the environment is not for what stays on this machine."""
    return httpx.Client(
        base_url=address.url,
        headers=dict(address.headers),
        timeout=timeout,
        trust_env=not address.is_loopback,
    )


def pulled_models(address: OllamaAddress) -> list[str]:
    """The names of the server's models, with tags. Asked with a short timeout.

    Raises:
        EmbedderUnavailable: It does not answer, or not as Ollama does.
    """
    try:
        with open_client(address, TAGS_TIMEOUT) as client:
            models = _json(client.get("/api/tags"))["models"]
        return [str(model["name"]) for model in models or []]
    except (httpx.HTTPError, ValueError, TypeError, KeyError) as error:
        raise explain(error, address.url, "") from None


def ask_vectors(client: httpx.Client, model: str, texts: Sequence[str], wait_s: float) -> object:
    """What `/api/embed` answers for the texts, unchecked.

    Raises:
        TextTooLong: A text does not fit the model.
        EmbedderUnavailable: The server is down, slow, lacks the model, or is no Ollama.
    """
    body = {"model": model, "input": list(texts), "truncate": True}
    timeout = httpx.Timeout(wait_s, connect=CONNECT_S)
    try:
        try:
            response = client.post("/api/embed", json=body, timeout=timeout)
        except STALE:
            response = client.post("/api/embed", json=body, timeout=timeout)
        return _json(response)["embeddings"]
    except (httpx.HTTPError, ValueError, TypeError, KeyError) as error:
        if isinstance(error, httpx.HTTPStatusError) and _is_too_long(error.response):
            raise TextTooLong from None
        raise explain(error, str(client.base_url).rstrip("/"), model) from None


def explain(error: Exception, url: str, model: str) -> EmbedderUnavailable:
    """What `error` means for the person, and what to type."""
    if isinstance(error, httpx.HTTPStatusError):
        return EmbedderUnavailable(_refusal(error.response, url, model))
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        said = f"Ollama does not answer at {url}. Start it with 'ollama serve'."
    elif isinstance(error, httpx.TimeoutException):
        said = (
            f"Ollama at {url} took too long to embed with {model!r}. It may still be loading the "
            "model: try again, or look at 'ollama ps'."
        )
    elif isinstance(error, httpx.HTTPError):
        said = (
            f"Ollama at {url} dropped the connection. Try again; if it stays so, restart "
            "'ollama serve'."
        )
    else:
        said = f"What answers at {url} does not speak as Ollama does. Check MNEMON_OLLAMA_URL."
    return EmbedderUnavailable(said)


def _refusal(response: httpx.Response, url: str, model: str) -> str:
    told, status = _told(response), response.status_code
    if status == 404 and "model" in told:
        return f"Ollama at {url} has no model {model!r}. Get it with 'ollama pull {model}'."
    if "does not support embed" in told:
        return (
            f"The model {model!r} makes no embeddings. One that does: "
            "'ollama pull nomic-embed-text'."
        )
    if status in (401, 403):
        return (
            f"Ollama at {url} refuses access ({status}: {told}). Put 'name:password@' before the "
            "host in MNEMON_OLLAMA_URL."
        )
    if 300 <= status < 400 or status in (404, 405):
        return f"What answers at {url} is not Ollama ({status}: {told}). Check MNEMON_OLLAMA_URL."
    return (
        f"Ollama at {url} failed to embed with {model!r} ({status}: {told}). Try again; if it "
        "stays so, restart 'ollama serve'."
    )


def _json(response: httpx.Response) -> dict[str, Any]:
    response.raise_for_status()
    answer = response.json()
    if not isinstance(answer, dict):
        raise TypeError("a JSON object is expected")
    return answer


def _is_too_long(response: httpx.Response) -> bool:
    told = _told(response)
    return any(words in told for words in TOO_LONG)


def _told(response: httpx.Response) -> str:
    """The server's own words, on one line."""
    try:
        text = str(response.json()["error"])
    except (ValueError, TypeError, KeyError):
        text = response.text
    return " ".join(text.split())[:MOST_QUOTED_CHARS].rstrip(".") or "no reason given"
