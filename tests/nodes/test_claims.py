"""Which sentences say that something was saved: a corpus, both ways."""

import pytest

from core.state import SavedReceipt
from nodes.claims import MAX_CHECKED_CHARS, claimed_saves, unproved_claims
from tests.nodes import receipts_figures
from tests.nodes.claims_figures import blind, corpus, figures
from tests.nodes.english_claims import CLAIMS, OTHERS
from tests.nodes.receipts_figures import receipt


@pytest.mark.parametrize("answer", CLAIMS)
def test_a_claim_or_promise_to_have_kept_something_is_seen(answer):
    assert claimed_saves(answer)


@pytest.mark.parametrize("answer", OTHERS)
def test_denials_offers_questions_quotations_and_the_past_are_no_claims(answer):
    assert not claimed_saves(answer)


def test_the_claim_is_found_among_other_sentences():
    answer = "Nice to meet you! You live in Oslo, then. I've noted that. Anything else?"

    assert claimed_saves(answer) == ["I have noted that."]


def test_a_claim_inside_a_code_block_is_no_claim():
    assert not claimed_saves("Print this:\n```\nI've saved that.\n```\nThat is all.")


def test_an_endless_answer_is_only_read_at_its_beginning():
    long = "so " * MAX_CHECKED_CHARS

    assert claimed_saves(f"I've saved that. {long}")
    assert not claimed_saves(f"{long} I've saved that.")


def test_an_empty_answer_claims_nothing():
    assert claimed_saves("") == []


def test_few_claims_are_missed_and_few_others_are_taken_for_one():
    told = figures(*corpus())

    assert told.claims + told.others >= 150
    assert len(told.missed) <= 0.05 * told.claims, told.missed
    assert len(told.false_alarms) <= 0.02 * told.others, told.false_alarms


@pytest.mark.parametrize("batch", ["blind", "third", "fourth", "fifth", "sixth"])
def test_batches_that_were_written_without_a_look_at_the_rules_are_read_now(batch):
    told = figures(*blind(batch))

    assert told.claims + told.others >= 50
    assert len(told.missed) <= 0.05 * told.claims, told.missed
    assert len(told.false_alarms) <= 0.02 * told.others, told.false_alarms


RECEIPT = SavedReceipt(
    type="memory_saved", id="1", kind="topic", topic="user.a", content="b", was_new=True,
    tool_call_id="c",
)  # fmt: skip


def test_a_receipt_proves_a_save_and_no_forgetting():
    assert unproved_claims("I've saved that.", []) == ["I have saved that."]
    assert unproved_claims("I've saved that.", [RECEIPT]) == []
    assert unproved_claims("I've deleted your address from my memory.", [RECEIPT])
    assert not unproved_claims("I've removed the old value from my memory.", [RECEIPT])


def test_a_receipt_proves_what_it_holds_and_nothing_else_of_the_message():
    question = "I prefer Elixir and I live in Bergen."
    elixir = receipt("user.language_preference", "Elixir")

    assert not unproved_claims("I've saved that you prefer Elixir.", [elixir], question)
    assert unproved_claims("I've saved Elixir and Bergen.", [elixir], question)
    assert unproved_claims('I\'ve saved:\n- "Elixir"\n- "Bergen"', [elixir], question)
    assert not unproved_claims(
        "I've saved Elixir and Bergen.", [elixir, receipt("user.city", "Bergen")], question
    )


def test_few_claims_of_more_than_was_saved_are_believed_and_no_honest_one_is_doubted():
    assert len(receipts_figures.CASES["unproved"]) + len(receipts_figures.CASES["proved"]) >= 60
    for cases in (receipts_figures.CASES, receipts_figures.BLIND):
        assert len(receipts_figures.missed(cases)) <= 1
        assert receipts_figures.false_alarms(cases) == []
