"""The memory tools: one file and one purpose each, shared by the graph and by any other agent."""

from nodes.tools.agent_tools import memory_tools
from nodes.tools.node import MEMORY_IS_OFF, ToolUpdate, run_tool
from nodes.tools.offering import tools_of_run
from nodes.tools.tool import CallOrigin, MemoryTool, ToolResult
from nodes.tools.tool_sets import TOOL_SETS, TOOLS, offered_tools
from nodes.tools.unknown_tool import no_such_tool, unknown_tool

__all__ = [
    "MEMORY_IS_OFF",
    "TOOLS",
    "TOOL_SETS",
    "CallOrigin",
    "MemoryTool",
    "ToolResult",
    "ToolUpdate",
    "memory_tools",
    "no_such_tool",
    "offered_tools",
    "run_tool",
    "tools_of_run",
    "unknown_tool",
]
