"""A search of the keyword index: which rows of one owner share words with a question, and how much.

Scores are BM25 (Robertson and Zaragoza, 2009) as SQLite's FTS5 computes it. FTS5 counts the rows of
all owners, so where an owner has little of the home's rows, each word is searched by itself and its
score scaled by the owner's inverse document frequency over the home's: else the name that stands in
each of an owner's rows would weigh most, because nobody else knows that person.

Statements go to the driver as they are: what SQLAlchemy adds to each costs as much as a short one.
"""

import json
import math
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Any

from sqlalchemy import Connection

from memory.ledger.query_words import query_words
from memory.ledger.words import CONTEXT_WEIGHT, owner_token

FEW_ROWS = 1000
"""A home of fewer rows is searched by every word of the query: that takes a millisecond."""

COUNTED_ROWS = 1000
SAMPLE_ROWS = 2000
"""Beside a small owner's rows a word of the home is counted up to the first; of one that has more, the
newest rows tell how many: that is within a tenth, and counting all would cost more than the search."""

MOST_ROWS = 5000
"""A word of more rows is left out while a rarer one is asked for too. A search costs about 1 ms for
each 1,000 rows that match, and a word that stands everywhere tells nothing apart."""

_SCORE = f"-bm25(words, 1.0, {CONTEXT_WEIGHT}, 0.0)"
_SEARCH = f"SELECT rowid, {_SCORE} FROM words WHERE words MATCH ? ORDER BY {_SCORE} DESC LIMIT ?"  # noqa: S608  (no outer text)
_WORD = f"SELECT ?, rowid, {_SCORE} FROM words WHERE words MATCH ?"  # noqa: S608
# The sign keeps SQLite from asking the index anew for each row.
_THESE = " AND +rowid IN (SELECT value FROM json_each(?))"
_SCORES = f"SELECT rowid, {_SCORE} FROM words WHERE words MATCH ?{_THESE}"  # noqa: S608
_HAVING = f"SELECT rowid FROM words WHERE words MATCH ?{_THESE}"  # noqa: S608
_NEWEST = "SELECT rowid FROM words ORDER BY rowid DESC LIMIT 1"
_OTHERS = "SELECT 1 FROM owners WHERE id != ? LIMIT 1"
_COUNT = "SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH ? LIMIT ?)"
_SPREAD = (
    "SELECT value, (SELECT count(*) FROM (SELECT 1 FROM words WHERE words MATCH "
    "'{content context}: \"' || value || '\"' AND rowid > ? LIMIT ?)) FROM json_each(?)"
)


