"""The scripted model is a real chat model that keeps to its script."""

import asyncio

from langchain_core.messages import AIMessage, AIMessageChunk, HumanMessage, ToolMessage

from stories.scripted_model import ScriptedModel, unanswered_calls
from stories.steps import ScriptedCall, ScriptedReply

HELLO = HumanMessage("Hello")
SAVING = ScriptedReply(
    text="One moment.",
    calls=[
        ScriptedCall(name="save_topic", arguments={"topic": "user.city", "content": "Lisbon"}),
        ScriptedCall(name="no_such_tool", arguments={"n": 1}),
    ],
)


def test_it_gives_its_replies_in_order_and_counts_what_was_asked_too_much():
    model = ScriptedModel()
    model.begin_turn(["one", "two"])

    answers = [model.invoke([HELLO]).text for _ in range(2)]

    assert answers == ["one", "two"]
    assert (model.replies_left, model.surplus_calls) == (0, 0)
    assert "nothing more" in model.invoke([HELLO]).text
    assert model.surplus_calls == 1


def test_its_tool_calls_are_tool_calls_with_ids_of_their_own():
    model = ScriptedModel()
    model.begin_turn([SAVING, SAVING])

    first, second = (model.bind_tools([]).invoke([HELLO]) for _ in range(2))

    assert first.text == "One moment."
    assert [(call["name"], call["args"]) for call in first.tool_calls] == [
        ("save_topic", {"topic": "user.city", "content": "Lisbon"}),
        ("no_such_tool", {"n": 1}),
    ]
    assert len({call["id"] for call in [*first.tool_calls, *second.tool_calls]}) == 4


def test_it_streams_the_same_as_it_answers_at_once():
    model = ScriptedModel()

    async def streamed() -> AIMessageChunk:
        model.begin_turn([SAVING])
        whole = AIMessageChunk(content="")
        async for chunk in model.astream([HELLO]):
            whole += chunk
        return whole

    whole = asyncio.run(streamed())

    assert whole.text == "One moment."
    assert [call["name"] for call in whole.tool_calls] == ["save_topic", "no_such_tool"]


def test_a_turn_that_begins_forgets_the_prompts_and_replies_before_it():
    model = ScriptedModel()
    model.begin_turn(["one", "two"])
    model.invoke([HELLO])

    model.begin_turn(["three"])

    assert model.prompts == []
    assert model.invoke([HELLO]).text == "three"
    assert model.prompts == [[HELLO]]


def test_a_call_that_stands_without_its_answer_in_a_prompt_is_noticed():
    call = {"name": "save_topic", "args": {}, "id": "c1", "type": "tool_call"}
    asking = AIMessage("", tool_calls=[call])

    assert unanswered_calls([[HELLO, asking]]) == ["save_topic"]
    assert unanswered_calls([[HELLO, asking, ToolMessage("done", tool_call_id="c1")]]) == []
