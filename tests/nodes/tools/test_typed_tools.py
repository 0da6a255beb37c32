"""The set `typed`: rich metadata stored, searched, stored in batches and changed."""

import json

import pytest

STORED = {
    "content": "Pairing on Fridays works well",
    "type": "pattern",
    "importance": 0.7,
    "confidence": 0.9,
    "emotion": "satisfaction",
    "tags": "team, friday",
    "collection": "work",
}


def results(answer):
    return json.loads(answer.content)["results"] if answer.content[0] == "{" else []


def found(use_any, **given):
    answer = use_any("memory_search", query="pairing on some day", nResults=20, **given)
    return sorted(result["content"] for result in results(answer))


def test_all_that_was_given_comes_back_as_it_is_stored(use_any):
    answer = use_any("memory_store", **STORED, metadata='{"project": "harbour", "sprint": 4}')

    stored = answer.artifact
    assert (stored["content"], stored["collection"]) == (STORED["content"], "work")
    assert stored["metadata"] | {"timestamp": "", "kind": "", "trust": ""} == {
        "type": "pattern",
        "user": "ann",
        "importance": 0.7,
        "confidence": 0.9,
        "emotion": "satisfaction",
        "tags": ["team", "friday"],
        "collection": "work",
        "project": "harbour",
        "sprint": 4,
        "timestamp": "",
        "kind": "",
        "trust": "",
    }
    assert stored["metadata"]["timestamp"].startswith("2026-05-31T12:00:00")


def test_what_is_left_out_has_the_defaults(use_any):
    known = use_any("memory_store", content="Pairing works").artifact["metadata"]

    assert (known["importance"], known["confidence"]) == (0.5, 0.8)
    assert (known["type"], known["emotion"], known["tags"]) == (None, None, [])
    assert known["collection"] == "memories"


@pytest.mark.parametrize("as_text", [True, False])
def test_everything_may_stand_in_the_metadata_as_in_the_system_it_comes_from(use_any, as_text):
    given = {key: STORED[key] for key in ("type", "importance", "confidence", "emotion")}
    given |= {"tags": ["team", "friday"], "user": "bob", "project": "harbour"}

    answer = use_any(
        "memory_store",
        content=STORED["content"],
        importance=0.6,
        metadata=json.dumps(given) if as_text else given,
    )

    known = answer.artifact["metadata"]
    assert (known["type"], known["importance"], known["confidence"]) == ("pattern", 0.6, 0.9)
    assert (known["tags"], known["project"]) == (["team", "friday"], "harbour")
    assert known["user"] == "ann"


@pytest.mark.parametrize(
    "narrowed",
    [
        {"type": "pattern"},
        {"emotion": "satisfaction"},
        {"tags": "friday"},
        {"tags": ["friday", "team"]},
        {"minImportance": 0.7},
        {"collection": "work"},
        {"filter": {"type": "pattern", "minImportance": 0.6}},
        {"filter": '{"tags": ["friday"]}'},
        {"filter": {"project": "harbour"}},
        {"filter": {"sprint": 4, "collection": "work", "user": "ann"}},
        {"type": "pattern", "filter": {"type": "insight"}},
    ],
)
def test_a_filter_narrows_to_what_fits(use_any, narrowed):
    use_any("memory_store", **STORED, metadata={"project": "harbour", "sprint": 4})
    use_any("memory_store", content="Pairing on Mondays does not", type="insight", tags="team")

    assert found(use_any, **narrowed) == ["Pairing on Fridays works well"]
    assert len(found(use_any)) == 2


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"filter": "type = pattern"}, "JSON object"),
        ({"filter": "[1]"}, "JSON object"),
        ({"filter": {"minImportance": "much"}}, "minImportance"),
        ({"filter": {"project": ["a"]}}, "filter.project"),
        ({"filter": {"user": "bob"}}, "Leave user out"),
        ({"nResults": 50}, "nResults"),
        ({"type": "joke"}, "insight, fact"),
        ({"filter": {"emotion": "joy"}}, "curiosity, satisfaction"),
    ],
)
def test_a_search_that_cannot_be_made_is_told_and_not_half_made(use_any, given, said):
    answer = use_any("memory_search", query="pairing", **given)

    assert answer.status == "error"
    assert said in answer.content


def test_the_nearest_has_the_least_distance(use_any, service):
    use_any("memory_store", content="Pairing on Fridays works well")
    use_any("memory_store", content="Pairing two socks is a chore")
    early = json.loads(use_any("memory_search", query="Pairing on Fridays").content)
    assert "not embedded yet" in early["degraded"]
    service.wait_until_embedded(10)
    assert "degraded" not in use_any("memory_search", query="Pairing on Fridays").content

    same = results(use_any("memory_search", query="Pairing on Fridays works well"))

    assert same[0]["distance"] < 0.01 < same[1]["distance"] <= 1


