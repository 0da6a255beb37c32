"""What counts as saying again what memory holds: measured on labelled pairs, and held to rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.gate.echoes import is_echo, is_near
from memory.gate.gist import gists
from tests.memory.echo.figures import figures

WORDS = st.sampled_from("garden river Ann Oslo paint green seven lamp music Tuesday".split())
SENTENCES = st.lists(WORDS, min_size=3, max_size=8, unique=True).map(" ".join)


@pytest.mark.parametrize("batch", ["pairs", "blind", "third"])
def test_no_pair_that_says_something_new_is_an_echo(batch: str):
    assert figures(batch).false == []


@pytest.mark.parametrize("batch", ["pairs", "blind", "third"])
def test_most_light_rewordings_are_seen(batch: str):
    found = figures(batch)

    assert len(found.missed) <= 0.05 * found.echoes, found.missed
    assert len(found.near_missed) <= 0.1 * found.near, found.near_missed


@given(SENTENCES)
def test_a_text_is_an_echo_of_itself_however_it_is_written(text: str):
    assert is_echo(text, f"  {text}! ")
    assert is_echo(text, f"The user said that {text}.")


@given(SENTENCES, st.integers(21, 999), st.integers(21, 999))
def test_another_number_is_never_an_echo_nor_near(text: str, one: int, other: int):
    old, new = f"{text} costs {one}", f"{text} costs {other}"

    assert is_echo(old, new) == (one == other)
    assert one == other or not is_near(old, new)


@given(SENTENCES)
def test_a_denial_is_never_an_echo_nor_near(text: str):
    assert not is_echo(text, f"not {text}")
    assert not is_echo(f"not {text}", text)
    assert not is_near(text, f"not {text}")


@given(SENTENCES, WORDS)
def test_a_word_more_is_never_an_echo(text: str, word: str):
    assert not is_echo(text, f"{text} {word}s also swim")


def test_one_sentence_of_several_is_an_echo_and_a_sentence_more_is_not():
    old = "I moved to Bergen. I like it there."

    assert is_echo(old, "User moved to Bergen.")
    assert not is_echo("I moved to Bergen.", "User moved to Bergen. User likes rain.")


def test_invisible_characters_do_not_make_a_text_new():
    assert is_echo("I live in Bergen.", "The\u200b user lives\u00ad in \uff22ergen\u202e.")


@pytest.mark.parametrize("nothing", ["", "   ", "!!!", "I am", "the user"])
def test_what_says_nothing_is_no_echo_of_anything(nothing: str):
    assert gists(nothing) == []
    assert not is_echo("I live in Bergen.", nothing)
    assert not is_near(nothing, nothing)
