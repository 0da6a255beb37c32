"""What memory offers before a model call: pinned facts, near facts, near episodes, known topics."""

from collections.abc import Callable, Iterable

from core.engram import Engram, Kind
from core.identity import Identity
from core.recall import Recall, RecallFilter
from core.recalled import RecalledContext, RecalledItem, nothing_recalled
from core.settings import Settings
from memory.ranking import within_budget
from memory.recalling import Question, Recaller

FACT_KINDS: tuple[Kind, ...] = ("topic", "fact")
EPISODE_KINDS: tuple[Kind, ...] = ("episode", "note", "session_summary")

CHARS_A_TOKEN = 4
"""English text has about four characters a token in every common tokenizer."""

LINE_TOKENS = 12
"""What date, source and punctuation of one line cost."""

MOST_KNOWN_TOPICS = 50


def context_for(
    recaller: Recaller,
    identity: Identity,
    question: str,
    settings: Settings,
    list_facts: Callable[[], list[Engram]],
) -> RecalledContext:
    """Gather the context of one turn within the token budget.

    Facts are ranked without a threshold (a personal store is small); episodes need `min_score`,
    and those of the conversation itself are left out, because the model sees them anyway.
    """
    facts = list_facts()
    near = recaller.recall(
        identity, Question(question, settings.context_facts, RecallFilter(kinds=FACT_KINDS))
    )
    elsewhere = RecallFilter(kinds=EPISODE_KINDS, not_session=identity.session)
    past = recaller.recall(
        identity,
        Question(question, settings.context_episodes, elsewhere, min_score=settings.min_score),
    )
    pinned = [e for e in facts if e.importance >= settings.pin_importance]
    return _fitted(pinned, _ranked_facts(near, facts, settings), past, facts, settings)


def _ranked_facts(
    near: Recall, facts: list[Engram], settings: Settings
) -> list[tuple[Engram, float]]:
    """Near facts first; while vectors are missing, the newest of the others fill the places."""
    ranked = [(item.engram, item.relevance) for item in near.items]
    have = {engram.id for engram, _ in ranked}
    others = sorted((e for e in facts if e.id not in have), key=lambda e: e.event_at, reverse=True)
    return [*ranked, *((e, 0.0) for e in others)][: settings.context_facts]


def _fitted(
    pinned: list[Engram],
    facts: list[tuple[Engram, float]],
    past: Recall,
    all_facts: list[Engram],
    settings: Settings,
) -> RecalledContext:
    context = nothing_recalled()
    fixed = {engram.id for engram in pinned}
    sections = (
        [recalled_item(engram, 1.0) for engram in pinned],
        [recalled_item(engram, score) for engram, score in facts if engram.id not in fixed],
        [recalled_item(item.engram, item.relevance) for item in past.items],
    )
    fitting = within_budget(
        (_cost(item) for section in sections for item in section), settings.context_tokens
    )
    context["pinned"] = sections[0][:fitting]
    left = fitting - len(context["pinned"])
    context["facts"] = sections[1][:left]
    left -= len(context["facts"])
    context["episodes"] = sections[2][:left]
    context["dropped"] = sum(map(len, sections)) - fitting
    context["degraded"] = past.degraded
    context["known_topics"] = _known_topics(all_facts)
    return context


def recalled_item(engram: Engram, score: float) -> RecalledItem:
    """An engram as the graph's state and the tools show it."""
    return RecalledItem(
        id=engram.id,
        kind=engram.kind,
        topic=engram.topic,
        content=engram.content,
        date=engram.event_at.date().isoformat(),
        source=engram.source,
        trust=engram.trust,
        score=round(score, 4),
    )


def _known_topics(facts: Iterable[Engram]) -> list[str]:
    return sorted(e.topic for e in facts if e.topic is not None)[:MOST_KNOWN_TOPICS]


def _cost(item: RecalledItem) -> int:
    return len(item["content"]) // CHARS_A_TOKEN + LINE_TOKENS
