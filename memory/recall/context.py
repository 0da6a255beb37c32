"""What memory offers before a model call: pinned facts, near facts, near episodes, known topics."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from core.engram import Engram, Kind
from core.identity import Identity
from core.recall import LeftOut, Recall, RecallFilter
from core.recalled import NotShown, RecalledContext, RecalledItem, nothing_recalled
from core.settings import Settings
from memory.ledger.query_words import query_words
from memory.recall.ranking import within_budget
from memory.recall.recalling import Question, Recaller

FACT_KINDS: tuple[Kind, ...] = ("topic", "fact")
EPISODE_KINDS: tuple[Kind, ...] = ("episode", "note", "session_summary")

CHARS_A_TOKEN = 4
"""English text has about four characters a token in every common tokenizer."""

LINE_TOKENS = 12
"""What date, source and punctuation of one line cost."""

MOST_KNOWN_TOPICS = 50

FEW_WORDS = 3
"""A question with no more telling words than this leans on what was said before it."""

EARLIER_TURNS = 2
"""Together with the question: the last three turns."""

EARLIER_CHARS = 300

REPLACED_CHARS = 200

MOST_NOT_SHOWN = 20
"""Kept in the state for whoever asks why; the state is stored with each checkpoint."""


@dataclass(frozen=True)
class Facts:
    """A user's standing facts, and what those that replaced something replaced (by id)."""

    standing: list[Engram]
    replaced: Mapping[str, str]


def context_for(
    recaller: Recaller,
    identity: Identity,
    question: str,
    earlier: Sequence[str],
    settings: Settings,
    facts: Facts,
    *,
    min_score: float,
) -> RecalledContext:
    """Gather the context of one turn within the token budget.

    Facts are ranked without a threshold (a personal store is small); episodes need `min_score`,
    and those of the conversation itself are left out, because the model sees them anyway.

    Args:
        question: The newest words of the user.
        earlier: What the user said in the turns before, newest first.
        min_score: Least cosine of an episode.
    """
    asked = with_earlier(question, earlier)
    near = recaller.recall(
        identity,
        Question(asked, settings.context_facts, RecallFilter(kinds=FACT_KINDS), explain=True),
    )
    elsewhere = RecallFilter(kinds=EPISODE_KINDS, not_session=identity.session)
    past = recaller.recall(
        identity,
        Question(
            asked,
            settings.context_episodes,
            elsewhere,
            min_score=min_score,
            explain=True,
        ),
    )
    return _fitted(near, past, facts, identity, settings)


def with_earlier(question: str, earlier: Sequence[str]) -> str:
    """What memory is asked: the question, and what came before when it says little by itself.

    "And when is it due?" is about what was said before; a whole question is blurred by it.
    """
    if len(query_words(question)) > FEW_WORDS:
        return question
    before = [text[:EARLIER_CHARS] for text in earlier[:EARLIER_TURNS] if text.strip()]
    return "\n".join([question, *before])


def _fitted(
    near: Recall, past: Recall, facts: Facts, identity: Identity, settings: Settings
) -> RecalledContext:
    def shown(engram: Engram, score: float) -> RecalledItem:
        item = recalled_item(engram, score, identity)
        before = facts.replaced.get(engram.id)
        return item if before is None else {**item, "replaced": before[:REPLACED_CHARS]}

    pinned = [e for e in facts.standing if e.importance >= settings.pin_importance]
    pinned = [e for e in pinned if e.trust == "user"]  # the gate caps others, below the default
    fixed = {engram.id for engram in pinned}
    ranked = _ranked_facts(near, facts.standing, settings)
    sections = (
        [shown(engram, 1.0) for engram in pinned],
        [shown(engram, score) for engram, score in ranked if engram.id not in fixed],
        [shown(item.engram, item.relevance) for item in past.items],
    )
    everything = [item for section in sections for item in section]
    fits = within_budget(map(_cost, everything), settings.context_tokens)
    too_much = [item for item, it_fits in zip(everything, fits, strict=True) if not it_fits]
    cut = {item["id"] for item in too_much}
    context = nothing_recalled()
    context["pinned"], context["facts"], context["episodes"] = (
        [item for item in section if item["id"] not in cut] for section in sections
    )
    context["dropped"] = len(too_much)
    context["not_shown"] = [
        *(_beyond_budget(item) for item in too_much[:MOST_NOT_SHOWN]),
        *(_not_shown(out) for out in (*near.left_out, *past.left_out)[:MOST_NOT_SHOWN]),
    ]
    context["degraded"] = near.degraded or past.degraded
    context["known_topics"] = _known_topics(facts.standing)
    return context


def _ranked_facts(
    near: Recall, facts: Sequence[Engram], settings: Settings
) -> list[tuple[Engram, float]]:
    """Near facts first; while vectors are missing, the newest of the others fill the places."""
    ranked = [(item.engram, item.relevance) for item in near.items]
    have = {engram.id for engram, _ in ranked}
    others = sorted((e for e in facts if e.id not in have), key=lambda e: e.event_at, reverse=True)
    return [*ranked, *((e, 0.0) for e in others)][: settings.context_facts]


def recalled_item(engram: Engram, score: float, identity: Identity) -> RecalledItem:
    """An engram as the graph's state and the tools show it.

    What another user shared is never shown as this user's own word.
    """
    is_shared = engram.user != identity.user
    return RecalledItem(
        id=engram.id,
        kind=engram.kind,
        topic=engram.topic,
        content=engram.content,
        date=engram.event_at.date().isoformat(),
        source=f"shared by {engram.user}" if is_shared else engram.source,
        trust="shared" if is_shared else engram.trust,
        score=round(score, 4),
    )


def _not_shown(out: LeftOut) -> NotShown:
    relevance = None if out.relevance is None else round(out.relevance, 4)
    return NotShown(id=out.id, stage=out.stage, why=out.why, relevance=relevance)


def _beyond_budget(item: RecalledItem) -> NotShown:
    why = "it did not fit the setting context_tokens"
    return NotShown(id=item["id"], stage="beyond the budget", why=why, relevance=item["score"])


def _known_topics(facts: Iterable[Engram]) -> list[str]:
    return sorted(e.topic for e in facts if e.topic is not None)[:MOST_KNOWN_TOPICS]


def _cost(item: RecalledItem) -> int:
    said = len(item["content"]) + len(item.get("replaced", ""))
    return said // CHARS_A_TOKEN + LINE_TOKENS
