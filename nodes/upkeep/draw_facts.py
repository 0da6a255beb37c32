"""draw_facts: a language model reads what the user said; what the user's words support is kept.

Drawing and keeping are one node, so that no content stands in the state in between.
"""

import asyncio

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from core.errors import InvalidInput, ModelUnavailable
from core.state import Context, as_context
from memory import FinishedExchange, Memory
from nodes.identity import memory_for
from nodes.services import Services
from nodes.upkeep.drawn import LONGEST_FACT_CHARS, MOST_FACTS, DrawnFact, why_unsupported
from nodes.upkeep.extractor import drawn_from
from nodes.upkeep.state import UpkeepReport, UpkeepState, UpkeepUpdate


async def draw_facts(
    state: UpkeepState,
    config: RunnableConfig,
    runtime: Runtime[Context],
    *,
    services: Services,
) -> UpkeepUpdate:
    """Draw facts from the exchange in hand, and go on.

    Raises:
        StorageError: The ledger cannot be read or written. The exchange comes again.
    """
    memory = await asyncio.to_thread(memory_for, services, config, runtime, "")
    exchange = None if memory is None else await asyncio.to_thread(_in_hand, memory, state)
    if memory is None or exchange is None:
        return UpkeepUpdate()  # forgotten meanwhile
    try:
        chosen = await services.model(as_context(runtime.context).model)
        drawn = await drawn_from(chosen, exchange.said)
    except ModelUnavailable as error:
        return _pause(state, f"No facts were drawn: {error}")
    except InvalidInput as error:
        return await asyncio.to_thread(_failed, memory, state, str(error))
    return UpkeepUpdate(report=await asyncio.to_thread(_keep, memory, exchange, drawn))


def _in_hand(memory: Memory, state: UpkeepState) -> FinishedExchange | None:
    return next((e for e in memory.undrawn(1) if e.id == state["exchange"]), None)


def _keep(memory: Memory, exchange: FinishedExchange, drawn: list[DrawnFact]) -> UpkeepReport:
    """Keep what is supported, through the gate; the rest is counted."""
    learnt, told = [], []
    dropped = len(drawn)
    for number, one in enumerate(drawn[:MOST_FACTS]):
        if len(one.fact) > LONGEST_FACT_CHARS or why_unsupported(one, exchange.said):
            continue
        try:
            receipt = memory.learn(exchange, number, one.fact)
        except InvalidInput as error:
            told.append(f"A drawn fact was not kept: {error.reason or 'the gate refused it'}.")
            continue
        dropped -= 1
        if receipt is not None and receipt.was_new:
            learnt.append(receipt.id)
    memory.done_with("extraction", exchange.id)
    return UpkeepReport(exchanges=1, learnt=learnt, dropped=dropped, told=told)


def _pause(state: UpkeepState, told: str) -> UpkeepUpdate:
    report = UpkeepReport(failed=1, told=[told])
    return UpkeepUpdate(paused=[*state["paused"], "extraction"], report=report)


def _failed(memory: Memory, state: UpkeepState, why: str) -> UpkeepUpdate:
    """The answer was no list of facts: the exchange waits for the next run, unless it is given up."""
    given_up = memory.note_failure("extraction", state["exchange"], f"malformed: {why}")
    end = "It is left as it is" if given_up else "It is tried again next time"
    told = f"The model drew no facts from exchange {state['exchange']} ({why}). {end}."
    if not given_up:
        return _pause(state, told)
    return UpkeepUpdate(report=UpkeepReport(exchanges=1, failed=1, told=[told]))
