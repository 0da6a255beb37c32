"""Facts drawn from finished exchanges: what may be drawn from, and keeping what was drawn.

What was said before something was forgotten is not drawn from: nothing of what was forgotten is kept, so
only that way can it be certain that it does not come back.
"""

import re
from dataclasses import dataclass, replace
from datetime import datetime

from core.engram import Engram, Receipt
from core.errors import InvalidInput
from memory.forgetting import forget
from memory.ledger.engrams import engram_by_id
from memory.ledger.owners import ensure_owner
from memory.ledger.upkeep import DRAWN, is_before_a_forgetting
from memory.owner import owner_key
from memory.saving import Saving
from memory.upkeep.progress import Progress

DRAWN_CONFIDENCE = 0.6
"""Below what a person states (0.8): a model may have misread it."""

_ASKED = re.compile(r"Q: (?P<asked>.*?)\nA: ", re.DOTALL)


@dataclass(frozen=True, slots=True)
class FinishedExchange:
    """What a user said in one turn, and where it is kept.

    Attributes:
        id: The episode.
        turn: Id of the turn.
        session: The conversation.
        said: The user's words; "" when there are none to draw from. Never what was answered.
        at: When.
    """

    id: str
    turn: str
    session: str
    said: str
    at: datetime


class Drawing(Progress):
    """Gives the exchanges that were not drawn from yet, and keeps what was drawn."""

    def undrawn(self, limit: int) -> list[FinishedExchange]:
        """Exchanges that facts were not drawn from yet, oldest first; `said` may be ""."""
        return [self._exchange(e) for e in self._ahead("extraction", ("episode",), limit)]

    def learn(self, exchange: FinishedExchange, number: int, fact: str) -> Receipt | None:
        """Keep one fact drawn from an exchange; None when that was forgotten meanwhile.

        Args:
            exchange: What it was drawn from.
            number: Which of the facts of this exchange; the same is kept once.
            fact: The fact, in one sentence.

        Raises:
            InvalidInput: It cannot be kept; the message says why.
            StorageError: Nothing was saved.
        """
        if not self._may_be_drawn(exchange):
            return None
        there = Saving(replace(self.identity, session=exchange.session), self._parts)
        try:
            receipt = there.remember(
                fact,
                confidence=DRAWN_CONFIDENCE,
                metadata={DRAWN: exchange.id},
                write_key=f"drawn:{exchange.turn}:{number}",
                source="session",
                source_ref=exchange.turn,
                trust="agent",
            )
        except InvalidInput:
            if self._may_be_drawn(exchange):
                raise
            return None
        if receipt.was_new and not self._may_be_drawn(exchange):
            # It was forgotten between the look and the save.
            self._unlearn(receipt.id)
            return None
        return receipt

    def _exchange(self, engram: Engram) -> FinishedExchange:
        asked = _ASKED.match(engram.content)
        is_theirs = engram.trust == "user"  # else it retells what a tool or a document brought
        is_turn = bool(engram.source_ref) and engram.metadata.get("query_id") == engram.source_ref
        exchange = FinishedExchange(
            id=engram.id,
            turn=engram.source_ref,
            session=engram.session,
            said=asked["asked"] if asked and is_turn and is_theirs else "",
            at=engram.event_at,
        )
        return exchange if self._may_be_drawn(exchange) else replace(exchange, said="")

    def _may_be_drawn(self, exchange: FinishedExchange) -> bool:
        with self._reading() as (connection, owner):
            return (
                owner is not None
                and engram_by_id(connection, owner, exchange.id) is not None
                and not is_before_a_forgetting(connection, owner, exchange.id)
            )

    def _unlearn(self, fact_id: str) -> None:
        database, clock = self._parts.database, self._parts.clock
        with database.writing() as connection:
            owner = ensure_owner(connection, owner_key(self.identity))
        forget(database, clock, self.identity, owner, [fact_id])
