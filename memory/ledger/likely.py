"""Rows that may say the same as a text, found by its rarest words: few, and quickly."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection, text

from memory.ledger.query_words import query_words

RARE_ROWS = 50
"""A word of more rows than this is no help to find one of them."""

RARE_WORDS = 3
"""So many of the rarest words are looked up: a reworded text still has one of them."""

NEWEST_ROWS = 20_000
"""When all words are frequent, a row must have all of them and be among so many newest ones."""

MOST_WALKED = 1000
"""Of those that have all words, so many of the newest are looked at."""

MOST_ROWS = 24
"""Rows that are compared at most: this runs inside each save of a fact or a note."""

_SPREAD = text(
    "SELECT value, (SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH "
    "'content: \"' || value || '\"' LIMIT :most)) FROM json_each(:wanted)"
)
_BEST = text(
    "SELECT e.seq, e.topic, e.content FROM words JOIN engrams AS e ON e.seq = words.rowid "
    "WHERE words MATCH :query AND e.owner_id = :owner AND e.kind IN "
    "(SELECT value FROM json_each(:kinds)) AND e.superseded_by IS NULL AND length(e.content) <= :chars "
    "ORDER BY bm25(words, 1.0, 0.0, 0.0) LIMIT :limit"
)
_NEWEST = text(
    "SELECT e.seq, e.topic, e.content FROM (SELECT rowid AS seq FROM words WHERE words MATCH :query "
    "AND rowid > (SELECT max(seq) FROM engrams) - :newest ORDER BY rowid DESC LIMIT :walked) AS found "
    "JOIN engrams AS e ON e.seq = found.seq WHERE e.owner_id = :owner AND e.kind IN "
    "(SELECT value FROM json_each(:kinds)) AND e.superseded_by IS NULL AND length(e.content) <= :chars "
    "LIMIT :limit"
)


class Likely(NamedTuple):
    """A row that shares telling words with a text."""

    seq: int
    topic: str | None
    content: str


def likely_rows(
    connection: Connection, owner: int, content: str, kinds: Sequence[str], most_chars: int
) -> list[Likely]:
    """Rows of some kinds that share the telling words of a text, at most 24, none of them replaced.

    Args:
        most_chars: Longer rows are left out.
    """
    wanted = query_words(content)
    if not wanted:
        return []
    given = {"wanted": json.dumps(wanted), "most": RARE_ROWS + 1}
    spread = {row.value: row[1] for row in connection.execute(_SPREAD, given)}
    known = [word for word in wanted if spread[word]]
    if not known:
        return []
    rare = sorted((w for w in known if spread[w] <= RARE_ROWS), key=spread.__getitem__)
    asked = {"owner": owner, "kinds": json.dumps(kinds), "chars": most_chars, "limit": MOST_ROWS}
    if rare:
        query = _match(rare[:RARE_WORDS], "OR")
        found = connection.execute(_BEST, {**asked, "query": query})
    else:
        query = _match(known, "AND")
        walked = {"newest": NEWEST_ROWS, "walked": MOST_WALKED}
        found = connection.execute(_NEWEST, {**asked, "query": query, **walked})
    return [Likely(*row) for row in found]


def _match(words: Sequence[str], how: str) -> str:
    """An FTS5 query without the owner's word: its postings are long, and few rows are left anyway."""
    joined = f" {how} ".join(f'"{word}"' for word in words)
    return f"content: ({joined})"
