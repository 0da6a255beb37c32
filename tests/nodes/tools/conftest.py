"""The tools as another agent calls them."""

from collections.abc import Callable

import pytest
from langchain_core.messages import ToolCall, ToolMessage

from nodes.tools import TOOL_SETS, memory_tools


@pytest.fixture
def use_any(memory, clock) -> Callable[..., ToolMessage]:
    """Call a tool of any set and give the ToolMessage."""
    tools = {tool.name: tool for tool in memory_tools(memory, clock, ",".join(TOOL_SETS))}

    def call(name: str, **arguments: object) -> ToolMessage:
        wanted = ToolCall(name=name, args=arguments, id="call-1", type="tool_call")
        answer = tools[name].invoke(wanted)
        assert isinstance(answer, ToolMessage)
        return answer

    return call
