"""How a question is looked up, step by step: by topic, then by search, then the answer.

Stateless: every step is worked out from the question and from what the tools have answered so far
in this turn.
"""

from collections.abc import Iterator, Mapping, Sequence

from models.offline.answers import MORE, same, told_exchange, told_fit, told_topic, unknown
from models.offline.fitness import Fit, best_fit, covered_share, question_and_answer
from models.offline.questions import Query
from models.offline.reading import Ask
from models.offline.results import Call, Found, Result
from models.offline.text import bare

Results = Mapping[Call, Result]

FIRST_KEYS = 3
"""Topics looked up at once before anything is searched."""
FOLLOWED = 3
"""Topics looked up after a search or a miss named them."""
QUOTED_ONE = 2
"""Memories quoted in answer to a pointed question, and …"""
QUOTED_MANY = 4
"""… to one about a subject; …"""
QUOTED_ALL = 10
"""… to one about everything."""
_WHO_I_AM = ("user.name", "user.city", "user.job", "user.employer", "user.language_preference")
OWN_WORDS = (
    "I don't know",
    "I cannot",
    "You told me",
    "Saved",
    "I am Mnemon's offline",
    "Hello!",
    "I could not",
    "Understood.",
    "Noted on",
    "I already had",
    "Your ",
    "The project's",
)


def next_calls(ask: Ask, results: Results) -> list[Call]:
    """The calls the question still needs; [] when it can be answered."""
    for step in (_first(ask), _second(ask, results), _third(ask, results)):
        open_calls = [call for call in step if call not in results]
        if open_calls:
            return open_calls
    return []


def answered(ask: Ask, results: Results, earlier: Sequence[str]) -> str:
    """The answer from what the tools found, else from what was said earlier in the conversation."""
    lines = _told(ask, results)
    if not lines:
        lines = _told_earlier(ask, earlier)
    if not lines:
        return unknown(ask.query, is_personal=ask.is_personal)
    return "\n".join([*lines, MORE] if ask.query.is_about_me else lines)


def search_call(query: Query) -> Call:
    """The search for what was asked."""
    return Call.of("search_memory", query=query.search)


def topic_call(topic: str) -> Call:
    """The look-up of one topic."""
    return Call.of("recall_topic", topic=topic)


def _first(ask: Ask) -> list[Call]:
    query = ask.query
    if query.is_about_me:
        return [search_call(query), *map(topic_call, _WHO_I_AM)]
    if query.keys and not query.is_past:
        return [topic_call(key) for key in query.keys[:FIRST_KEYS]]
    return [search_call(query)]


def _second(ask: Ask, results: Results) -> list[Call]:
    query = ask.query
    if _by_key(query, results) and not query.is_about_me:
        return []
    near = [topic for topic in _near(results) if _may_answer(query, topic)]
    return [search_call(query), *map(topic_call, near[:FOLLOWED])]


def _third(ask: Ask, results: Results) -> list[Call]:
    """What a search hit says may be outdated: the topic it was kept under has the newest value."""
    query = ask.query
    if query.is_past or (_by_key(query, results) and not query.is_about_me):
        return []
    fits = _fits(ask, results)
    topics = [t for fit in fits if fit.found.kind != "topic" for t in fit.topics]
    return [topic_call(t) for t in dict.fromkeys(topics)][
        : FOLLOWED * (2 if query.is_about_me else 1)
    ]


def _told(ask: Ask, results: Results) -> list[str]:
    query = ask.query
    kept = _by_key(query, results)
    if kept and not query.is_about_me:
        return [told_topic(found) for found in kept[:QUOTED_ONE]]
    fits = [fit for fit in _fits(ask, results) if not _is_replaced(fit, results)]
    fits = _with_current(fits, results, query)
    limit = (
        QUOTED_ALL
        if query.is_about_me
        else QUOTED_MANY
        if query.is_about or _asks_for_many(query)
        else QUOTED_ONE
    )
    if fits and not query.is_about and not query.is_about_me:
        fits = [fit for fit in fits if fit.rank >= fits[0].rank - 0.5]
    lines = [told_fit(fit) for fit in _distinct(fits)[:limit]]
    return lines or _exchanges(ask, results)[:1]


def _asks_for_many(query: Query) -> bool:
    return any(
        key.rpartition(".")[2]
        in ("allergy", "spoken_language", "fear", "hobby", "diet", "child", "pet")
        for key in query.keys
    )


def _told_earlier(ask: Ask, earlier: Sequence[str]) -> list[str]:
    fits = [
        fit
        for said in reversed(earlier)
        if (fit := best_fit(ask.query, Found(f"Q: {said}\nA: -", kind="episode"), ask.question))
    ]
    return [f'You said earlier in this conversation: "{fits[0].quote.strip()}"'] if fits else []


def _by_key(query: Query, results: Results) -> list[Found]:
    """What stands under the topics that were asked for, the best key first."""
    found = []
    for key in query.keys:
        result = results.get(topic_call(key))
        found += list(result.found) if result else []
        if found and not _is_listing(key):
            break
    return [] if query.is_past else found


def _is_listing(key: str) -> bool:
    return key.endswith("_preference")


def _near(results: Results) -> Iterator[str]:
    seen: set[str] = set()
    for result in results.values():
        for topic in result.nearest:
            if topic not in seen:
                seen.add(topic)
                yield topic


