"""judge_contradiction: does the new fact make one of the older ones untrue today?

Whatever fails leaves memory as it is: the fact stays the next one to be judged, and the failure is
counted and told. A model that answers with nonsense is asked again in later runs, three times in all.
"""

import asyncio

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from core.errors import InvalidInput, ModelUnavailable, NotFound
from core.judging import Statement
from core.state import Context, as_context
from memory import Memory
from nodes.identity import memory_for
from nodes.services import Services
from nodes.upkeep.model_judge import judge_of
from nodes.upkeep.state import UpkeepReport, UpkeepState, UpkeepUpdate


async def judge_contradiction(
    state: UpkeepState,
    config: RunnableConfig,
    runtime: Runtime[Context],
    *,
    services: Services,
) -> UpkeepUpdate:
    """Ask the judge that goes with the run's model.

    Raises:
        StorageError: The ledger cannot be read or written.
    """
    memory = await asyncio.to_thread(memory_for, services, config, runtime, "")
    if memory is None:
        return UpkeepUpdate(judge="")
    try:
        chosen = await services.model(as_context(runtime.context).model)
        new, *older = await asyncio.to_thread(_statements, memory, state)
        verdict = await judge_of(chosen)(new, older)
    except ModelUnavailable as error:
        return _pause(state, f"Facts were not compared: {error}")
    except NotFound:
        return UpkeepUpdate(judge="")  # forgotten meanwhile: look anew
    except InvalidInput as error:
        return await asyncio.to_thread(_failed, memory, state, str(error))
    retires = "" if verdict.retires is None else state["older"][verdict.retires]
    return UpkeepUpdate(retires=retires, judge=chosen.spec)


def _statements(memory: Memory, state: UpkeepState) -> list[Statement]:
    """The new fact, then the older ones."""
    found = (memory.get(engram_id) for engram_id in (state["fact"], *state["older"]))
    return [Statement(engram.content, engram.event_at) for engram in found]


def _pause(state: UpkeepState, told: str) -> UpkeepUpdate:
    report = UpkeepReport(failed=1, told=[told])
    return UpkeepUpdate(judge="", paused=[*state["paused"], "contradictions"], report=report)


def _failed(memory: Memory, state: UpkeepState, why: str) -> UpkeepUpdate:
    """The model gave no verdict: the same fact waits for the next run, unless it is given up."""
    given_up = memory.note_failure("contradictions", state["fact"], f"malformed: {why}")
    end = "It is left as it is" if given_up else "It is tried again next time"
    told = f"The model gave no verdict on fact {state['fact']} ({why}). {end}."
    if not given_up:
        return _pause(state, told)
    return UpkeepUpdate(judge="", report=UpkeepReport(failed=1, told=[told]))
