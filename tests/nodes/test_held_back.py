"""What of an answer is shown while it is written, in a turn that has saved nothing yet."""

import pytest

from nodes.claims import claimed_saves
from nodes.held_back import LONG_SENTENCE_CHARS, HeldBack
from tests.nodes.claims_figures import corpus


def streamed(answer, *, untrue=claimed_saves):
    held = HeldBack(untrue=untrue, written=None)
    return "".join(held.take(letter) for letter in answer)


def test_a_sentence_is_shown_when_it_is_whole_and_claims_nothing():
    assert streamed("Hello Ada. I've saved that. Bye now. ") == "Hello Ada."


def test_a_long_sentence_is_shown_while_it_is_written():
    long = "One two three " + "and so on " * 20

    assert len(streamed(long)) > len(long) - LONG_SENTENCE_CHARS


def test_of_a_long_claim_the_word_that_claims_is_never_shown():
    claim = "Your preference for tea from the mountains of Ceylon has been saved. Bye. "

    assert "saved" not in streamed(claim)


@pytest.mark.parametrize("claim", corpus()[0])
def test_no_claim_of_the_corpus_is_shown_whole(claim):
    answer = f"Hello there. {claim} "

    assert not streamed(answer).endswith(claim)


def test_with_a_receipt_everything_is_shown_as_it_comes():
    assert streamed("I've saved that", untrue=None) == "I've saved that"
