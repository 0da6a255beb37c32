"""Which exchanges are kept without ever being found again."""

import pytest
from langchain_core.messages import AIMessage

from core.recalled import RecalledItem, nothing_recalled
from nodes.echo import only_retells
from tests.nodes.messages import asks, result, user

FOUND = {"items": [{"content": "Elixir"}]}


def remembered(content: str):
    recalled = nothing_recalled()
    recalled["facts"] = [
        RecalledItem(
            id="1",
            kind="topic",
            topic="user.language_preference",
            content=content,
            date="2026-05-31",
            source="user",
            trust="user",
            score=0.5,
        )
    ]
    return recalled


def after_tool(question: str, artifact):
    call = asks(("1", "recall_topic", {"topic": "user.language"}))
    return [user(question), call, result("1", "text", "recall_topic", artifact=artifact)]


def test_a_question_answered_by_a_reading_tool_is_an_echo():
    question = "What language do I prefer?"

    assert only_retells(question, "Elixir.", after_tool(question, FOUND), nothing_recalled())


def test_a_question_answered_from_the_prompts_memory_is_an_echo():
    question = "What language do I prefer?"
    messages = [user(question)]

    assert only_retells(question, "You prefer Elixir.", messages, remembered("Elixir"))


def test_a_question_answered_from_elsewhere_is_new():
    question = "What is the capital of France?"

    assert not only_retells(question, "Paris.", [user(question)], remembered("Elixir"))
    nothing = after_tool(question, {"items": []})
    assert not only_retells(question, "Paris.", nothing, nothing_recalled())


@pytest.mark.parametrize(
    "answer",
    [
        "I don't know that.",
        "I do not remember anything about it.",
        "Nothing is stored about your sister.",
        "You haven't told me.",
        "There is no record of it.",
        "I have nothing on that.",
    ],
)
def test_a_question_asked_too_early_is_not_remembered_with_its_empty_answer(answer):
    question = "Who is my sister?"

    assert only_retells(question, answer, [user(question)], nothing_recalled())


def test_a_statement_is_new_whatever_is_answered():
    told = "My sister is Ann. Who is she?"

    assert not only_retells(told, "I don't know.", [user(told)], remembered("Ann"))


def test_a_greeting_is_nothing_to_be_found_by():
    messages = [user("Hello!"), AIMessage("Hello.")]

    assert only_retells("Hello!", "Hello.", messages, nothing_recalled())
