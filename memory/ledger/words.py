"""Writes the keyword index: SQLite FTS5 with porter stemming, one table for all owners.

A row has its own words, the words of its neighbours in the same conversation (`context`, which
count less), and one token for its owner, so that a search walks that owner's postings only.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, text

CONTEXT_WEIGHT = 0.3
"""What a neighbour's word counts against an own one; measured on LoCoMo conversations."""

_INSERT = text("INSERT INTO words(rowid, content, context, owner) VALUES (:r, :c, :x, :o)")
_ADD_CONTEXT = text("UPDATE words SET context = context || ' ' || :more WHERE rowid = :r")


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


def owner_token(owner: int) -> str:
    """The word that stands for an owner in the index (digits: the stemmer leaves it alone)."""
    return f"{owner}"
