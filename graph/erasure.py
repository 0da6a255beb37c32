"""Forgetting everywhere: memory, conversations and files of a home, with a proof.

    receipt = await erase(service, identity, Wish(topics=("user.language",)))

Memory forgets first; then the turns that saved, told or hold what is forgotten go out of the
user's conversations; answers that were being written meanwhile are waited for and looked through
once more; then the index is made anew. At last every file of the home is searched for the
forgotten bytes.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

from core.errors import InvalidInput, NotFound
from core.identity import Identity
from graph.checkpointer import FILE_NAME, open_checkpointer_at
from graph.erasing_turns import ConversationEraser
from graph.home_scan import Found, search_home
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
        conversations = ConversationEraser(service.settings.home, saver, dry_run=dry_run)
        sessions = await _sessions(memory)
        whole = await _change(conversations, sessions, wish, evidence)
        more = await asyncio.to_thread(_retold, memory, conversations.turns)
        going = list(dict.fromkeys([*evidence.ids, *more]))
        if dry_run:
            counts = {"memories": len(going), **conversations.counts}
            told = evidence.mentioned_by
            return ErasureReceipt(tuple(going), counts, told, dry_run=True)
        removed = await asyncio.to_thread(_forget, memory, [*named, *more], whole, wish)
        going += await _catch_up(conversations, sessions, memory, wish, evidence, removed)
    if elsewhere is not None:
        removed["lines"] = await asyncio.to_thread(elsewhere, evidence, conversations.said)
    left = await asyncio.to_thread(service.wait_until_removed, INDEX_WAIT_S)
    found = await asyncio.to_thread(_search, service, evidence)
    places = (*_index_left(left), *conversations.busy, *found.places)
    return ErasureReceipt(
        ids=tuple(going),
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
    conversations: ConversationEraser,
    sessions: Sequence[str],
    wish: Wish,
    evidence: Evidence,
) -> list[str]:
    """Clean or delete the user's conversations; gives those that go as a whole."""
    whole = list(sessions) if wish.user else [wish.session] if wish.session else []
    for session in sessions:
        if session not in whole:
            await conversations.clean(session, evidence)
    for session in whole:
        await conversations.delete(session)
    return whole


async def _catch_up(
    conversations: ConversationEraser,
    known: Sequence[str],
    memory: Memory,
    wish: Wish,
    evidence: Evidence,
    removed: Counter[str],
) -> list[str]:
    """Do it again for answers that other processes were writing meanwhile; gives what else went.

    They had asked memory before it forgot. Whoever asks now is told nothing of it any more.
    """
    before = {session: set(turns) for session, turns in conversations.turns.items()}
    # Those that went are on no list any more, but a chat in one of them may go on.
    sessions = list(dict.fromkeys([*known, *await _sessions(memory)]))
    await conversations.await_answers(sessions)
    whole = await _change(conversations, sessions, wish, evidence)
    late = {s: turns - before.get(s, set()) for s, turns in conversations.turns.items()}
    again = await asyncio.to_thread(_come_back, memory, wish)
    more = list(dict.fromkeys([*again, *await asyncio.to_thread(_retold, memory, late)]))
    removed.update(await asyncio.to_thread(_forget, memory, more, whole, wish))
    return more


async def _sessions(memory: Memory) -> list[str]:
    return [str(row["id"]) for row in await asyncio.to_thread(memory.sessions)]


def _come_back(memory: Memory, wish: Wish) -> list[str]:
    """What was kept meanwhile in a conversation, or by a user, that goes as a whole."""
    if wish.user:
        return memory.ids_of_user()
    if wish.session:
        with suppress(NotFound):
            return memory.ids_of_session(wish.session)
    return []


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
        found = search_home(service.settings.home, service.unshared(evidence))
    return found


def _index_left(rows: int) -> tuple[str, ...]:
    if not rows:
        return ()
    why = "its folder cannot be deleted, or the program that keeps it does not answer"
    return (f"the index still has {rows} of them: {why}",)
