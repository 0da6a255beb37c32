"""The keyword index: SQLite FTS5 with porter stemming, one table for all owners.

A row has its own words, the words of its neighbours in the same conversation (`context`, which
count less), and one token for its owner, so that a search walks that owner's postings only.
"""

import json
import re
from collections.abc import Sequence

from sqlalchemy import Connection, text

CONTEXT_WEIGHT = 0.3
"""What a neighbour's word counts against an own one; measured on LoCoMo conversations."""

MAX_QUERY_WORDS = 64
"""Words of a query that are looked up; a longer query is a document, its first words decide."""

FEW_ROWS = 1000
"""A home of fewer rows is searched by every word of the query: that takes a millisecond."""

MOST_ROWS = 5000
"""A word of more rows is left out while a rarer one is asked for too. A search costs about 1 ms for
each 1,000 rows that match, and a word that stands everywhere tells nothing apart."""

STOP_WORDS = frozenset(
    [
        "a",
        "about",
        "above",
        "after",
        "again",
        "all",
        "also",
        "am",
        "an",
        "and",
        "any",
        "are",
        "as",
        "at",
        "be",
        "because",
        "been",
        "before",
        "being",
        "below",
        "between",
        "both",
        "but",
        "by",
        "can",
        "cannot",
        "could",
        "d",
        "did",
        "do",
        "does",
        "doing",
        "don",
        "down",
        "during",
        "each",
        "few",
        "for",
        "from",
        "further",
        "had",
        "has",
        "have",
        "having",
        "he",
        "her",
        "here",
        "hers",
        "herself",
        "him",
        "himself",
        "his",
        "how",
        "i",
        "if",
        "in",
        "into",
        "is",
        "it",
        "its",
        "itself",
        "just",
        "ll",
        "m",
        "me",
        "more",
        "most",
        "my",
        "myself",
        "no",
        "nor",
        "not",
        "now",
        "of",
        "off",
        "on",
        "once",
        "only",
        "or",
        "other",
        "our",
        "ours",
        "ourselves",
        "out",
        "over",
        "own",
        "re",
        "s",
        "same",
        "she",
        "should",
        "so",
        "some",
        "such",
        "t",
        "than",
        "that",
        "the",
        "their",
        "theirs",
        "them",
        "themselves",
        "then",
        "there",
        "these",
        "they",
        "this",
        "those",
        "through",
        "to",
        "too",
        "under",
        "until",
        "up",
        "ve",
        "very",
        "was",
        "we",
        "were",
        "what",
        "when",
        "where",
        "which",
        "while",
        "who",
        "whom",
        "why",
        "will",
        "with",
        "would",
        "you",
        "your",
        "yours",
        "yourself",
        "yourselves",
        "please",
        "tell",
        "know",
        "remember",
        "recall",
        "remind",
        "said",
        "say",
        "told",
    ]
)
"""Words too common to find anything by, and the words of asking a memory itself."""

_WORD = re.compile(r"\w+")
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
_NEWEST = text("SELECT rowid FROM words ORDER BY rowid DESC LIMIT 1")
_SPREAD = text(
    "SELECT value, (SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH "
    "'{content context}: \"' || value || '\"' LIMIT :most)) FROM json_each(:wanted)"
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
    wanted = _telling(connection, query_words(query))
    if not wanted:
        return []
    given = {"query": _match(owner, wanted), "context": CONTEXT_WEIGHT, "limit": limit}
    return [(seq, score) for seq, score in connection.execute(_SEARCH, given).all()]


def score_words(
    connection: Connection, owner: int, query: str, seqs: Sequence[int]
) -> dict[int, float]:
    """The BM25 scores of certain rows; one that shares no word is missing."""
    wanted = _telling(connection, query_words(query))
    if not wanted or not seqs:
        return {}
    match = {"query": _match(owner, wanted), "context": CONTEXT_WEIGHT, "seqs": json.dumps(seqs)}
    return {int(seq): float(score) for seq, score in connection.execute(_SCORES, match)}


def query_words(query: str) -> list[str]:
    """The words of a query that are worth looking up, in order, each once.

    When every word is a stop word, all are kept: "who am I" must find something by something.
    """
    return (telling_words(query) or words_of(query))[:MAX_QUERY_WORDS]


def telling_words(text: str) -> list[str]:
    """The words of a text without stop words, in order, each once."""
    return [word for word in words_of(text) if word not in STOP_WORDS]


def words_of(text: str) -> list[str]:
    """All words of a text in lower case, in order, each once."""
    return list(dict.fromkeys(_WORD.findall(text.casefold())))


def _telling(connection: Connection, wanted: list[str]) -> list[str]:
    """The words that tell rows apart at little cost; all, when they are all frequent.

    BM25 gives a word that stands in more than half of all rows a weight of one millionth, so
    leaving it out changes no order and saves a walk through all these rows.
    """
    rows = connection.execute(_NEWEST).scalar() or 0
    if rows < FEW_ROWS:
        return wanted
    for most in (min(MOST_ROWS, rows // 2), rows // 2):
        given = {"wanted": json.dumps(wanted), "most": most + 1}
        spread = {row.value: row[1] for row in connection.execute(_SPREAD, given)}
        telling = [word for word in wanted if 0 < spread[word] <= most]
        if telling:
            return telling
    return wanted


def owner_token(owner: int) -> str:
    """The word that stands for an owner in the index (digits: the stemmer leaves it alone)."""
    return f"{owner}"


def _match(owner: int, words: Sequence[str]) -> str:
    """An FTS5 query. Every word is quoted, so that nothing a person types is an operator."""
    either = " OR ".join(f'"{word}"' for word in words)
    return f'owner: "{owner_token(owner)}" AND ({{content context}}: ({either}))'
