"""What a memory leaves behind: collected before it is forgotten, to find it everywhere afterwards.

It is held in memory only for as long as the forgetting takes; nothing here is ever stored.
"""

import re
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from memory.ledger.engrams import CHUNK
from memory.ledger.tables import engrams, wholes
from memory.ledger.vectors import packed_vectors

SHORTEST_TRACE = 4
"""A text shorter than this ("tea") stands in too many exchanges to call them its retelling."""

TELLING_CHARS = 20
"""A text of this length, with a digit or of several words is not said by chance."""


@dataclass(frozen=True, slots=True)
class Exchange:
    """An exchange that goes: in which conversation, as which turn, and what was said."""

    session: str
    query_id: str
    content: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is looked for when memories are forgotten.

    Attributes:
        ids: The memories that go, named ones and their traces.
        texts: What betrays a turn of a conversation that holds it: the contents of named memories
            that are telling enough, and the keys of topics that go for good.
        contents: Every text that goes, for the look whether any is left.
        vectors: The bytes of every vector that goes.
        turns: Ids of the turns that saved them.
        exchanges: The exchanges that go.
        mentioned_by: Ids of memories that stay, although they hold one of the named contents.
    """

    ids: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    contents: tuple[str, ...] = ()
    vectors: tuple[bytes, ...] = ()
    turns: frozenset[str] = frozenset()
    exchanges: tuple[Exchange, ...] = ()
    mentioned_by: tuple[str, ...] = ()

    def holds(self, text: str) -> bool:
        """Whether a text has one of the telling texts in it, as whole words, in any case."""
        return holds_any(text, self.texts)


def joined_evidence(parts: Iterable[Evidence]) -> Evidence:
    """The evidence of several owners' rows, each thing once."""
    found = list(parts)
    return Evidence(
        ids=tuple(dict.fromkeys(i for part in found for i in part.ids)),
        texts=tuple(dict.fromkeys(t for part in found for t in part.texts)),
        contents=tuple(dict.fromkeys(t for part in found for t in part.contents)),
        vectors=tuple(dict.fromkeys(v for part in found for v in part.vectors)),
        turns=frozenset(t for part in found for t in part.turns),
        exchanges=tuple(dict.fromkeys(e for part in found for e in part.exchanges)),
        mentioned_by=tuple(dict.fromkeys(i for part in found for i in part.mentioned_by)),
    )


def is_telling(text: str) -> bool:
    """Whether a text that is found somewhere tells that it came from this memory.

    "Elixir" may be said by chance; "Elixir since 2019" may not.
    """
    has_more = len(text.split()) > 1 or any(char.isdigit() for char in text)
    return len(text) >= SHORTEST_TRACE and (has_more or len(text) >= TELLING_CHARS)


def holds_any(text: str, wanted: Iterable[str]) -> bool:
    """Whether one of the wanted texts stands in a text as whole words, in any case."""
    folded = _folded(text)
    return any(_stands_in(_folded(one), folded) for one in wanted)


def _stands_in(wanted: str, folded: str) -> bool:
    return wanted in folded and bool(
        re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", folded) or not wanted[:1].isalnum()
    )


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def collect(
    connection: Connection,
    owner: int,
    named: Sequence[str],
    going: Sequence[str],
    *,
    all_texts: bool,
) -> Evidence:
    """Gather the evidence of memories that are about to go.

    Args:
        named: Ids of the memories that the person named.
        going: Ids of all that go with them, the named ones among them.
        all_texts: Also a single common word of a named memory counts as telling.
    """
    rows = _rows(connection, owner, going)
    chosen = [row for row in rows if row.id in set(named)]
    facts = [row for row in chosen if row.kind != "episode"]
    texts = {
        row.content
        for row in facts
        if is_telling(row.content) or (all_texts and len(row.content) >= SHORTEST_TRACE)
    }
    return Evidence(
        ids=tuple(row.id for row in rows),
        texts=tuple(sorted(texts | _keys_that_go(connection, owner, facts, going))),
        contents=tuple(sorted({text for row in rows for text in (row.content, row.whole) if text})),
        vectors=_vectors(connection, rows),
        turns=frozenset(row.source_ref for row in rows if row.source_ref),
        exchanges=tuple(
            Exchange(row.session, row.source_ref, row.content)
            for row in rows
            if row.kind == "episode"
        ),
        mentioned_by=_mentions(connection, owner, {row.content for row in facts}, set(going)),
    )


def _rows(connection: Connection, owner: int, ids: Sequence[str]) -> list[Any]:
    columns = engrams.c
    wanted = (columns.id, columns.kind, columns.session, columns.source_ref, columns.topic)
    hashes = (columns.text_hash, columns.own_hash)
    texts = (columns.content, wholes.c.content.label("whole"))
    query = select(*wanted, *texts, *hashes).where(columns.owner_id == owner)
    query = query.join(wholes, wholes.c.engram_id == columns.id, isouter=True)
    return [
        row
        for start in range(0, len(ids), CHUNK)
        for row in connection.execute(query.where(columns.id.in_(ids[start : start + CHUNK])))
    ]


def _keys_that_go(
    connection: Connection, owner: int, facts: Sequence[Any], going: Sequence[str]
) -> set[str]:
    """The keys of topics of which no value stays."""
    keys = {row.topic for row in facts if row.topic is not None}
    query = select(engrams.c.id, engrams.c.topic)
    rows = connection.execute(query.where(engrams.c.owner_id == owner, engrams.c.topic.in_(keys)))
    return keys - {row.topic for row in rows if row.id not in set(going)}


def _vectors(connection: Connection, rows: Sequence[Any]) -> tuple[bytes, ...]:
    """The vectors that no other memory has in common."""
    hashes = sorted({key for row in rows for key in (row.text_hash, row.own_hash)})
    going = {row.id for row in rows}
    made: dict[str, list[bytes]] = {}
    shared: set[str] = set()
    for start in range(0, len(hashes), CHUNK):
        part = hashes[start : start + CHUNK]
        for key, blob in packed_vectors(connection, part):
            made.setdefault(key, []).append(blob)
        for column in (engrams.c.text_hash, engrams.c.own_hash):
            users = connection.execute(select(engrams.c.id, column).where(column.in_(part)))
            shared |= {key for engram_id, key in users if engram_id not in going}
    return tuple(blob for key, blobs in made.items() if key not in shared for blob in blobs)


def _mentions(
    connection: Connection, owner: int, contents: Set[str], going: Set[str]
) -> tuple[str, ...]:
    """Memories of this owner that stay and hold one of these contents."""
    found: set[str] = set()
    for content in contents:
        if len(content) >= SHORTEST_TRACE:
            query = select(engrams.c.id, engrams.c.content).where(
                engrams.c.owner_id == owner, engrams.c.content.icontains(content, autoescape=True)
            )
            rows = connection.execute(query)
            found |= {row.id for row in rows if holds_any(row.content, [content])}
    return tuple(sorted(found - going))
