"""What becomes of older rows when something is saved: whose place it takes, what is said again."""

from datetime import datetime

from sqlalchemy import Connection

from core.engram import Engram
from core.errors import InvalidInput
from core.identity import Identity
from memory.gate.drafts import Draft
from memory.gate.trust import RANK, check_replacing
from memory.ledger.changes import change
from memory.ledger.engrams import engram_by_id, standing_under, supersede
from memory.ledger.events import add_event


def place_of(connection: Connection, owner: int, draft: Draft) -> str | None:
    """The id of the row whose place a new one takes; None when it takes none.

    Raises:
        InvalidInput: Another one has taken that place meanwhile.
    """
    if draft.topic is not None:
        return standing_under(connection, owner, draft.topic)
    if draft.replaces is None:
        return None
    older = engram_by_id(connection, owner, draft.replaces)
    if older is None or older.superseded_by is not None:
        raise InvalidInput(
            f"The memory {draft.replaces} was changed meanwhile. Look at it, then try again."
        )
    check_replacing(older.trust, draft)
    return older.id


def said_again(
    connection: Connection,
    owner: int,
    identity: Identity,
    draft: Draft,
    known: Engram,
    now: datetime,
) -> str | None:
    """What saying a thing anew changes of what is kept of it already.

    It stays as long as the longer of both was to stay: whoever asks for it without an end must
    not lose it to an end of long ago. Gives the id of the row whose place it takes, if any.
    """

    def tell(engram_id: str, action: str, why: str) -> None:
        add_event(
            connection,
            owner,
            engram_id,
            action,
            at=now,
            actor=draft.source,
            session=identity.session,
            why=why,
        )

    is_weighty = RANK[draft.trust] >= RANK[known.trust]
    if (
        is_weighty
        and known.expires_at is not None
        and (draft.expires_at is None or draft.expires_at > known.expires_at)
    ):
        change(connection, owner, known.id, expires_at=draft.expires_at)
        tell(known.id, "prolonged", "said again")
    else:
        tell(known.id, "repeated", f"turn {draft.source_ref}" if draft.source_ref else "")
    if draft.topic is not None or draft.replaces in (None, known.id):
        return None
    replaced = place_of(connection, owner, draft)
    if replaced is not None:
        supersede(connection, owner, replaced, known.id, now)
        tell(replaced, "superseded", f"by {known.id}")
    return replaced
