"""Facts without a key: all that may be said of one, checked and made ready to be saved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from core.engram import EMOTIONS, MEMORY_TYPES, Scope, Source, Trust
from core.errors import InvalidInput
from memory.gate.checking import checked_choice, checked_metadata, checked_share
from memory.gate.drafts import Draft
from memory.text import clean_text, required_text, whole_text

MOST_DAYS = 36_500
"""A hundred years: what is to stay longer has no end."""


@dataclass(frozen=True, slots=True)
class NewFact:
    """A fact that is to be kept; `Memory.remember` tells what each field means."""

    content: str
    scope: Scope = "user"
    expires_in_days: float | None = None
    memory_type: str | None = None
    emotion: str | None = None
    tags: Sequence[str] = ()
    importance: float = 0.5
    confidence: float = 0.8
    metadata: Mapping[str, Any] = field(default_factory=dict)
    write_key: str = ""
    source: Source = "user"
    source_ref: str = ""
    trust: Trust = "user"


def fact_draft(fact: NewFact, now: datetime) -> Draft:
    """A fact made ready.

    Raises:
        InvalidInput: Something cannot be used; it says what and lists the choices.
    """
    days = fact.expires_in_days
    if days is not None and not 0 < days <= MOST_DAYS:
        raise InvalidInput(f"expires_in_days is {days}; give 0 < days <= {MOST_DAYS}.")
    return Draft(
        kind="fact",
        content=whole_text(fact.content, "fact"),
        scope=checked_choice("scope", fact.scope, ("user", "agent", "tenant")),  # type: ignore[arg-type]
        importance=checked_share("importance", fact.importance),
        confidence=checked_share("confidence", fact.confidence),
        memory_type=checked_choice("memory_type", fact.memory_type, MEMORY_TYPES),
        emotion=checked_choice("emotion", fact.emotion, EMOTIONS),
        tags=tuple(dict.fromkeys(required_text(tag, "tag") for tag in fact.tags)),
        source=fact.source,
        source_ref=clean_text(fact.source_ref),
        trust=fact.trust,
        metadata=checked_metadata(fact.metadata),
        write_key=fact.write_key,
        expires_at=None if days is None else now + timedelta(days=days),
    )


def fact_drafts(facts: Sequence[NewFact], now: datetime) -> list[Draft]:
    """Several facts made ready, all or none.

    Raises:
        InvalidInput: One cannot be used; it says which (the first is number 1) and what.
    """
    drafts = []
    for number, fact in enumerate(facts, start=1):
        try:
            drafts.append(fact_draft(fact, now))
        except InvalidInput as fault:
            if len(facts) == 1:
                raise
            raise InvalidInput(
                f"Fact {number} of {len(facts)}: {fault} None was saved.", reason=fault.reason
            ) from None
    return drafts
