"""LangGraph's own suite for checkpointers, run over ours."""

import asyncio
from pathlib import Path

from langgraph.checkpoint.conformance import checkpointer_test, validate
from langgraph.checkpoint.conformance.capabilities import Capability

from graph.checkpointer import open_checkpointer_at


def conformance(folder: Path, keep: int):
    @checkpointer_test(name=f"the newest {keep} in SQLite")
    async def fresh_checkpointer():
        name = f"{len(list(folder.iterdir()))}.sqlite3"
        async with open_checkpointer_at(folder / name, keep) as saver:
            yield saver

    return asyncio.run(validate(fresh_checkpointer))


def test_every_capability_that_langgraph_knows_is_offered_and_conforms(tmp_path: Path) -> None:
    report = conformance(tmp_path, keep=10)

    assert {name for name, result in report.results.items() if result.detected} == {
        capability.value for capability in Capability
    }
    failures = {name: result.failures for name, result in report.results.items() if result.failures}
    assert failures == {}
    assert report.conformance_level() == "FULL"
