"""find_new_fact: the next fact that was not compared with the older ones yet, and those near it."""

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime

from core.state import Context
from memory import Memory
from nodes.identity import memory_for
from nodes.services import Services
from nodes.upkeep.state import UpkeepState, UpkeepUpdate

MOST_JUDGED = 20
"""Facts that one run judges: the end of a chat is not held up by what was imported, and a run of a
slow model ends some time."""

BATCH = 10
"""Read at once: most facts have older ones near them, and the rest is read again after each."""


def find_new_fact(
    state: UpkeepState,
    config: RunnableConfig,
    runtime: Runtime[Context],
    *,
    services: Services,
) -> UpkeepUpdate:
    """Go on to the first new fact that has older ones near it; the others are passed over.

    Raises:
        StorageError: The ledger cannot be read or written.
    """
    nothing = UpkeepUpdate(fact="", older=[], retires="", judge="")
    is_over = "contradictions" in state["paused"]
    is_enough = state["report"].get("judged", 0) >= MOST_JUDGED
    if services.settings.contradictions == "off" or is_over or is_enough:
        return nothing
    memory = memory_for(services, config, runtime, "")
    found = None if memory is None else _next(memory)
    if found is None:
        return nothing
    fact, older = found
    return UpkeepUpdate(fact=fact, older=older, retires="", judge="")


def _next(memory: Memory) -> tuple[str, list[str]] | None:
    """A fact and the older ones it might contradict; None when no fact is left."""
    while fresh := memory.unjudged(BATCH):
        passed = ""
        for engram in fresh:
            if older := memory.contradiction_candidates(engram.id):
                if passed:
                    memory.done_with("contradictions", passed)
                return engram.id, [e.id for e in older]
            passed = engram.id
        memory.done_with("contradictions", passed)
    return None