def _may_answer(query: Query, topic: str) -> bool:
    """Whether a near key is worth a look: a part of what was asked, or its words cover it."""
    if query.is_about_me:
        return topic.startswith("user.")
    if topic in query.soft_keys or any(topic.startswith(f"{key}_") for key in query.keys):
        return True
    if any(_is_wider(topic, key) for key in query.keys):
        return True
    share, misses_must = covered_share(query, topic.partition(".")[2].replace("_", " "))
    return share >= 0.6 and not misses_must


def _is_wider(topic: str, key: str) -> bool:
    """Whether the kept key is the asked one without a word: `user.instagram`, asked for its handle."""
    told, asked = (k.partition(".")[2].split("_") for k in (topic, key))
    return (
        set(told) < set(asked)
        and 2 * len(told) >= len(asked)
        and (told[-1] == "preference") == (asked[-1] == "preference")
    )


def _fits(ask: Ask, results: Results) -> list[Fit]:
    """Every found memory that answers, best first."""
    query = ask.query
    fits = []
    for call, result in results.items():
        for found in result.found:
            if call.name == "recall_topic" and found.topic in query.keys:
                fits.append(Fit(found.content, found, 4.0, (found.topic,)))
                continue
            fit = _for_all(found) if query.is_about_me else best_fit(query, found, ask.question)
            fit = fit or _of_part(query, found)
            if fit:
                fits.append(fit)
    return sorted(
        fits,
        key=lambda fit: (-round(fit.rank, 3), fit.found.kind != "topic", _newest_first(fit.found)),
    )


def _of_part(query: Query, found: Found) -> Fit | None:
    """A part of a listed attribute, when the list at large was asked for."""
    is_part = any(found.topic.startswith(f"{key}_") for key in query.keys)
    has_object = any(
        key.count("_")
        for key in query.keys
        if key.startswith(("user.allergy_", "user.diet_", "user.fear_", "user.spoken_language_"))
    )
    return Fit(found.content, found, 2.9, (found.topic,)) if is_part and not has_object else None


def _for_all(found: Found) -> Fit | None:
    """For "what do you know about me": anything kept about the person."""
    from models.offline.fitness import statements_in

    if found.kind == "topic":
        return (
            Fit(found.content, found, 2.0, (found.topic,))
            if found.topic.startswith("user.")
            else None
        )
    said = [
        s
        for s in statements_in(found)
        if bare(s).split()
        and any(w in bare(s).split() for w in ("i", "my", "im", "ive", "me", "we", "our"))
    ]
    return Fit(said[0], found, 1.0) if said else None


def _newest_first(found: Found) -> tuple[int, ...]:
    return tuple(-ord(c) for c in f"{found.date}{found.id[:13]}")


def _is_replaced(fit: Fit, results: Results) -> bool:
    """Whether the topic this was kept under now stands in the results with its newest value."""
    if fit.found.kind == "topic":
        return False
    current = [f for f in _current(fit, results) if not same(f.content, fit.quote)]
    corrected = any(
        f.content.startswith("Correction to")
        and same(fit.quote, f.content.partition('"')[2].partition('"')[0])
        for r in results.values()
        for f in r.found
        if f.content != fit.quote
    )
    return bool(current) or corrected


def _current(fit: Fit, results: Results) -> list[Found]:
    """What now stands under the topics that this was kept under."""
    return [f for t in fit.topics for r in (results.get(topic_call(t)),) if r for f in r.found]


def _with_current(fits: list[Fit], results: Results, query: Query) -> list[Fit]:
    """The newest values of topics that search hits led to."""
    known = {fit.found.topic for fit in fits if fit.found.kind == "topic"}
    led = [
        Fit(f.content, f, 2.5, (f.topic,))
        for call, r in results.items()
        if call.name == "recall_topic"
        for f in r.found
        if f.topic not in known
        and not any(same(f.content, fit.quote) for fit in fits)
        and _was_led_to(f.topic, fits, results, query)
    ]
    return sorted([*led, *fits], key=lambda fit: (-round(fit.rank, 3), fit.found.kind != "topic"))


def _was_led_to(topic: str, fits: list[Fit], results: Results, query: Query) -> bool:
    if query.is_about_me:
        return True
    return any(
        topic in fit.topics
        for r in results.values()
        for f in r.found
        if f.kind != "topic" and (fit := best_fit(query, f, query.search))
    )


def _distinct(fits: Sequence[Fit]) -> list[Fit]:
    kept: list[Fit] = []
    for fit in fits:
        if not any(
            same(fit.quote, other.quote)
            or (fit.found.topic and fit.found.topic == other.found.topic)
            for other in kept
        ):
            kept.append(fit)
    return kept


def _exchanges(ask: Ask, results: Results) -> list[str]:
    """Old questions that fit and were answered by a real model, not by this one."""
    lines = []
    for result in results.values():
        for found in result.found:
            asked, answer, is_exchange = question_and_answer(found.content)
            if not is_exchange or not asked.rstrip().endswith("?") or answer.startswith(OWN_WORDS):
                continue
            share, misses_must = covered_share(ask.query, f"{asked} {answer}")
            if share >= 0.75 and not misses_must and found.score >= 0.4:
                lines.append(told_exchange(found))
    return lines
