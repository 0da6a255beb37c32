"""The four ways to ask a chat model: invoked or streamed, sync or async."""

import asyncio
from collections.abc import Callable

from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessageChunk, BaseMessage

Ask = Callable[..., BaseMessage]


def summed(chunks: list[BaseMessage]) -> BaseMessage:
    """The message that the chunks of a stream make together."""
    whole = chunks[0]
    assert isinstance(whole, AIMessageChunk)
    for chunk in chunks[1:]:
        assert isinstance(chunk, AIMessageChunk)
        whole = whole + chunk
    return whole


def invoke(model: BaseChatModel, *messages: BaseMessage | str) -> BaseMessage:
    return model.invoke(list(messages))


def stream(model: BaseChatModel, *messages: BaseMessage | str) -> BaseMessage:
    return summed(list(model.stream(list(messages))))


def ainvoke(model: BaseChatModel, *messages: BaseMessage | str) -> BaseMessage:
    return asyncio.run(model.ainvoke(list(messages)))


def astream(model: BaseChatModel, *messages: BaseMessage | str) -> BaseMessage:
    async def collect() -> list[BaseMessage]:
        return [chunk async for chunk in model.astream(list(messages))]

    return summed(asyncio.run(collect()))


WAYS = (invoke, stream, ainvoke, astream)
