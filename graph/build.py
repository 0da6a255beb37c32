"""The wiring of a turn, and nothing else.

    START → retrieve_context → generate ⇄ dispatch_tools → one node per call → generate
                                  └→ persist → END

The same wiring serves the command line, the server, the stories and the tests; who compiles it
adds a checkpointer (or, on the server, none: the server has its own).
"""

from functools import partial

from langgraph.graph import END, START, StateGraph

from core.state import Context, TurnInput, TurnState
from graph.routes import TOOL_NAMES, after_dispatch, after_generate
from nodes import (
    TOOLS,
    GenerateInput,
    Services,
    dispatch_tools,
    generate,
    persist,
    retrieve_context,
    run_tool,
    unknown_tool,
)

Workflow = StateGraph[TurnState, Context, TurnInput, TurnState]


def build_graph(services: Services) -> Workflow:
    """Wire the workflow. Opens nothing, loads nothing.

    Args:
        services: What the nodes get their memory and their model from.
    """
    graph = StateGraph(TurnState, context_schema=Context, input_schema=TurnInput)
    graph.add_node("retrieve_context", partial(retrieve_context, services=services))
    graph.add_node("generate", partial(generate, services=services), input_schema=GenerateInput)
    graph.add_node("dispatch_tools", partial(dispatch_tools, services=services))
    for tool in TOOLS:
        graph.add_node(tool.name, partial(run_tool, services=services, tool=tool))
    graph.add_node("unknown_tool", partial(unknown_tool, services=services))
    graph.add_node("persist", partial(persist, services=services))

    graph.add_edge(START, "retrieve_context")
    graph.add_edge("retrieve_context", "generate")
    graph.add_conditional_edges("generate", after_generate)
    destinations = [*TOOL_NAMES, "unknown_tool"]
    graph.add_conditional_edges("dispatch_tools", after_dispatch, [*destinations, "generate"])
    for name in destinations:
        graph.add_edge(name, "generate")
    graph.add_edge("persist", END)
    return graph
