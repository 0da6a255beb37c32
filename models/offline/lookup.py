"""How a question is looked up, step by step: its topics, then a search, then what that led to.

Stateless: every step is worked out from the question and from what the tools have answered so far
in this turn.
"""

from collections.abc import Collection, Iterator

from models.offline.acts import Ask
from models.offline.coverage import covered_share
from models.offline.findings import Results, fits_in, kept_under, search_call, topic_call
from models.offline.fitness import ATTRIBUTE_SHARE
from models.offline.query import Query
from models.offline.results import Call

FIRST_KEYS = 3
"""Topics looked up at once before anything is searched."""

FOLLOWED = 3
"""Topics looked up because a search or a miss named them; twice as many for everything."""

WHO_I_AM = ("user.name", "user.city", "user.job", "user.employer", "user.language_preference")
"""Topics looked up for "what do you know about me"."""


def next_calls(ask: Ask, results: Results, tools: Collection[str]) -> list[Call]:
    """The calls of these tools that the question still needs; [] when it can be answered."""
    for step in (_topics_or_search(ask), _search(ask, results), _follow(ask, results)):
        missing = [call for call in step if call not in results and call.name in tools]
        if missing:
            return missing
    return []


def _topics_or_search(ask: Ask) -> list[Call]:
    query = ask.query
    if query.everything:
        topics = WHO_I_AM if query.everything == "user" else ()
        return [search_call(query), *map(topic_call, topics)]
    if query.keys and not query.is_past:
        return [topic_call(key) for key in query.keys[:FIRST_KEYS]]
    return [search_call(query)]


def _search(ask: Ask, results: Results) -> list[Call]:
    """After a miss: a search, and the near keys that may answer."""
    if kept_under(ask.query, results):
        return []
    near = [topic for topic in _near(results) if _may_answer(ask.query, topic)]
    return [search_call(ask.query), *map(topic_call, near[:FOLLOWED])]


def _follow(ask: Ask, results: Results) -> list[Call]:
    """What a search hit says may be outdated: the topic it was kept under has the newest value."""
    query = ask.query
    if query.is_past or kept_under(query, results):
        return []
    hits = (fit for fit in fits_in(ask, results) if fit.found.kind != "topic")
    topics = dict.fromkeys(topic for fit in hits for topic in fit.topics)
    return [topic_call(t) for t in topics][: FOLLOWED * 2 if query.everything else FOLLOWED]


def _near(results: Results) -> Iterator[str]:
    yield from dict.fromkeys(topic for result in results.values() for topic in result.nearest)


def _may_answer(query: Query, topic: str) -> bool:
    """Whether a near key is worth a look: a part of what was asked, or its words cover it."""
    if query.everything:
        return topic.startswith(f"{query.everything}.")
    if topic in query.soft_keys or any(topic.startswith(f"{key}_") for key in query.keys):
        return True
    if any(_is_wider(topic, key) for key in query.keys):
        return True
    share, misses_must = covered_share(query, topic.partition(".")[2].replace("_", " "))
    return share >= ATTRIBUTE_SHARE and not misses_must


def _is_wider(topic: str, key: str) -> bool:
    """Whether the kept key is the asked one less a word: `user.instagram`, asked for its handle."""
    told, asked = (k.partition(".")[2].split("_") for k in (topic, key))
    is_same_sort = (told[-1] == "preference") == (asked[-1] == "preference")
    return is_same_sort and set(told) < set(asked) and 2 * len(told) >= len(asked)
