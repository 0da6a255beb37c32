"""Whose rows a recall reads, and how much each class of them weighs."""

from sqlalchemy import Connection

from core.engram import Scope
from core.errors import InvalidInput
from core.identity import Identity
from core.recall import RecallScope, ScopeClass
from core.settings import Settings
from memory.ledger.owners import owner_ids
from memory.ledger.qualify import Asked
from memory.owner import owner_key

_SCOPES: dict[RecallScope, tuple[Scope, ...]] = {
    "session": ("user",),
    "user": ("user",),
    "agent": ("agent",),
    "tenant": ("tenant",),
    "any": ("user", "agent", "tenant"),
}


def rows_of(
    connection: Connection, identity: Identity, scope: RecallScope
) -> list[tuple[Asked, Scope]]:
    """Whose rows a scope reads: always made from the identity, never from an argument.

    Raises:
        InvalidInput: There is no such scope.
    """
    if scope not in _SCOPES:
        raise InvalidInput(f"There is no scope {scope!r}. Use one of: {', '.join(_SCOPES)}.")
    session = identity.session if scope == "session" else None
    keys = {owner_key(identity, s): s for s in _SCOPES[scope]}
    owners = owner_ids(connection, list(keys))
    return [(Asked(owners[key], session), s) for key, s in keys.items() if key in owners]


def class_of(scope: Scope, *, is_this_session: bool) -> ScopeClass:
    """The class that a row counts for: what was said in this very conversation has its own."""
    return "session" if scope == "user" and is_this_session else scope


def class_weights(settings: Settings, scope: RecallScope) -> dict[ScopeClass, float] | None:
    """The weight of each class; None where one scope alone is asked, and all weigh alike."""
    if scope != "any":
        return None
    return {
        "session": settings.scope_weight_session,
        "user": settings.scope_weight_user,
        "agent": settings.scope_weight_agent,
        "tenant": settings.scope_weight_tenant,
    }
