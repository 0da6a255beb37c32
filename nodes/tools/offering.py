"""Which tools a run offers its model: those of the run's context, else those of the settings."""

from typing import Any

from langgraph.runtime import Runtime

from core.state import Context, as_context
from nodes.services import Services
from nodes.tools.tool import MemoryTool
from nodes.tools.tool_sets import offered_tools


def tools_of_run(services: Services, runtime: Runtime[Context]) -> tuple[MemoryTool[Any], ...]:
    """The tools of this run.

    Raises:
        InvalidInput: The run's context, or the setting, names a set that does not exist.
    """
    return offered_tools(as_context(runtime.context).tools or services.settings.tools)
