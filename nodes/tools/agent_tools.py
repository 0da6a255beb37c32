"""The same tools for any other agent, graph or program, as LangChain tools."""

from functools import partial
from typing import Any

from langchain_core.tools import BaseTool, StructuredTool, ToolException
from pydantic import ValidationError

from core.clock import Clock, SystemClock
from memory import Memory
from nodes.tools.tool import CallOrigin, MemoryTool
from nodes.tools.tool_sets import offered_tools


def memory_tools(memory: Memory, clock: Clock | None = None, sets: str = "core") -> list[BaseTool]:
    """The memory tools, the four of `core` unless told, bound to one owner's memory.

    A failure is the tool's answer (a ToolMessage with status "error"), never an exception. Called
    from async code they run in a thread.

    Args:
        memory: Whose memory the tools read and write; the model cannot choose another.
        clock: Tells the date that a search result names; the machine's own when None.
        sets: Names of tool sets with commas between: core, facts, typed, tiers.
    """
    return [_agent_tool(tool, memory, clock or SystemClock()) for tool in offered_tools(sets)]


def _agent_tool(tool: MemoryTool[Any], memory: Memory, clock: Clock) -> BaseTool:
    return StructuredTool.from_function(
        func=partial(_run, tool, memory, clock),
        name=tool.name,
        description=tool.description,
        args_schema=tool.arguments,
        response_format="content_and_artifact",
        handle_tool_error=True,
        handle_validation_error=partial(_explain, tool),
    )


def _run(
    tool: MemoryTool[Any], memory: Memory, clock: Clock, **given: str
) -> tuple[str, dict[str, Any]]:
    result = tool.call(memory, given, CallOrigin(today=clock.now().date()))
    if result.is_error:
        raise ToolException(result.content)
    return result.content, dict(result.artifact)


def _explain(tool: MemoryTool[Any], error: object) -> str:
    reason = tool.explain(error) if isinstance(error, ValidationError) else str(error)
    return f"{tool.failure} {reason}"
