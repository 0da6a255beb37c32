"""What is not to be kept is not kept, and what was deleted is gone to the last byte."""

import asyncio
import pickle
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from sqlite3 import connect
from typing import Any, TypedDict

import pytest
from langgraph.graph import END, START, StateGraph
from pydantic import BaseModel

from core.errors import StorageError
from graph.checkpointer import open_checkpointer_at
from tests.graph.toy import chain, fan_out, on, said, say, with_subgraph

SECRET = "the-red-kingfisher"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "home" / "c.sqlite3"


def bytes_on_disk(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(path.parent.iterdir()))


@contextmanager
def reader_of_another_program(path: Path) -> Iterator[None]:
    with closing(connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN")
        connection.execute("SELECT count(*) FROM checkpoints").fetchone()
        yield


def test_a_temporary_chat_of_many_steps_runs_to_its_end_and_leaves_nothing(path: Path) -> None:
    async def chat() -> list[list[str]]:
        async with open_checkpointer_at(path, 10) as saver:
            config = on("t", temporary=True)
            return [
                await say(chain(saver, steps=6), SECRET, config),
                await say(fan_out(saver, str.upper), SECRET, config),
                await say(with_subgraph(saver), SECRET, config),
                await said(chain(saver), on("t")),
            ]

    assert asyncio.run(chat()) == [
        [SECRET, "echo 1"],
        [SECRET, "A", "B", "C"],
        [SECRET, SECRET, "inner"],
        [],
    ]
    assert SECRET.encode() not in bytes_on_disk(path)


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
def test_a_temporary_chat_leaves_nothing_with_any_durability(path: Path, durability: str) -> None:
    async def chat() -> list[str]:
        async with open_checkpointer_at(path, 10) as saver:
            config = on("t", temporary=True)
            return await say(chain(saver), SECRET, config, durability=durability)

    assert asyncio.run(chat()) == [SECRET, "echo 1"]
    assert SECRET.encode() not in bytes_on_disk(path)


def test_an_ordinary_turn_beside_a_temporary_one_is_kept(path: Path) -> None:
    async def chat() -> list[str]:
        async with open_checkpointer_at(path, 10) as saver:
            await say(chain(saver), "kept", on("t"))
            await say(chain(saver), SECRET, on("t", temporary=True))
            await say(chain(saver), "also kept", on("t", temporary=False))
            return await said(chain(saver), on("t"))

    assert asyncio.run(chat()) == ["kept", "echo 1", "also kept", "echo 3"]
    assert SECRET.encode() not in bytes_on_disk(path)


def test_a_deleted_conversation_is_gone_from_file_and_log(path: Path) -> None:
    async def delete() -> tuple[bytes, bytes, list[str], list[str]]:
        async with open_checkpointer_at(path, 3) as saver:
            app = chain(saver)
            await say(app, "neighbour", on("other"))
            for _ in range(4):
                await say(app, SECRET * 500, on("t"))
            before = bytes_on_disk(path)
            await saver.adelete_thread("t")
            after = bytes_on_disk(path)
            return before, after, await said(app, on("t")), await said(app, on("other"))

    before, after, deleted, neighbour = asyncio.run(delete())

    assert SECRET.encode() in before
    assert SECRET.encode() not in after
    assert deleted == []
    assert neighbour == ["neighbour", "echo 1"]


def test_pruning_away_a_conversation_takes_its_bytes_too(path: Path) -> None:
    async def prune() -> bytes:
        async with open_checkpointer_at(path, 3) as saver:
            await say(chain(saver), SECRET, on("t"))
            await saver.aprune(["t"], strategy="delete")
            return bytes_on_disk(path)

    assert SECRET.encode() not in asyncio.run(prune())


def test_a_deletion_that_another_reader_holds_up_is_told_and_finishes_later(path: Path) -> None:
    async def delete() -> tuple[str, bytes, bytes]:
        async with open_checkpointer_at(path, 3) as saver:
            await saver.conn.execute("PRAGMA busy_timeout=50")
            await say(chain(saver), SECRET, on("t"))
            with reader_of_another_program(path):
                with pytest.raises(StorageError, match="delete it again") as told:
                    await saver.adelete_thread("t")
                held_up = bytes_on_disk(path)
            await saver.adelete_thread("t")
            return str(told.value), held_up, bytes_on_disk(path)

    message, held_up, after = asyncio.run(delete())

    assert "\n" not in message
    assert SECRET.encode() in held_up
    assert SECRET.encode() not in after


def test_file_and_folder_are_for_the_owner_alone(path: Path) -> None:
    async def modes() -> dict[str, int]:
        async with open_checkpointer_at(path, 3) as saver:
            await say(chain(saver), "one", on("t"))
            return {file.name: file.stat().st_mode & 0o777 for file in path.parent.iterdir()}

    assert asyncio.run(modes()) == {
        "c.sqlite3": 0o600,
        "c.sqlite3-shm": 0o600,
        "c.sqlite3-wal": 0o600,
    }
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_what_is_read_back_is_plain_data_and_never_a_foreign_class(path: Path) -> None:
    class Foreign(BaseModel):
        word: str

    class Loose(TypedDict):
        thing: Any

    async def store_and_read() -> object:
        builder = StateGraph(Loose)
        builder.add_node("speak", lambda _: {"thing": Foreign(word="hello")})
        builder.add_edge(START, "speak")
        builder.add_edge("speak", END)
        async with open_checkpointer_at(path, 3) as saver:
            await builder.compile(checkpointer=saver).ainvoke({"thing": None}, on("t"))
            found = await saver.aget_tuple(on("t"))
            assert found is not None
            return found.checkpoint["channel_values"]["thing"]

    assert asyncio.run(store_and_read()) == {"word": "hello"}


def test_a_pickle_that_somebody_put_into_the_file_is_not_opened(path: Path) -> None:
    class Opened:
        def __reduce__(self) -> tuple[Any, ...]:
            return (pytest.fail, ("a pickle was opened",))

    async def store_and_read() -> None:
        async with open_checkpointer_at(path, 3) as saver:
            await say(chain(saver), "one", on("t"))
            await saver.conn.execute(
                "UPDATE checkpoints SET type = 'pickle', checkpoint = ?", (pickle.dumps(Opened()),)
            )
            await saver.aget_tuple(on("t"))

    with pytest.raises(StorageError, match="pickle"):
        asyncio.run(store_and_read())
