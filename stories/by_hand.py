"""What a user does with memories by hand; a story names them by their words, since it knows no ids."""

from collections.abc import Sequence

from core.engram import Engram
from core.errors import NotFound
from memory import Memory
from stories.steps import Bring, RememberFact, Tidy
from stories.wording import has

MANY = 10_000
"""More memories than any story makes."""


def by_hand(action: RememberFact | Tidy | Bring, memory: Memory) -> str:
    """Do it, and tell what came of it."""
    match action:
        case RememberFact():
            receipt = memory.remember(
                action.remember, scope=action.scope, expires_in_days=action.expires_in_days
            )
            return f"kept as {receipt.kind}"
        case Bring():
            return f"kept as {memory.save_foreign(action.bring, trust=action.trust).kind}"
        case Tidy():
            return "; ".join(engram.content for engram in _tidied(action, memory))


def _tidied(action: Tidy, memory: Memory) -> list[Engram]:
    known = memory.archived(MANY) if action.tidy == "unarchive" else memory.memories(limit=MANY)
    ids = [memory_with(text, known).id for text in action.memories]
    match action.tidy:
        case "archive":
            return memory.archive(*ids)
        case "unarchive":
            return memory.unarchive(*ids)
        case "merge":
            return [memory.merge(*ids)]


def memory_with(text: str, known: Sequence[Engram]) -> Engram:
    """The one memory that has a text, exchanges aside: they have everything that was said.

    Raises:
        NotFound: None has it, or several have.
    """
    found = [e for e in known if e.kind != "episode" and has(e.content, text)]
    if len(found) != 1:
        came = [engram.content for engram in known]
        raise NotFound(f"{len(found)} memories have {text!r}, not one; there are {came}.")
    return found[0]
