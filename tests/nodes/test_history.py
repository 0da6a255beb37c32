"""What part of a conversation is sent to the model."""

from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langchain_core.messages.utils import count_tokens_approximately

from nodes.history import CUT_MARK, INTERRUPTED, fitting_history
from tests.nodes.messages import asks, result, user


def talk(turns: int, words: int = 20):
    """So many finished turns of a question, a call, its result and an answer."""
    told = []
    for number in range(turns):
        told += [
            user(f"question {number} " + "word " * words),
            asks((f"c{number}", "search_memory", {"query": str(number)})),
            result(f"c{number}", f"result {number}"),
            AIMessage(f"answer {number}"),
        ]
    return told


def open_calls(messages):
    """Ids of calls without a result directly behind, and of results without a call."""
    asked = {c["id"] for m in messages if isinstance(m, AIMessage) for c in m.tool_calls}
    told = {m.tool_call_id for m in messages if isinstance(m, ToolMessage)}
    return asked ^ told


def test_a_short_conversation_is_sent_whole():
    told = [*talk(2), user("And now?")]

    sent = fitting_history(told, 6000)

    assert [type(m) for m in sent] == [type(m) for m in told]


def test_the_oldest_turns_go_first_and_turns_stay_whole():
    sent = fitting_history([*talk(50), user("And now?")], 500)

    assert isinstance(sent[0], HumanMessage)
    assert sent[-1].text == "And now?"
    assert "answer 49" in [m.text for m in sent]
    assert count_tokens_approximately(sent) <= 500
    assert not open_calls(sent)


@given(turns=st.integers(0, 12), words=st.integers(0, 200), budget=st.integers(200, 3000))
def test_calls_and_results_are_never_parted(turns, words, budget):
    sent = fitting_history([*talk(turns, words), user("And now?")], budget)

    assert not open_calls(sent)
    assert sent[-1].text == "And now?"


def test_a_huge_message_is_cut_with_a_visible_mark_and_the_state_keeps_it_whole():
    huge = user("a" * 1_000_000)

    (sent,) = fitting_history([huge], 6000)

    assert sent.text.endswith(CUT_MARK)
    assert count_tokens_approximately([sent]) <= 3100
    assert len(huge.text) == 1_000_000


def test_huge_results_are_shared_out_and_the_newest_step_is_always_shown():
    told: list[BaseMessage] = [user("hi")]
    for number in range(10):
        told += [
            asks((f"a{number}", "search_memory", {"query": "x"}), (f"b{number}", "x", {})),
            result(f"a{number}", "r" * 50_000),
            result(f"b{number}", "r" * 50_000),
        ]

    sent = fitting_history(told, 2000)

    assert sent[0].text == "hi"
    assert [m.tool_call_id for m in sent if isinstance(m, ToolMessage)][-2:] == ["a9", "b9"]
    assert count_tokens_approximately(sent) <= 2200
    assert not open_calls(sent)


def test_a_call_without_result_is_closed_right_behind_it():
    told = [user("Save it"), asks(("lost", "save_topic", {})), user("Hello?")]

    sent = fitting_history(told, 6000)

    assert isinstance(sent[2], ToolMessage)
    assert sent[2].tool_call_id == "lost"
    assert INTERRUPTED in sent[2].text
    assert sent[2].status == "error"


def test_only_the_missing_result_is_added():
    told = [user("hi"), asks(("a", "x", {}), ("b", "x", {})), result("b", "done"), user("well?")]

    sent = fitting_history(told, 6000)

    assert [m.tool_call_id for m in sent if isinstance(m, ToolMessage)] == ["a", "b"]


def test_results_begin_with_the_name_of_their_tool_in_what_is_sent_only():
    told = [user("hi"), asks(("a", "search_memory", {})), result("a", "No memories found.")]

    sent = fitting_history(told, 6000)

    assert sent[-1].text == "search_memory: No memories found."
    assert told[-1].text == "No memories found."


def test_turns_without_words_are_left_out():
    sent = fitting_history([user("  "), user("Hello")], 6000)

    assert [m.text for m in sent] == ["Hello"]


def test_unanswered_messages_of_the_user_are_kept():
    sent = fitting_history([user("I like tea"), user("Hello?")], 6000)

    assert [m.text for m in sent] == ["I like tea", "Hello?"]
