"""Takes turns out of the conversations of a user, and counts them; a part of `graph/erasure.py`."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from graph.checkpoint_config import address_config
from graph.one_writer import ConversationBusy, is_known_here, one_writer
from graph.redaction import redacted
from graph.sqlite_saver import BoundedSqliteSaver
from memory import Evidence

ANSWER_WAIT_S = 30.0
"""How long an answer that was begun before the forgetting is waited for."""


class ConversationEraser:
    """Takes turns out of conversations, and counts them."""

    def __init__(self, home: Path, saver: BoundedSqliteSaver | None, *, dry_run: bool) -> None:
        self._home = home
        self._saver = saver
        self._dry_run = dry_run
        self.counts: Counter[str] = Counter()
        self.turns: dict[str, set[str]] = {}
        self.said: tuple[str, ...] = ()
        self.busy: tuple[str, ...] = ()
        self._deleted: set[str] = set()

    async def clean(self, session: str, evidence: Evidence) -> None:
        """Take the turns that hold what is forgotten out of one conversation."""
        if self._saver is None or not await self._is_touched(self._saver, session, evidence):
            return
        if self._dry_run:
            await self._clean(self._saver, session, evidence)
            return
        async with one_writer(self._home, session):
            await self._clean(self._saver, session, evidence)

    async def await_answers(self, sessions: Iterable[str]) -> None:
        """Wait for the answers that other processes are writing; one that does not end is noted."""
        for session in sessions:
            await self._await_answer(session)

    async def _await_answer(self, session: str) -> None:
        if not is_known_here(self._home, session):
            return
        try:
            async with one_writer(self._home, session, ANSWER_WAIT_S):
                pass
        except ConversationBusy:
            self.busy += (
                f"conversation {session} is still being answered and may tell it: when the answer "
                f"is there, type 'mnemon forget --session {session}'",
            )

    async def delete(self, session: str) -> None:
        """Delete one conversation as a whole."""
        is_new = session not in self._deleted
        self._deleted.add(session)
        self.counts["conversations"] += is_new
        if self._saver is None:
            return
        newest = await self._saver.aget_tuple(address_config(session, "", ""))
        if newest is None and not is_new:
            return
        if newest is not None:
            messages = newest.checkpoint["channel_values"].get("messages") or []
            self.said += tuple(m.text for m in messages if m.type == "human")
        if not self._dry_run:
            async with one_writer(self._home, session):
                await self._saver.adelete_thread(session)

    async def _clean(self, saver: BoundedSqliteSaver, session: str, evidence: Evidence) -> None:
        newest = await saver.aget_tuple(address_config(session, "", ""))
        if newest is None:
            return
        change = redacted(newest.checkpoint["channel_values"], session, evidence)
        self.counts["turns"] += len(change.said)
        self.turns[session] = set(change.turns)
        self.said += change.said
        if not self._dry_run:
            checkpoint = {**newest.checkpoint, "channel_values": change.values}
            await saver.areplace_thread(
                newest._replace(checkpoint=checkpoint)  # type: ignore[arg-type]  # the same keys
            )

    async def _is_touched(
        self, saver: BoundedSqliteSaver, session: str, evidence: Evidence
    ) -> bool:
        """Whether a turn of the conversation goes, or older states of it hold what goes."""
        newest = await saver.aget_tuple(address_config(session, "", ""))
        if newest is None:
            return False
        if redacted(newest.checkpoint["channel_values"], session, evidence).said:
            return True
        needles = [*evidence.ids, *evidence.texts]
        for needle in needles:
            if await saver.aholds(session, needle.encode()):
                return True
        return False
