"""What a message does: tell something to keep, ask memory, or neither."""

from collections.abc import Iterable
from dataclasses import dataclass

from models.offline.facts import Fact
from models.offline.query import Query
from models.offline.text import bare

MAX_FACTS = 12
"""Facts of one message that are saved at once."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Facts to save."""

    facts: tuple[Fact, ...]
    is_reminder: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to memory. `is_personal`: it is about the person or what they said."""

    question: str
    query: Query
    is_personal: bool = True


@dataclass(frozen=True, slots=True)
class Say:
    """Words that need no memory."""

    text: str


@dataclass(frozen=True, slots=True)
class Heard:
    """A statement that is not saved."""

    said: str


Act = Keep | Ask | Say | Heard


def each_once(acts: Iterable[Act]) -> list[Act]:
    """The acts with one value for each topic, the last one said, and no more facts than allowed."""
    acts = list(acts)
    told = [fact for act in acts if isinstance(act, Keep) for fact in act.facts]
    newest = {_name(fact): fact for fact in told}
    wanted = list(newest)[:MAX_FACTS]
    once: list[Act] = []
    for act in acts:
        if not isinstance(act, Keep):
            once.append(act)
            continue
        names = [n for n in dict.fromkeys(map(_name, act.facts)) if n in wanted]
        wanted = [n for n in wanted if n not in names]
        if names:
            once.append(Keep(tuple(newest[n] for n in names), act.is_reminder))
    return once


def _name(fact: Fact) -> str:
    return fact.topic or bare(fact.content) or fact.content
