"""The steps of a turn: one file, one node. What they read and write stands in `core.state`."""

from nodes.dispatch_tools import dispatch_tools
from nodes.generate import GenerateInput, generate
from nodes.persist import persist
from nodes.retrieve_context import retrieve_context
from nodes.services import Services
from nodes.tools import TOOLS, MemoryTool, memory_tools, run_tool, unknown_tool

__all__ = [
    "TOOLS",
    "GenerateInput",
    "MemoryTool",
    "Services",
    "dispatch_tools",
    "generate",
    "memory_tools",
    "persist",
    "retrieve_context",
    "run_tool",
    "unknown_tool",
]
