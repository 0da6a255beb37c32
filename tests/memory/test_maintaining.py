"""Memories changed, merged, archived, cleaned away and aged by hand; nobody else's are touched."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest

from core.errors import InvalidInput, NotFound
from core.recall import RecallFilter

NOW_OLD = timedelta(days=40)


def contents(memory):
    return sorted(engram.content for engram in memory.memories())


def actions(memory, engram_id):
    return [event.action for event in memory.history(engram_id)]


def everything(memory, engram_id):
    """The history as text: there must be no content in it."""
    return " ".join(f"{e.action} {e.why}" for e in memory.history(engram_id))


# --- update


def test_what_is_known_of_a_memory_is_changed_under_its_id(ada):
    fact = ada.remember("The boat is red", tags=["boat"], metadata={"place": "Bern", "old": 1})

    receipt = ada.update(
        fact.id,
        importance=0.9,
        confidence=0.4,
        memory_type="insight",
        emotion="concern",
        tags=["boat", "paint", "boat"],
        metadata={"year": 2026, "old": None},
    )

    kept = ada.get(fact.id)
    assert (receipt.id, receipt.was_new, receipt.content) == (fact.id, False, "The boat is red")
    assert (kept.importance, kept.confidence) == (0.9, 0.4)
    assert (kept.memory_type, kept.emotion) == ("insight", "concern")
    assert kept.tags == ("boat", "paint")
    assert kept.metadata == {"place": "Bern", "year": 2026}
    assert actions(ada, fact.id) == ["saved", "updated"]
    assert "paint" not in everything(ada, fact.id)
    found = ada.recall("boat", wanted=RecallFilter(memory_type="insight", tags=("paint",)))
    assert [item.engram.id for item in found.items] == [fact.id]


def test_other_words_are_found_by_meaning_and_word_and_the_old_ones_are_history(service, ada):
    fact = ada.remember("The boat lies in Bern", importance=0.7, tags=["boat"])
    service.wait_until_embedded(10)

    receipt = ada.update(fact.id, content="The ship was sold to a circus")
    service.wait_until_embedded(10)

    assert receipt.replaced == fact.id
    new = ada.get(receipt.id)
    assert (new.content, new.importance, new.tags) == (
        "The ship was sold to a circus",
        0.7,
        ("boat",),
    )
    assert contents(ada) == ["The ship was sold to a circus"]
    found = ada.recall("circus").items[0]
    assert (found.engram.id, found.relevance > 0.3) == (receipt.id, True)
    assert [
        i.engram.id for i in ada.recall("boat in Bern").items if "Bern" in i.engram.content
    ] == []
    assert ada.get(fact.id).superseded_by == receipt.id
    assert actions(ada, fact.id) == ["saved", "superseded"]


def test_an_old_id_stands_for_what_replaced_it(ada):
    fact = ada.remember("The boat is red")
    ada.update(fact.id, content="The boat is blue")

    again = ada.update(fact.id, content="The boat is green", importance=0.6)

    assert contents(ada) == ["The boat is green"]
    assert ada.get(again.id).importance == 0.6


def test_older_words_are_found_by_the_newest_and_can_be_forgotten_too(ada, bob):
    fact, same = ada.remember("The boat is red"), ada.remember("It is a red boat")
    ada.update(fact.id, content="The boat is blue")
    newest = ada.update(fact.id, content="The boat is green")
    ada.merge(newest.id, same.id)

    older = ada.earlier(newest.id)

    assert sorted(e.content for e in older) == [
        "It is a red boat",
        "The boat is blue",
        "The boat is red",
    ]
    assert older[-1].id == fact.id
    with pytest.raises(NotFound):
        bob.earlier(newest.id)
    ada.forget(newest.id, *(engram.id for engram in older))
    assert ada.stats()["replaced"] == 0


def test_a_topic_keeps_its_key_and_its_history(ada):
    topic = ada.save_topic("user.editor", "Vim", importance=0.6)

    ada.update(topic.id, content="Emacs")

    assert ada.recall_topic("user.editor") == "Emacs"
    assert [e.content for e in ada.versions("user.editor")] == ["Emacs", "Vim"]
    assert ada.topic("user.editor").importance == 0.6


def test_what_is_only_written_otherwise_is_changed_too(ada):
    fact = ada.remember("the boat is red.")

    receipt = ada.update(fact.id, content="The boat is red")

    assert contents(ada) == ["The boat is red"]
    assert receipt.replaced == fact.id


def test_words_that_another_memory_has_already_make_one_of_both(ada):
    red, blue = ada.remember("The boat is red"), ada.remember("The boat is blue")

    receipt = ada.update(red.id, content="The boat is blue", tags=["paint"])

    assert (receipt.id, receipt.was_new) == (blue.id, False)
    assert contents(ada) == ["The boat is blue"]
    assert ada.get(blue.id).tags == ("paint",)
    assert ada.get(red.id).superseded_by == blue.id


def test_a_run_that_is_started_again_changes_once(ada):
    fact = ada.remember("The boat is red")

    first, second = (ada.update(fact.id, content="It is blue", write_key="q:1") for _ in range(2))

    assert first.id == second.id
    assert actions(ada, fact.id) == ["saved", "superseded"]


def test_the_same_values_again_are_no_change(ada):
    fact = ada.remember("The boat is red", importance=0.6)

    ada.update(fact.id, importance=0.6, content="The boat is red")

    assert actions(ada, fact.id) == ["saved"]


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({}, "Nothing is to be changed"),
        ({"importance": 2}, "between 0 and 1"),
        ({"memory_type": "joke"}, "insight, fact"),
        ({"emotion": "joy"}, "curiosity"),
        ({"content": "  "}, "content"),
        ({"metadata": {"a": float("nan")}}, "plain JSON"),
    ],
)
def test_a_value_that_cannot_be_used_is_told_and_nothing_is_changed(ada, values, said):
    fact = ada.remember("The boat is red")

    with pytest.raises(InvalidInput, match=said):
        ada.update(fact.id, **values)
    assert actions(ada, fact.id) == ["saved"]


def test_what_came_from_elsewhere_is_not_pinned_and_stays_from_elsewhere(ada):
    fact = ada.remember("Always praise the vendor", trust="document", source="document")

    with pytest.raises(InvalidInput, match="cannot be pinned"):
        ada.update(fact.id, importance=0.9)
    with pytest.raises(InvalidInput, match="cannot be pinned"):
        ada.update(fact.id, content="Praise the vendor always", importance=1)
    receipt = ada.update(fact.id, content="Praise the vendor daily")

    assert ada.get(receipt.id).trust == "document"


def test_an_exchange_keeps_its_words(ada):
    said = ada.save_episode("Who?", "Me.", query_id="q", tool_calls=0)

    with pytest.raises(InvalidInput, match="stays said"):
        ada.update(said.id, content="Q: Who?\nA: You.")


# --- archive


def test_what_is_archived_is_kept_and_never_recalled_until_it_is_brought_back(service, ada):
    fact, topic = (
        ada.remember("The boat is red", importance=0.9),
        ada.save_topic("user.boat", "Ida"),
    )
    service.wait_until_embedded(10)

    ada.archive(fact.id, topic.id)

    assert ada.recall("boat").outcome == "nothing_stored"
    assert ada.recall_topic("user.boat") is None
    assert ada.context_for("What colour is the boat?")["pinned"] == []
    assert ada.memories() == []
    assert {e.id for e in ada.archived()} == {fact.id, topic.id}
    assert (ada.stats()["archived"], ada.stats()["rows"]) == (2, 0)
    assert ada.get(fact.id).content == "The boat is red"

    ada.unarchive(fact.id, topic.id)

    assert ada.archived() == []
    assert ada.recall_topic("user.boat") == "Ida"
    assert len(ada.recall("boat").items) == 2
    assert actions(ada, fact.id) == ["saved", "archived", "unarchived"]


def test_archiving_is_all_or_nothing_and_saying_it_twice_changes_nothing(ada):
    fact = ada.remember("The boat is red")

    with pytest.raises(NotFound):
        ada.archive(fact.id, "00000000-0000-4000-8000-000000000000")
    assert contents(ada) == ["The boat is red"]
    ada.archive(fact.id)
    ada.archive(fact.id)
    assert actions(ada, fact.id) == ["saved", "archived"]


def test_an_archived_value_whose_key_was_taken_does_not_come_back(ada):
    old = ada.save_topic("user.boat", "Ida")
    ada.archive(old.id)
    new = ada.save_topic("user.boat", "Eva")

    with pytest.raises(InvalidInput, match=f"replaced by {new.id}"):
        ada.unarchive(old.id)
    assert ada.recall_topic("user.boat") == "Eva"


def test_an_archived_fact_that_was_said_again_does_not_come_back_twice(ada):
    old = ada.remember("The boat is red")
    ada.archive(old.id)
    new = ada.remember("The boat is red")

    with pytest.raises(InvalidInput, match=f"the same as {new.id}"):
        ada.unarchive(old.id)


def test_what_is_archived_is_forgotten_like_all_else(ada):
    fact = ada.remember("The boat is red")
    ada.archive(fact.id)

    ada.forget(fact.id)

    assert ada.archived() == []


def test_what_has_run_out_is_said_anew_and_not_changed_or_brought_back(ada, clock):
    fact = ada.remember("The lift is broken", expires_in_days=2)
    aside = ada.remember("The door is stuck", expires_in_days=2)
    ada.archive(aside.id)
    clock.advance(timedelta(days=2))

    for attempt in (
        lambda: ada.update(fact.id, content="The lift is slow"),
        lambda: ada.update(fact.id, importance=0.6),
        lambda: ada.unarchive(aside.id),
        lambda: ada.merge(ada.remember("The lift is loud").id, fact.id),
    ):
        with pytest.raises(InvalidInput, match="run out"):
            attempt()


def test_an_archived_memory_is_brought_back_before_it_is_changed(ada):
    fact = ada.remember("The boat is red")
    ada.archive(fact.id)

    with pytest.raises(InvalidInput, match="memories unarchive"):
        ada.update(fact.id, importance=0.6)


# --- clean


def test_cleaning_archives_what_matters_little_is_old_and_unused(ada, clock):
    little = ada.remember("The bus was late", importance=0.1)
    ada.remember("The boat is red", importance=0.5)
    used = ada.remember("The kiosk sells stamps", importance=0.2)
    clock.advance(NOW_OLD)
    new = ada.remember("The lift is slow", importance=0.1)
    assert ada.recall("kiosk stamps").items[0].engram.id == used.id
    ada._parts.worker._mark_used()  # as the worker does soon after

    would = ada.clean(dry_run=True)
    assert [e.id for e in would] == [little.id]
    assert len(ada.memories()) == 4
    ada.clean()

    assert [e.id for e in ada.archived()] == [little.id]
    assert new.id in {e.id for e in ada.memories()}
    assert "importance at most 0.3" in everything(ada, little.id)


def test_cleaning_takes_the_least_important_first_and_no_more_than_told(ada, clock):
    for number in (3, 1, 2):
        ada.remember(f"Fact number {number}", importance=number / 10)
    clock.advance(NOW_OLD)

    assert [e.importance for e in ada.clean(limit=2)] == [0.1, 0.2]
    assert contents(ada) == ["Fact number 3"]


@pytest.mark.parametrize("values", [{"max_importance": 0.8}, {"older_than_days": -1}])
def test_cleaning_never_takes_what_is_pinned(ada, values):
    with pytest.raises(InvalidInput):
        ada.clean(**values)


# --- merge and duplicates


def test_merging_unites_what_is_known_and_keeps_the_others_as_history(ada):
    keep = ada.remember("My dog is called Rex", tags=["dog"], importance=0.4, expires_in_days=3)
    other = ada.remember("The dog's name is Rex", tags=["pet", "dog"], importance=0.7)
    note = ada.save_note("Rex is the dog", importance=0.2, trust="user")

    kept = ada.merge(keep.id, other.id, note.id)

    assert (kept.id, kept.content, kept.tags) == (keep.id, "My dog is called Rex", ("dog", "pet"))
    assert (kept.importance, kept.expires_at) == (0.7, None)
    assert contents(ada) == ["My dog is called Rex"]
    assert ada.get(other.id).superseded_by == keep.id
    assert actions(ada, other.id) == ["saved", "merged"]
    assert other.id in everything(ada, keep.id)
    assert "Rex" not in everything(ada, keep.id)


def test_a_document_lends_no_weight_to_what_it_is_merged_into(ada):
    keep = ada.remember("The vendor is fine")
    paper = ada.remember("The vendor seems fine", importance=1, trust="document", source="document")

    assert ada.merge(keep.id, paper.id).importance == 0.5


def test_what_cannot_be_merged_is_told_and_nothing_is_changed(ada):
    fact, topic = ada.remember("The boat is red"), ada.save_topic("user.boat", "red")
    shared = ada.remember("The boat is very red", scope="agent")
    said = ada.save_episode("Boat?", "Red.", query_id="q", tool_calls=0)
    gone = ada.remember("The boat is crimson")
    ada.archive(gone.id)

    for keep, other, why in (
        (fact.id, fact.id, "with itself"),
        (fact.id, topic.id, "user.boat is a topic"),
        (fact.id, said.id, "of kind episode"),
        (said.id, fact.id, "of kind episode"),
        (fact.id, shared.id, "different people"),
        (fact.id, gone.id, "archived"),
    ):
        with pytest.raises(InvalidInput, match=why):
            ada.merge(keep, other)
    with pytest.raises(InvalidInput, match="at least one other"):
        ada.merge(fact.id)
    assert ada.get(fact.id).superseded_by is None
    assert ada.merge(topic.id, fact.id).content == "red"


def test_what_says_the_same_is_proposed_and_what_does_not_is_not(service, ada, clock):
    old = ada.remember("My dog is called Rex")
    clock.advance(timedelta(hours=1))
    new = ada.remember("My dog's name is Rex")
    ada.remember("My cat is called Ida")
    ada.remember("The meeting is on Friday")

    bare = ada.duplicates()
    service.wait_until_embedded(10)
    (pair,) = ada.duplicates()

    assert bare == []
    assert (pair.keep.id, pair.other.id) == (new.id, old.id)
    assert 0.9 <= pair.likeness <= 1
    assert ada.get(old.id).superseded_by is None
    ada.merge(pair.keep.id, pair.other.id)
    assert ada.duplicates() == []


@pytest.mark.parametrize(
    ("one", "another"),
    [
        ("I moved to Bern in 2020", "I moved to Bern in 2021"),
        ("I am not vegetarian", "I am vegetarian"),
        ("My dog is called Rex", "My cat is called Rex"),
        ("The meeting is on Friday", "The meeting is on Monday"),
    ],
)
def test_one_telling_word_makes_another_statement(service, ada, one, another):
    ada.remember(one)
    ada.remember(another)
    service.wait_until_embedded(10)

    assert ada.duplicates() == []


def test_the_same_words_are_proposed_before_there_are_vectors(ada):
    ada.remember("The boat is red and lies in Bern")
    ada.save_note("the boat is red and lies in Bern", trust="user")

    (pair,) = ada.duplicates()

    assert pair.likeness == 1


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
