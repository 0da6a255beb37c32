"""The workflow as a Mermaid picture: `python -m graph.drawing`. The README shows the same."""

import sys

from core.clock import SystemClock
from core.settings import Settings
from graph.build import build_graph
from graph.chat_models import ChatModels
from graph.one_memory import OneMemory
from nodes import Services


def mermaid() -> str:
    """The picture of the compiled graph. Nothing is opened or loaded for it."""
    settings = Settings.model_validate({})
    services = Services(
        settings=settings,
        clock=SystemClock(),
        memory=OneMemory(settings).get,
        model=ChatModels(settings).get,
        provider="drawing",
    )
    return build_graph(services).compile().get_graph().draw_mermaid()


if __name__ == "__main__":
    sys.stdout.write(mermaid())
