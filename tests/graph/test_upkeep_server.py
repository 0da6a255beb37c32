"""Upkeep through the real `langgraph dev`: for the run's user only, and with nothing but ids kept."""

import asyncio

import langgraph_sdk
import pytest

from core.identity import Identity
from core.settings import Settings
from memory import open_memory
from tests.graph.test_server import start

pytestmark = pytest.mark.slow

OLD, NEW = "I live in Lisbon.", "I moved to Porto."


def test_the_server_looks_after_the_memory_of_the_runs_user_only(tmp_path):
    home = tmp_path / "home"
    settings = Settings.model_validate({"home": home, "embedder": "bundled", "model": "offline"})
    with open_memory(settings, background=False) as service:
        for user in ("sue", "tom"):
            memory = service.for_identity(Identity(user, "s"))
            memory.remember(OLD)
            memory.remember(NEW)
        service.wait_until_embedded()

    async def story(url):
        async with langgraph_sdk.get_client(url=url) as client:
            names = [one["graph_id"] for one in await client.assistants.search()]
            thread = await client.threads.create()
            values = await client.runs.wait(
                thread["thread_id"], "upkeep", input={}, context={"user": "sue"}
            )
            again = await client.runs.wait(
                thread["thread_id"], "upkeep", input={}, context={"user": "sue"}
            )
            return sorted(names), values, again

    with start(home, tmp_path / "cwd") as server:
        names, values, again = asyncio.run(story(server.url))
        assert "Blocking call" not in server.log

    assert names == ["agent", "upkeep"]
    assert len(values["report"]["retired"]) == 1
    assert again["report"] == {}
    with open_memory(settings, background=False) as service:
        kept = {
            user: [e.content for e in service.for_identity(Identity(user, "s")).memories()]
            for user in ("sue", "tom")
        }
    assert kept == {"sue": [NEW], "tom": [NEW, OLD]}
    assert b"Lisbon" not in b"".join(p.read_bytes() for p in home.glob("checkpoints*"))
