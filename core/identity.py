"""Who is asking. Made once per run by an entry point, never from a tool's argument."""

from dataclasses import dataclass, replace

from core.errors import InvalidInput

MAX_ID_CHARS = 200
"""Longer than any e-mail address or UUID; short enough for an index key."""


@dataclass(frozen=True, slots=True)
class Identity:
    """The four ids that decide whose memory is read and written.

    `tenant` is the organisation or household, `user` the person, `agent` the assistant that
    answers, `session` the conversation (also the checkpointer's thread id).

    Raises:
        InvalidInput: An id is empty, longer than 200 characters or has control characters.
    """

    user: str
    session: str
    tenant: str = "local"
    agent: str = "mnemon"

    def __post_init__(self) -> None:
        for name in ("tenant", "user", "agent", "session"):
            value = getattr(self, name)
            if not isinstance(value, str) or not value.strip():
                raise InvalidInput(f"The {name} of an identity is empty. Give a {name} id.")
            if len(value) > MAX_ID_CHARS or not value.isprintable():
                raise InvalidInput(
                    f"The {name} id {value[:40]!r} is not usable: "
                    f"ids are 1 to {MAX_ID_CHARS} printable characters."
                )

    def in_session(self, session: str) -> "Identity":
        """The same person in another conversation."""
        return replace(self, session=session)
