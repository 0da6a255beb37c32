"""Several processes share the file, and one that is killed takes nothing with it."""

import asyncio
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest

from graph.checkpointer import open_checkpointer_at
from tests.graph.toy import chain, on, said, say

PROJECT = Path(__file__).parents[2]


def writer(path: Path, thread: str, turns: int) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "tests.graph.checkpoint_writer"]
    return subprocess.Popen(
        [*command, str(path), thread, "5", str(turns)],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def read_back(path: Path, thread: str) -> list[str]:
    async def read() -> list[str]:
        async with open_checkpointer_at(path, 5) as saver:
            return await said(chain(saver), on(thread))

    return asyncio.run(read())


def has_turns(everything: list[str], turns: list[str]) -> bool:
    """Whether all these turns are there, in this order, each with its answer right after it."""
    places = [everything.index(turn) for turn in turns if turn in everything]
    return (
        len(places) == len(turns)
        and places == sorted(places)
        and all(everything[place + 1] == f"echo {place + 1}" for place in places)
    )


def test_processes_that_make_the_same_new_file_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "home" / "c.sqlite3"

    writers = {thread: writer(path, thread, turns=10) for thread in ("a", "b")}
    outcomes = {thread: process.communicate(timeout=60) for thread, process in writers.items()}

    for thread, (output, errors) in outcomes.items():
        assert errors == ""
        assert read_back(path, thread)[::2] == output.splitlines()[1:]


def test_one_process_sees_what_another_has_just_said(tmp_path: Path) -> None:
    path = tmp_path / "c.sqlite3"

    async def in_turns() -> tuple[list[str], list[str], list[str]]:
        async with open_checkpointer_at(path, 5) as saver:
            app = chain(saver)
            first = await say(app, "mine", on("t"))
            other = writer(path, "t", turns=1)
            output, _ = await asyncio.to_thread(other.communicate, None, 60)
            return first, output.splitlines()[1:], await said(app, on("t"))

    mine, others, together = asyncio.run(in_turns())

    assert together == [*mine, *others, "echo 3"]


@pytest.mark.parametrize("kill_after_turns", [1, 6])
def test_a_kill_loses_no_acknowledged_turn(tmp_path: Path, kill_after_turns: int) -> None:
    path = tmp_path / "c.sqlite3"
    acknowledged: list[str] = []

    for _ in range(2):
        with writer(path, "t", turns=10_000) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            turns = [process.stdout.readline() for _ in range(kill_after_turns)]
            process.kill()
            turns += process.stdout.readlines()
            acknowledged += [turn.strip() for turn in turns if turn.endswith("\n")]

        assert has_turns(read_back(path, "t"), acknowledged)

    with closing(connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
