"""A checkpointer in one SQLite file that keeps each conversation small and in its true order.

What it does otherwise than LangGraph's own `AsyncSqliteSaver`:

- The newest checkpoint is the one inserted last. LangGraph's ids are made from the clock, and a
  clock that was set back would hide every turn until it has caught up.
- Only the newest `keep` checkpoints of a conversation stay. Each holds the whole conversation, so
  a file that keeps them all grows with the square of its length.
- A write is one transaction; half of one is never kept.
- Nothing is stored for a temporary chat (`configurable.temporary`).
- Copying, pruning and taking back a run, which the LangGraph server asks for.
- What is read back is plain data and messages: no pickle, no class from outside the safe list.

It is not for `DeltaChannel`s: those need the checkpoints that are pruned here.
"""

import json
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import (
    WRITES_IDX_MAP,
    ChannelVersions,
    Checkpoint,
    CheckpointMetadata,
    CheckpointTuple,
    get_checkpoint_id,
    get_checkpoint_metadata,
)
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver
from langgraph.checkpoint.sqlite.utils import load_pending_writes, pending_writes_sql

from core.errors import InvalidInput, StorageError
from graph import checkpoint_sql as sql
from graph.checkpoint_config import (
    ROOT,
    address,
    address_config,
    as_json,
    fits,
    is_temporary,
    named,
)
from graph.checkpoint_file import CheckpointFile

PENDING_WRITES = pending_writes_sql(has_task_path=True)


