"""What flows through the upkeep graph: ids and counts only.

The server keeps every state in its checkpoints, and forgetting looks for turns there, not for this:
so no content is ever put into it.
"""

from typing import Annotated, Any, cast

from pydantic import with_config
from typing_extensions import TypedDict

from core.state import DESCRIBED


@with_config(DESCRIBED)
class Retired(TypedDict):
    """One retirement, by ids."""

    old: str
    new: str


@with_config(DESCRIBED)
class UpkeepReport(TypedDict, total=False):
    """What one run did."""

    judged: int
    """New facts that were compared with older ones and got a verdict."""
    retired: list[Retired]
    exchanges: int
    """Finished exchanges that were looked at for facts."""
    learnt: list[str]
    """Ids of the facts that were drawn and kept."""
    dropped: int
    """Drawn facts that the user's own words do not support, or that were too many."""
    failed: int
    """Answers of the model that could not be used, and changes that came between."""
    told: list[str]
    """One-line sentences for the person. No content."""


def add_up(left: UpkeepReport | None, right: UpkeepReport | None) -> UpkeepReport:
    """Add what one node did; None empties the report (a new run begins)."""
    if right is None:
        return UpkeepReport()
    total: dict[str, Any] = dict(left or {})
    for name, value in right.items():
        total[name] = total[name] + value if name in total else value
    return cast(UpkeepReport, total)


@with_config(DESCRIBED)
class UpkeepInput(TypedDict):
    """Nothing is asked for: whose memory it is stands in the run's context."""


@with_config(DESCRIBED)
class UpkeepState(TypedDict, total=False):
    """The state of one run; see the string under each key."""

    fact: str
    """The new fact in hand, by id. Written by find_new_fact, read by judge_contradiction and
    apply_verdict. Empty: ""."""

    older: list[str]
    """Ids of the older facts it might contradict, nearest first. Written by find_new_fact."""

    retires: str
    """The id that the verdict names, "" for none. Written by judge_contradiction, read by
    apply_verdict."""

    judge: str
    """Who judged, "" when there is no verdict. Written by judge_contradiction."""

    exchange: str
    """The exchange in hand, by id. Written by find_exchange, read by draw_facts. Empty: ""."""

    paused: list[str]
    """Tasks that go no further in this run: their next row waits for a better moment.
    Emptied at the start, written by all nodes but apply_verdict."""

    report: Annotated[UpkeepReport, add_up]
    """What was done. Emptied at the start, written by all nodes. Reducer: add_up."""


class UpkeepUpdate(TypedDict, total=False):
    """What a node of this graph writes."""

    fact: str
    older: list[str]
    retires: str
    judge: str
    exchange: str
    paused: list[str]
    report: UpkeepReport | None
