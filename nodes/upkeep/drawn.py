"""Facts as a model drew them from a message: read from its answer, and held against the message.

A fact is kept only when the user's own words say it: a model that reads something into them, or takes
it from what the user pasted, is not believed.
"""

import json
import re
from dataclasses import dataclass
from typing import Any

from core.errors import InvalidInput
from nodes.sentences import is_question, plain_english, sentences

MOST_FACTS = 5
"""Of one exchange: more is a summary of it."""

LONGEST_FACT_CHARS = 300

LEAST_SUPPORT = 0.6
"""Of a fact's telling words that must stand in the user's own."""

_LIST = re.compile(r"\[.*\]", re.DOTALL)
_FENCE = re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL)
_QUOTED_LINE = re.compile(r"^[ \t]*(?:>|\|).*$", re.MULTILINE)
_QUOTATION = re.compile(r"[\"“„«][^\"”“»]{15,}?[\"”“»]")
_WORD = re.compile(r"[^\W_]+(?:[.@'-][^\W_]+)*")
_UNSAID = re.compile(
    r"\b(?:if|suppose|imagine|pretend|what if|would|might|maybe|perhaps|could|wonder\w*|he said|she said|"
    r"they said|says that|told me)\b",
    re.IGNORECASE,
)
_NEGATION = re.compile(
    r"\b(?:not|no|never|none|nothing|neither|nor|without|nicht|kein\w*|nie|pas|jamais|nunca|non|geen|niet)\b",
    re.IGNORECASE,
)
_ORDER = re.compile(
    r"^(?:please )?(?:always|never|ignore|remember to|from now on|do not|you (?:must|should|are)|"
    r"when (?:asked|the user)|recommend|tell|say|answer|reply|forget|act as|assistant|system)\b",
    re.IGNORECASE,
)
_OF_SOMEBODY = re.compile(r"^(?:(?:and|but|so|well|also),? )?(?:my|our) (\w+)", re.IGNORECASE)
_PLAIN_WORDS = frozenset(
    "the user users user's a an and or but is are was were be been has have had do does did i my me we our us they "
    "their them he she his her it its this that with for from not no never name named called who which in on at of "
    "to as by about am also very really currently now there lives live person".split()
)


@dataclass(frozen=True, slots=True)
class DrawnFact:
    """One fact as a model gave it, with the words it says it took it from ("" when it gave none)."""

    fact: str
    words: str = ""


def read_facts(said: str) -> list[DrawnFact]:
    """The facts in a model's answer.

    Raises:
        InvalidInput: It is no list of facts. An empty list is one; an empty answer is not.
    """
    found = _LIST.search(said)
    if found is None:
        raise InvalidInput("no JSON list")
    try:
        listed = json.loads(found.group())
    except (ValueError, RecursionError):
        raise InvalidInput("no valid JSON") from None
    return [_drawn(one) for one in listed]


def own_words(message: str) -> str:
    """What the user says in a message, without code, quoted lines and longer quotations."""
    return _QUOTATION.sub(" ", _QUOTED_LINE.sub("", _FENCE.sub("\n", message)))


def why_unsupported(drawn: DrawnFact, message: str) -> str | None:
    """Why the user's words do not say this, None when they do.

    Every name and number of the fact must stand in what the user states, and most of its other
    words; it must deny what they deny and nothing else, and be about whom they are about.
    """
    stated = [plain_english(s) for s in sentences(own_words(message)) if _is_stated(s)]
    if not stated:
        return "the message states nothing"
    fact = plain_english(drawn.fact)
    if _ORDER.search(fact):
        return "it is an instruction"
    if drawn.words and _folded(drawn.words) not in _folded(message):
        return "the words it is taken from are not there"
    said = {word for sentence in stated for word in _words(sentence)}
    if any(not _is_said(word, said) for word in _names(fact)):
        return "a name or a number of it was not said"
    telling = [word for word in _words(fact) if word not in _PLAIN_WORDS]
    known = [word for word in telling if _is_said(word, said)]
    if not telling or len(known) / len(telling) < LEAST_SUPPORT:
        return "too little of it was said"
    return _unlike(fact, _nearest(known, stated))


def _drawn(one: Any) -> DrawnFact:  # noqa: ANN401 - whatever a model wrote
    if isinstance(one, str) and one.strip():
        return DrawnFact(one.strip())
    if isinstance(one, dict) and isinstance(one.get("fact"), str) and one["fact"].strip():
        words = one.get("words")
        return DrawnFact(one["fact"].strip(), words.strip() if isinstance(words, str) else "")
    raise InvalidInput("a list of something else than facts")


def _is_stated(sentence: str) -> bool:
    return not is_question(sentence) and not _UNSAID.search(plain_english(sentence))


def _nearest(known: list[str], stated: list[str]) -> str:
    """The sentence, or the part of one, that most of the fact comes from."""
    parts = [p for s in stated for p in re.split(r"[,;:]\s+|\s+(?:and|but|although|while)\s+", s)]
    return max(parts, key=lambda part: sum(_is_said(word, set(_words(part))) for word in known))


def _unlike(fact: str, sentence: str) -> str | None:
    if bool(_NEGATION.search(fact)) != bool(_NEGATION.search(sentence)):
        return "the user said the opposite"
    whose = _OF_SOMEBODY.match(sentence)
    if whose and not _is_said(whose[1].casefold(), set(_words(fact))):
        return "the user said it of somebody else"
    return None


def _names(fact: str) -> list[str]:
    """Names and numbers of a fact: words with a capital that begin no sentence, or with a digit."""
    words = _WORD.findall(fact)
    named = [w for at, w in enumerate(words) if (w[:1].isupper() and at > 0) or _has_digit(w)]
    return [w.casefold() for w in named if w.casefold() not in _PLAIN_WORDS]


def _has_digit(word: str) -> bool:
    return any(char.isdigit() for char in word)


def _words(text: str) -> list[str]:
    return [word.casefold().removesuffix("'s") for word in _WORD.findall(text)]


def _is_said(word: str, said: set[str]) -> bool:
    """Whether a word or a form of it was said: "works" and "working" are forms of one."""
    word = word.removesuffix("'s")
    if word in said:
        return True
    if _has_digit(word) or len(word) < 4:
        return any(word == other.rstrip("s") or word.rstrip("s") == other for other in said)
    stem = word[: max(4, len(word) - 3)]
    return any(other.startswith(stem) and abs(len(other) - len(word)) <= 3 for other in said)


def _folded(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold()))
