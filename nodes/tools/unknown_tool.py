"""unknown_tool: the answer to a call of a tool that does not exist.

A node of its own, because LangGraph drops a Send to an unknown node without a word, and a call
without an answer breaks the next request to most models.
"""

from collections.abc import Sequence
from difflib import get_close_matches

from langgraph.runtime import Runtime

from core.state import Context, ToolTask
from nodes.services import Services
from nodes.tools.node import ToolUpdate, answered
from nodes.tools.offering import tools_of_run
from nodes.tools.tool import ToolResult


def unknown_tool(task: ToolTask, runtime: Runtime[Context], *, services: Services) -> ToolUpdate:
    """Tell the model which tools this run offers, the likeliest first meant."""
    names = [tool.name for tool in tools_of_run(services, runtime)]
    text = no_such_tool(task["call"]["name"], names)
    return answered(task["call"], ToolResult(text, is_error=True))


def no_such_tool(name: str, names: Sequence[str]) -> str:
    """What a model is told that called a tool which it was not offered.

    Args:
        name: What it called.
        names: The tools it may call.
    """
    near = get_close_matches(name, names, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    return f"There is no tool {name[:60]!r}.{hint} The tools are: {', '.join(names)}."
