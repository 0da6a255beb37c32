"""What `langgraph.json` names: the workflow for the LangGraph server.

Compiled without a checkpointer, because the server brings its own (see `graph.checkpointer`).
Loading this reads the settings, so that a wrong one stops the server at its start with a line
that names it; memory and model are opened by the first turn.
"""

from core.clock import SystemClock
from core.settings import Settings, load_settings
from graph.build import build_graph
from graph.chat_models import ChatModels
from graph.one_memory import OneMemory
from nodes import Services


def server_services(settings: Settings) -> Services:
    """What the nodes need, each part opened when it is first used."""
    return Services(
        settings=settings,
        clock=SystemClock(),
        memory=OneMemory(settings).get,
        model=ChatModels(settings).get,
        provider="server",
    )


_settings = load_settings().settings
graph = (
    build_graph(server_services(_settings))
    .compile(name="mnemon")
    .with_config(recursion_limit=_settings.recursion_limit)
)
