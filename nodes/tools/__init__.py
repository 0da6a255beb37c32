"""The memory tools: one file and one purpose each, shared by the graph and by any other agent."""

from nodes.tools.agent_tools import TOOLS, memory_tools
from nodes.tools.node import MEMORY_IS_OFF, ToolUpdate, run_tool
from nodes.tools.tool import CallOrigin, MemoryTool, ToolResult
from nodes.tools.unknown_tool import unknown_tool

__all__ = [
    "MEMORY_IS_OFF",
    "TOOLS",
    "CallOrigin",
    "MemoryTool",
    "ToolResult",
    "ToolUpdate",
    "memory_tools",
    "run_tool",
    "unknown_tool",
]
