"""Every way in which Ollama can fail, as one line that says what to type.

One place for the chat client and for the questions asked before it is chosen: both meet the same
server. Nothing else in the program reads an exception of httpx or of the ollama package.
"""

from collections.abc import Iterator
from contextlib import contextmanager

import httpx
from ollama import ResponseError

from core.errors import ModelUnavailable

RECOMMENDED = "qwen2.5"
"""A model to pull when none will do: it calls tools reliably, 4.7 GB, and it does not think aloud."""

GARBLED = (ValueError, TypeError, AttributeError)
"""What the ollama package raises for lines that are no JSON, or JSON of another shape."""

FAILURES = (ResponseError, httpx.HTTPError, ConnectionError, *GARBLED)

MAX_QUOTED_CHARS = 300
"""Longest piece of a server's own error text in ours: it can be a whole HTML page."""


class OllamaFailed(ModelUnavailable):
    """Ollama did not do what was asked of it: `what` happened, and the `remedy` to type."""

    def __init__(self, what: str, remedy: str) -> None:
        super().__init__(what, remedy)
        self.what = what
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.what}. {self.remedy}"


@contextmanager
def failures_told(url: str, model: str = "") -> Iterator[None]:
    """Turn whatever goes wrong with the server in this block into `OllamaFailed`."""
    try:
        yield
    except FAILURES as error:
        raise explain(error, url, model) from error


def explain(error: Exception, url: str, model: str = "") -> OllamaFailed:
    """What `error` means for the person who uses `model` at `url`."""
    if isinstance(error, ResponseError):
        return _refused(error.status_code, _one_line(error.error), url, model)
    if isinstance(error, httpx.HTTPStatusError):
        refusal = ResponseError(error.response.text, error.response.status_code)
        return _refused(refusal.status_code, _one_line(refusal.error), url, model)
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | ConnectionError):
        return OllamaFailed(
            f"Ollama does not answer at {url}",
            "Start it with 'ollama serve', or use the built-in model with '--model offline'.",
        )
    if isinstance(error, httpx.TimeoutException):
        return OllamaFailed(
            f"Ollama at {url} took too long{_with(model)}",
            "It may still be loading the model: ask again, take a smaller model, "
            "or set MNEMON_OLLAMA_TIMEOUT_S higher.",
        )
    if isinstance(error, httpx.HTTPError):
        return cut_short(url, model)
    return OllamaFailed(
        f"What answers at {url} does not speak as Ollama does ({_one_line(str(error))})",
        "Check MNEMON_OLLAMA_URL.",
    )


def cut_short(url: str, model: str) -> OllamaFailed:
    """The answer ended before it was complete."""
    return OllamaFailed(
        f"Ollama at {url} dropped the connection before its answer was complete{_with(model)}",
        "Ask again; if it happens again, restart 'ollama serve'.",
    )


def _refused(status: int, told: str, url: str, model: str) -> OllamaFailed:
    if status == 404 and "model" in told:
        return OllamaFailed(
            f"Ollama at {url} has no model {model!r}",
            f"Get it with 'ollama pull {model}'; 'ollama list' shows the models that are there.",
        )
    if "does not support tools" in told:
        return OllamaFailed(
            f"The model {model!r} cannot call tools", f"One that can: 'ollama pull {RECOMMENDED}'."
        )
    if "does not support thinking" in told:
        return OllamaFailed(
            f"The model {model!r} cannot think aloud", "Set MNEMON_OLLAMA_REASONING=false."
        )
    if status in (401, 403):
        return OllamaFailed(
            f"Ollama at {url} refuses access ({status}: {told})",
            "Put 'name:password@' before the host in MNEMON_OLLAMA_URL.",
        )
    if 300 <= status < 400 or status in (404, 405):
        return OllamaFailed(
            f"What answers at {url} is not Ollama ({status}: {told})", "Check MNEMON_OLLAMA_URL."
        )
    return _broken(status, told, url, model)


def _broken(status: int, told: str, url: str, model: str) -> OllamaFailed:
    # The client gives -1 to an error that came inside a stream that had begun well.
    when = "in the middle of its answer" if status < 0 else f"with status {status}"
    return OllamaFailed(
        f"Ollama at {url} failed {when}{_with(model)}: {told.rstrip('.')}",
        "Ask again; if it happens again, restart 'ollama serve' or take a smaller model.",
    )


def _with(model: str) -> str:
    return f" (model {model!r})" if model else ""


def _one_line(text: str) -> str:
    folded = " ".join(str(text).split()) or "no reason given"
    return folded if len(folded) <= MAX_QUOTED_CHARS else f"{folded[:MAX_QUOTED_CHARS]}…"
