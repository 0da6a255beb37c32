"""Telling questions from statements."""

import pytest

from nodes.sentences import is_question, only_asks, only_greets, plain_english, sentences


@pytest.mark.parametrize(
    "text",
    [
        "What language do I prefer?",
        "what language do i prefer",
        "What's my favourite language?",
        "Hi! Which editor do I use?",
        "Do you remember what I said about Australia?",
        "Tell me what you know about my sister.",
        "Please remind me which editor I like",
        "hey mnemon, who is my boss",
        "Remember what I told you about the deadline?",
        "Do I like tea? And which one?",
    ],
)
def test_a_message_of_questions_only_asks(text):
    assert only_asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "My sister is Ann. What is my name?",
        "Please remember my preferred language is Elixir.",
        "Remember my name is Ann",
        "I like tea",
        "Actually, it's Rust now.",
        "Note that the deadline is Friday.",
        "Hello!",
        "",
    ],
)
def test_a_message_that_tells_something_does_not_only_ask(text):
    assert not only_asks(text)


def test_sentences_end_at_marks_and_at_lines():
    assert sentences('One. "Two!" Three?\nfour') == ["One.", '"Two!', "Three?", "four"]


def test_contractions_and_typography_are_spelled_out():
    assert plain_english("I\u2019ve **saved** it, it's here, I won't") == (
        "I have saved it, it is here, I will not"
    )


def test_a_question_may_be_quoted():
    assert is_question("“Which one?”")


@pytest.mark.parametrize(
    "text", ["Hello!", "Hi there.", "Thanks!", "ok thanks, bye", "Good morning"]
)
def test_greetings_and_thanks_say_nothing(text):
    assert only_greets(text)


@pytest.mark.parametrize("text", ["", "Hello, I am Ann", "Thanks for the tea", "Why?", "Sorry sir"])
def test_a_greeting_with_something_behind_it_says_something(text):
    assert not only_greets(text)
