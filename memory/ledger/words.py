"""The keyword index: SQLite FTS5 with porter stemming, one table for all owners.

A row has its own words, the words of its neighbours in the same conversation (`context`, which
count less), and one token for its owner, so that a search walks that owner's postings only.
"""

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, text

from memory.ledger.query_words import query_words

CONTEXT_WEIGHT = 0.3
"""What a neighbour's word counts against an own one; measured on LoCoMo conversations."""

FEW_ROWS = 1000
"""A home of fewer rows is searched by every word of the query: that takes a millisecond."""

SAMPLE_ROWS = 10_000
"""The newest rows tell how many have a frequent word: counting all would cost more than the search."""

MOST_ROWS = 5000
"""A word of more rows is left out while a rarer one is asked for too. A search costs about 1 ms for
each 1,000 rows that match, and a word that stands everywhere tells nothing apart."""

_INSERT = text("INSERT INTO words(rowid, content, context, owner) VALUES (:r, :c, :x, :o)")
_ADD_CONTEXT = text("UPDATE words SET context = context || ' ' || :more WHERE rowid = :r")
_SEARCH = text(
    "SELECT rowid, -bm25(words, 1.0, :context, 0.0) FROM words WHERE words MATCH :query "
    "ORDER BY bm25(words, 1.0, :context, 0.0) LIMIT :limit"
)

# The sign keeps SQLite from asking the index anew for each row.
_SCORES = text(
    "SELECT rowid, -bm25(words, 1.0, :context, 0.0) FROM words WHERE words MATCH :query "
    "AND +rowid IN (SELECT value FROM json_each(:seqs))"
)
_HAVING = text(
    "SELECT rowid FROM words WHERE words MATCH :query "
    "AND +rowid IN (SELECT value FROM json_each(:seqs))"
)
_OF_OWNER = text("SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH :query LIMIT :most)")
_WORD_SCORES = text(
    "SELECT rowid, -bm25(words, 1.0, :context, 0.0) FROM words WHERE words MATCH :query"
)
_NEWEST = text("SELECT rowid FROM words ORDER BY rowid DESC LIMIT 1")
_SPREAD = text(
    "SELECT value, (SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH "
    "'{content context}: \"' || value || '\"' AND rowid > :after LIMIT :most)) "
    "FROM json_each(:wanted)"
)


def add_words(connection: Connection, seq: int, owner: int, content: str, context: str) -> None:
    """Make a row findable by its words, at once."""
    row = {"r": seq, "c": content, "x": context, "o": owner_token(owner)}
    connection.execute(_INSERT, row)


def add_context(connection: Connection, seq: int, more: str) -> None:
    """Give a row the words of a neighbour that came after it."""
    connection.execute(_ADD_CONTEXT, {"more": more, "r": seq})


def replace_words(connection: Connection, seq: int, content: str, context: str) -> None:
    """Let a row be found by other words than before."""
    connection.execute(
        text("UPDATE words SET content = :c, context = :x WHERE rowid = :r"),
        {"c": content, "x": context, "r": seq},
    )


def remove_words(connection: Connection, seqs: Sequence[int]) -> None:
    """Take rows out; their words are in old segments until `compact_words`."""
    for seq in seqs:
        connection.execute(text("DELETE FROM words WHERE rowid = :r"), {"r": seq})


def compact_words(connection: Connection) -> None:
    """Merge the index, so that no word of a removed row is left in the file."""
    connection.execute(text("INSERT INTO words(words) VALUES ('optimize')"))


def search_words(
    connection: Connection, owner: int, query: str, limit: int
) -> list[tuple[int, float]]:
    """Rows of one owner that share words with the query.

    Returns:
        (sequence number, BM25 score > 0), best first, at most `limit`. No words left, no rows.
    """
    wanted = query_words(query)
    if wanted and (share := _small_share(connection, owner)):
        scores = _scores_in_share(connection, owner, wanted, share)
        return sorted(scores.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]
    wanted = _telling(connection, wanted)
    if not wanted:
        return []
    given = {"query": _match(owner, wanted), "context": CONTEXT_WEIGHT, "limit": limit}
    return [(seq, score) for seq, score in connection.execute(_SEARCH, given).all()]


def score_words(
    connection: Connection, owner: int, query: str, seqs: Sequence[int]
) -> dict[int, float]:
    """The BM25 scores of certain rows; one that shares no word is missing."""
    wanted = query_words(query)
    if not wanted or not seqs:
        return {}
    if share := _small_share(connection, owner):
        scores = _scores_in_share(connection, owner, wanted, share)
        return {seq: scores[seq] for seq in seqs if seq in scores}
    wanted = _telling(connection, wanted)
    given = {"query": _match(owner, wanted), "context": CONTEXT_WEIGHT, "seqs": json.dumps(seqs)}
    return {int(seq): float(score) for seq, score in connection.execute(_SCORES, given)}


