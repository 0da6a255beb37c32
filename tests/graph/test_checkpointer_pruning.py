"""A long conversation stays a small file, and nothing that could still be needed goes."""

import asyncio
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from time import sleep
from typing import Any

import pytest
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.checkpoint.memory import InMemorySaver

from core.errors import InvalidInput
from graph.checkpointer import open_checkpointer_at
from tests.graph.toy import Graph, Saver, answer, chain, fan_out, on, said, say, with_subgraph


def rows(path: Path, query: str) -> list[tuple[Any, ...]]:
    with closing(connect(path)) as connection:
        return connection.execute(query).fetchall()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "c.sqlite3"


async def talk(
    path: Path, keep: int, turns: int, build: Callable[[Saver], Graph] = chain
) -> list[str]:
    async with open_checkpointer_at(path, keep) as saver:
        app = build(saver)
        for number in range(turns):
            await say(app, f"turn {number}", on("t"))
        return await said(app, on("t"))


@pytest.mark.parametrize("keep", [1, 2, 10])
def test_only_the_newest_checkpoints_stay_and_only_their_writes(path: Path, keep: int) -> None:
    whole = asyncio.run(talk(path, keep, turns=8))

    assert len(whole) == 16
    assert rows(path, "SELECT count(*) FROM checkpoints") == [(keep,)]
    assert rows(
        path,
        "SELECT count(*) FROM writes WHERE checkpoint_id NOT IN "
        "(SELECT checkpoint_id FROM checkpoints)",
    ) == [(0,)]


@pytest.mark.parametrize("durability", ["sync", "async", "exit"])
def test_every_durability_goes_on_after_pruning(path: Path, durability: str) -> None:
    async def three_turns() -> list[str]:
        for text in ("one", "two", "three"):
            async with open_checkpointer_at(path, 1) as saver:
                everything = await say(chain(saver), text, on("t"), durability=durability)
        return everything

    assert asyncio.run(three_turns()) == ["one", "echo 1", "two", "echo 3", "three", "echo 5"]


def test_conversations_are_pruned_apart(path: Path) -> None:
    async def two() -> list[str]:
        async with open_checkpointer_at(path, 2) as saver:
            await say(chain(saver), "quiet", on("old"))
            for number in range(5):
                await say(chain(saver), f"turn {number}", on("busy"))
            return await said(chain(saver), on("old"))

    assert asyncio.run(two()) == ["quiet", "echo 1"]


def test_an_interrupt_resumes_in_another_process_with_one_checkpoint_kept(path: Path) -> None:
    async def ask() -> None:
        async with open_checkpointer_at(path, 1) as saver:
            await say(with_subgraph(saver, asks=True), "question", on("t"))

    async def reply() -> list[str]:
        async with open_checkpointer_at(path, 1) as saver:
            return await answer(with_subgraph(saver, asks=True), "fine", on("t"))

    asyncio.run(ask())

    assert asyncio.run(reply()) == ["question", "question", "inner", "fine"]


def test_what_parallel_tasks_finished_is_not_done_again_when_one_of_them_fails(path: Path) -> None:
    calls: list[str] = []

    def work(letter: str) -> str:
        calls.append(letter)
        if letter == "b" and calls.count("b") == 1:
            sleep(0.1)  # so that the others are done, usually; what is asserted holds anyway
            raise RuntimeError("once")
        return letter.upper()

    async def fail_and_go_on() -> tuple[set[str], list[str]]:
        async with open_checkpointer_at(path, 1) as saver:
            app = fan_out(saver, work)
            with pytest.raises(RuntimeError, match="once"):
                await say(app, "go", on("t"))
            newest = await saver.aget_tuple(on("t"))
            assert newest is not None
            writes = newest.pending_writes or []
            finished = {value[0] for _, channel, value in writes if channel == "said"}
            calls.append("again")
            state = await app.ainvoke(None, on("t"))
            return finished, list(state["said"])

    finished, everything = asyncio.run(fail_and_go_on())
    again = calls[calls.index("again") + 1 :]

    assert everything == ["go", "A", "B", "C"]
    assert {letter.upper() for letter in again} == set("ABC") - finished


def test_a_conversation_forks_from_any_checkpoint_that_is_kept(path: Path) -> None:
    async def fork() -> tuple[list[str], list[str]]:
        async with open_checkpointer_at(path, 6) as saver:
            app = chain(saver)
            await say(app, "one", on("t"))
            await say(app, "two", on("t"))
            after_one = [s async for s in app.aget_state_history(on("t")) if s.next == ()][-1]
            assert after_one.values["said"] == ["one", "echo 1"]
            forked = await say(app, "other", after_one.config)
            return forked, await said(app, on("t"))

    forked, newest = asyncio.run(fork())

    assert forked == ["one", "echo 1", "other", "echo 3"]
    assert newest == forked


def test_an_edit_of_the_oldest_kept_checkpoint_becomes_the_newest(path: Path) -> None:
    async def edit() -> list[str]:
        async with open_checkpointer_at(path, 3) as saver:
            app = chain(saver)
            await say(app, "one", on("t"))
            oldest = [found async for found in saver.alist(on("t"))][-1]
            await app.aupdate_state(oldest.config, {"said": ["edited"]})
            return await said(app, on("t"))

    assert asyncio.run(edit()) == ["one", "edited"]


def test_calls_of_subgraphs_go_with_the_checkpoint_they_ran_under(path: Path) -> None:
    asyncio.run(talk(path, keep=3, turns=12, build=with_subgraph))

    ((namespaces,),) = rows(path, "SELECT count(DISTINCT checkpoint_ns) FROM checkpoints")
    assert namespaces <= 4
    assert rows(
        path,
        "SELECT count(*) FROM checkpoints WHERE root_id IS NOT NULL AND root_id "
        "NOT IN (SELECT checkpoint_id FROM checkpoints)",
    ) == [(0,)]