class BoundedSqliteSaver(AsyncSqliteSaver):
    """Checkpoints of every conversation in one file, the newest `keep` of each.

    Made by `graph.checkpointer`, which opens and closes the file.
    """

    def __init__(self, file: CheckpointFile, keep: int) -> None:
        """Keep checkpoints in an open file.

        Args:
            file: Whoever opened it closes it.
            keep: Checkpoints kept for each conversation and namespace, at least 1. While the
                server runs a turn, the state before that turn is kept beside them.

        Raises:
            InvalidInput: `keep` is below 1: no conversation could go on.
        """
        if keep < 1:
            raise InvalidInput(f"checkpoints_kept is {keep}; keep at least 1, or nothing goes on.")
        super().__init__(
            file.connection,
            serde=JsonPlusSerializer(pickle_fallback=False, allowed_msgpack_modules=None),
        )
        self.file = file
        self.lock = file.lock
        self.keep = keep
        self.is_setup = True

    async def setup(self) -> None:
        """Do nothing: the tables were made when the file was opened."""

    async def aget_tuple(self, config: RunnableConfig) -> CheckpointTuple | None:
        """The checkpoint that `config` names, or the newest of its conversation; None if none."""
        thread, ns, checkpoint_id = address(config)
        async with self.file.reading():
            if checkpoint_id:
                return await self._load(sql.BY_ID, thread, ns, checkpoint_id)
            return await self._load(sql.NEWEST, thread, ns)

    async def alist(
        self,
        config: RunnableConfig | None,
        *,
        filter: dict[str, Any] | None = None,
        before: RunnableConfig | None = None,
        limit: int | None = None,
    ) -> AsyncIterator[CheckpointTuple]:
        """The checkpoints of a conversation, or of all, newest first by insertion.

        Other calls are possible between two of them; one that is pruned meanwhile is left out.

        Args:
            config: Which conversation, and which namespace or checkpoint when it names one.
            filter: Only those whose metadata has these values.
            before: Only those inserted before this one. When that one is gone, all before it are.
            limit: At most this many.
        """
        for seq in await self._matching(config, filter or {}, before, limit):
            async with self.file.reading():
                found = await self._load(sql.BY_SEQ, seq)
            if found is not None:
                yield found

    async def aput(
        self,
        config: RunnableConfig,
        checkpoint: Checkpoint,
        metadata: CheckpointMetadata,
        new_versions: ChannelVersions,  # noqa: ARG002 - a checkpoint is stored whole
    ) -> RunnableConfig:
        """Store a checkpoint as the newest and drop those that are too many; on disk on return."""
        thread, ns, _ = address(config)
        if not is_temporary(config):
            row = self._row(config, checkpoint, get_checkpoint_metadata(config, metadata))
            async with self.file.writing():
                # Pruned first: the new checkpoint takes the pages of the old, which then need not
                # be written twice, once as zeros.
                await self._prune(row)
                await self.conn.execute(sql.PUT, row)
                if ns == ROOT and metadata.get("source") == "input":
                    await self.conn.execute(sql.SWEEP_WRITES, row)
        return address_config(thread, ns, checkpoint["id"])

    async def aput_writes(
        self,
        config: RunnableConfig,
        writes: Sequence[tuple[str, Any]],
        task_id: str,
        task_path: str = "",
    ) -> None:
        """Store what a task wrote, beside the checkpoint that it ran from; on disk on return."""
        if is_temporary(config):
            return
        place = address(config)
        rows = [
            (
                *place,
                task_id,
                task_path,
                WRITES_IDX_MAP.get(channel, index),
                channel,
                *self.serde.dumps_typed(value),
            )
            for index, (channel, value) in enumerate(writes)
        ]
        special = all(channel in WRITES_IDX_MAP for channel, _ in writes)
        async with self.file.writing():
            await self.conn.executemany(sql.PUT_SPECIAL_WRITES if special else sql.PUT_WRITES, rows)

    async def adelete_thread(self, thread_id: str) -> None:
        """Remove a conversation and its bytes: rows, freed pages and the write-ahead log.

        Raises:
            StorageError: The conversation is removed, but another program is in the middle of
                reading and its bytes are still in the log. Call it again.
        """
        async with self.file.writing():
            await self._drop_thread(thread_id)
        await self.file.give_back_space()
        await self.file.empty_log()

    async def areplace_thread(self, kept: CheckpointTuple) -> None:
        """Make this checkpoint the only one of its conversation, and remove the bytes of the rest.

        Raises:
            StorageError: As in `adelete_thread`.
        """
        thread, ns, _ = address(kept.config)
        row = self._row(address_config(thread, ns, ""), kept.checkpoint, kept.metadata)
        async with self.file.writing():
            await self._drop_thread(thread)
            await self.conn.execute(sql.PUT, row)
        await self.file.give_back_space()
        await self.file.empty_log()

    async def aholds(self, thread_id: str, needle: bytes) -> bool:
        """Whether these bytes stand anywhere in what is kept of a conversation."""
        async with self.file.reading():
            wanted = {"thread": str(thread_id), "needle": needle}
            ((found,),) = await self.conn.execute_fetchall(sql.HOLDS, wanted)
        return bool(found)

    async def adelete_for_runs(self, run_ids: Iterable[str]) -> None:
        """Take back runs of the server: their checkpoints, in all namespaces, with their writes."""
        async with self.file.writing():
            await self.conn.executemany(sql.DELETE_RUN, [(str(run),) for run in run_ids])
        await self.file.give_back_space()

    async def acopy_thread(self, source_thread_id: str, target_thread_id: str) -> None:
        """Copy what is kept of a conversation, in its order, to another. The source stays."""
        names = {"source": str(source_thread_id), "target": str(target_thread_id)}
        async with self.file.writing():
            await self.conn.execute(sql.COPY_CHECKPOINTS, names)
            await self.conn.execute(sql.COPY_WRITES, names)

    async def aprune(self, thread_ids: Sequence[str], *, strategy: str = "keep_latest") -> None:
        """Shorten conversations to their newest checkpoint, or remove them.

        Args:
            thread_ids: Which conversations.
            strategy: `keep_latest` keeps the newest checkpoint of each namespace; `delete`, also
                called `delete_all`, removes the conversations with their bytes.

        Raises:
            InvalidInput: Another strategy is asked for.
            StorageError: As in `adelete_thread`.
        """
        if strategy not in ("keep_latest", "delete", "delete_all"):
            raise InvalidInput(f"No strategy {strategy!r}. Use 'keep_latest' or 'delete'.")
        async with self.file.writing():
            for thread in thread_ids:
                if strategy == "keep_latest":
                    await self._keep_latest(thread)
                else:
                    await self._drop_thread(thread)
        await self.file.give_back_space()
        if strategy != "keep_latest":
            await self.file.empty_log()

    async def _matching(
        self,
        config: RunnableConfig | None,
        wanted: Mapping[str, Any],
        before: RunnableConfig | None,
        limit: int | None,
    ) -> list[int]:
        place = {"thread": None, "ns": None, "id": None, **named(config), "cursor": None}
        cursor_id = get_checkpoint_id(before) if before else None
        async with self.file.reading():
            if cursor_id is not None:
                asked = {**place, **named(before), "before": cursor_id}
                ((place["cursor"],),) = await self.conn.execute_fetchall(sql.CURSOR, asked)
                if place["cursor"] is None:
                    return []
            statement = sql.LIST_ALL if place["thread"] is None else sql.LIST_THREAD
            rows = await self.conn.execute_fetchall(statement, place)
        fitting = (seq for seq, metadata in rows if fits(metadata, wanted))
        return list(islice(fitting, limit))

    async def _load(self, statement: str, *values: object) -> CheckpointTuple | None:
        rows = list(await self.conn.execute_fetchall(statement, values))
        if not rows:
            return None
        thread, ns, checkpoint_id, parent, type_, blob, metadata = rows[0]
        writes = await self.conn.execute_fetchall(PENDING_WRITES, (thread, ns, checkpoint_id))
        try:
            return CheckpointTuple(
                address_config(thread, ns, checkpoint_id),
                self.serde.loads_typed((type_, blob)),
                json.loads(metadata),
                address_config(thread, ns, parent) if parent else None,
                load_pending_writes(writes, self.serde),
            )
        except (ValueError, NotImplementedError) as error:
            raise StorageError(
                f"Checkpoint {checkpoint_id} of conversation {thread} in {self.file.path} cannot be "
                f"read ({error}). Begin a new conversation; what was remembered is not lost."
            ) from error

    def _row(
        self, config: RunnableConfig, checkpoint: Checkpoint, metadata: CheckpointMetadata
    ) -> dict[str, Any]:
        thread, ns, parent = address(config)
        run = metadata.get("run_id")
        type_, blob = self.serde.dumps_typed(checkpoint)
        return {
            "thread": thread,
            "ns": ns,
            "id": checkpoint["id"],
            "parent": parent,
            "run": str(run) if run else None,
            "root": (metadata.get("parents") or {}).get(ROOT),
            "type": type_,
            "metadata": as_json(metadata),
            "checkpoint": blob,
            "others": self.keep - 1,
        }

    async def _prune(self, row: Mapping[str, Any]) -> None:
        gone = await self.conn.execute_fetchall(sql.PRUNE, row)
        if row["ns"] == ROOT:
            await self.conn.executemany(
                sql.PRUNE_SUBGRAPHS, [(row["thread"], root) for (root,) in gone]
            )

    async def _keep_latest(self, thread: str) -> None:
        for (ns,) in await self.conn.execute_fetchall(sql.NAMESPACES, (str(thread),)):
            await self._prune(
                {"thread": str(thread), "ns": ns, "id": None, "run": None, "others": 1}
            )

    async def _drop_thread(self, thread: str) -> None:
        for statement in sql.DELETE_THREAD:
            await self.conn.execute(statement, (str(thread),))
