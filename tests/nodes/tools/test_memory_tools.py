"""The four tools, run as any other agent runs them, on a real memory."""

import asyncio
import threading
from datetime import UTC, datetime, timedelta

import pytest
from langchain_core.messages import ToolCall, ToolMessage

from core.identity import Identity
from nodes.tools import TOOL_SETS, TOOLS, memory_tools


@pytest.fixture
def use(memory, clock):
    """Call a tool as an agent does and give the ToolMessage."""
    tools = {tool.name: tool for tool in memory_tools(memory, clock)}

    def call(name: str, **arguments) -> ToolMessage:
        wanted = ToolCall(name=name, args=arguments, id="call-1", type="tool_call")
        answer = tools[name].invoke(wanted)
        assert isinstance(answer, ToolMessage)
        return answer

    return call


def test_there_are_four_tools_with_flat_text_arguments(memory):
    told = {tool.name: list(tool.args) for tool in memory_tools(memory)}

    assert told == {
        "save_topic": ["topic", "content"],
        "recall_topic": ["topic"],
        "save_memory": ["content"],
        "search_memory": ["query"],
    }
    assert all(tool.description for tool in memory_tools(memory))


def test_the_graph_and_other_agents_are_told_the_same_schema(memory):
    for tool, spec in zip(memory_tools(memory, sets=",".join(TOOL_SETS)), TOOLS, strict=True):
        function = spec.schema()["function"]

        assert function["name"] == tool.name
        assert function["description"] == tool.description
        assert list(function["parameters"]["properties"]) == list(tool.args)
        told = tool.tool_call_schema.model_json_schema()  # type: ignore[union-attr]
        assert function["parameters"]["required"] == told.get("required", [])
        assert {k: v["type"] for k, v in function["parameters"]["properties"].items()} == {
            k: v["type"] for k, v in told["properties"].items()
        }


def test_what_a_tool_is_about_is_its_first_argument():
    """A model without tools may write `memory_store("The boat is red")`."""
    first = {tool.name: next(iter(tool.arguments.model_fields)) for tool in TOOLS}

    assert {name: argument for name, argument in first.items() if "store" in name} == {
        "memory_store": "content",
        "memory_store_many": "memories",
    }
    assert first["memory_update"] == "id"
    assert first["memory_search"] == "query"


def test_a_saved_topic_is_confirmed_under_its_canonical_key(use, memory):
    answer = use("save_topic", topic="User.Preferred-Language", content=" Elixir ")

    assert answer.content == "Memory saved: user.language_preference"
    assert answer.name == "save_topic"
    assert answer.artifact["receipt"]["content"] == "Elixir"
    assert memory.recall_topic("user.language_preference") == "Elixir"


def test_a_topic_is_recalled_by_any_spelling_of_its_key(use):
    use("save_topic", topic="user.language_preference", content="Elixir")

    answer = use("recall_topic", topic="preferred language")

    assert answer.content == "[Memory: user.language_preference] Elixir"
    (item,) = answer.artifact["items"]
    assert (item["topic"], item["content"], item["date"]) == (
        "user.language_preference",
        "Elixir",
        "2026-05-31",
    )


def test_a_miss_is_a_plain_answer_that_names_near_keys(use):
    assert use("recall_topic", topic="user.dog").content == "No memories found."
    use("save_topic", topic="user.dog_name", content="Rex")

    missed = use("recall_topic", topic="user.dog_nme")

    assert missed.content == "No memories found. Nearest topics: user.dog_name."
    assert missed.status == "success"


def test_a_note_is_confirmed_by_the_beginning_of_its_id(use):
    answer = use("save_memory", content="The capital of Australia is Canberra, not Sydney.")

    note_id = answer.artifact["receipt"]["id"]
    assert answer.content == f"Memory saved: note {note_id[:8]}"
    assert answer.artifact["receipt"]["kind"] == "note"


def test_a_search_lists_what_it_found_with_relevance_and_date(use, service, memory, clock):
    memory.save_episode(
        "What is the capital\nof Australia?", "Canberra.", query_id="q1", tool_calls=0
    )
    service.wait_until_embedded(10)
    clock.at = datetime(2026, 6, 2, tzinfo=UTC)

    answer = use("search_memory", query="the capital of Australia")

    head, line = answer.content.splitlines()
    assert head == "[Memory recall — 2026-06-02]"
    assert line.startswith("1. (relevance: 0.")
    assert line.endswith(") 2026-05-31 Q: What is the capital of Australia? A: Canberra.")
    assert answer.artifact["items"][0]["kind"] == "episode"


def test_nothing_found_is_a_plain_answer(use):
    answer = use("search_memory", query="anything")

    assert answer.content == "No memories found."
    assert (answer.status, answer.artifact) == ("success", {"items": []})


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("save_topic", {"topic": "user.a"}, "content"),
        ("save_topic", {"topic": "  ", "content": "x"}, "topic"),
        ("save_memory", {"content": ["a", "list"]}, "content"),
        ("search_memory", {}, "query"),
        ("save_topic", {"topic": "...", "content": "x"}, "names nothing"),
        ("recall_topic", {"topic": "..."}, "names nothing"),
    ],
)
def test_a_wrong_call_is_answered_with_what_to_change(use, name, arguments, said):
    answer = use(name, **arguments)

    assert answer.status == "error"
    assert said in answer.content


def test_a_number_is_taken_as_text(use):
    assert use("save_topic", topic="user.age", content=42).status == "success"
    assert use("recall_topic", topic="user.age").content == "[Memory: user.age] 42"


def test_no_argument_can_name_another_person(use, service):
    use("save_topic", topic="user.editor", content="Vim", user="bob", tenant="other")

    bob = service.for_identity(Identity(user="bob", session="session-2"))
    other = service.for_identity(Identity(user="ann", tenant="other", session="session-3"))
    assert bob.topics() == []
    assert other.topics() == []
    assert use("recall_topic", topic="user.editor", user="bob").content.endswith("Vim")


def test_a_text_too_long_for_memory_is_refused_with_the_limit(use):
    answer = use("save_topic", topic="user.novel", content="a" * 20_000)

    assert answer.status == "error"
    assert answer.content.startswith("Not saved.")
    assert "16384" in answer.content


def test_a_long_memory_is_shown_shortened(use):
    use("save_topic", topic="user.poem", content="rose " * 1000)

    answer = use("recall_topic", topic="user.poem")

    assert answer.content.endswith("[…cut]")
    assert len(answer.content) < 1100


def test_in_async_code_the_tools_run_in_a_thread(memory, monkeypatch):
    used = []
    recall = type(memory).recall

    def watched(self, *args, **more):
        used.append(threading.current_thread())
        return recall(self, *args, **more)

    monkeypatch.setattr(type(memory), "recall", watched)
    search = memory_tools(memory)[3]

    answer = asyncio.run(search.ainvoke({"query": "tea"}))

    assert answer == "No memories found."
    assert used[0] is not threading.main_thread()


def test_the_date_of_a_memory_is_when_it_happened(use, clock):
    use("save_topic", topic="user.editor", content="Vim")
    clock.advance(timedelta(days=40))

    answer = use("recall_topic", topic="user.editor")

    assert answer.artifact["items"][0]["date"] == "2026-05-31"
