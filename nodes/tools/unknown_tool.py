"""unknown_tool: the answer to a call of a tool that does not exist.

A node of its own, because LangGraph drops a Send to an unknown node without a word, and a call
without an answer breaks the next request to most models.
"""

from difflib import get_close_matches

from core.state import ToolTask
from nodes.tools.node import ToolUpdate, answered
from nodes.tools.tool import ToolResult


def unknown_tool(task: ToolTask, *, names: tuple[str, ...]) -> ToolUpdate:
    """Tell the model which tools there are, the likeliest first meant."""
    name = task["call"]["name"]
    near = get_close_matches(name, names, n=1)
    hint = f" Did you mean {near[0]}?" if near else ""
    text = f"There is no tool {name[:60]!r}.{hint} The tools are: {', '.join(names)}."
    return answered(task["call"], ToolResult(text, is_error=True))
