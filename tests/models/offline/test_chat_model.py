"""The offline model as a LangChain chat model: streaming, tool calls, ids."""

import asyncio
from functools import reduce
from operator import add

import pytest
from langchain_core.messages import AIMessageChunk, HumanMessage, SystemMessage

from models.offline import OfflineChatModel
from tests.models.offline.messages import TOOLS, next_message

TWO_FACTS = "My name is Sam and I live in Oslo."


def streamed(text: str, *, with_tools: bool) -> list[AIMessageChunk]:
    model = OfflineChatModel()
    asked = [HumanMessage(text, id="h1")]
    chunks = model.bind_tools(TOOLS).stream(asked) if with_tools else model.stream(asked)
    return [chunk for chunk in chunks if isinstance(chunk, AIMessageChunk)]


def test_an_answer_is_streamed_in_several_pieces_that_join_to_the_invoked_one():
    chunks = streamed("What can you do?", with_tools=False)

    whole = reduce(add, chunks)

    assert len([c for c in chunks if c.text]) > 3
    assert whole.text == OfflineChatModel().invoke("What can you do?").text


def test_tool_calls_are_streamed_in_pieces_that_join_to_the_invoked_ones():
    chunks = streamed(TWO_FACTS, with_tools=True)

    whole = reduce(add, chunks)

    assert len([c for c in chunks if c.tool_call_chunks]) >= 4
    assert whole.tool_calls == next_message([HumanMessage(TWO_FACTS, id="h1")]).tool_calls
    assert [call["name"] for call in whole.tool_calls] == ["save_topic", "save_topic"]


def test_async_streaming_says_the_same_as_streaming():
    async def gathered() -> list[str]:
        model = OfflineChatModel()
        return [str(chunk.text) async for chunk in model.astream("What can you do?")]

    assert "".join(asyncio.run(gathered())) == OfflineChatModel().invoke("What can you do?").text


def test_several_lines_keep_their_line_breaks_when_streamed():
    text = "write a poem. hi. forget my name"

    whole = reduce(add, streamed(text, with_tools=False))

    assert "\n" in whole.text
    assert whole.text == OfflineChatModel().invoke(text).text


def test_the_same_turn_gives_the_same_call_ids_and_another_turn_gives_others():
    first = next_message([HumanMessage(TWO_FACTS, id="h1")]).tool_calls
    again = next_message([HumanMessage(TWO_FACTS, id="h1")]).tool_calls
    other = next_message([HumanMessage(TWO_FACTS, id="h2")]).tool_calls

    ids = [call["id"] for call in (*first, *other)]

    assert first == again
    assert len(set(ids)) == 4


def test_the_same_words_said_twice_in_a_conversation_get_different_call_ids():
    said = HumanMessage(TWO_FACTS)
    once = next_message([said])
    ids = {call["id"] for call in once.tool_calls}

    twice = next_message(
        [said, next_message([HumanMessage("hi")]), HumanMessage(TWO_FACTS, id="x")]
    )

    assert ids.isdisjoint({call["id"] for call in twice.tool_calls})


def test_only_bound_tools_are_called():
    only_search = [tool for tool in TOOLS if tool["function"]["name"] == "search_memory"]

    asked = next_message([HumanMessage("What language do I prefer?")], only_search)
    told = next_message([HumanMessage("My name is Sam.")], only_search)

    assert [call["name"] for call in asked.tool_calls] == ["search_memory"]
    assert told.tool_calls == []
    assert "could not save" in told.text


def test_without_tools_it_says_that_it_can_neither_save_nor_look_up():
    told = next_message([HumanMessage("Please remember that my name is Sam.")], [])
    asked = next_message([HumanMessage("What's my name?")], [])

    assert "could not save" in told.text
    assert "cannot look that up" in asked.text


def test_tool_choice_none_forbids_every_call():
    model = OfflineChatModel().bind_tools(TOOLS, tool_choice="none")

    answer = model.invoke([HumanMessage("My name is Sam.")])

    assert answer.tool_calls == []


def test_it_stops_before_a_stop_word():
    answer = OfflineChatModel().invoke("hi", stop=["remember"])

    assert answer.text == "Hello! Tell me something to "


def test_it_names_itself_as_the_offline_model():
    model = OfflineChatModel()

    assert model._llm_type == "mnemon-offline"
    assert model._identifying_params == {"model_name": "mnemon-offline"}
    assert model.invoke("hi").response_metadata["model_name"] == "mnemon-offline"


@pytest.mark.parametrize("messages", [[], [SystemMessage("You are Mnemon.")]])
def test_without_a_human_message_it_says_that_there_is_nothing_to_answer(
    messages: list[SystemMessage],
):
    answer = OfflineChatModel().invoke(messages or [HumanMessage("  ")])

    assert "nothing to answer" in answer.text


def test_a_message_of_content_blocks_is_read_like_text():
    blocks = HumanMessage([{"type": "text", "text": "My name is Sam."}], id="h1")

    answer = next_message([blocks])

    assert [call["args"] for call in answer.tool_calls] == [
        {"topic": "user.name", "content": "Sam"}
    ]
