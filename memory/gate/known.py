"""What memory holds already of a thing that is to be saved: the same write, the same text, an echo."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Connection

from core.engram import Engram, Kind
from core.errors import InvalidInput
from core.identity import Identity
from memory.gate.drafts import Draft
from memory.gate.echoes import is_echo, is_near, may_be_alike
from memory.gate.rows import id_of
from memory.gate.trust import RANK, Heard, as_trusted
from memory.ids import content_hash
from memory.ledger.engrams import engram_by_id, same_content
from memory.ledger.events import was_forgotten
from memory.ledger.likely import likely_rows
from memory.ledger.qualify import standing_of_kinds
from memory.neighbours import own_words

STATEMENTS: tuple[Kind, ...] = ("topic", "fact", "note")
"""Kinds that a new fact or note may be near to."""

HELD: tuple[Kind, ...] = (*STATEMENTS, "tool_output", "document_chunk", "session_summary")
"""Kinds that a model may only repeat."""

MOST_CHARS = 2000
"""Longer texts are documents: the same one is kept once, but reworded ones are not looked for."""


@dataclass(frozen=True, slots=True)
class Known:
    """What there is already.

    Attributes:
        engram: The row that holds it; None when the draft is new.
        is_this_write: It was made by this very write, which was started again.
        is_echo: It says the same in other words.
        near: The id of a row that says nearly the same; None when none is near.
    """

    engram: Engram | None = None
    is_this_write: bool = False
    is_echo: bool = False
    near: str | None = None


def what_is_known(
    connection: Connection,
    owner: int,
    identity: Identity,
    draft: Draft,
    heard: Heard | None,
    now: datetime,
) -> Known:
    """Look for a draft in what its owner has.

    Raises:
        InvalidInput: The same write was made before, and was forgotten since.
    """
    if draft.write_key:
        engram_id = id_of(identity, draft, now)
        made = engram_by_id(connection, owner, engram_id)
        if made is not None:
            return Known(made, is_this_write=True)
        if was_forgotten(connection, owner, engram_id):
            # A run that is started again would bring back what was forgotten meanwhile.
            raise InvalidInput(
                "This very save was forgotten since. Say it anew to keep it again.",
                reason="forgotten since",
            )
    if not draft.once:
        return Known()
    said = content_hash(draft.kind, draft.topic, draft.content)
    same = same_content(connection, owner, said, now, as_trusted(draft.trust))
    if same is not None:
        return Known(same)
    if draft.kind not in ("fact", "note") or draft.replaces or len(draft.content) > MOST_CHARS:
        return Known()
    return _alike(connection, owner, draft, heard, now)


def _alike(
    connection: Connection, owner: int, draft: Draft, heard: Heard | None, now: datetime
) -> Known:
    """An echo of what is held, or a row that is near.

    What the user says in person is no echo. An earlier exchange holds what was said, so a model
    repeats it only when the user has not said it again in this conversation; what is kept as a
    document's word is not passed off as anybody's.
    """
    kinds = HELD
    if heard is not None and draft.trust == "agent" and not heard.holds(draft.content):
        kinds = (*HELD, "episode")
    likely = likely_rows(connection, owner, draft.content, kinds, 2 * MOST_CHARS)
    seqs = [
        row.seq for row in likely if may_be_alike(own_words(row.topic, row.content), draft.content)
    ]
    if not seqs:
        return Known()
    rows = standing_of_kinds(connection, owner, seqs, kinds, now)
    if draft.trust != "user":
        for row in rows:
            told = own_words(row.topic, row.content)
            is_weighty = RANK[row.trust] >= RANK[draft.trust]
            if is_weighty and is_echo(told, draft.content, is_exchange=row.kind == "episode"):
                return Known(row, is_echo=True)
    near = (
        row.id
        for row in rows
        if row.kind in STATEMENTS and is_near(own_words(row.topic, row.content), draft.content)
    )
    return Known(near=next(near, None))
