"""Memories changed, merged, archived, cleaned away and aged by hand; nobody else's are touched."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from core.errors import InvalidInput, NotFound
from core.recall import RecallFilter
from tests.memory.upkept import actions, contents

# --- age


def test_ageing_moves_the_least_important_old_rows_to_long_term(ada, clock):
    for number in (5, 1, 3):
        ada.remember(f"Fact number {number}", importance=number / 10)
    pinned = ada.remember("I am allergic to nuts", importance=0.9)
    clock.advance(timedelta(hours=49))
    young = ada.remember("The lift is slow", importance=0.1)

    first = ada.age(max_rows=2)
    second = ada.age()

    assert [ada.get(i).importance for i in first] == [0.1, 0.3]
    assert [ada.get(i).importance for i in second] == [0.5]
    assert ada.age() == []
    assert (ada.get(pinned.id).tier, ada.get(young.id).tier) == ("short", "short")
    assert ada.stats()["tiers"] == {"short": 2, "long": 3}
    assert actions(ada, first[0]) == ["saved", "aged"]
    assert len(ada.recall("fact number", wanted=RecallFilter(tier="long")).items) == 3


@pytest.mark.parametrize("values", [{"max_rows": 0}, {"max_rows": 5000}, {"older_than_hours": -1}])
def test_ageing_refuses_numbers_out_of_range(ada, values):
    with pytest.raises(InvalidInput):
        ada.age(**values)


# --- saying again


def test_what_is_said_again_for_good_does_not_run_out(ada, clock):
    first = ada.remember("The lift is broken", expires_in_days=2)

    again = ada.remember("The lift is broken")
    clock.advance(timedelta(days=3))

    assert (again.id, again.was_new) == (first.id, False)
    assert contents(ada) == ["The lift is broken"]
    assert actions(ada, first.id) == ["saved", "prolonged"]


def test_what_is_said_again_for_a_while_keeps_its_longer_end(ada, clock):
    ada.remember("The lift is broken")
    ada.remember("The lift is broken", expires_in_days=2)
    ada.remember("The door is stuck", expires_in_days=5)
    ada.remember("The door is stuck", expires_in_days=2)
    clock.advance(timedelta(days=3))

    assert contents(ada) == ["The door is stuck", "The lift is broken"]


# --- whose


def test_nobody_changes_what_is_anothers(ada, bob):
    mine, other = ada.remember("The boat is red"), ada.remember("A boat, very red")
    shared = ada.remember("The office opens at nine", scope="agent")
    own = bob.remember("The boat is blue")

    for name in (mine.id, shared.id):
        for attempt in (
            lambda name=name: bob.update(name, importance=0.1),
            lambda name=name: bob.update(name, content="No"),
            lambda name=name: bob.archive(name),
            lambda name=name: bob.unarchive(name),
            lambda name=name: bob.merge(own.id, name),
            lambda name=name: bob.merge(name, own.id),
        ):
            with pytest.raises(NotFound):
                attempt()
    assert bob.clean(older_than_days=0) == []
    assert bob.archived() == []
    assert bob.duplicates() == []
    assert len(ada.memories()) == 2
    assert actions(ada, mine.id) == ["saved"]
    ada.merge(mine.id, other.id)
    assert ada.update(shared.id, content="The office opens at ten").replaced == shared.id
    assert bob.recall("office opens").items[0].engram.content == "The office opens at ten"


# --- at the same time


def test_of_changes_at_the_same_time_one_value_stands_and_none_is_lost_in_silence(ada):
    fact = ada.remember("The boat has no colour yet")
    colours = [f"The boat is of colour {number}" for number in range(16)]

    def paint(text):
        try:
            return ada.update(fact.id, content=text).content
        except InvalidInput as overtaken:
            refusals.append(str(overtaken))
            return None

    refusals: list[str] = []
    with ThreadPoolExecutor(8) as threads:
        kept = [text for text in threads.map(paint, colours) if text]

    assert all("changed meanwhile" in told for told in refusals)
    (standing,) = contents(ada)
    assert standing in kept
    (newest,) = ada.memories()
    older = {engram.content for engram in ada.earlier(newest.id)}
    assert older | {standing} == {*kept, "The boat has no colour yet"}


def test_values_added_at_the_same_time_are_all_kept(ada):
    fact = ada.remember("The boat is red")

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(lambda n: ada.update(fact.id, metadata={f"m{n}": n}), range(24)))

    assert ada.get(fact.id).metadata == {f"m{n}": n for n in range(24)}
