"""A memory tool as a node of the graph: one call in, one tool message out, and never a crash."""

from typing import Any

from langchain_core.messages import ToolCall, ToolMessage
from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from core.clock import Clock
from core.errors import MnemonError
from core.state import Context, SavedReceipt, ToolTask, Turn
from nodes.identity import memory_for
from nodes.provenance import as_memory_hears
from nodes.services import Services
from nodes.tools.tool import CallOrigin, MemoryTool, ToolResult

MEMORY_IS_OFF = "Memory is off in this temporary chat: nothing is looked up and nothing is saved."


class ToolUpdate(TypedDict, total=False):
    """What a tool node writes."""

    messages: list[ToolMessage]
    receipts: list[SavedReceipt]


def run_tool(
    task: ToolTask,
    config: RunnableConfig,
    runtime: Runtime[Context],
    *,
    services: Services,
    tool: MemoryTool[Any],
) -> ToolUpdate:
    """Answer one call.

    The write key is made of the turn and the call, so that a run which the server starts again
    does not save twice. What is saved counts as the user's word only as far as the user's own words
    in the conversation hold it. The notice of a commit is streamed at once.
    """
    call, turn = task["call"], task["turn"]
    try:
        memory = memory_for(services, config, runtime, turn["query_id"])
    except MnemonError as error:
        return answered(call, ToolResult(f"{tool.failure} {error}", is_error=True))
    if memory is None:
        return answered(call, ToolResult(MEMORY_IS_OFF, is_error=True))
    memory = memory.hearing(as_memory_hears(task.get("heard")))
    result = tool.call(memory, call["args"], _origin(call, turn, services.clock))
    update = answered(call, result)
    for receipt in result.receipts:
        runtime.stream_writer(dict(receipt))
    if result.receipts:
        update["receipts"] = list(result.receipts)
    return update


def _origin(call: ToolCall, turn: Turn, clock: Clock) -> CallOrigin:
    call_id, query_id = call["id"] or "", turn["query_id"]
    return CallOrigin(
        today=clock.now().date(),
        write_key=f"{query_id}:{call_id}",
        source_ref=query_id,
        tool_call_id=call_id,
    )


def answered(call: ToolCall, result: ToolResult) -> ToolUpdate:
    """The state update that answers a call."""
    message = ToolMessage(
        content=result.content,
        name=call["name"],
        tool_call_id=call["id"] or "",
        artifact=dict(result.artifact),
        status="error" if result.is_error else "success",
    )
    return ToolUpdate(messages=[message])
