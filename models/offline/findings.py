"""What the tools have found that answers a question: under its topics, or by a search."""

from collections.abc import Mapping

from models.offline.acts import Ask
from models.offline.fitness import Fit, best_fit, statements_in
from models.offline.query import Query
from models.offline.results import Call, Found, Result
from models.offline.text import bare

Results = Mapping[Call, Result]

_MANY = ("user.allergy_", "user.diet_", "user.fear_", "user.spoken_language_")
_OWN = frozenset({"i", "im", "ive", "my", "me", "we", "our"})


def search_call(query: Query) -> Call:
    """The search for what was asked."""
    return Call.of("search_memory", query=query.search)


def topic_call(topic: str) -> Call:
    """The look-up of one topic."""
    return Call.of("recall_topic", topic=topic)


def kept_under(query: Query, results: Results) -> list[Found]:
    """What stands under the topics that were asked for, the best key first."""
    if query.is_past or query.everything:
        return []
    found: list[Found] = []
    for key in query.keys:
        result = results.get(topic_call(key))
        found += result.found if result else ()
        if found and not key.endswith("_preference"):
            break
    return found


def fits_in(ask: Ask, results: Results) -> list[Fit]:
    """Every found memory that answers, best first, at equal rank topics and then newer ones."""
    found = [(call, memory) for call, result in results.items() for memory in result.found]
    fits = [fit for call, memory in found if (fit := _fit(ask, call, memory))]
    return sorted(
        fits, key=lambda fit: (-round(fit.rank, 3), fit.found.kind != "topic", _age(fit.found))
    )


def current_values(fit: Fit, results: Results) -> list[Found]:
    """What now stands under the topics that this was kept under."""
    calls = (topic_call(topic) for topic in fit.topics)
    return [found for call in calls if call in results for found in results[call].found]


def _fit(ask: Ask, call: Call, found: Found) -> Fit | None:
    query = ask.query
    if call.name == "recall_topic" and found.topic in query.keys:
        return Fit(found.content, found, 4.0, (found.topic,))
    if query.everything:
        return _of_root(found, query.everything)
    return best_fit(query, found, ask.question) or _part_of_list(query, found)


def _part_of_list(query: Query, found: Found) -> Fit | None:
    """One of several, when the list at large was asked for: one allergy of all."""
    is_part = any(found.topic.startswith(f"{key}_") for key in query.keys)
    names_one = any(key.startswith(_MANY) for key in query.keys)
    return Fit(found.content, found, 2.9, (found.topic,)) if is_part and not names_one else None


def _of_root(found: Found, root: str) -> Fit | None:
    """Anything kept of this sort, for "what do you know about me" and "what are my rules".

    Of a time everything counts: the search has kept to it.
    """
    if root == "time":
        said = statements_in(found)
        return Fit(" ".join(said), found, 1.0) if said else None
    if found.kind == "topic":
        is_own = found.topic.startswith(f"{root}.")
        return Fit(found.content, found, 2.0, (found.topic,)) if is_own else None
    said = [s for s in statements_in(found) if root == "user" and _OWN & set(bare(s).split())]
    return Fit(said[0], found, 1.0) if said else None


def _age(found: Found) -> tuple[int, ...]:
    """Sorts newer first: ids of one kind begin with their time."""
    return tuple(-ord(c) for c in f"{found.date}{found.id[:13]}")
