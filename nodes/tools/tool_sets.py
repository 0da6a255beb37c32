"""Which tools there are, in sets: small models choke on many, so a run offers `core` unless told."""

from typing import Any

from core.errors import InvalidInput
from nodes.tools.memory_age import MEMORY_AGE
from nodes.tools.memory_recall import MEMORY_RECALL
from nodes.tools.memory_save import MEMORY_SAVE
from nodes.tools.memory_search import MEMORY_SEARCH
from nodes.tools.memory_store import MEMORY_STORE
from nodes.tools.memory_store_many import MEMORY_STORE_MANY
from nodes.tools.memory_update import MEMORY_UPDATE
from nodes.tools.read_tool_output import READ_TOOL_OUTPUT
from nodes.tools.recall import RECALL
from nodes.tools.recall_topic import RECALL_TOPIC
from nodes.tools.remember import REMEMBER
from nodes.tools.remember_fact import REMEMBER_FACT
from nodes.tools.save_memory import SAVE_MEMORY
from nodes.tools.save_topic import SAVE_TOPIC
from nodes.tools.search_memory import SEARCH_MEMORY
from nodes.tools.tool import MemoryTool

Tools = tuple[MemoryTool[Any], ...]

TOOL_SETS: dict[str, Tools] = {
    "core": (SAVE_TOPIC, RECALL_TOPIC, SAVE_MEMORY, SEARCH_MEMORY),
    "facts": (REMEMBER, REMEMBER_FACT, RECALL, READ_TOOL_OUTPUT),
    "typed": (MEMORY_STORE, MEMORY_SEARCH, MEMORY_STORE_MANY, MEMORY_UPDATE),
    "tiers": (MEMORY_SAVE, MEMORY_RECALL, MEMORY_AGE),
}

TOOLS: Tools = tuple(tool for tools in TOOL_SETS.values() for tool in tools)
"""Every tool, in the order the model is told about them."""


def offered_tools(names: str) -> Tools:
    """The tools of some sets.

    Args:
        names: Names of sets with commas between, such as `core,facts`.

    Raises:
        InvalidInput: One of them is no set, or none is named.
    """
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    sets = f"Name one or more of {', '.join(TOOL_SETS)}, with commas between."
    if not wanted:
        raise InvalidInput(f"No set of tools is named. {sets}")
    for name in wanted:
        if name not in TOOL_SETS:
            raise InvalidInput(f"There is no set of tools {name!r}. {sets}")
    return tuple(tool for name in dict.fromkeys(wanted) for tool in TOOL_SETS[name])
