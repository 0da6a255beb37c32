"""Upkeep: a graph of its own that looks after memory while nobody waits for an answer.

    START → begin → find_new_fact ⇄ judge_contradiction → apply_verdict ↩
                         └→ find_exchange ⇄ draw_facts
                                 └→ END

New facts are compared with the older ones near them, finished exchanges are read for facts. Each
step leaves its mark in the ledger, so a run may be killed anywhere and the next one goes on there.
"""

import asyncio
from functools import cached_property, partial
from typing import Literal, cast

from langgraph.graph import START, StateGraph
from langgraph.graph.state import CompiledStateGraph

from core.identity import Identity
from core.state import Context
from nodes import Services
from nodes.upkeep import (
    Trials,
    UpkeepInput,
    UpkeepReport,
    UpkeepState,
    apply_verdict,
    begin,
    draw_facts,
    find_exchange,
    find_new_fact,
    judge_contradiction,
)

UpkeepGraph = StateGraph[UpkeepState, Context, UpkeepInput, UpkeepState]

MOST_STEPS = 500
"""Of one run: three for each of 20 facts, two for each of 50 exchanges, and room."""


def build_upkeep(services: Services) -> UpkeepGraph:
    """Wire the graph. Opens nothing, loads nothing."""
    graph = StateGraph(UpkeepState, context_schema=Context, input_schema=UpkeepInput)
    graph.add_node("begin", begin)
    graph.add_node("find_new_fact", partial(find_new_fact, services=services))
    graph.add_node("judge_contradiction", partial(judge_contradiction, services=services))
    graph.add_node("apply_verdict", partial(apply_verdict, services=services))
    graph.add_node("find_exchange", partial(find_exchange, services=services, trials=Trials()))
    graph.add_node("draw_facts", partial(draw_facts, services=services))

    graph.add_edge(START, "begin")
    graph.add_edge("begin", "find_new_fact")
    graph.add_conditional_edges("find_new_fact", after_fact)
    graph.add_conditional_edges("judge_contradiction", after_judge)
    graph.add_edge("apply_verdict", "find_new_fact")
    graph.add_conditional_edges("find_exchange", after_exchange)
    graph.add_edge("draw_facts", "find_exchange")
    return graph


def after_fact(state: UpkeepState) -> Literal["judge_contradiction", "find_exchange"]:
    """To the judge, or on to the exchanges when no fact is left."""
    return "judge_contradiction" if state["fact"] else "find_exchange"


def after_judge(state: UpkeepState) -> Literal["apply_verdict", "find_new_fact"]:
    """To the ledger with a verdict; without one, memory stays as it is."""
    return "apply_verdict" if state["judge"] else "find_new_fact"


def after_exchange(state: UpkeepState) -> Literal["draw_facts", "__end__"]:
    """To the model while there is an exchange, else to the end."""
    return "draw_facts" if state["exchange"] else "__end__"


class Upkeep:
    """Runs the graph for whoever talks; made once for a process."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @cached_property
    def _graph(self) -> CompiledStateGraph[UpkeepState, Context, UpkeepInput, UpkeepState]:
        """Compiled when it is first needed: most commands never do."""
        return build_upkeep(self._services).compile(name="mnemon-upkeep")

    async def is_due(self, identity: Identity) -> bool:
        """Whether there is anything to look at: two short queries."""
        return await asyncio.to_thread(self._is_due, identity)

    async def run(self, identity: Identity) -> UpkeepReport:
        """Look after the memory of one user.

        Raises:
            StorageError: The home cannot be read or written. What was done until then stays.
        """
        state = await self._graph.ainvoke(
            UpkeepInput(),
            {"configurable": {"thread_id": identity.session}, "recursion_limit": MOST_STEPS},
            context=Context(user=identity.user, tenant=identity.tenant),
        )
        return cast(UpkeepState, state)["report"]

    def _is_due(self, identity: Identity) -> bool:
        settings = self._services.settings
        memory = self._services.memory().for_identity(identity)
        if settings.contradictions != "off" and memory.unjudged(1):
            return True
        return settings.extraction != "off" and bool(memory.undrawn(1))
