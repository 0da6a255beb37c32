"""The newest checkpoint is the one written last, whatever the clock says."""

import asyncio
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import empty_checkpoint, id
from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from graph.checkpointer import open_checkpointer_at
from tests.graph.toy import SteppedClock, chain, on, said, say

NOON_NS = 1_780_000_000_000_000_000
HOUR_NS = 3_600_000_000_000


@pytest.fixture
def clock_running_backwards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each checkpoint id is an hour older than the one before it."""
    kept = id._last_v6_timestamp
    monkeypatch.setattr(id, "time", SteppedClock(count(NOON_NS, -HOUR_NS)))
    yield
    id._last_v6_timestamp = kept


@pytest.mark.usefixtures("clock_running_backwards")
def test_a_clock_that_runs_backwards_hides_no_turn(tmp_path: Path) -> None:
    async def talk() -> list[str]:
        async with open_checkpointer_at(tmp_path / "c.sqlite3", 50) as saver:
            app = chain(saver)
            await say(app, "one", on("t"))
            await say(app, "two", on("t"))
            ids = [found.checkpoint["id"] async for found in saver.alist(on("t"))]
            assert ids == sorted(ids), "the test must really make ids go backwards"
        async with open_checkpointer_at(tmp_path / "c.sqlite3", 50) as saver:
            return await say(chain(saver), "three", on("t"))

    assert asyncio.run(talk()) == ["one", "echo 1", "two", "echo 3", "three", "echo 5"]


@pytest.mark.usefixtures("clock_running_backwards")
def test_the_saver_of_langgraph_does_hide_turns_then(tmp_path: Path) -> None:
    async def talk() -> list[str]:
        async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "stock.sqlite3")) as saver:
            app = chain(saver)
            await say(app, "one", on("t"))
            return await say(app, "two", on("t"))

    assert "one" not in asyncio.run(talk()), "fixed upstream? then our own order may go"


@pytest.mark.usefixtures("clock_running_backwards")
def test_pruning_drops_the_oldest_and_not_the_lowest_id(tmp_path: Path) -> None:
    async def talk() -> tuple[list[str], int]:
        async with open_checkpointer_at(tmp_path / "c.sqlite3", 2) as saver:
            app = chain(saver)
            for text in ("one", "two", "three"):
                await say(app, text, on("t"))
            return await said(app, on("t")), len([found async for found in saver.alist(on("t"))])

    assert asyncio.run(talk()) == (["one", "echo 1", "two", "echo 3", "three", "echo 5"], 2)


@pytest.mark.usefixtures("clock_running_backwards")
def test_history_pages_from_new_to_old_without_a_gap(tmp_path: Path) -> None:
    async def pages() -> tuple[list[int], list[int]]:
        async with open_checkpointer_at(tmp_path / "c.sqlite3", 50) as saver:
            app = chain(saver)
            await say(app, "one", on("t"))
            await say(app, "two", on("t"))
            await say(app, "elsewhere", on("other"))
            whole = [found.metadata["step"] async for found in saver.alist(on("t"))]
            paged: list[int] = []
            before = None
            while page := [f async for f in saver.alist(on("t"), before=before, limit=3)]:
                paged += [found.metadata["step"] for found in page]
                before = page[-1].config
            return whole, paged

    whole, paged = asyncio.run(pages())

    assert whole == sorted(whole, reverse=True)
    assert paged == whole


def test_a_cursor_that_is_gone_has_nothing_before_it(tmp_path: Path) -> None:
    async def look() -> list[object]:
        async with open_checkpointer_at(tmp_path / "c.sqlite3", 2) as saver:
            app = chain(saver)
            await say(app, "one", on("t"))
            old = [found.config async for found in saver.alist(on("t"))][-1]
            await say(app, "two", on("t"))
            return [found async for found in saver.alist(on("t"), before=old)]

    assert asyncio.run(look()) == []


def test_a_cursor_without_conversation_is_found_by_its_id_alone(tmp_path: Path) -> None:
    async def look() -> list[int]:
        async with open_checkpointer_at(tmp_path / "c.sqlite3", 50) as saver:
            await say(chain(saver), "one", on("t"))
            newest = await saver.aget_tuple(on("t"))
            assert newest is not None
            bare: RunnableConfig = {"configurable": {"checkpoint_id": newest.checkpoint["id"]}}
            return [found.metadata["step"] async for found in saver.alist(None, before=bare)]

    assert asyncio.run(look()) == [2, 1, 0, -1]


def test_filters_compare_values_and_never_reach_the_query_language(tmp_path: Path) -> None:
    async def look(wanted: dict[str, object]) -> int:
        async with open_checkpointer_at(tmp_path / "c.sqlite3", 50) as saver:
            return len([found async for found in saver.alist(on("t"), filter=wanted)])

    async def fill() -> None:
        async with open_checkpointer_at(tmp_path / "c.sqlite3", 50) as saver:
            await say(chain(saver), "one", {**on("t"), "metadata": {"a.b": "x", "o'clock": 5}})

    asyncio.run(fill())

    assert asyncio.run(look({"source": "input"})) == 1
    assert asyncio.run(look({"source": "loop", "step": 2})) == 1
    assert asyncio.run(look({"a.b": "x", "o'clock": 5})) == 5
    assert asyncio.run(look({"a.b": "y"})) == 0
    assert asyncio.run(look({"parents": {}})) == 5
    assert asyncio.run(look({"absent": None})) == 5
    assert asyncio.run(look({"') OR 1=1 --": "x"})) == 0


def test_a_checkpoint_that_is_stored_again_keeps_its_place(tmp_path: Path) -> None:
    async def store() -> list[str]:
        first, second = empty_checkpoint(), empty_checkpoint()
        async with open_checkpointer_at(tmp_path / "c.sqlite3", 5) as saver:
            for checkpoint in (first, second, first):
                await saver.aput(on("t", checkpoint_ns=""), checkpoint, {"step": 1}, {})
            newest = await saver.aget_tuple(on("t"))
            assert newest is not None
            assert newest.checkpoint["id"] == second["id"]
            return [found.checkpoint["id"] async for found in saver.alist(on("t"))]

    assert len(asyncio.run(store())) == 2


def test_other_calls_are_possible_while_a_history_is_read(tmp_path: Path) -> None:
    async def read_and_write() -> int:
        async with open_checkpointer_at(tmp_path / "c.sqlite3", 4) as saver:
            app = chain(saver)
            await say(app, "one", on("t"))
            seen = 0
            async for found in saver.alist(on("t")):
                assert await saver.aget_tuple(found.config) is not None
                seen += 1
                if seen == 2:
                    await say(app, "two", on("t"))  # prunes what was not read yet
            return seen

    assert asyncio.run(asyncio.wait_for(read_and_write(), 20)) == 2


def test_a_graph_that_runs_in_another_thread_without_await_is_kept_too(tmp_path: Path) -> None:
    async def talk() -> tuple[list[str], list[str]]:
        async with open_checkpointer_at(tmp_path / "c.sqlite3", 4) as saver:
            app = chain(saver)
            turn = await asyncio.to_thread(app.invoke, {"said": ["one"]}, on("t"))
            history = await asyncio.to_thread(lambda: list(saver.list(on("t"), limit=2)))
            assert [found.metadata["step"] for found in history] == [3, 2]
            return list(turn["said"]), await said(app, on("t"))

    assert asyncio.run(talk()) == (["one", "echo 1"], ["one", "echo 1"])
