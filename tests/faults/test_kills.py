"""What was acknowledged survives kill -9: saves, turns of the command line, turns of the server."""

import asyncio
import json
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from langgraph_sdk import get_client

from core.identity import Identity
from core.settings import Settings
from graph.assistant import open_assistant
from tests.faults.chats import answers_of, chatting
from tests.faults.failpoints import FAILPOINTS
from tests.faults.figures import Figures
from tests.standins.dev_server import PROJECT, DevServer


def test_an_acknowledged_save_survives_being_killed(home: Path, figures: Figures):
    kills = figures.many(short=50, long=1050)
    done = subprocess.run(
        [sys.executable, "-m", "tests.faults.nursery", str(home), str(kills), "7"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        timeout=1500,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    outcome = json.loads(done.stdout)
    assert outcome["acknowledged"] > figures.many(short=500, long=20_000)
    assert (outcome["lost"], outcome["half_written"], outcome["come_back"]) == (0, 0, 0), (
        done.stderr
    )
    assert outcome["damaged"] == 0
    assert (outcome["waiting"], outcome["index_missing"]) == (0, 0)
    passed = FAILPOINTS.keys() - {name for name, count in outcome["reached"].items() if count}
    assert len(passed) <= figures.many(short=2, long=0), passed
    figures.note(
        "an acknowledged save survives SIGKILL",
        f"{kills} kills at random moments and at {len(outcome['reached'])} failpoints "
        f"({sum(outcome['reached'].values())} kills): in saves, between ledger and index, in "
        "rebuilds, in changes of the embedder; acknowledged; lost, half-written",
        f"{outcome['acknowledged']}; {outcome['lost']}, {outcome['half_written']}",
        goal="20,000 or more; 0, 0",
        is_reached=figures.is_long,
    )
    figures.note(
        "an acknowledged save survives SIGKILL",
        "forgotten and come back after a kill; not in the index when nothing waits any more",
        f"{outcome['come_back']} of {outcome['forgotten']}; {outcome['index_missing']}",
        goal="0; 0",
    )


def test_an_acknowledged_turn_survives_killing_the_command_line(
    settings: Settings, figures: Figures
):
    threads = figures.many(short=3, long=20)
    idle_s = figures.many(short=1, long=15)
    sessions = [str(uuid4()) for _ in range(threads)]
    chats = [chatting(settings, session) for session in sessions]
    try:
        for chat in chats:
            assert chat.stdin is not None
            chat.stdin.write(b"Please remember my favorite color is green.\nHello there.\n")
        for chat in chats:
            answers_of(chat, 2)
        time.sleep(idle_s)
    finally:
        for chat in chats:
            chat.send_signal(signal.SIGKILL)
            chat.communicate()

    kept = asyncio.run(lengths(settings, sessions))

    whole = sum(length >= 6 for length in kept)  # question, call, result, answer; question, answer
    assert whole == threads, kept
    figures.note(
        "an acknowledged turn survives SIGKILL",
        f"`mnemon chat`: conversations of 2 turns killed after {idle_s} s idle; whole",
        f"{whole} of {threads}",
        goal="all",
    )


async def lengths(settings: Settings, sessions: Sequence[str]) -> list[int]:
    async with open_assistant(settings) as assistant:
        return [len(await assistant.messages(Identity("default", s))) for s in sessions]


@pytest.mark.slow
def test_an_acknowledged_turn_survives_killing_the_server(
    settings: Settings, figures: Figures, tmp_path: Path
):
    threads = figures.many(short=3, long=20)
    idle_s = figures.many(short=11, long=15)  # the server's own memory is lost after its 10 s tick
    config = json.loads((PROJECT / "langgraph.json").read_text())
    env = {
        "MNEMON_HOME": str(settings.home),
        "MNEMON_MODEL": "offline",
        "MNEMON_EMBEDDER": "bundled",
    }
    with DevServer(tmp_path, config | {"dependencies": [str(PROJECT), "."]}, env=env) as server:
        time.sleep(idle_s)
        asked = asyncio.run(ask_all(server.url, threads))
        time.sleep(1)
        server.kill9()
        server.start()
        kept = asyncio.run(states(server.url, asked))
        said = server.log

    assert kept == threads
    assert "Blocking call" not in said
    figures.note(
        "an acknowledged turn survives SIGKILL",
        f"`langgraph dev`: conversations answered after {idle_s} s idle, killed, resumed; whole",
        f"{kept} of {threads}",
        goal="all",
    )


async def ask_all(url: str, threads: int) -> dict[str, int]:
    said: Any = {
        "messages": [{"role": "human", "content": "Please remember my favorite color is green."}]
    }
    answered = {}
    async with get_client(url=url) as client:
        for _ in range(threads):
            thread = (await client.threads.create(graph_id="agent"))["thread_id"]
            done: Any = await client.runs.wait(thread, "agent", input=said)
            answered[thread] = len(done["messages"])
    return answered


async def states(url: str, asked: dict[str, int]) -> int:
    whole = 0
    async with get_client(url=url) as client:
        for thread, messages in asked.items():
            known = {"thread_id": thread, "if_exists": "do_nothing", "graph_id": "agent"}
            await client.threads.create(**known)  # type: ignore[arg-type]
            values: Any = (await client.threads.get_state(thread))["values"]
            whole += len(values["messages"]) == messages
    return whole
