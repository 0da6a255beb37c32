"""apply_verdict: the verdict is carried out by memory, which has rules of its own."""

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from core.errors import InvalidInput, NotFound
from core.state import Context
from nodes.identity import memory_for
from nodes.services import Services
from nodes.upkeep.state import Retired, UpkeepReport, UpkeepState, UpkeepUpdate


class FactRetiredEvent(TypedDict):
    """A newer fact took the place of an older one."""

    type: str
    old: str
    new: str


def apply_verdict(
    state: UpkeepState,
    config: RunnableConfig,
    runtime: Runtime[Context],
    *,
    services: Services,
) -> UpkeepUpdate:
    """Retire the fact that the verdict names, or none, and go on.

    Raises:
        StorageError: The ledger cannot be written. Then nothing was changed.
    """
    memory = memory_for(services, config, runtime, "")
    if memory is None:
        return UpkeepUpdate()
    new, old = state["fact"], state["retires"]
    report = UpkeepReport(judged=1)
    if old:
        try:
            memory.retire(old, by=new, why=state["judge"])
        except (InvalidInput, NotFound) as error:
            # Forgotten, replaced or restored since the judge was asked: it is looked at anew.
            memory.note_failure("contradictions", new, "changed meanwhile")
            return UpkeepUpdate(report=UpkeepReport(failed=1, told=[str(error)]))
        runtime.stream_writer(FactRetiredEvent(type="fact_retired", old=old, new=new))
        report["retired"] = [Retired(old=old, new=new)]
    memory.done_with("contradictions", new)
    return UpkeepUpdate(report=report)
