"""Does an answer say that something was saved? Pure, English, by rules.

For a turn without any receipt: a sentence such as "I've saved that" is then untrue and gets
corrected. Told apart from it are denials, offers, questions, quotations, what others did, what
happened in the past, and what is not memory ("I've updated the function"). A promise ("I'll
remember that") counts as a claim: who reads it takes the thing as kept.
"""

import re

from nodes.claim_words import (
    CLAIMS,
    CONTENT,
    DENIED,
    FORGETS,
    HISTORY,
    NOT_MEMORY,
    PRESENT,
    SUPPOSED,
)
from nodes.sentences import is_question, plain_english, sentences

_QUOTED = re.compile(r"```.*?```|`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”|«[^»\n]*»", re.DOTALL)
_RETOLD = re.compile(r"^\s*(?:>|\d+\.\s*\(relevance:|\[Memory|.*\bQ: .*\bA: )")
"""Lines that repeat memory word for word: block quotes, search results, old exchanges."""

_POLITE = re.compile(r"\b(?:no (?:problem|worries|doubt)|not a problem|why not)\b", re.IGNORECASE)
"""A no that denies nothing."""

MAX_CHECKED_CHARS = 20_000
"""No honest answer claims a save behind so much text, and patterns must not be fed a book."""

_NEXT_CLAUSE = re.compile(r";|,?\s+but\s+|,\s+however,?\s+")


def claimed_saves(answer: str) -> list[str]:
    """The sentences of an answer which say that something was, or will be, kept in memory.

    Args:
        answer: What the model said, in words.

    Returns:
        Sentences in order, quotations blanked, contractions spelled out; [] when none claims.
    """
    text = answer[:MAX_CHECKED_CHARS]
    lines = [line for line in _QUOTED.sub("…", text).splitlines() if not _RETOLD.match(line)]
    plain = _POLITE.sub("", plain_english("\n".join(lines)))
    return [s for s in sentences(plain) if not is_question(s) and _claims(s)]


def _claims(sentence: str) -> bool:
    """Whether any clause of the sentence is a claim: "I can't open files, but I noted that" is."""
    return any(
        not _is_something_else(clause, match)
        for clause in _NEXT_CLAUSE.split(sentence)
        for pattern in CLAIMS
        for match in pattern.finditer(clause)
    )


def _is_something_else(clause: str, match: re.Match[str]) -> bool:
    """Whether the words around the verb make it a denial, a supposition, history or no memory."""
    said, tail = match.group(), CONTENT.split(clause[match.end() :], maxsplit=1)[0]
    before = clause[: match.start()] if FORGETS.search(said) else clause[: match.end()]
    if DENIED.search(before) or SUPPOSED.search(before) or DENIED.match(tail.lstrip()):
        return True
    when = before if PRESENT.search(said) else before + tail
    return bool(HISTORY.search(when) or NOT_MEMORY.search(said + tail))
