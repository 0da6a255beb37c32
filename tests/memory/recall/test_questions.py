"""A question that names nothing but a time is answered by whatever happened then."""

from datetime import UTC, datetime, timedelta

import pytest

from core.clock import ManualClock
from core.identity import Identity
from core.recall import RecallFilter
from memory import MemoryService
from memory.recall.questions import asked_names, asked_time

NOW = datetime(2026, 6, 10, 9, tzinfo=UTC)
ADA = Identity("ada", "ada-1")


@pytest.mark.parametrize(
    "question",
    [
        "What did we talk about last week?",
        "what did I say yesterday",
        "Anything new from last month?",
        "What happened on 3 June?",
        "What did you note in May?",
        "Tell me what we discussed today.",
        "What have I told you this week?",
    ],
)
def test_a_question_about_nothing_but_a_time(question: str):
    time = asked_time(question, NOW)

    assert time is not None
    assert time.is_all


@pytest.mark.parametrize(
    "question",
    [
        "Where did I go running last week?",
        "What did we decide about the database in May?",
        "What is today?",
        "Who called yesterday?",
        "What did we say yesterday about Rex?",
    ],
)
def test_a_question_about_something_at_a_time(question: str):
    time = asked_time(question, NOW)

    assert time is not None
    assert not time.is_all


def test_a_question_without_a_time():
    assert asked_time("What did we talk about?", NOW) is None


def test_everything_of_that_time_is_found_and_nothing_else(
    service: MemoryService, clock: ManualClock
):
    memory = service.for_identity(ADA)
    clock.at = NOW - timedelta(days=40)
    memory.write_episodic("The roof was mended.")
    clock.at = NOW - timedelta(days=1, hours=2)
    memory.write_episodic("Rex was at the vet.")
    clock.at = NOW - timedelta(days=1)
    memory.save_topic("user.bicycle", "a red one")
    clock.at = NOW
    memory.write_episodic("We talked about what to say.")
    service.wait_until_embedded()

    found = memory.recall("What did I tell you yesterday?")

    assert [i.engram.content for i in found.items] == ["a red one", "Rex was at the vet."]
    assert memory.recall("What did I say last week?").outcome == "nothing_relevant"


def test_a_time_and_a_filter_hold_both(service: MemoryService, clock: ManualClock):
    memory = service.for_identity(ADA)
    clock.at = NOW - timedelta(days=1)
    memory.save_topic("user.bicycle", "a red one")
    memory.write_episodic("Rex was at the vet.")
    clock.at = NOW

    found = memory.recall("What did I say yesterday?", wanted=RecallFilter(kinds=("topic",)))
    later = memory.recall("What did I say yesterday?", wanted=RecallFilter(since=NOW))

    assert [i.engram.content for i in found.items] == ["a red one"]
    assert not later.items


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("When did Caroline go to Lyon?", ["caroline", "lyon"]),
        ("Melanie's birthday is when?", ["melanie"]),
        ("What did Jean-Luc say in May on Monday?", ["jean", "luc"]),
        ("Where do I live?", []),
        ("Which database does Apollo use?", ["apollo"]),
        ("where did caroline go?", []),
        ("", []),
    ],
)
def test_the_names_of_a_question(question: str, names: list[str]):
    assert asked_names(question) == names


def test_the_named_person_comes_first(service: MemoryService):
    memory = service.for_identity(ADA)
    for who in ("Bertram", "Karla", "Goran"):
        memory.write_episodic(f"{who} went to the museum in the afternoon.")
    memory.write_episodic(
        "We planned what to do on the weekend, Karla came along to the museum too."
    )
    service.wait_until_embedded()

    found = memory.recall("Who was at the museum with Karla?")

    assert ["Karla" in i.engram.content for i in found.items[:2]] == [True, True]
    assert [i.explanation["names"] for i in found.items[:2]] == [1.0, 1.0]
