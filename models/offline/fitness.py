"""Does a found memory answer the question? Only what fits is quoted.

A search always finds something near; near is not enough. What is asked about must stand in the
memory (see `coverage`), or the memory must say something under the very topic that was asked for.
"""

import re
from dataclasses import dataclass

from models.offline.conflicts import (
    NEARLY_ALL,
    is_mere_namesake,
    is_of_other_person,
    is_other_attribute,
)
from models.offline.coverage import covered_share, has_head, misses_name
from models.offline.facts import Talk, supposes
from models.offline.query import Query
from models.offline.requests import forgets, remember_request
from models.offline.results import Found
from models.offline.sentences import clauses, sentences
from models.offline.statements import statement_facts
from models.offline.text import plain, tidy
from models.offline.wrapping import is_question

ATTRIBUTE_SHARE = 0.6
"""Share of what is asked for that a memory must cover to answer a pointed question."""

SUBJECT_SHARE = 0.5
"""The same for a question about a subject at large."""

PARTS = ((0.4, 0.42),)
"""A memory that covers only such a share must be this near as well."""

NEAR = 0.37
"""Cosine from which a memory may answer a question about a subject without sharing a word. Measured
with the bundled embedder on 28 statements and subjects: half of the fitting pairs reach it, 2 in 1,000
of the others."""

NEAR_DESPITE_NAME = 0.5
"""The same when a name of the question is missing: "African mountains" and Kilimanjaro."""

TELLS_TIME = 0.3
"""What naming a time is worth when a time is asked for."""

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
    """A piece of a memory that answers: what to quote, how well, and under which topics it is kept."""

    quote: str
    found: Found
    rank: float
    topics: tuple[str, ...] = ()


def best_fit(query: Query, found: Found, question: str) -> Fit | None:
    """The part of a memory that answers the question best, or None when no part fits."""
    said = [s for s in statements_in(found) if query.is_about or not supposes(plain(s))]
    fits = [fit for text in said if (fit := _fit(query, found, text, question))]
    return max(fits, key=lambda fit: fit.rank, default=None)


def statements_in(found: Found) -> list[str]:
    """What the memory says, without what was asked or only answered by this model."""
    if found.kind != "episode" and not found.content.startswith("Q: "):
        return [found.content]
    asked, _, _ = question_and_answer(found.content)
    return [
        s for s in sentences(tidy(asked)) if not is_question(plain(s)) and not forgets(plain(s))
    ]


def question_and_answer(content: str) -> tuple[str, str, bool]:
    """Both sides of an exchange as it is kept, and whether it was one."""
    found = re.match(r"^Q: (?P<q>.*?)\s+A: (?P<a>.*)$", content, re.DOTALL)
    return (found["q"], found["a"], True) if found else (content, "", False)


def _fit(query: Query, found: Found, text: str, question: str) -> Fit | None:
    topics = _topics_of(found, text)
    if any(topic in (*query.keys, *query.soft_keys) for topic in topics):
        return Fit(text, found, 3.0 + found.score, topics)
    asks_time = bool(_ASKS_TIME.match(query.search))
    if (asks_time and not _TIME.search(text)) or _is_of_other(query, topics, text):
        return None
    spoken = f"{found.topic.partition('.')[2].replace('_', ' ')} {text}".strip()
    rank = _rank(query, found, spoken, question, topics)
    return Fit(text, found, rank + (TELLS_TIME if asks_time else 0.0), topics) if rank else None


def _rank(query: Query, found: Found, spoken: str, question: str, topics: tuple[str, ...]) -> float:
    """How well the text answers by its words and its nearness; 0 when it does not."""
    share, misses_must = covered_share(query, spoken)
    names_head = has_head(query, spoken) or (share >= NEARLY_ALL and query.kind != "name")
    if misses_must or _is_other(query, topics, share) or not names_head:
        return 0.0
    if misses_name(question, query, spoken):
        return found.score if query.is_about and found.score >= NEAR_DESPITE_NAME else 0.0
    needed = SUBJECT_SHARE if query.is_about else ATTRIBUTE_SHARE
    if share >= needed or any(share >= part and found.score >= near for part, near in PARTS):
        return 1.0 + share + 0.2 * found.score
    return found.score if query.is_about and found.score >= NEAR else 0.0


def _is_of_other(query: Query, topics: tuple[str, ...], text: str) -> bool:
    return not query.is_about and any(
        is_of_other_person(key, topic, text) or is_mere_namesake(key, topic)
        for key in query.keys
        for topic in topics
    )


def _is_other(query: Query, topics: tuple[str, ...], share: float) -> bool:
    return share < NEARLY_ALL and any(
        is_other_attribute(key, topic) for key in query.keys for topic in topics
    )


def _topics_of(found: Found, text: str) -> tuple[str, ...]:
    """The topics under which what the text says is kept, by the rules of saving."""
    if found.topic:
        return (found.topic,)
    request, talk = remember_request(plain(text)), Talk()
    said = request.content if request and request.content else text
    facts = [f for c in clauses(said) for f in statement_facts(plain(c), c, talk)]
    return tuple(f.topic for f in facts if f.topic)
