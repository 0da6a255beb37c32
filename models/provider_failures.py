"""The failures of a hosted chat model as one line, whatever its library raises.

Each provider's library has errors of its own, and a graph or a command line cannot know them all:
so the model's own class is extended, for the methods that it has, by ones that translate.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import new_class
from typing import Any

from langchain_core.language_models import BaseChatModel

from core.errors import ModelUnavailable

MAX_QUOTED_CHARS = 300
"""Longest piece of a library's own error text in ours: it can be a whole web page."""


def with_failures_told(model: BaseChatModel, spec: str) -> BaseChatModel:
    """The same model, whose every failure while answering is a `ModelUnavailable`."""
    kind = type(model)
    # A method that the class lacks must stay lacking: LangChain reads from that what it can do.
    told = {
        name: wrap(getattr(kind, name), spec)
        for name, wrap in WRAPPERS.items()
        if getattr(kind, name) is not getattr(BaseChatModel, name)
    }
    body = {"__module__": kind.__module__, **told}
    model.__class__ = new_class(kind.__name__, (kind,), exec_body=lambda own: own.update(body))
    return model


@contextmanager
def failures_told(spec: str) -> Iterator[None]:
    """Turn whatever goes wrong in this block into `ModelUnavailable`."""
    try:
        yield
    except ModelUnavailable:
        raise
    except Exception as error:
        raise ModelUnavailable(
            f"{spec} did not answer ({type(error).__name__}: {one_line(error)}). "
            "Check its key and the network, or use the built-in model with '--model offline'."
        ) from error


def one_line(error: Exception) -> str:
    """The text of an error, folded and cut."""
    folded = " ".join(str(error).split())
    return folded if len(folded) <= MAX_QUOTED_CHARS else f"{folded[:MAX_QUOTED_CHARS]}…"


def _generate(method: Callable[..., Any], spec: str) -> Callable[..., Any]:
    @wraps(method)
    def generate(*args: object, **kwargs: object) -> object:
        with failures_told(spec):
            return method(*args, **kwargs)

    return generate


def _agenerate(method: Callable[..., Awaitable[Any]], spec: str) -> Callable[..., Any]:
    @wraps(method)
    async def agenerate(*args: object, **kwargs: object) -> object:
        with failures_told(spec):
            return await method(*args, **kwargs)

    return agenerate


def _stream(method: Callable[..., Iterator[Any]], spec: str) -> Callable[..., Any]:
    @wraps(method)
    def stream(*args: object, **kwargs: object) -> Iterator[Any]:
        with failures_told(spec):
            yield from method(*args, **kwargs)

    return stream


def _astream(method: Callable[..., AsyncIterator[Any]], spec: str) -> Callable[..., Any]:
    @wraps(method)
    async def astream(*args: object, **kwargs: object) -> AsyncIterator[Any]:
        with failures_told(spec):
            async for chunk in method(*args, **kwargs):
                yield chunk

    return astream


WRAPPERS: dict[str, Callable[[Callable[..., Any], str], Callable[..., Any]]] = {
    "_generate": _generate,
    "_agenerate": _agenerate,
    "_stream": _stream,
    "_astream": _astream,
}
