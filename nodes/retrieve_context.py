"""retrieve_context: what memory knows about the user's words, before the model sees them.

The first step of a turn, so it also begins it: the turn gets its id, the session is registered
for its owner (and refused to anybody else), the receipts of the turn before are cleared.
"""

from collections.abc import Sequence

from langchain_core.messages import BaseMessage, HumanMessage, RemoveMessage
from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from core.errors import InvalidInput
from core.recalled import RecalledContext, nothing_recalled
from core.state import Context, Turn, TurnState
from nodes.conversation import earlier_questions, text_of, turn_start
from nodes.identity import memory_for, turn_id
from nodes.provenance import recalled_origin
from nodes.restarts import leftovers
from nodes.services import Services


class RetrieveUpdate(TypedDict):
    """What retrieve_context writes."""

    messages: list[RemoveMessage]
    turn: Turn
    recalled: RecalledContext
    receipts: None
    unproved: list[str]
    brought: str


def retrieve_context(
    state: TurnState, config: RunnableConfig, runtime: Runtime[Context], *, services: Services
) -> RetrieveUpdate:
    """Begin the turn and ask memory once.

    Raises:
        InvalidInput: The run brought no words of the user.
        NotFound: The conversation belongs to somebody else.
        StorageError: The ledger cannot be read. (The embedder being down is no error: the context
            is then made of topics and keywords, and says that it is degraded.)
    """
    messages = state.get("messages") or []
    spoken = _spoken(messages)
    question = text_of(spoken).strip()
    query_id = turn_id(config, spoken.id)
    memory = memory_for(services, config, runtime, query_id)
    recalled = nothing_recalled()
    if memory is not None:
        memory.open_session(services.provider, memory.identity.session)
        recalled = memory.context_for(question, earlier_questions(messages))
    started_at = services.clock.now().isoformat()
    return RetrieveUpdate(
        messages=leftovers(messages, state.get("turn"), query_id),
        turn=Turn(query_id=query_id, question=question, started_at=started_at),
        recalled=recalled,
        receipts=None,
        unproved=[],
        brought=recalled_origin(recalled, state.get("brought") or ""),
    )


def _spoken(messages: Sequence[BaseMessage]) -> HumanMessage:
    newest = messages[turn_start(messages)] if messages else None
    if not isinstance(newest, HumanMessage) or not text_of(newest).strip():
        raise InvalidInput("There is nothing to answer: send a message of the user with some text.")
    return newest
