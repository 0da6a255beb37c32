"""Temporary chat: nothing read, nothing written."""

import pytest
from langchain_core.messages import HumanMessage, ToolCall
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver

from core.errors import InvalidInput
from core.state import Context
from graph.build import build_graph
from graph.events import MemorySaved, ToolAnswered
from nodes import Services
from nodes.persist import CORRECTION
from nodes.tools import MEMORY_IS_OFF
from tests.graph.conftest import hear, person
from tests.standins.scripted_model import call, calls, script_of, scripted

SAVE = {"topic": "user.editor", "content": "Vim"}


def test_a_temporary_chat_does_not_even_make_a_home(opened, run, home):
    async def story():
        async with opened(scripted("Hello."), temporary=True) as it:
            heard = await hear(it, "Hi", person())
            with pytest.raises(InvalidInput):
                it.memory  # noqa: B018 - asking is the test
            return heard

    heard = run(story())

    assert heard.answer.episode_id is None
    assert not home.exists()


def test_a_temporary_chat_neither_sees_nor_changes_what_is_remembered(opened, run):
    async def story():
        ann = person()
        async with opened(scripted(call("save_topic", **SAVE), "Done.")) as it:
            await hear(it, "Remember that I like Vim", ann)
        asked = calls(
            ToolCall(name="recall_topic", args={"topic": "user.editor"}, id="1"),
            ToolCall(name="save_topic", args={"topic": "user.x", "content": "y"}, id="2"),
        )
        model = scripted(asked, "Memory is off.")
        async with opened(model, temporary=True) as it:
            heard = await hear(it, "Which editor?", person())
        async with opened(scripted("Hello.")) as it:
            kept = it.memory.for_identity(ann).memories()
        return heard, script_of(model), kept

    heard, model, kept = run(story())

    assert [a.content for a in heard.of(ToolAnswered)] == [MEMORY_IS_OFF] * 2
    assert heard.of(MemorySaved) == []
    assert "Vim" not in "".join(str(m.text) for m in model.prompts[-1])
    assert "This is a temporary chat" in model.system
    assert sorted(e.kind for e in kept) == ["episode", "topic"]


def test_the_conversation_itself_is_remembered_until_it_ends(opened, run):
    async def story():
        ann = person()
        async with opened(scripted("Hello Ann.", "Ann."), temporary=True) as it:
            await hear(it, "I am Ann", ann)
            await hear(it, "Who am I?", ann)
            return [m.text for m in await it.messages(ann)]

    assert run(story()) == ["I am Ann", "Hello Ann.", "Who am I?", "Ann."]


def test_an_untrue_claim_is_corrected_here_too(opened, run):
    async def story():
        async with opened(scripted("I've saved that.", "I've saved that."), temporary=True) as it:
            return await hear(it, "I like tea", person())

    assert CORRECTION in run(story()).answer.text


@pytest.mark.parametrize("where", ["context", "configurable"])
def test_a_run_says_itself_that_it_is_temporary(settings, clock, run, where):
    """On the server one graph serves both kinds; the word stands in the run's context."""

    def no_memory():
        raise AssertionError("A temporary run asked for memory.")

    model = scripted(call("save_topic", **SAVE), "Hello.")

    async def the_model(_spec):
        return model

    services = Services(settings, clock, no_memory, the_model, "test")
    agent = build_graph(services).compile(checkpointer=InMemorySaver())
    config: RunnableConfig = {"configurable": {"thread_id": "t1"}}
    if where == "configurable":
        config["configurable"]["temporary"] = True

    state = run(
        agent.ainvoke(
            {"messages": [HumanMessage("Hi")]},
            config,
            context=Context(temporary=where == "context"),
        )
    )

    assert [m.text for m in state["messages"]] == ["Hi", "", MEMORY_IS_OFF, "Hello."]
