"""remember: a fact without a key, for good or for some days."""

from pydantic import Field

from memory import Memory
from nodes.tools.receipts import saved, told
from nodes.tools.scopes import SCOPE_MEANING, scope_named
from nodes.tools.tool import CallOrigin, MemoryTool, ToolArguments, ToolResult


class RememberArguments(ToolArguments):
    """What to remember, and for how long."""

    content: str = Field(min_length=1, description="The fact, in one full sentence.")
    expires_in_days: float = Field(
        0, ge=0, description="Forget it after so many days. 0 or nothing: never."
    )
    scope: str = Field("user", description=SCOPE_MEANING)


def remember(memory: Memory, arguments: RememberArguments, origin: CallOrigin) -> ToolResult:
    """Keep a fact that the user stated."""
    receipt = memory.remember(
        arguments.content,
        scope=scope_named(arguments.scope),
        expires_in_days=arguments.expires_in_days or None,
        write_key=origin.write_key,
        source_ref=origin.source_ref,
    )
    return saved(receipt, told(receipt), origin)


REMEMBER = MemoryTool("remember", RememberArguments, remember, "Not saved.")
