"""Several facts in one call: all of them or none, each proved, in their order."""

import pytest

from core.errors import InvalidInput
from memory import Memory, NewFact
from tests.memory import ledgers


def test_each_fact_has_its_receipt_in_the_order_given(ada: Memory):
    receipts = ada.remember_many([NewFact("I like tea."), NewFact("I live in Bern.", tags=["x"])])

    assert [receipt.content for receipt in receipts] == ["I like tea.", "I live in Bern."]
    assert [ada.get(receipt.id).tags for receipt in receipts] == [(), ("x",)]
    assert all(receipt.was_new for receipt in receipts)


def test_what_is_said_twice_in_one_batch_is_kept_once(ada: Memory, home):
    first, second = ada.remember_many([NewFact("I like tea."), NewFact("I like tea")])

    assert (second.id, second.was_new) == (first.id, False)
    assert ledgers.count(home, "engrams") == 1


def test_one_fault_saves_none_and_is_told_with_its_number(ada: Memory, home):
    facts = [NewFact("I like tea."), NewFact("I live in Bern.", memory_type="rumour")]

    with pytest.raises(InvalidInput, match="Fact 2 of 2: There is no memory_type 'rumour'"):
        ada.remember_many(facts)

    assert ledgers.count(home, "engrams") == 0


def test_a_write_that_was_forgotten_saves_none_of_its_batch(ada: Memory, home):
    ada.forget(ada.remember("I like tea.", write_key="turn-1").id)
    facts = [NewFact("I live in Bern."), NewFact("I like tea.", write_key="turn-1")]

    with pytest.raises(InvalidInput, match="forgotten since"):
        ada.remember_many(facts)

    assert ledgers.count(home, "engrams") == 0


def test_an_empty_batch_is_no_error(ada: Memory):
    assert ada.remember_many([]) == []


def test_a_batch_may_share_one_fact_and_keep_another(ada: Memory, bob: Memory):
    ada.remember_many([NewFact("The alarm code is 4711.", scope="tenant"), NewFact("I snore.")])

    told = [item.engram.content for item in bob.recall("alarm code, snoring").items]
    assert told == ["The alarm code is 4711."]
