"""A run that is started again, or a message that is said again."""

from langchain_core.messages import AIMessage

from core.state import Turn
from nodes.restarts import leftovers
from tests.nodes.messages import asks, result, user


def turn(query_id: str) -> Turn:
    return Turn(query_id=query_id, question="Save it", started_at="2026-05-31T00:00:00+00:00")


def attempt(number: int):
    call = asks((f"c{number}", "save_topic", {}))
    call.id = f"a{number}"
    return [user("Save it", f"h{number}"), call, result(f"c{number}", id=f"t{number}")]


def test_a_run_started_again_loses_the_traces_of_its_first_attempt():
    told = [*attempt(1), user("Save it", "h2")]

    removed = leftovers(told, turn("run-1"), "run-1")

    assert [m.id for m in removed] == ["h1", "a1", "t1"]


def test_a_message_said_again_without_an_answer_stands_there_once():
    told = [user("Hello", "h1"), user("Hello", "h2")]

    assert [m.id for m in leftovers(told, turn("other"), "run-2")] == ["h1"]


def test_a_message_said_again_after_an_answer_stays():
    told = [user("Hello", "h1"), AIMessage("Hi.", id="a1"), user("Hello", "h2")]

    assert leftovers(told, turn("run-1"), "run-2") == []


def test_another_message_after_an_unanswered_one_leaves_it():
    told = [user("Hello", "h1"), user("Are you there?", "h2")]

    assert leftovers(told, turn("run-1"), "run-2") == []


def test_the_first_message_of_a_conversation_has_nothing_before_it():
    assert leftovers([user("Hello", "h1")], None, "run-1") == []
