"""remember and remember_fact: facts without a key, once, with an end or without."""

from datetime import timedelta

import pytest

from core.identity import Identity


def test_a_fact_said_again_gives_the_same_id_and_says_so(use_any):
    first = use_any("remember_fact", content="I am allergic to peanuts.")
    again = use_any("remember_fact", content="I am allergic to peanuts")

    fact_id = first.artifact["id"]
    assert first.content == f"Memory saved: fact {fact_id[:8]}"
    assert first.artifact["was_new"] is True
    assert again.content == f"Memory saved: fact {fact_id[:8]} (known already)"
    assert (again.artifact["id"], again.artifact["was_new"]) == (fact_id, False)


@pytest.mark.parametrize("name", ["remember", "remember_fact"])
def test_a_fact_is_shared_only_when_that_is_asked_for(use_any, service, name):
    use_any(name, content="My boat is red", scope="")
    use_any(name, content="The office boat is blue", scope="agent")

    bob = service.for_identity(Identity(user="bob", session="b"))
    assert [i.engram.content for i in bob.recall("boat").items] == ["The office boat is blue"]


@pytest.mark.parametrize("name", ["remember", "remember_fact"])
@pytest.mark.parametrize("scope", ["tenant", "session", "everybody"])
def test_another_scope_is_refused_with_the_two_there_are(use_any, name, scope):
    answer = use_any(name, content="My boat is red", scope=scope)

    assert answer.status == "error"
    assert answer.content.startswith("Not saved.")
    assert "user, agent" in answer.content


def test_an_end_is_honoured_wherever_the_fact_could_be_seen(use_any, memory, service, clock):
    use_any("remember", content="The lift is broken", expires_in_days=2)
    service.wait_until_embedded(10)
    assert "lift" in use_any("recall", query="lift").content
    assert memory.context_for("the lift?")["facts"]

    clock.advance(timedelta(days=2))

    for name in ("recall", "search_memory", "memory_search"):
        assert use_any(name, query="lift").content == "No memories found."
    context = memory.context_for("the lift?")
    assert (context["pinned"], context["facts"], context["episodes"]) == ([], [], [])
    assert memory.memories() == []
    assert memory.stats()["rows"] == 0


@pytest.mark.parametrize("blank", [None, ""])
def test_an_argument_that_a_model_leaves_blank_counts_as_left_out(use_any, blank):
    answer = use_any("remember", content="The lift is broken", expires_in_days=blank, scope=None)

    assert answer.status == "success"
    assert use_any("remember", content=None).status == "error"


def test_the_whole_of_a_long_tool_output_is_read_part_by_part(use_any, memory):
    whole = "".join(f"Line {n}: the valve of pump {n} is open.\n" for n in range(800)).strip()
    receipt = memory.save_foreign(whole, trust="tool")

    found = use_any("recall", query="valve of the pump")
    assert found.content.endswith(f"[from a tool] [tool_output_key: {receipt.id}]")
    assert found.artifact["items"][0]["tool_output_key"] == receipt.id

    read, offset = "", 0
    for _ in range(10):
        answer = use_any("read_tool_output", tool_output_key=receipt.id, offset=offset)
        heading, part = answer.content.split("\n", 1)
        assert heading == f"[tool_output {receipt.id[:8]} [from a tool]]"
        if answer.artifact["next_offset"] is None:
            break
        offset = answer.artifact["next_offset"]
        part, _, hint = part.rpartition("\n")
        assert f"call with offset {offset}" in hint
        read += part
    assert read + part == whole
    assert offset > 8000
    assert use_any("read_tool_output", tool_output_key=receipt.id, offset=10**6).status == "error"


def test_a_short_text_has_no_key_and_anothers_cannot_be_read(use_any, memory, service):
    memory.save_foreign("The valve is open.", trust="tool")
    bob = service.for_identity(Identity(user="bob", session="b"))
    his = bob.save_foreign("The valve is shut. " * 100, trust="tool")

    assert "tool_output_key" not in use_any("recall", query="valve").content
    answer = use_any("read_tool_output", tool_output_key=his.id)
    assert (answer.status, "shut" in answer.content) == ("error", False)
