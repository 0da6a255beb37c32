"""Does a found memory answer the question? Only what fits is quoted.

A search always finds something near; near is not enough. What is asked about must stand in the
memory (as the same word, an inflection, a near word, or a thing of the wanted sort), or the memory
must say something under the very topic that was asked for.
"""

import re
from dataclasses import dataclass

from models.offline.facts import Talk
from models.offline.kinds import is_kind_in, like_words, narrower
from models.offline.lexicon import PETS, PROJECT_NOUNS, RELATIONS, synonyms
from models.offline.questions import Query
from models.offline.results import Found
from models.offline.sentences import clauses, sentences
from models.offline.statements import statement_facts
from models.offline.text import plain, tidy
from models.offline.words import is_alike, singular, stem, words_of

_GENERIC = frozenset(
    stem(w)
    for w in (
        "name number date day place year month city town country kind person people company size code type color "
        "favorite word work job old many long use live born call question talk week morning evening hour minute "
        "list plan idea project team app place spot item piece one two three new main current allowed happen "
        "happened visit stay answer answers decide decided choose chosen pick picked prefer feel think rule rules thought opinion home"
    ).split()
)
_GENERIC_WEIGHT = 0.4
ATTRIBUTE_SHARE = 0.6
"""Share of what is asked for that a memory must cover to answer a pointed question."""

SUBJECT_SHARE = 0.5
"""The same for a question about a subject at large."""

NEAR = 0.37
"""Cosine from which a memory may answer a question about a subject without sharing a word. Measured
with the bundled embedder on 28 statements and subjects: half of the fitting pairs reach it, 2 in 1,000
of the others."""
NEAR_DESPITE_NAME = 0.5
"""The same when a name of the question is missing: "African mountains" and Kilimanjaro."""

_EATEN = {
    "eat": ("food",),
    "drink": ("drink",),
    "cook": ("food",),
    "play": ("instrument", "sport", "game"),
    "wear": ("color",),
}
"""What a verb takes: "what do I eat" is answered by soup."""

_HEADS = frozenset(
    "name color size age birthday phone email password code job number breed price salary height weight plate license_plate pin brand".split()
)
"""Attributes of a thing that a memory must name itself: that there is a car says nothing about its color."""

PARTS = ((0.3, 0.5), (0.45, 0.42))
"""A memory that covers only such a share must be this near as well."""

