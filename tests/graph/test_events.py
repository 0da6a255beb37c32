"""What is read from the stream of a run."""

from langchain_core.messages import AIMessage, AIMessageChunk, ToolCall, ToolMessage

from graph.events import Answer, Notice, Token, ToolAnswered, ToolCalled, TurnReader


def chunk(text: str, node: str = "generate", message_id: str = "m1"):
    return (AIMessageChunk(content=text, id=message_id), {"langgraph_node": node})


def test_only_what_the_model_says_in_generate_is_told_as_tokens():
    reader = TurnReader()

    told = [
        *reader.read("messages", chunk("Hello")),
        *reader.read("messages", chunk("inner thought", node="other")),
        *reader.read(
            "messages", (ToolMessage("x", tool_call_id="1"), {"langgraph_node": "generate"})
        ),
    ]

    assert told == [Token("Hello")]


def test_words_that_were_never_streamed_are_told_at_the_end():
    reader = TurnReader()
    list(reader.read("updates", {"generate": {"messages": [AIMessage("Hello.", id="m1")]}}))

    assert list(reader.finish()) == [Token("Hello."), Answer("Hello.", "", None)]


def test_what_was_streamed_is_not_told_again():
    reader = TurnReader()
    list(reader.read("messages", chunk("Hello.")))
    list(reader.read("updates", {"generate": {"messages": [AIMessage("Hello.", id="m1")]}}))

    assert list(reader.finish()) == [Answer("Hello.", "", None)]


def test_words_before_a_tool_call_do_not_count_as_the_answer():
    reader = TurnReader()
    call = ToolCall(name="search_memory", args={"query": "tea"}, id="1")
    asking = AIMessage("Let me see.", id="m1", tool_calls=[call])
    list(reader.read("messages", chunk("Let me see.")))
    called = list(reader.read("updates", {"generate": {"messages": [asking]}}))
    list(reader.read("messages", chunk("Yes.", message_id="m2")))
    list(reader.read("updates", {"generate": {"messages": [AIMessage("Yes.", id="m2")]}}))

    assert called == [ToolCalled("search_memory", {"query": "tea"})]
    assert list(reader.finish()) == [Answer("Yes.", "", None)]


def test_a_tools_answer_tells_whether_it_failed():
    reader = TurnReader()
    message = ToolMessage("No.", name="save_topic", tool_call_id="1", status="error")

    told = list(reader.read("updates", {"save_topic": {"messages": [message]}}))

    assert told == [ToolAnswered("save_topic", "No.", True)]


def test_steps_that_write_nothing_tell_nothing():
    assert list(TurnReader().read("updates", {"persist": None})) == []


def test_the_custom_stream_tells_notices_and_the_ids_of_the_turn():
    reader = TurnReader()
    saved = {"type": "turn_saved", "query_id": "q1", "episode_id": "e1"}

    told = list(reader.read("custom", {"type": "notice", "text": "Careful."}))
    told += reader.read("custom", saved)
    told += reader.read("custom", {"type": "of somebody else"})

    assert told == [Notice("Careful.")]
    assert list(reader.finish()) == [Answer("", "q1", "e1")]
