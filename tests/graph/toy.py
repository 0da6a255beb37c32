"""Small graphs with a checkpointer, for tests of the checkpointer alone."""

import operator
from collections.abc import Callable, Iterator
from typing import Annotated, Any, TypedDict

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver, id
from langgraph.graph import END, START, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command, Send, interrupt

Saver = BaseCheckpointSaver[Any]
Graph = CompiledStateGraph[Any, Any, Any, Any]


class Said(TypedDict):
    said: Annotated[list[str], operator.add]


def on(thread: str, **more: Any) -> RunnableConfig:
    """The config of a conversation."""
    return {"configurable": {"thread_id": thread, **more}}


def chain(saver: Saver | None, steps: int = 3) -> Graph:
    """A graph of `steps` supersteps; only the last one says something: `echo <number of lines>`."""
    builder = StateGraph(Said)
    names = [f"step_{number}" for number in range(steps)]
    for name in names[:-1]:
        builder.add_node(name, lambda _: {"said": []})
    builder.add_node(names[-1], lambda state: {"said": [f"echo {len(state['said'])}"]})
    for before, after in zip([START, *names], [*names, END], strict=True):
        builder.add_edge(before, after)
    return builder.compile(checkpointer=saver)


def fan_out(saver: Saver, work: Callable[[str], str]) -> Graph:
    """One task for each of a, b, c, at once; each says what `work` makes of its letter."""
    builder = StateGraph(Said)
    builder.add_node("split", lambda _: {"said": []})
    builder.add_node("work", lambda letter: {"said": [work(letter)]})
    builder.add_edge(START, "split")
    builder.add_conditional_edges(
        "split", lambda _: [Send("work", letter) for letter in "abc"], ["work"]
    )
    return builder.compile(checkpointer=saver)


def with_subgraph(saver: Saver, *, asks: bool = False, own_memory: bool | None = None) -> Graph:
    """A graph whose node `inner` is a graph of two steps; it may ask a person in between."""
    inner = StateGraph(Said)
    inner.add_node("first", lambda _: {"said": ["inner"]})
    inner.add_node("second", lambda _: {"said": [interrupt("well?")] if asks else []})
    inner.add_edge(START, "first")
    inner.add_edge("first", "second")
    builder = StateGraph(Said)
    builder.add_node("inner", inner.compile(checkpointer=own_memory))
    builder.add_edge(START, "inner")
    return builder.compile(checkpointer=saver)


async def say(app: Graph, text: str, config: RunnableConfig, **options: Any) -> list[str]:
    """One turn; everything said in the conversation after it."""
    state = await app.ainvoke({"said": [text]}, config, **options)
    return list(state["said"])


async def answer(app: Graph, text: str, config: RunnableConfig) -> list[str]:
    """Answer the question that the graph stopped at; everything said after it."""
    state = await app.ainvoke(Command(resume=text), config)
    return list(state["said"])


async def said(app: Graph, config: RunnableConfig) -> list[str]:
    """Everything said so far, as it is read back."""
    return list((await app.aget_state(config)).values.get("said", []))


class SteppedClock:
    """The clock that LangGraph makes checkpoint ids from, set by hand."""

    def __init__(self, ticks: Iterator[int]) -> None:
        self._ticks = ticks

    def time_ns(self) -> int:
        # As after a restart: the ids of one process never go backwards by themselves.
        id._last_v6_timestamp = None
        return next(self._ticks)
