"""What memory offers before a model call."""

from datetime import timedelta

from core.clock import ManualClock
from core.identity import Identity
from core.settings import Settings
from memory import Memory, MemoryService, open_memory
from memory.recall.context import with_earlier


def contents(items) -> list[str]:
    return [item["content"] for item in items]


def test_nothing_stored_offers_nothing(ada: Memory):
    context = ada.context_for("Which language do I prefer?")

    assert not any((context["pinned"], context["facts"], context["episodes"]))
    assert context["known_topics"] == []


def test_what_is_important_is_always_there_and_first(service: MemoryService, ada: Memory):
    ada.save_topic("constraint.peanut", "never suggest peanuts", importance=0.9)
    ada.save_topic("user.city", "Oslo")
    service.wait_until_embedded()

    context = ada.context_for("Which city do I live in?")

    assert contents(context["pinned"]) == ["never suggest peanuts"]
    assert contents(context["facts"]) == ["Oslo"]
    assert context["known_topics"] == ["constraint.peanut", "user.city"]


def test_facts_come_by_nearness_without_a_threshold_and_at_most_ten(
    service: MemoryService, ada: Memory
):
    for number in range(12):
        ada.save_topic(f"project.box{number}_content", f"screws of size {number}")
    ada.save_topic("user.city", "Oslo")
    service.wait_until_embedded()

    context = ada.context_for("Where do I live, which city?")

    assert context["facts"][0]["content"] == "Oslo"
    assert len(context["facts"]) == 10


def test_episodes_need_the_threshold_and_come_from_other_conversations(
    service: MemoryService, ada: Memory
):
    before = service.for_identity(ada.identity.in_session("before"))
    before.save_episode(
        "What is the capital of Australia?", "Canberra.", query_id="1", tool_calls=0
    )
    before.save_episode("How do I fix a bicycle tyre?", "With a patch.", query_id="2", tool_calls=0)
    ada.save_episode("Tell me about Australia", "It is large.", query_id="3", tool_calls=0)
    service.wait_until_embedded()

    context = ada.context_for("Which city is the capital of Australia?")

    assert len(context["episodes"]) == 1
    assert "Canberra" in context["episodes"][0]["content"]
    assert context["episodes"][0]["score"] >= 0.3


def test_every_item_says_its_date_and_source_and_what_it_replaced(ada: Memory, clock: ManualClock):
    ada.save_topic("user.city", "Lyon")
    clock.advance(timedelta(days=3))
    ada.save_topic("user.city", "Oslo", source="agent", trust="agent")

    item = ada.context_for("city")["facts"][0]

    assert (item["content"], item["replaced"]) == ("Oslo", "Lyon")
    assert (item["date"], item["source"], item["trust"]) == ("2026-06-13", "agent", "agent")


def test_what_another_user_shared_is_not_this_users_own_word(service: MemoryService, ada: Memory):
    ada.remember("The office closes at six", scope="agent")
    bob = service.for_identity(Identity(user="bob", session="x"))
    service.wait_until_embedded()

    item = bob.context_for("When does the office close?")["facts"][0]

    assert (item["trust"], item["source"]) == ("shared", "shared by ada")


def test_the_budget_cuts_by_rank_and_the_cut_is_told(settings: Settings, embedder):
    tight = settings.model_copy(update={"context_tokens": 60})
    with open_memory(tight, embedder=embedder, background=False) as service:
        ada = service.for_identity(Identity(user="ada", session="s"))
        ada.save_topic("user.city", "Oslo")
        for number in range(6):
            ada.save_topic(f"project.part{number}_supplier", f"the company of number {number}")
        service.wait_until_embedded()

        context = ada.context_for("In which city do I live?")

    assert context["facts"][0]["content"] == "Oslo"
    assert context["dropped"] == 7 - len(context["facts"]) > 0
    assert [o["stage"] for o in context["not_shown"]].count("beyond the budget") == context[
        "dropped"
    ]


def test_one_endless_pinned_fact_does_not_hide_the_others(ada: Memory):
    ada.save_topic("user.manifesto", "and so on " * 1600, importance=0.9)
    ada.save_topic("user.allergy", "peanuts", importance=0.9)
    ada.save_topic("user.city", "Oslo")

    context = ada.context_for("Where do I live?")

    assert [item["content"] for item in context["pinned"]] == ["peanuts"]
    assert [item["content"] for item in context["facts"]] == ["Oslo"]
    assert context["dropped"] == 1


def test_without_vectors_the_newest_facts_are_offered(ada: Memory, clock: ManualClock):
    ada.save_topic("user.city", "Oslo")
    clock.advance(timedelta(hours=1))
    ada.save_topic("user.pet", "a cat")

    context = ada.context_for("hello there")

    assert contents(context["facts"]) == ["a cat", "Oslo"]
    assert context["degraded"]


def test_a_question_that_says_little_is_asked_with_what_came_before(
    service: MemoryService, ada: Memory
):
    before = service.for_identity(ada.identity.in_session("before"))
    before.save_episode(
        "The Apollo release is due on 3 March", "Noted.", query_id="1", tool_calls=0
    )
    service.wait_until_embedded()

    assert ada.context_for("And when is it due?", ["Tell me about the Apollo release"])["episodes"]
    assert with_earlier("And when is it due?", ["Apollo", "Mars", "x"]) == (
        "And when is it due?\nApollo\nMars"
    )


def test_a_whole_question_is_asked_as_it_is():
    question = "Which supplier delivers the wooden parts of project Apollo?"

    assert with_earlier(question, ["My cat is ill"]) == question
