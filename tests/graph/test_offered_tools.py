"""Which tools a run offers: the run's context decides, else the setting."""

import asyncio
from contextlib import asynccontextmanager

import pytest

from core.errors import InvalidInput
from core.state import Context
from graph.build import build_graph
from graph.events import ToolCalled
from nodes import Services
from nodes.tools import TOOL_SETS
from tests.graph.conftest import hear, person
from tests.standins.scripted_model import call, script_of, scripted


@pytest.fixture
def agent(settings, clock, embedder):
    """The compiled graph as a server runs it: whoever starts a run gives its context."""
    from memory import open_memory

    @asynccontextmanager
    async def opening(model, **changes):
        async def the_model(_spec):
            return model

        with open_memory(settings, clock=clock, embedder=embedder) as memory:
            given = settings.model_copy(update=changes)
            services = Services(given, clock, lambda: memory, the_model, "test")
            yield build_graph(services).compile()

    return opening


def answer(agent, model, context, **changes):
    """The messages of one turn under a context."""

    async def turn():
        async with agent(model, **changes) as graph:
            said = {"messages": [("user", "Please remember that my boat is called Ida.")]}
            return (await graph.ainvoke(said, context=context))["messages"]

    return asyncio.run(turn())


def test_the_context_of_a_run_chooses_the_sets_and_wins_over_the_setting(agent):
    model = scripted(call("remember", content="My boat is called Ida."), "Saved.")

    messages = answer(agent, model, Context(tools="facts"), tools="core,typed")

    assert script_of(model).offered[0][0] == "remember"
    assert "save_topic" not in script_of(model).offered[0]
    assert messages[2].content.startswith("Memory saved: fact ")


def test_without_a_word_of_the_run_the_setting_holds(agent):
    model = scripted("Hello.")

    answer(agent, model, Context(), tools="typed")

    assert script_of(model).offered[0][:2] == ["memory_store", "memory_search"]


@pytest.mark.parametrize("context", [Context(tools="everything"), Context(tools=" , ")])
def test_a_set_that_does_not_exist_is_refused_with_those_that_do(agent, context):
    with pytest.raises(InvalidInput, match="core, facts, typed"):
        answer(agent, scripted("Hello."), context)


@pytest.mark.parametrize("can_call", [True, False])
def test_a_model_is_told_of_no_tool_that_it_is_not_offered(agent, can_call):
    model = scripted("Hello.", tools=can_call)

    answer(agent, model, Context(tools="tiers"))

    system = script_of(model).system
    assert '"Please remember ..." always means' in system
    assert "save_topic" not in system
    assert ("memory_save(" in system) is not can_call
    assert ("- memory_age: Move memories" in system) is not can_call


def test_a_model_that_writes_its_calls_may_use_every_set(agent):
    model = scripted(
        'memory_save(topic="project.boat", content="Ida", importance="0.9")', "Saved.", tools=False
    )

    messages = answer(agent, model, Context(tools="core,tiers"))

    assert messages[1].tool_calls[0]["name"] == "memory_save"
    assert messages[2].content == "Memory saved: project.boat"


def test_a_tool_that_was_not_offered_is_not_run(agent):
    model = scripted(call("save_topic", topic="user.boat", content="Ida"), "I could not.")

    messages = answer(agent, model, Context(tools="facts"))

    assert messages[2].status == "error"
    assert messages[2].content.startswith("There is no tool 'save_topic'.")
    assert "remember" in messages[2].content


def test_the_built_in_model_works_as_well_with_every_tool_as_with_four(opened, run):
    async def story(sets):
        who = person()
        async with opened(settings={"tools": sets, "model": "offline"}) as it:
            for text in (
                "Please remember my preferred language is Elixir.",
                "Note that the boat lies in harbour seven.",
                "What language do I prefer?",
                "Where is the boat?",
            ):
                heard = await hear(it, text, who)
                yield heard.answer.text, [called.name for called in heard.of(ToolCalled)]

    async def told(sets):
        return [one async for one in story(sets)]

    four = run(told("core"))
    answers = [text for text, _ in four]
    assert "Elixir" in answers[2]
    assert "harbour seven" in answers[3]
    assert [tools for _, tools in run(told(",".join(TOOL_SETS)))] == [tools for _, tools in four]
    assert all(not tools for _, tools in run(told("tiers")))
