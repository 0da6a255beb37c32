"""Who a run is for, from what LangGraph knows of it."""

from types import SimpleNamespace
from typing import cast

import pytest
from langchain_core.runnables import RunnableConfig
from langgraph.runtime import Runtime, ServerInfo

from core.errors import InvalidInput
from core.state import Context
from nodes.identity import identity_of, is_temporary, turn_id

THREAD: RunnableConfig = {"configurable": {"thread_id": "thread-1"}}


def signed_in(**user):
    server = ServerInfo(assistant_id="a", graph_id="agent", user=SimpleNamespace(**user))
    return Runtime(context=Context(user="mallory", tenant="theirs"), server_info=server)


def test_without_a_context_the_settings_name_the_user(settings):
    settings = settings.model_copy(update={"user": "ann", "tenant": "home"})

    who = identity_of(settings, THREAD, Runtime(), "q")

    assert (who.user, who.tenant, who.agent, who.session) == ("ann", "home", "mnemon", "thread-1")


def test_the_context_names_the_user(settings):
    runtime = Runtime(context=Context(user="bob", tenant="club"))

    who = identity_of(settings, THREAD, runtime, "q")

    assert (who.user, who.tenant) == ("bob", "club")


def test_a_context_as_plain_json_is_understood(settings):
    assert (
        identity_of(settings, THREAD, Runtime(context=cast(Context, {"user": "bob"})), "q").user
        == "bob"
    )


def test_the_authenticated_user_wins_over_the_context(settings):
    who = identity_of(settings, THREAD, signed_in(identity="ann"), "q")

    assert (who.user, who.tenant) == ("ann", "local")


def test_the_tenant_of_an_authenticated_user_is_the_one_the_server_knows(settings):
    who = identity_of(settings, THREAD, signed_in(identity="ann", tenant="club"), "q")

    assert who.tenant == "club"


def test_configurable_keys_of_a_caller_name_nobody(settings):
    spoofed: RunnableConfig = {
        "configurable": {"thread_id": "t", "user": "bob", "user_id": "bob", "tenant": "x"}
    }

    assert identity_of(settings, spoofed, Runtime(), "q").user == "default"


def test_a_run_without_a_thread_has_a_session_of_its_own_the_same_in_every_node(settings):
    one = identity_of(settings, {}, Runtime(), "turn-1")
    same = identity_of(settings, {"configurable": {}}, Runtime(), "turn-1")
    other = identity_of(settings, {}, Runtime(), "turn-2")

    assert one == same
    assert one.session != other.session


@pytest.mark.parametrize("user", ["a" * 300, "a\nb"])
def test_an_unusable_user_is_refused(settings, user):
    with pytest.raises(InvalidInput):
        identity_of(settings, THREAD, Runtime(context=Context(user=user)), "q")


def test_the_turn_is_named_by_the_servers_run_else_by_the_message():
    assert turn_id({"configurable": {"run_id": "run-1"}}, "message-1") == "run-1"
    assert turn_id(THREAD, "message-1") == "message-1"


def test_temporary_is_what_context_or_configuration_says():
    assert not is_temporary(THREAD, Runtime())
    assert is_temporary(THREAD, Runtime(context=Context(temporary=True)))
    assert is_temporary({"configurable": {"temporary": True}}, Runtime())
