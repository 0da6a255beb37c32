"""Forgetting everywhere: memory, conversations and files of a home, with a proof.

    receipt = await erase(service, identity, Wish(topics=("user.language",)))

Memory forgets first; then the turns that saved, told or hold what is forgotten go out of the
user's conversations; then the index is made anew. At last every file of the home is searched for
the forgotten bytes.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from core.errors import InvalidInput
from core.identity import Identity
from graph.checkpoint_config import address_config
from graph.checkpointer import FILE_NAME, open_checkpointer_at
from graph.home_scan import Found, search_home
from graph.one_writer import one_writer
from graph.redaction import redacted
from graph.sqlite_saver import BoundedSqliteSaver
from memory import Evidence, Memory, MemoryService

INDEX_WAIT_S = 15.0
"""Whoever keeps the index looks for something to remove once a second, and deletes in no time."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be forgotten.

    Attributes:
        ids: Memories by id, or by the beginning of it.
        topics: Topics with every value they ever had.
        session: A whole conversation with all that came from it; "" for none.
        user: All of this user.
        mentions: Also exchanges that mention a text that is but one common word.
    """

    ids: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
    session: str = ""
    user: bool = False
    mentions: bool = False


@dataclass(frozen=True, slots=True)
class ErasureReceipt:
    """What went, from where, and what a search for it found afterwards.

    Attributes:
        ids: The memories that are gone (or would be, in a dry run).
        removed: Rows, turns and files by the place they were in.
        mentioned_by: Memories that stay although they mention one of the forgotten texts.
        checked: Texts and vectors that were looked for, and files that were searched.
        found: Where something was still found, with what to do; empty is the proof.
        remaining: In how many places something was found; 0 is the proof.
        dry_run: True when nothing was changed.
    """

    ids: tuple[str, ...]
    removed: Mapping[str, int]
    mentioned_by: tuple[str, ...] = ()
    checked: Mapping[str, int] = field(default_factory=dict)
    found: tuple[str, ...] = ()
    remaining: int = 0
    dry_run: bool = False


Elsewhere = Callable[[Evidence, Sequence[str]], int]
"""Removes what the caller itself keeps, given the evidence and what the user had said in the turns
that go; gives how many lines went."""


async def erase(
    service: MemoryService,
    identity: Identity,
    wish: Wish,
    *,
    dry_run: bool = False,
    elsewhere: Elsewhere | None = None,
) -> ErasureReceipt:
    """Forget, everywhere in the home.

    Args:
        service: The home's memory.
        identity: Who forgets; nothing of anybody else is touched.
        wish: What is to be forgotten.
        dry_run: Only tell what would go.
        elsewhere: Called before the proof, for files that this layer does not know.

    Raises:
        NotFound: Something named is not there, or not this user's. Then nothing was erased.
        ConversationBusy: A turn is being answered in a conversation that has to change. What was
            done until then stays done; the same command does the rest.
        StorageError: The home cannot be written.
    """
    memory = service.for_identity(identity)
    named = await asyncio.to_thread(_named, memory, wish)
    evidence = await asyncio.to_thread(_evidence, memory, named, wish)
    async with _saver_of(service) as saver:
        conversations = _Conversations(service.settings.home, saver, dry_run=dry_run)
        whole = await _change(conversations, memory, wish, evidence)
    more = await asyncio.to_thread(_retold, memory, conversations.turns)
    going = tuple(dict.fromkeys([*evidence.ids, *more]))
    if dry_run:
        counts = {"memories": len(going), **conversations.counts}
        told = evidence.mentioned_by
        return ErasureReceipt(going, counts, told, dry_run=True)
    removed = await asyncio.to_thread(_forget, memory, [*named, *more], whole, wish)
    if elsewhere is not None:
        removed["lines"] = await asyncio.to_thread(elsewhere, evidence, conversations.said)
    left = await asyncio.to_thread(service.wait_until_removed, INDEX_WAIT_S)
    found = await asyncio.to_thread(_search, service, evidence)
    places = (*_index_left(left), *found.places)
    return ErasureReceipt(
        ids=going,
        removed={**removed, **conversations.counts},
        mentioned_by=evidence.mentioned_by,
        checked=found.checked,
        found=places,
        remaining=len(places),
    )


@asynccontextmanager
async def _saver_of(service: MemoryService) -> AsyncIterator[BoundedSqliteSaver | None]:
    """The home's conversations; None when there were none yet."""
    path = service.settings.home / FILE_NAME
    if not path.exists():
        yield None
        return
    async with open_checkpointer_at(path, service.settings.checkpoints_kept) as saver:
        yield saver


