"""Text as people, terminals and models send it: it is kept as it was, or refused in one line."""

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.engram import Receipt
from core.errors import InvalidInput, MnemonError
from memory import Memory
from memory.text import CUT_MARK, MAX_CONTENT_CHARS, clean_text
from tests.memory import ledgers

ODD = {
    "a lone surrogate": ("a\ud800b", "a\ufffdb"),
    "a surrogate at the end": ("ab\udfff", "ab\ufffd"),
    "an emoji in two halves": ("so \ud83d\ude00 glad", "so 😀 glad"),
    "a NUL": ("a\x00b", "a\ufffdb"),
    "an emoji family": ("👩‍👩‍👧‍👦 at home", "👩‍👩‍👧‍👦 at home"),
    "right to left": ("שלום \u202eworld\u202c", "שלום \u202eworld\u202c"),
    "combining marks": ("e\u0301tude", "e\u0301tude"),
    "quotes and SQL": ("'; DROP TABLE engrams; --", "'; DROP TABLE engrams; --"),
    "operators of the keyword index": ('"a" OR b* NEAR(c)', '"a" OR b* NEAR(c)'),
    "lines": ("one\ntwo\r\nthree", "one\ntwo\r\nthree"),
    "outer blanks": ("\n\t  a \u3000", "a"),
    "a null character of another plane": ("\U000e0001a", "\U000e0001a"),
}
BLANK = ["", " ", "\n\t", "\u3000", "\u200b", "\u202e\u202c", "\ufeff"]
ANY_TEXT = st.text(st.characters(), max_size=60)  # surrogates too


def outcome(door: Callable[[], object]) -> object:
    """What it answers, or the error that a person would see."""
    try:
        return door()
    except MnemonError as error:
        return error


@pytest.mark.parametrize(("given", "kept"), ODD.values(), ids=ODD.keys())
def test_odd_text_is_kept_and_found_again(given: str, kept: str, ada: Memory):
    saves = [
        ada.save_topic("user.odd", given),
        ada.save_note(given),
        ada.remember(given),
    ]

    assert [receipt.content for receipt in saves] == [kept] * 3
    assert ada.recall_topic("user.odd") == kept
    assert [ada.get(receipt.id).content for receipt in saves] == [kept] * 3
    assert ada.recall(given).outcome in ("found", "nothing_relevant")


@pytest.mark.parametrize("blank", BLANK)
def test_what_shows_nothing_is_refused_and_nothing_is_kept(blank: str, ada: Memory, home):
    saves = (
        lambda: ada.save_topic("user.odd", blank),
        lambda: ada.save_note(blank),
        lambda: ada.write_episodic(blank),
        lambda: ada.remember(blank),
    )
    for save in saves:
        with pytest.raises(InvalidInput, match="is empty"):
            save()

    assert ledgers.count(home, "engrams") == 0
    assert ada.recall(blank).items == ()


def test_a_text_of_two_megabytes_is_refused_as_a_memory_and_not_quoted(ada: Memory):
    for save in (lambda t: ada.save_topic("user.odd", t), ada.save_note, ada.remember):
        with pytest.raises(InvalidInput, match="2000000 characters; at most") as failure:
            save("x" * 2_000_000)
        assert len(str(failure.value)) < 300


def test_a_question_of_a_megabyte_is_answered(ada: Memory):
    ada.save_note("the bicycle is red")

    assert ada.recall("bicycle " * 125_000).query.startswith("bicycle")


@pytest.mark.parametrize("side", ["question", "answer"])
def test_an_exchange_of_a_megabyte_is_cut_with_a_mark(side: str, ada: Memory):
    said = {"question": "why?", "answer": "because", side: "long " * 200_000}

    receipt = ada.save_episode(said["question"], said["answer"], query_id="q", tool_calls=0)

    assert len(receipt.content) <= MAX_CONTENT_CHARS
    assert CUT_MARK in receipt.content
    assert receipt.content.startswith("Q: ")
    assert "\nA: " in receipt.content


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    one=ANY_TEXT,
    two=ANY_TEXT,
    three=ANY_TEXT,
    metadata=st.dictionaries(ANY_TEXT, ANY_TEXT, max_size=3),
)
def test_no_text_at_any_door_breaks_anything(one, two, three, metadata, ada: Memory):
    doors = (
        lambda: ada.save_topic(one, two, write_key=three, source_ref=one),
        lambda: ada.save_note(one, write_key=two, source_ref=three),
        lambda: ada.remember(one, tags=[two], metadata=metadata, write_key=three),
        lambda: ada.save_episode(one, two, query_id=three, tool_calls=0),
        lambda: ada.write_episodic(one, {**metadata, "query_id": two}),
        lambda: ada.recall(one),
        lambda: ada.topic(one),
        lambda: ada.nearest_topics(one),
        lambda: ada.get(one),
        lambda: ada.history(one),
        lambda: ada.versions(one),
        lambda: ada.forget(one),
        lambda: ada.forget_topic(one),
        lambda: ada.feedback(one, 1),
        lambda: ada.open_session(one, two),
        lambda: ada.context_for(one),
        lambda: ada.search_episodic(one),
    )
    for door in doors:
        got = outcome(door)
        if isinstance(got, Receipt):
            assert ada.get(got.id).content == got.content
        if isinstance(got, MnemonError):
            assert "\n" not in str(got)


@given(ANY_TEXT)
def test_clean_text_can_be_stored_and_is_its_own_clean_form(text: str):
    cleaned = clean_text(text)

    cleaned.encode("utf-8")
    assert "\x00" not in cleaned
    assert clean_text(cleaned) == cleaned


@pytest.mark.parametrize("thing", [None, 7, b"bytes", ["list"]])
def test_what_is_no_text_is_refused(thing: object):
    with pytest.raises(InvalidInput, match="Text is expected"):
        clean_text(thing)  # type: ignore[arg-type]