_TIME = re.compile(
    r"\d|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|\bmay\b|june|july|august|september|october|november|december|"
    r"tomorrow|today|tonight|week|month|year|day|noon|midnight|morning|evening|night|summer|winter|spring|autumn|christmas|easter|o'clock|hour|always|never|often|rarely|daily|soon|\bwhile\b|\bwhen\b|\bduring\b|\bafter\b|\bbefore\b|\buntil\b|\bever\b",
    re.IGNORECASE,
)
_ASKS_TIME = re.compile(
    r"^(?:when|what time|at what time|what day|which day|what date|how often|what year|which year)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Fit:
    """A piece of a memory that answers: what to quote, how well, and under which topic it is kept."""

    quote: str
    found: Found
    rank: float
    topics: tuple[str, ...] = ()


def best_fit(query: Query, found: Found, question: str) -> Fit | None:
    """The part of a memory that answers the question best, or None when no part fits."""
    fits = [fit for text in statements_in(found) if (fit := _fit(query, found, text, question))]
    return max(fits, key=lambda fit: fit.rank, default=None)


def statements_in(found: Found) -> list[str]:
    """What the memory says, without what was asked or only answered by this model."""
    if found.kind != "episode" and not found.content.startswith("Q: "):
        return [found.content]
    asked, _, _ = question_and_answer(found.content)
    return [s for s in sentences(tidy(asked)) if not s.rstrip("\"') ").endswith("?")]


def question_and_answer(content: str) -> tuple[str, str, bool]:
    """Both sides of an exchange as it is kept, and whether it was one."""
    found = re.match(r"^Q: (?P<q>.*?)\s+A: (?P<a>.*)$", content, re.DOTALL)
    return (found["q"], found["a"], True) if found else (content, "", False)


def covered_share(query: Query, text: str) -> tuple[float, bool]:
    """The share of what is asked about that the text covers, and whether a must is missing."""
    has = {stem(w) for w in words_of(plain(text))}
    wanted = set(query.kind.split("_"))
    is_of_kind = bool(query.kind) and is_kind_in(query.kind, text)
    total = covered = 0.0
    misses_must = False
    for word in query.focus:
        root = stem(word)
        weight = _GENERIC_WEIGHT if root in _GENERIC else 1.0
        total += weight
        if is_covered(word, has, text) or (is_of_kind and singular(word) in wanted):
            covered += weight
        elif singular(word) in RELATIONS | PETS or word.isdigit():
            misses_must = True
    return (covered / total if total else 0.0), misses_must


def is_covered(word: str, stems: set[str], text: str) -> bool:
    """Whether the word, a form or near word of it, or a thing of its sort stands in the text."""
    root = stem(word)
    if any(is_alike(root, other) for other in stems):
        return True
    if stems & like_words(root) and singular(word) not in RELATIONS:
        return True
    noun = singular(word)
    if any(is_kind_in(kind, text) for kind in _EATEN.get(root, ())):
        return True
    return is_kind_in(noun, text) or any(stem(n) in stems for n in narrower(noun))


def _fit(query: Query, found: Found, text: str, question: str) -> Fit | None:
    topics = _topics_of(found, text)
    spoken = f"{_key_words(found.topic)} {text}" if found.topic else text
    if _is_meant(query, topics):
        return Fit(text, found, 3.0 + found.score, topics)
    if _ASKS_TIME.match(query.search) and not _TIME.search(text):
        return None
    share, misses_must = covered_share(query, spoken)
    if not query.is_about and any(
        _is_of_other_person(key, topic, text) for key in query.keys for topic in topics
    ):
        return None
    if misses_must:
        return None
    if _misses_name(question, query, spoken):
        is_near = query.is_about and found.score >= NEAR_DESPITE_NAME
        return Fit(text, found, found.score, topics) if is_near else None
    if _is_other_attribute(query, topics, share):
        return None
    if query.keys and query.kind in _HEADS and not _has_head(query.kind, spoken):
        return None
    needed = SUBJECT_SHARE if query.is_about else ATTRIBUTE_SHARE
    if share >= needed or any(share >= s and found.score >= n for s, n in PARTS):
        told = 0.3 if _ASKS_TIME.match(query.search) and _TIME.search(text) else 0.0
        return Fit(text, found, 1.0 + share + told + 0.2 * found.score, topics)
    if query.is_about and found.score >= NEAR:
        return Fit(text, found, found.score, topics)
    return None


def _has_head(kind: str, text: str) -> bool:
    if kind == "name":
        return bool(re.search(r"\b(?:names?|named|called)\b|\w,? [A-Z][a-z]", text))
    if kind in ("number", "code", "pin", "phone", "plate", "age") and re.search(r"\d", text):
        return True
    has = {stem(w) for w in words_of(plain(text))}
    return any(is_covered(part, has, text) for part in kind.split("_"))


def _is_meant(query: Query, topics: tuple[str, ...]) -> bool:
    wanted = (*query.keys, *query.soft_keys)
    return any(t in wanted for t in topics)


def _is_other_attribute(query: Query, topics: tuple[str, ...], share: float) -> bool:
    """A statement known to be about something else answers only when every asked word stands in it."""
    return share < 0.99 and any(_conflict(key, topic) for key in query.keys for topic in topics)


def _is_of_other_person(asked: str, told: str, text: str) -> bool:
    """Whether the told key is about somebody whom the question does not name, nor the text by name."""
    tail = set(told.partition(".")[2].split("_"))
    named = [w for w in asked.partition(".")[2].split("_") if w not in tail]
    if any(w in {singular(x.casefold()) for x in words_of(text)} for w in named):
        return False
    words = told.partition(".")[2].removesuffix("_preference").split("_")
    others = RELATIONS if told.endswith("_preference") else RELATIONS | PETS
    return len(words) > 1 and words[0] in others and words[0] not in asked


def _conflict(asked: str, told: str) -> bool:
    """Whether two keys are known to be different attributes: shoe size and shirt size, dog and cat."""
    if asked == told or told.startswith(f"{asked}_"):
        return False
    one, other = (k.partition(".")[2].removesuffix("_preference").split("_") for k in (asked, told))
    missing, extra = set(one) - set(other), set(other) - set(one)
    if one[-1] == other[-1]:
        return bool(missing and extra)
    known = set(synonyms().values()) | PROJECT_NOUNS
    return any("_".join(one[-n:]) in known for n in (1, 2)) and any(
        "_".join(other[-n:]) in known for n in (1, 2)
    )


def _topics_of(found: Found, text: str) -> tuple[str, ...]:
    if found.topic:
        return (found.topic,)
    talk = Talk()
    facts = [f for c in clauses(_without_request(text)) for f in statement_facts(plain(c), c, talk)]
    return tuple(f.topic for f in facts if f.topic)


def _without_request(text: str) -> str:
    from models.offline.requests import remember_request

    request = remember_request(plain(text))
    return request.content if request and request.content else text


def _misses_name(question: str, query: Query, text: str) -> bool:
    """A name in the question (a capital inside it) must stand in the memory, or a form of it."""
    has = {stem(w) for w in words_of(text)}
    names = [w for w in words_of(question)[1:] if w[:1].isupper() and w.casefold() in query.focus]
    return any(not any(is_alike(stem(n), other) for other in has) for n in names)


def _key_words(topic: str) -> str:
    return topic.partition(".")[2].replace("_", " ")
