"""`langgraph dev` over our checkpointer: what a person does in Studio, and a kill in between."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from langgraph_sdk import get_sync_client
from langgraph_sdk.client import SyncLangGraphClient
from tenacity import retry, retry_if_exception_type, stop_after_delay, wait_fixed

from graph.checkpointer import FILE_NAME, open_checkpointer_at
from tests.graph.toy import chain, said
from tests.graph.toy import on as conversation
from tests.standins.dev_server import DevServer

SERVED = """
import asyncio

from langgraph.graph import START, StateGraph

from tests.graph.toy import Said, chain


async def dawdle(state):
    if state["said"][-1].startswith("slow"):
        await asyncio.sleep(60)
    return {"said": []}


names = [f"step_{number}" for number in range(8)]
builder = StateGraph(Said)
for name in names:
    builder.add_node(name, lambda _: {"said": []})
builder.add_node("dawdle", dawdle)
builder.add_node("answer", lambda state: {"said": [f"echo {len(state['said'])}"]})
for before, after in zip([START, *names, "dawdle"], [*names, "dawdle", "answer"]):
    builder.add_edge(before, after)
graph = builder.compile(name="toy")
"""
"""Ten supersteps a turn; a text that begins with `slow` makes the ninth last a minute."""


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One home for all tests here: each talks in conversations of its own."""
    return tmp_path_factory.mktemp("served") / "home"


@pytest.fixture(scope="module")
def server(home: Path) -> Iterator[DevServer]:
    (home.parent / "served.py").write_text(SERVED)
    config = {
        "graphs": {"agent": "served:graph"},
        "checkpointer": {"path": "graph.checkpointer.open_checkpointer"},
    }
    env = {"MNEMON_HOME": str(home), "MNEMON_CHECKPOINTS_KEPT": "3"}
    with DevServer(home.parent, config=config, env=env) as running:
        yield running


@pytest.fixture
def client(server: DevServer) -> Iterator[SyncLangGraphClient]:
    with get_sync_client(url=server.url) as connected:
        yield connected


class Talk:
    """One conversation over HTTP."""

    def __init__(self, client: SyncLangGraphClient, thread: str = "") -> None:
        self.client = client
        self.thread = thread or client.threads.create()["thread_id"]

    def say(self, text: str, **options: Any) -> list[str]:
        given: dict[str, Any] = {"said": [text]}
        answer = self.client.runs.wait(self.thread, "agent", input=given, **options)
        return list(cast(dict[str, Any], answer)["said"])

    def said(self) -> list[str]:
        return list(cast(dict[str, Any], self.state()["values"]).get("said", []))

    def state(self) -> dict[str, Any]:
        return cast(dict[str, Any], self.client.threads.get_state(self.thread))

    def copy(self) -> "Talk":
        known = self.threads()
        self.client.threads.copy(self.thread)
        (new,) = self.threads() - known
        return Talk(self.client, new)

    def threads(self) -> set[str]:
        return {thread["thread_id"] for thread in self.client.threads.search()}


@retry(
    retry=retry_if_exception_type(AssertionError), wait=wait_fixed(0.1), stop=stop_after_delay(60)
)
def wait_until_next_is(node: str, talk: Talk) -> None:
    assert talk.state()["next"] == [node]


def read_beside_the_server(home: Path, thread: str) -> list[str]:
    async def read() -> list[str]:
        async with open_checkpointer_at(home / FILE_NAME, 3) as saver:
            return await said(chain(saver), conversation(thread))

    return asyncio.run(read())


def test_a_conversation_survives_the_kill_of_the_server(
    server: DevServer, client: SyncLangGraphClient, home: Path
) -> None:
    talk = Talk(client)
    assert talk.say("one") == ["one", "echo 1"]

    server.kill9()
    server.start()

    # The server writes its own list of threads every ten seconds only; what was said is on disk.
    talk.client.threads.create(thread_id=talk.thread, graph_id="agent", if_exists="do_nothing")
    assert talk.said() == ["one", "echo 1"]
    assert talk.say("two") == ["one", "echo 1", "two", "echo 3"]
    assert read_beside_the_server(home, talk.thread) == ["one", "echo 1", "two", "echo 3"]
    assert "Using custom checkpointer: BoundedSqliteSaver" in server.log
    assert "checkpointer missing" not in server.log
    assert "Blocking" not in server.log


def test_a_conversation_is_forked_copied_and_deleted_over_http(
    client: SyncLangGraphClient, home: Path
) -> None:
    talk = Talk(client)
    talk.say("one")
    after_one = talk.state()["checkpoint"]
    talk.say("two")  # more steps than are kept; the state before it is kept beside them
    copy = talk.copy()

    assert talk.say("other", checkpoint=after_one) == ["one", "echo 1", "other", "echo 3"]
    assert talk.said() == ["one", "echo 1", "other", "echo 3"]
    assert copy.say("three") == ["one", "echo 1", "two", "echo 3", "three", "echo 5"]

    secret = "the-red-kingfisher" * 50
    talk.say(secret)
    talk.client.threads.delete(talk.thread)

    assert secret.encode() not in b"".join(file.read_bytes() for file in home.iterdir())
    assert read_beside_the_server(home, talk.thread) == []
    assert copy.said()[-2:] == ["three", "echo 5"]


def test_a_run_is_rolled_back_and_a_temporary_one_leaves_no_trace(
    client: SyncLangGraphClient, home: Path
) -> None:
    talk = Talk(client)
    talk.say("one")

    slow: dict[str, Any] = {"said": ["slow"]}
    talk.client.runs.create(talk.thread, "agent", input=slow)
    wait_until_next_is("dawdle", talk)
    assert talk.say("two", multitask_strategy="rollback") == ["one", "echo 1", "two", "echo 3"]

    by_config = {"config": {"configurable": {"temporary": True}}}
    by_context = {"context": {"temporary": True}}
    for temporary in (by_config, by_context):
        assert talk.say("hush", **temporary)[-2:] == ["hush", "echo 5"]
    assert talk.said() == ["one", "echo 1", "two", "echo 3"]
    assert b"hush" not in b"".join(file.read_bytes() for file in home.iterdir())