@pytest.mark.parametrize(
    "lines",
    [
        "The boat is red\nThe car is blue",
        "- The boat is red\n\n  * The car is blue\n",
        "1. The boat is red\n2. The car is blue",
        '["The boat is red", "The car is blue"]',
        ["The boat is red", {"content": "The car is blue"}],
    ],
)
def test_a_batch_is_stored_in_one_call(use_any, memory, lines):
    answer = use_any("memory_store_many", memories=lines, type="fact", tags="things")

    assert sorted(e.content for e in memory.memories()) == ["The boat is red", "The car is blue"]
    assert {e.memory_type for e in memory.memories()} == {"fact"}
    ids = [kept["id"] for kept in answer.artifact["memories"]]
    assert answer.content == f"Memory saved: 2 facts: {ids[0][:8]}, {ids[1][:8]}"
    assert [receipt["id"] for receipt in answer.artifact["receipts"]] == ids


def test_a_batch_of_objects_may_say_of_each_what_it_is(use_any, memory):
    use_any(
        "memory_store_many",
        memories=[{"content": "The boat is red", "type": "insight", "tags": ["boat"]}, "Blue car"],
        type="fact",
    )

    assert {(e.content, e.memory_type, e.tags) for e in memory.memories()} == {
        ("The boat is red", "insight", ("boat",)),
        ("Blue car", "fact", ()),
    }


def test_numbers_that_count_no_lines_belong_to_the_memories(use_any, memory):
    use_any("memory_store_many", memories="3. May is the day of the launch\nThe car is blue")

    assert {e.content for e in memory.memories()} == {
        "3. May is the day of the launch",
        "The car is blue",
    }


@pytest.mark.parametrize(
    ("memories", "said"),
    [
        (["fine", ""], "content"),
        ([{"type": "fact"}], "content"),
        ([["nested"]], "content"),
        ("\n".join(f"Fact {n}" for n in range(101)), "1 to 100"),
        ([{"content": "x", "type": "joke"}], "insight, fact"),
    ],
)
def test_of_a_batch_with_a_fault_nothing_is_stored(use_any, memory, memories, said):
    answer = use_any("memory_store_many", memories=memories)

    assert answer.status == "error"
    assert said in answer.content
    assert memory.memories() == []


def test_a_batch_tells_what_was_known_already(use_any):
    use_any("memory_store", content="The boat is red")

    answer = use_any("memory_store_many", memories="The boat is red\nThe car is blue")

    assert answer.content.startswith("Memory saved: 2 facts (1 known already): ")
    assert [kept["was_new"] for kept in answer.artifact["memories"]] == [False, True]


def test_an_update_changes_what_is_named_and_leaves_the_rest(use_any):
    stored = use_any("memory_store", **STORED, metadata={"sprint": 4, "old": 1}).artifact

    answer = use_any(
        "memory_update", id=stored["id"], importance=0.2, tags="team", metadata={"old": None}
    )

    known = answer.artifact["metadata"]
    assert answer.artifact["id"] == stored["id"]
    assert (known["importance"], known["confidence"]) == (0.2, 0.9)
    assert (known["tags"], known["collection"], known["sprint"]) == (["team"], "work", 4)
    assert "old" not in known
    assert answer.content == f"Memory saved: fact {stored['id'][:8]} updated"


def test_the_first_id_serves_for_every_later_update(use_any):
    first = use_any("memory_store", content="The boat is red").artifact["id"]

    second = use_any("memory_update", id=first, content="The boat is blue").artifact
    third = use_any("memory_update", id=first, content="The boat is green").artifact

    assert second["replaced"] == first
    assert third["replaced"] == second["id"]
    (kept,) = results(use_any("memory_search", query="boat"))
    assert (kept["id"], kept["content"]) == (third["id"], "The boat is green")


def test_a_memory_moves_to_another_collection_and_back(use_any):
    stored = use_any("memory_store", content="Pairing works").artifact["id"]

    use_any("memory_update", id=stored, collection="work")
    assert found(use_any, collection="work") == ["Pairing works"]
    use_any("memory_update", id=stored, collection="memories")
    assert found(use_any, collection="memories") == ["Pairing works"]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "Nothing is to be changed"),
        ({"importance": -0.5}, "0 to 1"),
        ({"metadata": "no"}, "JSON object"),
        ({"emotion": "joy"}, "curiosity"),
    ],
)
def test_an_update_that_cannot_be_made_is_told(use_any, given, said):
    stored = use_any("memory_store", content="The boat is red").artifact["id"]

    answer = use_any("memory_update", id=stored, **given)

    assert (answer.status, answer.content[:12]) == ("error", "Not changed.")
    assert said in answer.content


def test_an_update_of_what_is_not_there_is_told(use_any):
    answer = use_any("memory_update", id="0" * 8, content="x")

    assert "No memory has the id" in answer.content
