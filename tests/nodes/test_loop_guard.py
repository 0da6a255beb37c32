"""The same call again and again."""

from langchain_core.messages import AIMessage, BaseMessage, InvalidToolCall

from nodes.loop_guard import is_going_round, repeated_calls
from tests.nodes.messages import asks, result, user

SAME = ("search_memory", {"query": "tea"})


def rounds(count: int):
    """So many answered calls of the same thing, and one more that is pending."""
    told: list[BaseMessage] = [user("Do I like tea?")]
    for number in range(count):
        told += [asks((f"c{number}", *SAME)), result(f"c{number}")]
    return [*told, asks(("last", *SAME))]


def test_the_second_identical_call_is_let_through():
    assert repeated_calls(rounds(1)) == set()
    assert not is_going_round(rounds(1))


def test_the_third_identical_call_is_stopped():
    assert repeated_calls(rounds(2)) == {"last"}
    assert is_going_round(rounds(2))


def test_three_times_in_one_message_counts_as_well():
    told = [user("hi"), asks(("a", *SAME), ("b", *SAME), ("c", *SAME))]

    assert repeated_calls(told) == {"c"}


def test_other_arguments_are_another_call():
    told = [*rounds(2)[:-1], asks(("last", "search_memory", {"query": "coffee"}))]

    assert repeated_calls(told) == set()
    assert not is_going_round(told)


def test_the_order_of_arguments_makes_no_difference():
    one, other = {"topic": "user.a", "content": "b"}, {"content": "b", "topic": "user.a"}
    told = [user("hi"), asks(("a", "save_topic", one), ("b", "save_topic", other))]
    told += [result("a"), result("b"), asks(("c", "save_topic", one))]

    assert repeated_calls(told) == {"c"}


def test_calls_of_earlier_turns_do_not_count():
    told = [*rounds(2), result("last"), AIMessage("Yes."), user("Really?"), asks(("new", *SAME))]

    assert repeated_calls(told) == set()
    assert not is_going_round(told)


def test_unreadable_calls_count_too():
    broken = InvalidToolCall(
        type="invalid_tool_call", name="save_topic", args="{", id="x", error=None
    )
    told = [user("hi"), *(AIMessage("", invalid_tool_calls=[broken]) for _ in range(3))]

    assert repeated_calls(told) == {"x"}
    assert is_going_round(told)


def test_a_conversation_without_an_answer_repeats_nothing():
    assert repeated_calls([user("hi")]) == set()
    assert repeated_calls([]) == set()
