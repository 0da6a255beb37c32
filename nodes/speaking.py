"""One answer of the model, streamed: what may be shown goes out at once, the rest is held back.

The model's own stream is hidden (`nostream`), and the pieces that may be shown are pushed into
LangGraph's message stream in its place, so every client sees the same: terminal, Studio, HTTP.
"""

from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, message_chunk_to_message
from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.constants import TAG_NOSTREAM
from langgraph.graph.message import push_message

from nodes.conversation import text_of
from nodes.held_back import HeldBack


async def speak(
    model: Runnable[LanguageModelInput, AIMessage],
    prompt: list[BaseMessage],
    config: RunnableConfig,
    held: HeldBack,
) -> AIMessage:
    """Ask the model and show what may be shown.

    Args:
        model: The model, its tools bound.
        prompt: What it is sent.
        config: The run's.
        held: Decides what may be shown, and keeps count of it.
    """
    hidden: RunnableConfig = {**config, "tags": [*(config.get("tags") or []), TAG_NOSTREAM]}
    answer: AIMessage | None = None
    chunks: list[AIMessageChunk] = []
    async for part in model.astream(prompt, hidden):
        if not isinstance(part, AIMessageChunk):  # a model that cannot stream gives it whole
            answer = part
        else:
            chunks.append(part)
        if not held.text:
            _push("", part.id)  # so that LangGraph does not show the whole message at the end
        if text := held.take(text_of(part)):
            _push(text, part.id)
    if chunks:
        whole = chunks[0].__add__(chunks[1:])
        answer = message_chunk_to_message(whole)  # type: ignore[assignment]
    return answer or AIMessage("")


def show(text: str, message: AIMessage) -> None:
    """Show one more piece of a message."""
    if text:
        _push(text, message.id)


def _push(text: str, message_id: str | None) -> None:
    if message_id:
        push_message(AIMessageChunk(content=text, id=message_id), state_key=None)
