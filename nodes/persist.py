"""persist: the end of a turn. The answer is checked for untrue claims, the exchange is kept.

The tokens of the answer have been streamed when this runs; all it does is one ledger commit.
"""

from langchain_core.messages import AIMessage
from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from core.errors import InvalidInput
from core.recalled import nothing_recalled
from core.state import Context, SavedReceipt, TurnState
from memory import Memory
from nodes.claim_words import FORGETTING
from nodes.claims import unproved_claims
from nodes.conversation import calls_made, last_answer, text_of
from nodes.echo import only_retells
from nodes.identity import memory_for
from nodes.notices import notice, what_was_saved
from nodes.provenance import origin_of_exchange
from nodes.services import Services

CORRECTION = "(Correction: nothing was saved to memory in this turn.)"
"""Appended to an answer that says otherwise."""

SAID_TOO_MUCH = "The answer said of memory what is not so: nothing was done beyond the notices."

NOT_FORGOTTEN = "(Correction: nothing was removed from memory in this turn. /forget does that.)"
"""Appended when something was saved, and the answer says that something was forgotten."""


PARTLY_SAVED = "(Correction: {saved})"
"""Appended when the answer says that more was saved than was."""


class PersistUpdate(TypedDict, total=False):
    """What persist writes: the corrected answer, when it had to be corrected."""

    messages: list[AIMessage]


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
    honest = _honest(answer, state.get("receipts") or [], state["turn"]["question"])
    if honest is not answer:
        runtime.stream_writer(notice(SAID_TOO_MUCH))
    memory = memory_for(services, config, runtime, state["turn"]["query_id"])
    episode_id = None if memory is None else _keep(memory, state, text_of(honest), runtime)
    runtime.stream_writer(
        TurnSavedEvent(type="turn_saved", query_id=state["turn"]["query_id"], episode_id=episode_id)
    )
    return PersistUpdate() if honest is answer else PersistUpdate(messages=[honest])


def _honest(answer: AIMessage, receipts: list[SavedReceipt], question: str) -> AIMessage:
    """The answer itself, or the same message with a correction when it claims what is not so."""
    text = text_of(answer)
    claims = unproved_claims(text, receipts, question)
    correction = _correction(claims, receipts)
    if not claims or correction in text:
        return answer
    return answer.model_copy(update={"content": f"{text}\n\n{correction}"})


def _correction(claims: list[str], receipts: list[SavedReceipt]) -> str:
    if not receipts:
        return CORRECTION
    if any(map(FORGETTING.search, claims)):
        return NOT_FORGOTTEN
    return PARTLY_SAVED.format(saved=what_was_saved(receipts))


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
            trust=origin_of_exchange(state, answer),
        )
    except InvalidInput as error:
        runtime.stream_writer(notice(f"This exchange was not kept: {error}"))
        return None
    return receipt.id