async def _change(
    conversations: "_Conversations", memory: Memory, wish: Wish, evidence: Evidence
) -> list[str]:
    """Clean or delete the user's conversations; gives those that go as a whole."""
    sessions = [str(row["id"]) for row in await asyncio.to_thread(memory.sessions)]
    whole = sessions if wish.user else [wish.session] if wish.session else []
    for session in sessions:
        if session not in whole:
            await conversations.clean(session, evidence)
    for session in whole:
        await conversations.delete(session)
    return whole


def _named(memory: Memory, wish: Wish) -> list[str]:
    """The full ids of all memories that were named, one way or another."""
    named = [memory.get(engram_id).id for engram_id in wish.ids]
    for topic in wish.topics:
        named += [engram.id for engram in memory.existing_versions(topic)]
    if wish.session:
        named += memory.ids_of_session(wish.session)
    if wish.user:
        named += memory.ids_of_user()
    if not (named or wish.session or wish.user):
        raise InvalidInput("Say what to forget: an id, a topic, a session or a user.")
    return list(dict.fromkeys(named))


def _evidence(memory: Memory, named: list[str], wish: Wish) -> Evidence:
    return memory.evidence(*named, mentions=wish.mentions)


def _retold(memory: Memory, turns: Mapping[str, set[str]]) -> list[str]:
    """The exchanges that were kept of the turns that go."""
    return [i for session, ids in turns.items() for i in memory.exchange_ids(session, ids)]


def _forget(memory: Memory, named: list[str], whole: list[str], wish: Wish) -> Counter[str]:
    removed: Counter[str] = Counter()
    if named:
        removed.update(memory.forget(*named, mentions=wish.mentions).removed)
    for session in whole:
        removed["sessions"] += memory.drop_session(session)
    return removed


def _search(service: MemoryService, evidence: Evidence) -> Found:
    """Look for what is gone in every file, and once more after the ledger was written anew."""
    wanted = service.unshared(evidence)
    found = search_home(service.settings.home, wanted)
    if found.places:
        service.rewrite()
        found = search_home(service.settings.home, wanted)
    return found


def _index_left(rows: int) -> tuple[str, ...]:
    if not rows:
        return ()
    why = "its folder cannot be deleted, or the program that keeps it does not answer"
    return (f"the index still has {rows} of them: {why}",)


class _Conversations:
    """Takes turns out of conversations, and counts them."""

    def __init__(self, home: Path, saver: BoundedSqliteSaver | None, *, dry_run: bool) -> None:
        self._home = home
        self._saver = saver
        self._dry_run = dry_run
        self.counts: Counter[str] = Counter()
        self.turns: dict[str, set[str]] = {}
        self.said: tuple[str, ...] = ()

    async def clean(self, session: str, evidence: Evidence) -> None:
        """Take the turns that hold what is forgotten out of one conversation."""
        if self._saver is None or not await self._is_touched(self._saver, session, evidence):
            return
        if self._dry_run:
            await self._clean(self._saver, session, evidence)
            return
        async with one_writer(self._home, session):
            await self._clean(self._saver, session, evidence)

    async def delete(self, session: str) -> None:
        """Delete one conversation as a whole."""
        self.counts["conversations"] += 1
        if self._saver is None:
            return
        newest = await self._saver.aget_tuple(address_config(session, "", ""))
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
