"""Authentication for a test's server: the token is the user's name, each sees their own threads."""

from typing import Any

from langgraph_sdk import Auth

auth = Auth()


@auth.authenticate
async def authenticate(authorization: str | None) -> str:
    if not authorization or not authorization.startswith("Bearer "):
        raise Auth.exceptions.HTTPException(status_code=401, detail="No token.")
    return authorization.removeprefix("Bearer ")


@auth.on
async def own_things_only(ctx: Auth.types.AuthContext, value: dict[str, Any]) -> dict[str, str]:
    filters = {"owner": ctx.user.identity}
    value.setdefault("metadata", {}).update(filters)
    return filters
