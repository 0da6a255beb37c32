"""Sentences of plain text, and which of them ask something. Rough on purpose: English, no model."""

import re
from collections.abc import Iterator

_TYPOGRAPHY = str.maketrans({0x2019: "'", 0x2018: "'", 0x2013: "-", 0x2014: "-"})
"""Curly apostrophes, en and em dash."""

_SPELLED_OUT = (
    (re.compile(r"\bcan't\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwon't\b", re.IGNORECASE), "will not"),
    (re.compile(r"(?<=\w)n't\b", re.IGNORECASE), " not"),
    (re.compile(r"(?<=\w)'ve\b", re.IGNORECASE), " have"),
    (re.compile(r"(?<=\w)'ll\b", re.IGNORECASE), " will"),
    (re.compile(r"\bI'm\b", re.IGNORECASE), "I am"),
    (
        re.compile(r"\b(it|that|this|everything|what|who|where|when|how)'s\b", re.IGNORECASE),
        r"\1 is",
    ),
)

_SPLIT = re.compile(r"(?<=[.!?…])[\"')\]\u201d\u2019]*\s+|\n+")
_CLOSING = "\"')]\u201d\u2019 "

_GREETING = re.compile(
    r"^(?:(?:hi|hello|hey|good (?:morning|evening|afternoon)|thanks?(?: you)?|thx|please|ok(?:ay)?|"
    r"so|well|and|but|um+|sorry|by the way|btw|bye|goodbye|"
    r"good night|see you|cheers|mnemon|there)\b[\s,!.…-]*)+",
    re.IGNORECASE,
)
_ASKS = re.compile(
    r"^(?:what|which|who|whom|whose|when|where|why|how|whats|do|does|did|am|is|are|was|were|can|"
    r"could|will|would|should|shall|may|might|has|have|had|"
    r"(?:please )?(?:tell|remind|show|recall|list|look up|search|find|say)\b(?! me to\b)|"
    r"you (?:remember|know|recall)|any(?:thing)? (?:idea|about)|"
    r"remember (?:what|which|who|when|where|how|why|anything)\b)\b",
    re.IGNORECASE,
)


def plain_english(text: str) -> str:
    """The text without typography, emphasis marks and contractions ("I've" is "I have")."""
    plain = re.sub(r"[*_#]+", "", text.translate(_TYPOGRAPHY))
    for pattern, words in _SPELLED_OUT:
        plain = pattern.sub(words, plain)
    return plain


def sentence_ends(text: str, start: int = 0) -> Iterator[int]:
    """Where the sentences end that begin at `start` or later and are complete, blanks included."""
    return (found.end() for found in _SPLIT.finditer(text, start))


def sentences(text: str) -> list[str]:
    """The sentences of a text in order, without outer blanks; lines end sentences too."""
    return [s for part in _SPLIT.split(text) if (s := part.strip())]


def is_question(sentence: str) -> bool:
    """Whether one sentence asks, by its mark or by how it begins. Asking to be told is asking."""
    plain = _GREETING.sub("", plain_english(sentence)).strip()
    return sentence.rstrip(_CLOSING).endswith("?") or bool(_ASKS.match(plain))


def only_asks(text: str) -> bool:
    """Whether a message does nothing but ask: each sentence is a question or a greeting."""
    told = _telling(text)
    return bool(told) and all(map(is_question, told))


def only_greets(text: str) -> bool:
    """Whether nothing is said but hello, thanks or the like."""
    return bool(text.strip()) and not _telling(text)


def _telling(text: str) -> list[str]:
    """The sentences without those that only greet."""
    return [s for s in sentences(text) if _GREETING.sub("", s).strip(" .!…,")]
