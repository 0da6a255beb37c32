"""Whose memories answer."""

import pytest

from core.errors import InvalidInput, NotFound
from core.identity import Identity
from core.settings import Settings
from memory import Memory, MemoryService, open_memory


def texts(memory: Memory, query: str, **asked) -> list[str]:
    return [item.engram.content for item in memory.recall(query, **asked).items]


def test_a_fact_shared_with_the_agent_answers_every_user_of_it(service: MemoryService, ada: Memory):
    ada.remember("The office router is restarted on Fridays", scope="agent")
    bob = service.for_identity(Identity(user="bob", session="x"))

    assert texts(bob, "When is the office router restarted?") == [
        "The office router is restarted on Fridays"
    ]
    assert texts(bob, "office router", scope="user") == []
    assert texts(bob, "office router", scope="agent") != []


def test_another_tenant_sees_nothing_in_any_scope(service: MemoryService, ada: Memory):
    ada.remember("The vault code is kept by Carla", scope="tenant")
    ada.remember("The vault code is changed monthly", scope="agent")
    ada.remember("The vault is green")
    other = service.for_identity(Identity(user="ada", session="now", tenant="elsewhere"))

    for scope in ("any", "session", "user", "agent", "tenant"):
        assert other.recall("vault", scope=scope).outcome == "nothing_stored"


def test_the_scope_session_reads_this_conversation_only(service: MemoryService, ada: Memory):
    ada.save_note("The train leaves at nine", source="user", trust="user")
    service.for_identity(ada.identity.in_session("before")).save_note("The train was late")

    assert texts(ada, "train", scope="session") == ["The train leaves at nine"]
    assert len(texts(ada, "train", scope="user")) == 2


def test_what_was_said_in_this_conversation_comes_first_among_equals(
    service: MemoryService, ada: Memory
):
    ada.save_note("Our meeting room is called Lovelace")
    service.for_identity(ada.identity.in_session("before")).save_note(
        "Our meeting room is called Turing"
    )
    service.wait_until_embedded()

    assert texts(ada, "How is our meeting room called?")[0] == "Our meeting room is called Lovelace"


def test_a_scope_of_weight_zero_is_left_out(settings: Settings, embedder):
    without = settings.model_copy(update={"scope_weight_agent": 0.0})
    with open_memory(without, embedder=embedder, background=False) as service:
        ada = service.for_identity(Identity(user="ada", session="now"))
        ada.remember("The printer is on the second floor", scope="agent")
        ada.remember("The printer needs paper")

        assert texts(ada, "printer") == ["The printer needs paper"]


def test_an_unknown_scope_is_refused_with_the_known_ones(ada: Memory):
    with pytest.raises(InvalidInput, match="session, user, agent, tenant, any"):
        ada.recall("x", scope="everyone")  # type: ignore[arg-type]


def test_only_who_shared_a_fact_can_forget_it(service: MemoryService, ada: Memory):
    shared = ada.remember("The wifi is called penguin", scope="agent")
    bob = service.for_identity(Identity(user="bob", session="x"))

    assert bob.get(shared.id).content == "The wifi is called penguin"
    with pytest.raises(NotFound):
        bob.forget(shared.id)
    assert ada.forget(shared.id).remaining == 0
    assert bob.recall("wifi").outcome == "nothing_stored"


def test_the_same_fact_said_again_gives_the_same_id(ada: Memory):
    first = ada.remember("I am allergic to peanuts")
    again = ada.remember("I am allergic to peanuts.")

    assert (again.id, again.was_new) == (first.id, False)
