"""begin: the start of a run. What a run before it left in the state is emptied."""

from nodes.upkeep.state import UpkeepState, UpkeepUpdate


def begin(state: UpkeepState) -> UpkeepUpdate:  # noqa: ARG001 (LangGraph's interface)
    """An empty report, nothing in hand."""
    return UpkeepUpdate(
        fact="", older=[], retires="", judge="", exchange="", paused=[], report=None
    )
