"""find_exchange: the next finished exchange that no facts were drawn from yet, if that is wanted."""

import asyncio

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from core.errors import ModelUnavailable
from core.state import Context, as_context
from memory import Memory
from nodes.identity import memory_for
from nodes.services import Services
from nodes.upkeep.extractor import Trials, can_draw
from nodes.upkeep.state import UpkeepReport, UpkeepState, UpkeepUpdate

MOST_EXCHANGES = 50
"""Exchanges that one run draws from: a run of a slow model ends some time."""

BATCH = 10

NO_LANGUAGE_MODEL = "No facts are drawn: the built-in model is no language model."
NOT_WELL_ENOUGH = (
    "No facts are drawn: the model does not do it well ('mnemon doctor' tells how). "
    "MNEMON_EXTRACTION=on lets it all the same."
)


async def find_exchange(
    state: UpkeepState,
    config: RunnableConfig,
    runtime: Runtime[Context],
    *,
    services: Services,
    trials: Trials,
) -> UpkeepUpdate:
    """Go on to the first exchange in which the user said something; the others are passed over.

    Raises:
        StorageError: The ledger cannot be read or written.
    """
    wanted = services.settings.extraction
    is_enough = state["report"].get("exchanges", 0) >= MOST_EXCHANGES
    if wanted == "off" or "extraction" in state["paused"] or is_enough:
        return UpkeepUpdate(exchange="")
    memory = await asyncio.to_thread(memory_for, services, config, runtime, "")
    found = "" if memory is None else await asyncio.to_thread(_next, memory)
    if not found or state["report"].get("exchanges"):
        return UpkeepUpdate(exchange=found)
    try:  # the first of this run: may the model do it at all?
        chosen = await services.model(as_context(runtime.context).model)
        if not can_draw(chosen):
            return _pause(state, NO_LANGUAGE_MODEL)
        if wanted == "auto" and not await trials.does_well(chosen):
            return _pause(state, NOT_WELL_ENOUGH)
    except ModelUnavailable as error:
        return _pause(state, f"No facts were drawn: {error}")
    return UpkeepUpdate(exchange=found)


def _pause(state: UpkeepState, told: str) -> UpkeepUpdate:
    paused = [*state["paused"], "extraction"]
    return UpkeepUpdate(exchange="", paused=paused, report=UpkeepReport(told=[told]))


def _next(memory: Memory) -> str:
    """The id of the first exchange to draw from, "" when none is left."""
    while waiting := memory.undrawn(BATCH):
        passed = ""
        for exchange in waiting:
            if exchange.said.strip():
                if passed:
                    memory.done_with("extraction", passed)
                return exchange.id
            passed = exchange.id
        memory.done_with("extraction", passed)
    return ""
