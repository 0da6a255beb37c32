"""Whom a fact is shared with: what a model may choose."""

from core.engram import Scope
from core.errors import InvalidInput

SCOPES: tuple[Scope, ...] = ("user", "agent")

SCOPE_MEANING = (
    "user: for this user alone; agent: shared with all users of this assistant. Leave it out "
    "unless sharing was asked for."
)


def scope_named(name: str) -> Scope:
    """The scope of that name; `user` for an empty one.

    Raises:
        InvalidInput: It is none of these.
    """
    for scope in SCOPES:
        if scope == (name or "user"):
            return scope
    raise InvalidInput(f"There is no scope {name!r}. Use one of: {', '.join(SCOPES)}.")
