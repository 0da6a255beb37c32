"""What a row is found by: its own words first, then those of its neighbours in the conversation.

"Yes, I love it" says nothing by itself; what was said just before tells what it is about. The
neighbours are read from the ledger each time and stored nowhere else, so that forgetting an
exchange can take it out of its neighbours too.
"""

from collections.abc import Sequence

from sqlalchemy import Connection

from memory.ledger.conversations import Exchange, exchanges_after, exchanges_before
from memory.topic_key import topic_words

NEIGHBOURS = 2
"""Most exchanges taken from each side."""

ENOUGH_CHARS = 200
"""A nearer neighbour of this length is context enough: the next one is not taken. Measured on
LoCoMo: one pair of turns, but two single turns, is best."""

NEIGHBOUR_CHARS = 600
"""Taken from each of them: their start says what they are about."""


def own_words(topic: str | None, content: str) -> str:
    """A row's own text; the words of a topic's key count as its own."""
    return content if topic is None else f"{topic_words(topic)}: {content}"


def meaning_text(own: str, before: Sequence[Exchange]) -> str:
    """What is embedded: the own words, then what was said before, the nearest first."""
    return "\n".join([own, *(exchange.content[:NEIGHBOUR_CHARS] for exchange in before)])


def context_words(around: Sequence[Exchange]) -> str:
    """What the keyword index keeps as a row's context."""
    return "\n".join(exchange.content[:NEIGHBOUR_CHARS] for exchange in around)


def said_before(
    connection: Connection, owner: int, kind: str, session: str, before_seq: int | None = None
) -> list[Exchange]:
    """The neighbours before a row, nearest first; only episodes have any."""
    if kind != "episode":
        return []
    return _enough(exchanges_before(connection, owner, session, NEIGHBOURS, before_seq))


def said_after(connection: Connection, owner: int, session: str, after_seq: int) -> list[Exchange]:
    """The neighbours after an episode, nearest first."""
    return _enough(exchanges_after(connection, owner, session, NEIGHBOURS, after_seq))


def _enough(nearest_first: list[Exchange]) -> list[Exchange]:
    taken: list[Exchange] = []
    for exchange in nearest_first:
        if sum(len(other.content) for other in taken) >= ENOUGH_CHARS:
            break
        taken.append(exchange)
    return taken
