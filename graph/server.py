"""What `langgraph.json` names: the workflow and the upkeep for the LangGraph server.

Compiled without a checkpointer, because the server brings its own (see `graph.checkpointer`).
Loading this reads the settings, so that a wrong one stops the server at its start with a line
that names it; memory and model are opened by the first turn.
"""

from core.clock import SystemClock
from core.settings import Settings, load_settings
from graph.build import build_graph
from graph.chat_models import ChatModels
from graph.one_memory import OneMemory
from graph.upkeep import MOST_STEPS, build_upkeep
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
_services = server_services(_settings)
graph = (
    build_graph(_services)
    .compile(name="mnemon")
    .with_config(recursion_limit=_settings.recursion_limit)
)
upkeep = (
    build_upkeep(_services).compile(name="mnemon-upkeep").with_config(recursion_limit=MOST_STEPS)
)
