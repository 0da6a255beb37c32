"""The answer to a question: the fitting memories quoted, newest values only, or that there is none."""

from collections.abc import Sequence

from models.offline.acts import Ask
from models.offline.answers import MORE, OWN_OPENINGS, told_exchange, told_fit, told_topic, unknown
from models.offline.coverage import covered_share
from models.offline.findings import Results, current_values, fits_in, kept_under
from models.offline.fitness import Fit, best_fit, question_and_answer
from models.offline.query import Query
from models.offline.results import Found
from models.offline.text import says_same

QUOTED_ONE = 2
"""Memories quoted in answer to a pointed question, and …"""

QUOTED_MANY = 4
"""… to one about a subject or a list; …"""

QUOTED_ALL = 10
"""… to one about everything."""

CLOSE = 0.5
"""A memory that fits so much worse than the best one is not quoted beside it."""

EXCHANGE_SHARE = 0.75
EXCHANGE_NEAR = 0.4
"""An old question and its answer are retold when they cover so much and are so near."""

_LISTS = ("allergy", "spoken_language", "fear", "hobby", "diet", "child", "pet")


def answered(ask: Ask, results: Results, earlier: Sequence[str]) -> str:
    """The answer from what the tools found, else from what was said earlier in the conversation."""
    lines = _told(ask, results) or _told_earlier(ask, earlier)
    if not lines:
        return unknown(ask.query, is_personal=ask.is_personal)
    return "\n".join([*lines, MORE] if ask.query.everything else lines)


def _told(ask: Ask, results: Results) -> list[str]:
    query = ask.query
    kept = kept_under(query, results)
    if kept:
        return [told_topic(found) for found in kept[:QUOTED_ONE]]
    found = fits_in(ask, results)
    fits = [fit for fit in found if not _is_outdated(fit, results)]
    fits = sorted([*_led_to(found, fits, results), *fits], key=lambda fit: -round(fit.rank, 3))
    if fits and not (query.is_about or query.everything):
        fits = [fit for fit in fits if fit.rank >= fits[0].rank - CLOSE]
    lines = [told_fit(fit) for fit in _distinct(fits)[: _limit(query)]]
    return lines or _exchanges(ask, results)[:1]


def _told_earlier(ask: Ask, earlier: Sequence[str]) -> list[str]:
    said = [Found(f"Q: {text}\nA: -", kind="episode") for text in reversed(earlier)]
    fits = [fit for found in said if (fit := best_fit(ask.query, found, ask.question))]
    return [f'You said earlier in this conversation: "{fit.quote.strip()}"' for fit in fits[:1]]


def _limit(query: Query) -> int:
    if query.everything:
        return QUOTED_ALL
    is_list = any(key.rpartition(".")[2] in _LISTS for key in query.keys)
    return QUOTED_MANY if query.is_about or is_list else QUOTED_ONE


def _is_outdated(fit: Fit, results: Results) -> bool:
    """Whether the topic this was kept under has another value now, or a later note corrects it."""
    if fit.found.kind == "topic":
        return False
    if any(not says_same(now.content, fit.quote) for now in current_values(fit, results)):
        return True
    notes = (f for result in results.values() for f in result.found if f.content != fit.quote)
    return any(_corrects(note.content, fit.quote) for note in notes)


def _corrects(note: str, quote: str) -> bool:
    opening, _, rest = note.partition('"')
    return opening == "Correction to " and says_same(quote, rest.partition('"')[0])


def _led_to(found: list[Fit], shown: list[Fit], results: Results) -> list[Fit]:
    """The newest values of topics that fitting exchanges were kept under, unless shown already."""
    known = {fit.found.topic for fit in shown}
    values = [
        now for fit in found if fit.found.kind != "topic" for now in current_values(fit, results)
    ]
    return [
        Fit(now.content, now, 2.5, (now.topic,))
        for now in values
        if now.topic not in known and not any(says_same(now.content, fit.quote) for fit in shown)
    ]


def _distinct(fits: Sequence[Fit]) -> list[Fit]:
    kept: list[Fit] = []
    for fit in fits:
        topic = fit.found.topic
        is_told = any(
            says_same(fit.quote, other.quote) or (topic and topic == other.found.topic)
            for other in kept
        )
        if not is_told:
            kept.append(fit)
    return kept


def _exchanges(ask: Ask, results: Results) -> list[str]:
    """Old questions that fit and were answered by a real model, not by this one."""
    found = (memory for result in results.values() for memory in result.found)
    return [told_exchange(memory) for memory in found if _is_answer(memory, ask.query)]


def _is_answer(found: Found, query: Query) -> bool:
    asked, answer, is_exchange = question_and_answer(found.content)
    if not is_exchange or not asked.rstrip().endswith("?") or answer.startswith(OWN_OPENINGS):
        return False
    share, misses_must = covered_share(query, f"{asked} {answer}")
    return share >= EXCHANGE_SHARE and not misses_must and found.score >= EXCHANGE_NEAR
