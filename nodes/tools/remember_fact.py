"""remember_fact: a fact for good; saying it again gives the same id."""

from pydantic import Field

from memory import Memory
from nodes.tools.receipts import saved, told
from nodes.tools.scopes import SCOPE_MEANING, scope_named
from nodes.tools.tool import CallOrigin, MemoryTool, ToolArguments, ToolResult


class RememberFactArguments(ToolArguments):
    """What to remember, and who shares it."""

    content: str = Field(min_length=1, description="The fact, in one full sentence.")
    scope: str = Field("user", description=SCOPE_MEANING)


def remember_fact(
    memory: Memory, arguments: RememberFactArguments, origin: CallOrigin
) -> ToolResult:
    """Keep a fact once; the artifact is its id, and whether it was new."""
    receipt = memory.remember(
        arguments.content,
        scope=scope_named(arguments.scope),
        write_key=origin.write_key,
        source_ref=origin.source_ref,
    )
    more = {"id": receipt.id, "was_new": receipt.was_new}
    return saved(receipt, told(receipt), origin, more)


REMEMBER_FACT = MemoryTool("remember_fact", RememberFactArguments, remember_fact, "Not saved.")
