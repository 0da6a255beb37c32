"""Whose rows: the one place that turns an identity into a filter.

Every row belongs to exactly one owner. A query names its owner by a value made here, and an empty
one is refused, so that a forgotten filter is an error and not a leak.
"""

from urllib.parse import quote

from core.engram import Scope
from core.errors import InvalidInput
from core.identity import Identity


def owner_key(identity: Identity, scope: Scope = "user") -> str:
    """The owner that a row of this scope belongs to, such as `user/local/ada`.

    Rows of scope `session` belong to the user (and carry the session beside it). Ids are
    percent-encoded: no id can imitate another owner.
    """
    tenant = quote(identity.tenant, safe="")
    if scope == "tenant":
        return f"tenant/{tenant}"
    if scope == "agent":
        return f"agent/{tenant}/{quote(identity.agent, safe='')}"
    return f"user/{tenant}/{quote(identity.user, safe='')}"


def checked_owner(key: str) -> str:
    """The key itself.

    Raises:
        InvalidInput: It is empty or has an empty part: reading without an owner is never meant.
    """
    if not key or not all(key.split("/")) or "/" not in key:
        raise InvalidInput(f"An owner is needed to read or write memory, not {key!r}.")
    return key
