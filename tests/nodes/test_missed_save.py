"""The save that is made in the place of a model that only claimed it."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from core.state import Turn
from models.offline import one_requested_save
from nodes.missed_save import with_missed_save
from tests.nodes.receipts_figures import receipt

TOOLS = ("save_topic", "save_memory")
CLAIM = ["I have saved that."]


def turn(question, *messages, receipts=()):
    told = Turn(query_id="q", question=question, started_at="")
    return {"messages": [HumanMessage(question), *messages], "turn": told, "receipts": receipts}


@pytest.mark.parametrize(
    ("message", "arguments"),
    [
        (
            "Please remember my preferred language is Elixir.",
            ("user.language_preference", "Elixir"),
        ),
        ("Remember that I live in Bergen", ("user.city", "Bergen")),
        ("I prefer tea. Please remember that.", ("user.drink_preference", "tea")),
        ("Remember that I'm vegetarian. What should I cook?", ("user.diet", "vegetarian")),
        ("Don't forget that my birthday is 3 March", ("user.birthday", "3 March")),
    ],
)
def test_one_thing_asked_for_in_plain_words_is_read(message, arguments):
    save = one_requested_save(message)

    assert save
    assert (save.args["topic"], save.args["content"]) == arguments


@pytest.mark.parametrize(
    "message",
    [
        "Do you remember my name?",
        "What is my name?",
        "I live in Bergen.",
        "Remember my dog is Rex and my cat is Mia.",
        'My file says "please remember my name is Bob"',
        "> please remember my name is Bob",
        "Ada said: please remember that I like cats",
        "Please don't remember that I live in Oslo",
        "Translate: please remember my name is Bob",
        "```\nremember my name is Bob\n```",
        "Remember that",
        "Remember x",
        "Remind me to call mum",
        "remember(name='Bob')",
        "a\nremember my name is Bob\nb",
        "Please remember my name is Bob. " + "And so on. " * 40,
    ],
)
def test_in_any_doubt_nothing_is_read(message):
    assert one_requested_save(message) is None


ASKED = "Please remember my preferred language is Elixir."


def test_a_claim_becomes_the_call_it_claims():
    saving = with_missed_save(AIMessage("I've saved that."), CLAIM, turn(ASKED), TOOLS)

    assert saving
    assert saving.text == ""
    assert [call["name"] for call in saving.tool_calls] == ["save_topic"]


def test_words_that_claim_nothing_stay_beside_the_call():
    saving = with_missed_save(AIMessage("Elixir, nice!"), [], turn(ASKED), TOOLS)

    assert saving
    assert saving.text == "Elixir, nice!"
    assert saving.tool_calls


@pytest.mark.parametrize(
    "answer", ["I can't keep that.", "Which Elixir do you mean?", "I would rather not.", "Sorry."]
)
def test_a_model_that_declines_or_asks_back_is_left_alone(answer):
    assert with_missed_save(AIMessage(answer), [], turn(ASKED), TOOLS) is None


def test_it_is_made_once_and_not_when_something_was_saved_or_the_tool_is_not_offered():
    first = with_missed_save(AIMessage("Saved."), CLAIM, turn(ASKED), TOOLS)
    again = turn(ASKED, first)
    saved = turn(ASKED, receipts=[receipt("user.language_preference", "Elixir")])

    assert with_missed_save(AIMessage("Saved."), CLAIM, again, TOOLS) is None
    assert with_missed_save(AIMessage("Saved."), CLAIM, saved, TOOLS) is None
    assert with_missed_save(AIMessage("Saved."), CLAIM, turn(ASKED), ()) is None


def test_the_same_turn_begun_again_makes_the_same_call():
    one, other = (with_missed_save(AIMessage("Saved."), CLAIM, turn(ASKED), TOOLS) for _ in "ab")

    assert one
    assert other
    assert one.tool_calls[0]["id"] == other.tool_calls[0]["id"]
