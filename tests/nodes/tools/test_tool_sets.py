"""The tools beyond the four of every day, and how sets of tools are named."""

import json

import pytest
from langchain_core.messages import ToolCall, ToolMessage

from core.errors import InvalidInput
from core.identity import Identity
from nodes.tools import TOOL_SETS, memory_tools, offered_tools


@pytest.fixture
def use(memory, clock):
    tools = {tool.name: tool for tool in memory_tools(memory, clock, ",".join(TOOL_SETS))}

    def call(name: str, **arguments) -> ToolMessage:
        wanted = ToolCall(name=name, args=arguments, id="call-1", type="tool_call")
        answer = tools[name].invoke(wanted)
        assert isinstance(answer, ToolMessage)
        return answer

    return call


def test_a_run_offers_the_four_tools_unless_told():
    assert [tool.name for tool in offered_tools("core")] == [t.name for t in TOOL_SETS["core"]]
    assert [tool.name for tool in offered_tools("facts, core")][:2] == ["remember", "remember_fact"]


def test_an_unknown_set_is_refused_with_the_known_ones():
    with pytest.raises(InvalidInput, match="core, facts, typed, tiers"):
        offered_tools("everything")


def test_recall_tells_kind_time_and_how_complete_it_is(use):
    use("remember", content="The boat lies in harbour seven")
    use("save_memory", content="The boat needs new paint")

    answer = use("recall", query="boat", source_kinds="fact", top_k=3)

    assert answer.content.startswith("[Memory recall — ")
    (item,) = answer.artifact["items"]
    assert item["source_kind"] == "fact"
    assert item["content"] == "The boat lies in harbour seven"
    assert set(item) >= {"id", "source_ref", "event_time", "score"}
    assert answer.artifact["degraded"] is True
    assert answer.artifact["rerank_used"] is False
    assert answer.artifact["total"] == 1


def test_recall_of_a_wrong_kind_or_scope_says_which_there_are(use):
    for wrong, valid in (
        ({"source_kinds": "facts"}, "session_summary"),
        ({"scope": "all"}, "tenant"),
    ):
        answer = use("recall", query="boat", **wrong)

        assert answer.status == "error"
        assert valid in answer.content


def test_a_fact_with_an_end_runs_out(use, clock, memory):
    from datetime import timedelta

    answer = use("remember", content="The lift is broken", expires_in_days="2")

    assert answer.content.startswith("Memory saved: fact ")
    assert memory.recall("lift").outcome == "found"
    clock.advance(timedelta(days=3))
    assert memory.recall("lift").outcome == "nothing_stored"


def test_what_is_stored_with_metadata_is_found_by_filter_with_its_distance(use):
    stored = use(
        "memory_store",
        content="Pairing on Fridays works well",
        type="pattern",
        emotion="satisfaction",
        tags="team, friday",
        importance=0.7,
        confidence=0.9,
    )
    use("memory_store", content="Pairing on Mondays does not", type="insight", tags="team")

    found = json.loads(use("memory_search", query="pairing", type="pattern", tags="friday").content)

    assert stored.artifact["metadata"]["confidence"] == 0.9
    assert found["query"] == "pairing"
    assert found["count"] == 1
    (result,) = found["results"]
    assert result["id"] == stored.artifact["id"]
    assert result["metadata"]["tags"] == ["team", "friday"]
    assert 0 <= result["distance"] <= 1
    assert use("memory_search", query="pairing", minImportance=0.9).content == "No memories found."


def test_metadata_outside_its_choices_is_told_to_the_model(use):
    answer = use("memory_store", content="x y z", emotion="joy")

    assert answer.status == "error"
    assert "curiosity, satisfaction" in answer.content


def test_no_tool_of_any_set_can_name_an_owner():
    forbidden = {"user", "tenant", "session", "agent", "owner", "user_id"}

    for tools in TOOL_SETS.values():
        for tool in tools:
            assert not forbidden & set(tool.arguments.model_fields), tool.name


def test_another_user_finds_none_of_it(use, memory):
    use("remember", content="The boat lies in harbour seven")
    use("memory_store", content="The boat is blue", type="fact")
    use("memory_save", topic="project.boat", content="blue")
    other = memory.__class__(Identity(user="bob", session="b"), memory._parts)

    assert all(
        tool.invoke({"query": "boat"}).startswith("No memories found.")
        for tool in memory_tools(other, sets="facts,typed")
        if tool.name in ("recall", "memory_search")
    )
    assert _named(other, "memory_recall").invoke({"topic": ""}) == "No memories found."
    for engram in memory.memories():
        change = _named(other, "memory_update")
        said = change.invoke({"id": engram.id, "content": "Mine now"})
        assert said.startswith("Not changed. No memory has the id")


def _named(memory, name):
    return next(t for t in memory_tools(memory, sets=",".join(TOOL_SETS)) if t.name == name)