def test_a_subgraph_with_a_memory_of_its_own_keeps_it(path: Path) -> None:
    async def long_pause(saver: Saver) -> list[str]:
        await say(with_subgraph(saver, own_memory=True), "first", on("t"))
        for number in range(6):
            await say(chain(saver), f"turn {number}", on("t"))
        return await say(with_subgraph(saver, own_memory=True), "second", on("t"))

    async def pruned() -> list[str]:
        async with open_checkpointer_at(path, 2) as saver:
            return await long_pause(saver)

    assert asyncio.run(pruned()) == asyncio.run(long_pause(InMemorySaver()))


def test_a_run_longer_than_what_is_kept_can_be_taken_back(path: Path) -> None:
    async def take_back() -> tuple[list[str], list[str]]:
        async with open_checkpointer_at(path, 3) as saver:
            app = chain(saver, steps=12)
            await say(app, "one", {**on("t"), "metadata": {"run_id": "run-1"}})
            long = await say(app, "two", {**on("t"), "metadata": {"run_id": "run-2"}})
            await saver.adelete_for_runs(["run-2"])
            return long, await said(app, on("t"))

    long, after = asyncio.run(take_back())

    assert long == ["one", "echo 1", "two", "echo 3"]
    assert after == ["one", "echo 1"]


def test_taking_back_a_run_leaves_copies_of_the_conversation_alone(path: Path) -> None:
    async def take_back() -> tuple[list[str], list[str]]:
        async with open_checkpointer_at(path, 3) as saver:
            app = chain(saver)
            await say(app, "one", {**on("t"), "metadata": {"run_id": "run-1"}})
            await saver.acopy_thread("t", "copy")
            await saver.adelete_for_runs(["run-1"])
            return await said(app, on("t")), await said(app, on("copy"))

    assert asyncio.run(take_back()) == ([], ["one", "echo 1"])


def test_a_copy_goes_its_own_way(path: Path) -> None:
    async def copy() -> tuple[list[str], list[str]]:
        async with open_checkpointer_at(path, 5) as saver:
            await say(with_subgraph(saver, asks=True), "question", on("t"))
            await saver.acopy_thread("t", "copy")
            app = with_subgraph(saver, asks=True)
            return (
                await answer(app, "yes", on("t")),
                await answer(app, "no", on("copy")),
            )

    original, copied = asyncio.run(copy())

    assert original[-1] == "yes"
    assert copied[-1] == "no"


def test_writes_left_by_a_killed_process_go_with_the_next_turn(path: Path) -> None:
    async def leave_and_go_on() -> None:
        async with open_checkpointer_at(path, 5) as saver:
            await say(chain(saver), "one", on("t"))
            never_stored = on("t", checkpoint_ns="", checkpoint_id="never-stored")
            await saver.aput_writes(never_stored, [("said", "lost")], "task")
            await say(chain(saver), "two", on("t"))

    asyncio.run(leave_and_go_on())

    assert rows(path, "SELECT * FROM writes WHERE checkpoint_id = 'never-stored'") == []


def test_pruning_on_request_shortens_and_the_conversation_goes_on(path: Path) -> None:
    async def shorten() -> list[str]:
        async with open_checkpointer_at(path, 10) as saver:
            await say(chain(saver), "one", on("t"))
            await saver.aprune(["t"])
            return await say(chain(saver), "two", on("t"))

    assert asyncio.run(shorten()) == ["one", "echo 1", "two", "echo 3"]


def test_an_unknown_way_of_pruning_is_refused(path: Path) -> None:
    async def prune() -> None:
        async with open_checkpointer_at(path, 10) as saver:
            await saver.aprune(["t"], strategy="everything")

    with pytest.raises(InvalidInput, match="keep_latest"):
        asyncio.run(prune())


def test_keeping_nothing_is_refused(path: Path) -> None:
    async def open_it() -> None:
        async with open_checkpointer_at(path, 0):
            pass

    with pytest.raises(InvalidInput, match="at least 1"):
        asyncio.run(open_it())


def test_the_file_grows_with_the_conversation_and_not_with_its_square(path: Path) -> None:
    def size_after(turns: int) -> int:
        file = path.with_name(f"{turns}.sqlite3")
        asyncio.run(store_turns(file, turns))
        return file.stat().st_size

    assert size_after(40) < 2.5 * size_after(20)


async def store_turns(path: Path, turns: int) -> None:
    """What nine supersteps a turn of 500 characters each come to."""
    async with open_checkpointer_at(path, 10) as saver:
        for turn in range(turns):
            for step in range(9):
                checkpoint = empty_checkpoint()
                checkpoint["channel_values"] = {"said": ["x" * 500] * (turn + 1)}
                await saver.aput(on("t", checkpoint_ns=""), checkpoint, {"step": step}, {})


def test_space_of_a_removed_conversation_is_given_back(path: Path) -> None:
    async def remove() -> tuple[int, int]:
        async with open_checkpointer_at(path, 10) as saver:
            await say(chain(saver), "x" * 2_000_000, on("large"))
            await say(chain(saver), "small", on("small"))
            await saver.adelete_thread("small")  # only moves the log into the file
            before = path.stat().st_size
            await saver.adelete_thread("large")
            return before, path.stat().st_size

    before, after = asyncio.run(remove())

    assert before > 2_000_000
    assert after < 100_000