def rows_with(
    connection: Connection, owner: int, words: Sequence[str], seqs: Sequence[int]
) -> dict[int, int]:
    """How many of these words each of certain rows has among its own; a row with none is missing.

    A word of more than `MOST_ROWS` rows counts for none: it tells nothing apart.
    """
    counts: dict[int, int] = {}
    spread = _spread(connection, words, MOST_ROWS + 1)
    for word in (word for word in words if spread[word] <= MOST_ROWS):
        query = f'owner: "{owner_token(owner)}" AND content: "{word}"'
        for (seq,) in connection.execute(_HAVING, {"query": query, "seqs": json.dumps(seqs)}):
            counts[seq] = counts.get(seq, 0) + 1
    return counts


def _telling(connection: Connection, wanted: list[str]) -> list[str]:
    """The words that tell rows apart at little cost; all, when they are all frequent.

    BM25 gives a word that stands in more than half of all rows a weight of one millionth, so
    leaving it out changes no order and saves a walk through all these rows.
    """
    rows = _rows(connection)
    if rows < FEW_ROWS:
        return wanted
    for most in (min(MOST_ROWS, rows // 2), rows // 2):
        spread = _spread(connection, wanted, most + 1)
        telling = [word for word in wanted if 0 < spread[word] <= most]
        if telling:
            return telling
    return wanted


def _spread(
    connection: Connection, wanted: Sequence[str], most: int, after: int = 0
) -> dict[str, int]:
    """How many rows after a row have each word, counted up to `most`."""
    given = {"wanted": json.dumps(wanted), "most": most, "after": after}
    return {row.value: int(row[1]) for row in connection.execute(_SPREAD, given)}


@dataclass(frozen=True, slots=True)
class _Share:
    """An owner's rows, and those of the whole home."""

    own: int
    all: int


def _small_share(connection: Connection, owner: int) -> _Share | None:
    """What an owner has of the home's rows, when that is little; None when it is much, or nothing.

    BM25 weighs a word by how few rows have it, and FTS5 counts the rows of all owners: the name that
    stands in each of an owner's rows would weigh most because nobody else knows that person.
    """
    rows = _rows(connection)
    if rows < FEW_ROWS:
        return None
    given = {"query": f'owner: "{owner_token(owner)}"', "most": MOST_ROWS + 1}
    own = int(connection.execute(_OF_OWNER, given).scalar_one())
    return _Share(own, rows) if 0 < own <= min(MOST_ROWS, rows // 2) else None


def _scores_in_share(
    connection: Connection, owner: int, wanted: Sequence[str], share: _Share
) -> dict[int, float]:
    """BM25 with each word weighed by how few of this owner's rows have it.

    BM25 is a sum over the words, so each word is searched by itself and its part scaled by the
    owner's inverse document frequency over the home's.
    """
    scores: dict[int, float] = {}
    for word, rows in _spread_in_home(connection, wanted, share.all).items():
        given = {"query": _match(owner, [word]), "context": CONTEXT_WEIGHT}
        found = connection.execute(_WORD_SCORES, given).all()
        scale = _rarity(len(found), share.own) / _rarity(rows, share.all)
        for seq, score in found:
            scores[seq] = scores.get(seq, 0.0) + scale * score
    return scores


def _spread_in_home(connection: Connection, wanted: Sequence[str], rows: int) -> dict[str, int]:
    """How many rows of the home have each word: exact for rare words, else as in the newest rows."""
    spread = _spread(connection, wanted, MOST_ROWS + 1)
    frequent = [word for word in wanted if spread[word] > MOST_ROWS]
    if frequent:
        sample = _spread(connection, frequent, SAMPLE_ROWS, after=rows - SAMPLE_ROWS)
        share = {word: count / min(rows, SAMPLE_ROWS) for word, count in sample.items()}
        spread |= {word: max(MOST_ROWS, round(share[word] * rows)) for word in frequent}
    return spread


def _rarity(having: int, rows: int) -> float:
    """Inverse document frequency as SQLite's FTS5 has it, never below its floor."""
    return max(1e-6, math.log((rows - having + 0.5) / (having + 0.5)) if rows > having else 0.0)


def _rows(connection: Connection) -> int:
    """About how many rows the home has: the number of the newest."""
    return int(connection.execute(_NEWEST).scalar() or 0)


def owner_token(owner: int) -> str:
    """The word that stands for an owner in the index (digits: the stemmer leaves it alone)."""
    return f"{owner}"


def _match(owner: int, words: Iterable[str]) -> str:
    """An FTS5 query. Every word is quoted, so that nothing a person types is an operator."""
    either = " OR ".join(f'"{word}"' for word in words)
    return f'owner: "{owner_token(owner)}" AND ({{content context}}: ({either}))'
