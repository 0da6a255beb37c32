"""persist: the end of a turn. The answer is checked for untrue claims, the exchange is kept.

The tokens of the answer have been streamed when this runs; all it does is one ledger commit.
"""

from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from core.errors import InvalidInput
from core.recalled import nothing_recalled
from core.state import Context, TurnState
from memory import Memory
from nodes.claims import claimed_saves
from nodes.conversation import calls_made, last_answer, text_of
from nodes.echo import only_retells
from nodes.identity import memory_for
from nodes.services import Services

CORRECTION = "(Correction: nothing was saved to memory in this turn.)"
"""Appended to an answer that says otherwise."""


class PersistUpdate(TypedDict, total=False):
    """What persist writes: the corrected answer, when it had to be corrected."""

    messages: list[AIMessage]


class NoticeEvent(TypedDict):
    """One line for the person, on the custom stream."""

    type: str
    text: str


class TurnSavedEvent(TypedDict):
    """The turn is kept: its episode can be rated by this id (None in a temporary chat)."""

    type: str
    query_id: str
    episode_id: str | None


def persist(
    state: TurnState, config: RunnableConfig, runtime: Runtime[Context], *, services: Services
) -> PersistUpdate:
    """Keep the exchange as one episode.

    Raises:
        StorageError: The ledger cannot be written.
    """
    answer = last_answer(state["messages"])
    if answer is None:
        return PersistUpdate()
    honest = _honest(answer, bool(state.get("receipts")))
    if honest is not answer:
        text = "The answer said that something was saved. Nothing was."
        runtime.stream_writer(NoticeEvent(type="notice", text=text))
    memory = memory_for(services, config, runtime, state["turn"]["query_id"])
    episode_id = None if memory is None else _keep(memory, state, text_of(honest), runtime)
    runtime.stream_writer(
        TurnSavedEvent(type="turn_saved", query_id=state["turn"]["query_id"], episode_id=episode_id)
    )
    return PersistUpdate() if honest is answer else PersistUpdate(messages=[honest])


def _honest(answer: AIMessage, has_saved: bool) -> AIMessage:
    """The answer itself, or the same message with a correction when it claims an untrue save."""
    text = text_of(answer)
    if has_saved or CORRECTION in text or not claimed_saves(text):
        return answer
    return answer.model_copy(update={"content": f"{text}\n\n{CORRECTION}"})


def _keep(memory: Memory, state: TurnState, answer: str, runtime: Runtime[Context]) -> str | None:
    turn, messages = state["turn"], state["messages"]
    recalled = state.get("recalled") or nothing_recalled()
    derived = not state.get("receipts") and only_retells(
        turn["question"], answer, messages, recalled
    )
    try:
        receipt = memory.save_episode(
            turn["question"],
            answer,
            query_id=turn["query_id"],
            tool_calls=len(calls_made(messages)),
            derived=derived,
        )
    except InvalidInput as error:
        notice = NoticeEvent(type="notice", text=f"This exchange was not kept: {error}")
        runtime.stream_writer(notice)
        return None
    return receipt.id
