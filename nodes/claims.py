"""Does an answer say that something was saved, or forgotten? Pure, by rules, in seven languages.

For a turn without a receipt: a sentence such as "I've saved that" is then untrue and gets
corrected. Told apart from it are denials, offers, questions, quotations, what others did, what
happened in the past, and what is not memory ("I've updated the function"). A promise ("I'll
remember that") counts as a claim: who reads it takes the thing as kept.
"""

import re
from collections.abc import Sequence

from core.state import SavedReceipt
from nodes.claim_contents import unreceipted
from nodes.claim_germanic import DUTCH, GERMAN
from nodes.claim_romance import FRENCH, ITALIAN, PORTUGUESE, SPANISH
from nodes.claim_words import ENGLISH, FORGETTING, FORMER
from nodes.sentences import is_question, plain_english, sentences
from nodes.tongue import Tongue

TONGUES: tuple[Tongue, ...] = (ENGLISH, GERMAN, DUTCH, FRENCH, SPANISH, ITALIAN, PORTUGUESE)

_QUOTED = re.compile(
    r"```.*?```|`[^`\n]*`|\"[^\"\n]*\"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»|"
    r"(?<!\w)'[^'\n]*'(?!\w)|(?<!\w)‘[^’\n]*’(?!\w)",
    re.DOTALL,
)
_RETOLD = re.compile(r"^\s*(?:>|\d+\.\s*\(relevance:|\[Memory|.*\bQ: .*\bA: )")
"""Lines that repeat memory word for word: block quotes, search results, old exchanges."""

_PICTURE = re.compile(
    r"[ \t]*[\u2190-\u21ff\u2300-\u23ff\u2500-\u27bf\u2b00-\u2bff\u200d\ufe0f\U0001f000-\U0001faff]+[ \t]*"
)
"""Emoji, check marks, arrows."""

_BULLET = re.compile(
    r"^[\s.]*[\[(]*(?:[-•·–]|\d{1,2}[.)]|\[[ xX]\])\s+|^[\s.]*[\[(]+", re.MULTILINE
)

_ITEM = re.compile(r"\s*(?:[-*•·–]|\d{1,2}[.)])\s+")

_OPENED = re.compile(r"[\"“”„«»`]([\w .@:+/-]{1,60}?)[\"“”„«»`]")
"""A quotation so short that it is a value, in a claim about what was saved."""

_BLANK = "…\u2060"
"""In place of a quotation: an ellipsis that ends no sentence, since no blank is behind it."""

_POLITE = re.compile(
    r"\b(?:no (?:problem|worries|doubt)|not a problem|why not|pode deixar|não se preocupe|"
    r"no te preocupes|no hay problema|kein problem|geen probleem)\b",
    re.IGNORECASE,
)
"""A no that denies nothing."""

MAX_CHECKED_CHARS = 20_000
"""No honest answer claims a save behind so much text, and patterns must not be fed a book."""

_NEXT_CLAUSE = re.compile(
    r";|,?\s+(?:but|aber|maar|mais|pero|ma|però|mas)\s+|,\s+(?:however|sondern),?\s+", re.IGNORECASE
)


def unproved_claims(answer: str, receipts: Sequence[SavedReceipt], question: str = "") -> list[str]:
    """The claims of an answer for which this turn has no receipt.

    A receipt proves a save of what it holds, never that something was forgotten: no tool of the
    model does that.

    Args:
        answer: What the model said, in words.
        receipts: The commits of the turn.
        question: The user's message; what a claim names of it must stand in a receipt.

    Returns:
        Sentences in order; [] when the answer is honest.
    """
    if not receipts:
        return claimed_saves(answer)
    claims = _claims_of(_with_lists(_OPENED.sub(r"\1", answer[:MAX_CHECKED_CHARS])))
    forgotten = [s for s in claims if FORGETTING.search(s) and not FORMER.search(s)]
    others = unreceipted([s for s in claims if s not in forgotten], question, receipts)
    return [s for s in claims if s in forgotten or s in others]


def claimed_saves(answer: str) -> list[str]:
    """The sentences of an answer which say that something was, or will be, kept in memory.

    Args:
        answer: What the model said, in words.

    Returns:
        Sentences in order, quotations blanked, contractions spelled out; [] when none claims.
    """
    return _claims_of(answer[:MAX_CHECKED_CHARS])


def _claims_of(text: str) -> list[str]:
    lines = [line for line in _QUOTED.sub(_BLANK, text).splitlines() if not _RETOLD.match(line)]
    plain = _POLITE.sub("", plain_english(_without_symbols("\n".join(lines))))
    tongues = [tongue for tongue in TONGUES if tongue.stems.search(plain)]
    if not tongues:
        return []
    return [s for s in sentences(plain) if not is_question(s) and _claims(s, tongues)]


def claim_word(text: str) -> int:
    """Where the first word stands without which there is no claim; the end when there is none."""
    found = (tongue.stems.search(text) for tongue in TONGUES)
    return min((match.start() for match in found if match), default=len(text))


def _with_lists(text: str) -> str:
    """The text with each list behind a colon as a part of that sentence."""
    joined: list[str] = []
    for line in text.splitlines():
        item = _ITEM.match(line)
        if item and joined and (joined[-1].rstrip().endswith(":") or joined[-1].endswith("\u2060")):
            joined[-1] = f"{joined[-1].rstrip()}, {line[item.end() :]} \u2060"
        elif line.strip():
            joined.append(line)
    return "\n".join(joined)


def _without_symbols(text: str) -> str:
    """The text without pictures and bullets: a picture before a capital ends a sentence."""
    pictured = _PICTURE.sub(lambda found: ". " if _begins(text, found.end()) else " ", text)
    return _BULLET.sub("", pictured)


def _begins(text: str, position: int) -> bool:
    """Whether a sentence begins behind a picture that stands behind a word."""
    return text[position : position + 1].isupper()


def _claims(sentence: str, tongues: Sequence[Tongue]) -> bool:
    """Whether any clause of the sentence is a claim: "I can't open files, but I noted that" is."""
    clauses = _NEXT_CLAUSE.split(sentence)
    return any(
        not _is_something_else(clause, match, tongue)
        for tongue in tongues
        if tongue.stems.search(sentence)
        for clause in clauses
        for pattern in tongue.claims
        for match in pattern.finditer(clause)
    )


def _is_something_else(clause: str, match: re.Match[str], tongue: Tongue) -> bool:
    """Whether the words around the verb make it a denial, a supposition, history or no memory."""
    said = match.group()
    is_label = said.rstrip().endswith(":")  # what follows "Noted:" was noted, and denies nothing
    tail = "" if is_label else tongue.content.split(clause[match.end() :], maxsplit=1)[0]
    before = clause[: match.start()] if tongue.forgets.search(said) else clause[: match.end()]
    if tongue.denied.search(before) or tongue.supposed.search(before):
        return True
    if tongue.denied.match(tail.lstrip()) or tongue.denied_behind.search(tail):
        return True
    when = before if tongue.present.search(said) else before + tail
    about = clause if tongue.is_about_all else said + tail
    return bool(tongue.history.search(when) or tongue.not_memory.search(about))