class WordSearch:
    """The words of one question, looked up among one owner's rows; what is counted is counted once."""

    def __init__(self, connection: Connection, owner: int, query: str) -> None:
        self._connection = connection
        self._owner = owner
        self._wanted = query_words(query)

    def best(self, limit: int) -> list[tuple[int, float]]:
        """The rows that share most.

        Returns:
            (sequence number, BM25 score > 0), best first, at most `limit`. No words, no rows.
        """
        if not self._wanted:
            return []
        if self._own_rows:
            ordered = sorted(self._own_scores.items(), key=lambda pair: (-pair[1], pair[0]))
            return ordered[:limit]
        return [(seq, score) for seq, score in self._ask(_SEARCH, self._match(), limit)]

    def scores(self, seqs: Sequence[int]) -> dict[int, float]:
        """The scores of certain rows; one that shares no word is missing."""
        if not self._wanted or not seqs:
            return {}
        if self._own_rows:
            return {seq: self._own_scores[seq] for seq in seqs if seq in self._own_scores}
        return dict(self._ask(_SCORES, self._match(), json.dumps(seqs)))

    def having(self, names: Iterable[str], seqs: Collection[int]) -> dict[int, int]:
        """How many of these words of the query each of certain rows has among its own.

        A word of more than `MOST_ROWS` rows of a large owner counts for none: it tells nothing apart.
        """
        counts: dict[int, int] = {}
        given = json.dumps(list(seqs))
        for word in names:
            if self._own_rows or self._spread.get(word, MOST_ROWS + 1) <= MOST_ROWS:
                match = f'owner: "{owner_token(self._owner)}" AND content: "{word}"'
                for (seq,) in self._ask(_HAVING, match, given):
                    counts[seq] = counts.get(seq, 0) + 1
        return counts

    @cached_property
    def _rows(self) -> int:
        """About how many rows the home has: the number of the newest."""
        found = self._ask(_NEWEST)
        return int(found[0][0]) if found else 0

    @cached_property
    def _spread(self) -> dict[str, int]:
        """How many rows of the home have each word, counted up to one more than `MOST_ROWS`."""
        return self._counted(self._wanted, MOST_ROWS + 1)

    @cached_property
    def _own_rows(self) -> int:
        """How many rows the owner has, when that is little of a home that others share; else 0."""
        if self._rows < FEW_ROWS or not self._ask(_OTHERS, self._owner):
            return 0
        most = min(MOST_ROWS, self._rows // 2)
        [(own,)] = self._ask(_COUNT, f'owner: "{owner_token(self._owner)}"', most + 1)
        return int(own) if own <= most else 0

    @cached_property
    def _own_scores(self) -> dict[int, float]:
        """BM25 with each word weighed by how few of this owner's rows have it."""
        spread = {word: rows for word, rows in self._spread_in_home().items() if rows}
        if not spread:
            return {}
        given = [part for word in spread for part in (word, self._match([word]))]
        found: dict[str, list[tuple[int, float]]] = {}
        for word, seq, score in self._ask(" UNION ALL ".join([_WORD] * len(spread)), *given):
            found.setdefault(word, []).append((seq, score))
        scores: dict[int, float] = {}
        for word, parts in found.items():
            scale = _rarity(len(parts), self._own_rows) / _rarity(spread[word], self._rows)
            for seq, score in parts:
                scores[seq] = scores.get(seq, 0.0) + scale * score
        return scores

    def _spread_in_home(self) -> dict[str, int]:
        """How many rows have each word: exact for rare words, else as in the newest rows."""
        spread = self._counted(self._wanted, COUNTED_ROWS + 1)
        frequent = [word for word, rows in spread.items() if rows > COUNTED_ROWS]
        if not frequent:
            return spread
        sample = self._counted(frequent, SAMPLE_ROWS, after=self._rows - SAMPLE_ROWS)
        share = self._rows / min(self._rows, SAMPLE_ROWS)
        return spread | {w: max(COUNTED_ROWS, round(n * share)) for w, n in sample.items()}

    @cached_property
    def _telling(self) -> list[str]:
        """The words that tell rows apart at little cost; all, when they are all frequent.

        BM25 gives a word that stands in more than half of all rows a weight of one millionth, so
        leaving it out changes no order and saves a walk through all these rows.
        """
        if self._rows < FEW_ROWS:
            return self._wanted
        half = self._rows // 2
        for most in (min(MOST_ROWS, half), half):
            spread = self._spread if most <= MOST_ROWS else self._counted(self._wanted, half + 1)
            telling = [word for word in self._wanted if 0 < spread[word] <= most]
            if telling:
                return telling
        return self._wanted

    def _counted(self, words: Sequence[str], most: int, after: int = 0) -> dict[str, int]:
        """How many rows after a row have each word, counted up to `most`."""
        return {word: int(n) for word, n in self._ask(_SPREAD, after, most, json.dumps(words))}

    def _match(self, words: Iterable[str] | None = None) -> str:
        """An FTS5 query. Every word is quoted, so that nothing a person types is an operator."""
        either = " OR ".join(f'"{word}"' for word in words or self._telling)
        return f'owner: "{owner_token(self._owner)}" AND ({{content context}}: ({either}))'

    def _ask(self, statement: str, *given: object) -> list[tuple[Any, ...]]:
        return self._connection.exec_driver_sql(statement, given).all()  # type: ignore[return-value]


def _rarity(having: int, rows: int) -> float:
    """Inverse document frequency as FTS5 has it, never below its floor of one millionth."""
    return max(1e-6, math.log((rows - having + 0.5) / (having + 0.5)) if rows > having else 0.0)
