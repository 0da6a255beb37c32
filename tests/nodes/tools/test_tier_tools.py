"""The set `tiers`: topics with importance and source, found by a word of their key, aged."""

from datetime import timedelta

import pytest


def keys(answer):
    return [item["topic"] for item in answer.artifact["items"]]


def test_a_topic_needs_no_configuration_and_is_one_with_the_others(use_any, memory):
    answer = use_any(
        "memory_save", topic="Project.Deadline", content="1 May", importance=0.9, source="directive"
    )

    kept = memory.topic("project.deadline")
    assert answer.content == "Memory saved: project.deadline"
    assert (kept.content, kept.importance, kept.source, kept.trust) == (
        "1 May",
        0.9,
        "directive",
        "user",
    )
    assert use_any("recall_topic", topic="project.deadline").content.endswith("1 May")


def test_what_came_up_in_a_session_is_not_the_users_word(use_any, memory):
    use_any("memory_save", topic="project.stack", content="Python", source="session")

    assert (memory.topic("project.stack").source, memory.topic("project.stack").trust) == (
        "session",
        "agent",
    )


def test_a_newer_value_takes_the_place_and_the_answer_says_of_what(use_any, memory):
    use_any("memory_save", topic="project.alpha", content="It is due in May")

    answer = use_any("memory_save", topic="project.alpha", content="It is written in Rust")

    assert "It is due in May" in answer.content
    assert "under a key of its own" in answer.content
    assert [e.content for e in memory.versions("project.alpha")] == [
        "It is written in Rust",
        "It is due in May",
    ]


def test_the_same_topic_and_content_is_stored_once_across_both_tiers(use_any, memory, clock):
    first = use_any("memory_save", topic="project.alpha", content="It is due in May")
    clock.advance(timedelta(hours=50))
    assert use_any("memory_age").artifact["moved"] == 1

    again = use_any("memory_save", topic="project.alpha", content="It is due in May")

    assert again.content == "Memory saved: project.alpha (known already)"
    assert (again.artifact["id"], again.artifact["was_new"]) == (first.artifact["id"], False)
    assert memory.stats()["tiers"] == {"long": 1}


def test_an_unknown_source_or_tier_is_told_with_those_there_are(use_any):
    assert "user, session, directive" in (
        use_any("memory_save", topic="a.b", content="x", source="model").content
    )
    assert "short or long" in use_any("memory_recall", tier="middle").content


@pytest.mark.parametrize(
    ("keyword", "expected"),
    [
        ("deadline", ["project.alpha_deadline", "project.beta_deadline"]),
        ("Beta Deadline", ["project.beta_deadline"]),
        ("alpha", ["project.alpha_deadline"]),
        ("preferred language", ["user.language_preference"]),
        ("lang", ["user.language_preference"]),
        ("user.", ["user.language_preference"]),
        ("line", []),
        ("nothing", []),
        ("", ["project.alpha_deadline", "user.language_preference", "project.beta_deadline"]),
        ("*", ["project.alpha_deadline", "user.language_preference", "project.beta_deadline"]),
    ],
)
def test_topics_are_found_by_a_word_of_their_key_the_most_important_first(
    use_any, keyword, expected
):
    use_any("memory_save", topic="project.beta_deadline", content="June", importance=0.2)
    use_any("memory_save", topic="user.language_preference", content="Elixir", importance=0.5)
    use_any("memory_save", topic="project.alpha_deadline", content="May", importance=0.7)

    assert keys(use_any("memory_recall", topic=keyword)) == expected


def test_a_recall_names_tier_and_importance_and_keeps_to_its_limit(use_any, clock):
    use_any("memory_save", topic="project.alpha", content="old", importance=0.4)
    clock.advance(timedelta(hours=50))
    use_any("memory_age")
    use_any("memory_save", topic="project.beta", content="new")

    both = use_any("memory_recall", topic="project")

    assert both.content.splitlines() == [
        "[Memory recall — 2026-06-02]",
        "1. 2026-06-02 project.beta: new (importance 0.50, short term)",
        "2. 2026-05-31 project.alpha: old (importance 0.40, long term)",
    ]
    assert keys(use_any("memory_recall", topic="project", tier="long")) == ["project.alpha"]
    assert keys(use_any("memory_recall", topic="project", tier="short")) == ["project.beta"]
    assert keys(use_any("memory_recall", limit=1)) == ["project.beta"]
    assert use_any("memory_recall", topic="gamma").content == "No memories found."


def test_ageing_takes_the_least_important_first_and_leaves_what_is_pinned(use_any, memory, clock):
    for number in (9, 2, 4):
        use_any("memory_save", topic=f"project.t{number}", content="x", importance=number / 10)
    clock.advance(timedelta(hours=49))

    one = use_any("memory_age", max_rows=1)
    rest = use_any("memory_age")

    assert one.content == "1 memory moved to long term."
    assert memory.get(one.artifact["ids"][0]).topic == "project.t2"
    assert rest.artifact["moved"] == 1
    assert memory.topic("project.t9").tier == "short"
    assert use_any("memory_age").content == "0 memories moved to long term."
    assert use_any("memory_age", max_rows=0).status == "error"


def test_what_has_aged_is_still_recalled(use_any, service, clock):
    use_any("memory_save", topic="project.harbour", content="The boat lies in harbour seven")
    service.wait_until_embedded(10)
    clock.advance(timedelta(hours=49))
    use_any("memory_age")

    assert "harbour seven" in use_any("search_memory", query="Where is the boat?").content
