"""Whatever is said: an answer, only bound tools, no claim of a save that was not made."""

import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage

from memory import canonical_topic
from models.offline.keys import attribute
from models.offline.spelling import mend
from models.offline.text import plain, tidy
from nodes.claims import claimed_saves
from tests.models.offline.messages import TOOLS, answered, next_message

NAMES = {tool["function"]["name"] for tool in TOOLS}
WORDS = st.sampled_from(
    "i my our the you not never always remember that what where when who is are am like prefer "
    "live work name dog sister city Oslo Rust tea and but if no it now Apollo deadline project "
    "favourite 5 ? . , : ; ' \" ’ — please actually note forget answer in French for of".split()
)
SENTENCES = st.lists(WORDS, max_size=25).map(" ".join)


def said(text: str) -> AIMessage:
    return next_message([HumanMessage(text, id="h1")])


@settings(deadline=None, max_examples=300)
@example("REMEMR ,")
@given(st.one_of(st.text(), SENTENCES))
def test_every_text_gets_words_or_calls_of_bound_tools(text: str):
    answer = said(text)

    assert answer.text or answer.tool_calls
    for call in answer.tool_calls:
        assert call["name"] in NAMES
        assert all(isinstance(v, str) and v.strip() for v in call["args"].values())


@settings(deadline=None, max_examples=200)
@given(SENTENCES)
def test_no_words_without_a_saved_result_claim_a_save(text: str):
    messages: list[BaseMessage] = [HumanMessage(text, id="h1")]
    for _ in range(6):
        answer = next_message(messages)
        messages.append(answer)
        if not answer.tool_calls:
            break
        for call in answer.tool_calls:
            status = "error" if call["name"].startswith("save") else "success"
            messages.append(answered(call["id"] or "", call["name"], "No memories found.", status))

    last = messages[-1]
    assert isinstance(last, AIMessage)
    assert not last.tool_calls
    assert claimed_saves(str(last.text)) == []


@settings(deadline=None, max_examples=200)
@given(SENTENCES)
def test_topics_are_keys_that_memory_accepts(text: str):
    for call in said(text).tool_calls:
        if "topic" in call["args"]:
            topic = call["args"]["topic"]
            assert canonical_topic(topic).partition(".")[0] == topic.partition(".")[0]


@pytest.mark.parametrize(
    "text",
    [
        "I like tea. " * 20_000,
        "a" * 1_000_000,
        "my " * 5_000 + "name is Sam",
        "what is my " + "very " * 5_000 + "name?",
        "Remember that " + "x " * 100_000,
        "(" * 10_000,
        "and " * 10_000,
        '"' * 9_999,
    ],
    ids=[
        "sentences",
        "one word",
        "my my",
        "very very",
        "a long note",
        "brackets",
        "ands",
        "quotes",
    ],
)
def test_endless_texts_are_answered(text: str):
    answer = said(text)

    assert answer.text or answer.tool_calls


@pytest.mark.parametrize(
    "text", ["\x00", "\ud800 my name is Sam", "\u202emy name is Sam", "\u200b"]
)
def test_marks_that_show_nothing_are_left_out(text: str):
    answer = said(text)

    assert answer.text or answer.tool_calls == [
        {
            "name": "save_topic",
            "args": {"topic": "user.name", "content": "Sam"},
            "id": answer.tool_calls[0]["id"],
            "type": "tool_call",
        }
    ]


@given(st.text(string.ascii_letters + " '’?!.", max_size=80))
def test_plain_text_is_plain_already(text: str):
    once = plain(tidy(text))

    assert mend(once) == mend(mend(once))


@pytest.mark.parametrize(
    ("said_as", "asked_as", "key"),
    [
        ("my dog's name", "the name of my dog", "user.dog_name"),
        ("my favourite colour", "my preferred color", "user.color_preference"),
        ("my date of birth", "my bday", "user.birthday"),
        ("the deadline for Apollo", "Apollo's due date", "project.apollo_deadline"),
        ("our tech stack", "the project's stack", "project.tech_stack"),
        ("my mobile number", "my phone", "user.phone"),
        ("my language of choice", "my favorite programming language", "user.language_preference"),
        ("my wi-fi password", "the password of my wifi", "user.wifi_password"),
    ],
)
def test_saying_and_asking_meet_under_one_key(said_as: str, asked_as: str, key: str):
    first, second = attribute(plain(said_as)), attribute(plain(asked_as))

    assert first is not None
    assert second is not None
    assert first.key == second.key == key == canonical_topic(key)


def test_a_favorite_city_is_not_the_city_one_lives_in():
    favorite, home = attribute("my favorite city"), attribute("my city")

    assert favorite is not None
    assert home is not None
    assert (favorite.key, home.key) == ("user.city_preference", "user.city")
