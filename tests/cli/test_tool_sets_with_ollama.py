"""Every set of tools, through `mnemon chat` and a server that speaks as Ollama does."""

import json

import pytest

from nodes.tools import TOOLS
from tests.standins.ollama import CHAT_MODEL, TOOLLESS_MODEL, Reply, StandInOllama

MODEL = f"ollama:{CHAT_MODEL.name}"


@pytest.fixture
def ollama(monkeypatch):
    """A server with a chat model, and all sets of tools offered to it."""
    with StandInOllama() as server:
        monkeypatch.setenv("MNEMON_OLLAMA_URL", server.base_url)
        monkeypatch.setenv("MNEMON_TOOLS", "core,facts,typed,tiers")
        yield server


def calling(name: str, **arguments: object) -> Reply:
    return Reply(tool_calls=[(name, arguments)])


def test_facts_typed_memories_and_tiers_are_saved_and_told(mnemon, ollama):
    ollama.replies = [
        calling("remember_fact", content="I am allergic to peanuts."),
        Reply("Saved: you are allergic to peanuts."),
        calling(
            "memory_store_many",
            memories="Pairing on Fridays works\nPairing on Mondays does not",
            type="pattern",
            tags=["team"],
        ),
        Reply("I have saved both."),
        calling("memory_save", topic="project.deadline", content="1 May", importance=0.6),
        Reply("Saved: the deadline is 1 May."),
        calling("memory_search", query="pairing", filter={"type": "pattern"}, nResults=2),
        Reply("Fridays work."),
    ]
    said = (
        b"Please remember that I am allergic to peanuts.\n"
        b"Please remember: Pairing on Fridays works. Pairing on Mondays does not.\n"
        b"The project deadline is 1 May, please remember.\n"
        b"What works when pairing?\n"
    )

    done = mnemon("chat", "--model", MODEL, stdin=said)

    assert done.code == 0, done.err
    for notice in (
        "memory saved: fact = I am allergic to peanuts.",
        "memory saved: fact = Pairing on Fridays works",
        "memory saved: fact = Pairing on Mondays does not",
        "memory saved: project.deadline = 1 May",
    ):
        assert notice in done.err + done.out
    found = json.loads(ollama.requests[-1].body["messages"][-1]["content"].split(":", 1)[1])
    assert sorted(result["content"] for result in found["results"]) == [
        "Pairing on Fridays works",
        "Pairing on Mondays does not",
    ]
    kept = {e["content"]: e for e in mnemon("memories", "list", "--json").json}
    assert kept["Pairing on Fridays works"]["memory_type"] == "pattern"
    assert kept["Pairing on Fridays works"]["tags"] == ["team"]
    assert kept["1 May"]["topic"] == "project.deadline"
    assert all(kept[text]["trust"] == "user" for text in ("1 May", "I am allergic to peanuts."))


def test_a_change_is_told_as_one_with_the_way_to_what_was_before(mnemon, ollama):
    stored = mnemon("remember", "The boat is red", "--json").json["id"]
    ollama.replies = [
        calling("memory_update", id=stored, content="The boat is blue"),
        Reply("I have updated it: the boat is blue."),
    ]

    done = mnemon("ask", "No, the boat is blue now.", "--model", MODEL)

    assert "memory updated: fact = The boat is blue  (see: mnemon memories history " in done.err
    assert "undo" not in done.err
    assert done.out == "I have updated it: the boat is blue.\n"
    assert [e["content"] for e in mnemon("memories", "list", "--kind", "fact", "--json").json] == [
        "The boat is blue"
    ]


def test_the_schemas_are_flat(mnemon, ollama):
    ollama.replies = [Reply("Hello.")]

    mnemon("ask", "Hello.", "--model", MODEL)

    (sent,) = [r for r in ollama.requests if r.path == "/api/chat"]
    functions = [tool["function"] for tool in sent.body["tools"]]
    assert len(functions) == len({f["name"] for f in functions}) == len(TOOLS)
    for function in functions:
        for argument in function["parameters"]["properties"].values():
            assert argument["type"] in ("string", "number", "integer")
    assert len(json.dumps(functions)) < 4 * 4000  # tokens of a window of 8,192 that are left


def test_a_model_without_tools_writes_the_calls_of_any_set(mnemon, ollama):
    ollama.replies = [
        Reply('memory_store(content="The boat is red", type="fact", tags="boat")'),
        Reply("Saved: the boat is red."),
    ]

    done = mnemon(
        "ask", "Please remember the boat is red.", "--model", f"ollama:{TOOLLESS_MODEL.name}"
    )

    assert "memory saved: fact = The boat is red" in done.err
    (kept,) = mnemon("memories", "list", "--kind", "fact", "--json").json
    assert (kept["memory_type"], kept["tags"]) == ("fact", ["boat"])
