"""Who a run is for. The only place where an identity is made from what LangGraph knows of a run.

The authenticated user of the server wins over what the caller wrote into the context, and no tool
argument is ever looked at: a model that names another user names nobody.
"""

from typing import Any
from uuid import NAMESPACE_OID, uuid5

from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime
from langgraph_sdk.auth.types import BaseUser

from core.identity import Identity
from core.settings import Settings
from core.state import Context, as_context
from memory import Memory
from nodes.services import Services


def turn_id(config: RunnableConfig, message_id: str | None) -> str:
    """The id of the turn: the server's run id, which a restart keeps, else the message's id."""
    return str(_configurable(config).get("run_id") or message_id or "")


def identity_of(
    settings: Settings, config: RunnableConfig, runtime: Runtime[Context], query_id: str
) -> Identity:
    """The four ids of this run.

    Args:
        settings: Names whoever is not named by the run.
        config: Holds the thread id, which is the session. A run without a thread has a session of
            its own, made from `query_id` so that every node of the turn makes the same.
        runtime: Holds the authenticated user, if any, and the context.
        query_id: The id of the turn.

    Raises:
        InvalidInput: An id is not usable, such as a user of 300 characters.
    """
    context = as_context(runtime.context)
    signed_in = _signed_in(runtime)
    if signed_in is not None:
        # The tenant of a signed-in person is not theirs to choose either.
        user, tenant = signed_in.identity, getattr(signed_in, "tenant", "") or settings.tenant
    else:
        user, tenant = context.user or settings.user, context.tenant or settings.tenant
    session = str(_configurable(config).get("thread_id") or uuid5(NAMESPACE_OID, query_id))
    return Identity(user=user, tenant=tenant, agent=settings.agent, session=session)


def is_temporary(config: RunnableConfig, runtime: Runtime[Context]) -> bool:
    """Whether memory is neither read nor written in this run."""
    asked = as_context(runtime.context).temporary
    return asked or bool(_configurable(config).get("temporary"))


def memory_for(
    services: Services, config: RunnableConfig, runtime: Runtime[Context], query_id: str
) -> Memory | None:
    """The memory of whom this run is for; None in a temporary chat. Blocks: call it in a thread."""
    if is_temporary(config, runtime):
        return None
    identity = identity_of(services.settings, config, runtime, query_id)
    return services.memory().for_identity(identity)


def _configurable(config: RunnableConfig) -> dict[str, Any]:
    return config.get("configurable") or {}


def _signed_in(runtime: Runtime[Context]) -> BaseUser | None:
    """The user the server authenticated, or None without authentication."""
    user = runtime.server_info.user if runtime.server_info else None
    return user if user is not None and user.identity else None
