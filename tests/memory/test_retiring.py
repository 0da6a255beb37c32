"""A newer fact may retire an older one of the same person; every other way is refused."""

from datetime import timedelta

import pytest

from core.errors import InvalidInput, NotFound
from core.identity import Identity
from core.recall import RecallFilter
from memory import open_memory
from tests.memory.ledgers import opened, rows

JUDGE = "offline"
MINUTE = timedelta(minutes=1)


def keep(memory, service, clock, text, **more):
    """Keep a fact, a minute after the one before, with its vector."""
    clock.advance(MINUTE)
    receipt = memory.remember(text, **more)
    service.wait_until_embedded()
    return receipt.id


@pytest.fixture
def pair(ada, service, clock):
    """Where ada lived, and where she lives."""
    old = keep(ada, service, clock, "I live in Lisbon.")
    new = keep(ada, service, clock, "I moved to Porto.")
    return old, new


def contents(found):
    return [item.engram.content for item in found.items]


def test_candidates_are_the_older_ones_near_by_meaning(ada, service, clock, pair):
    old, new = pair
    keep(ada, service, clock, "My bicycle has a flat tyre.")

    assert [e.id for e in ada.contradiction_candidates(new)] == [old]
    assert ada.contradiction_candidates(old) == []


def test_at_most_five_candidates_the_nearest_first(ada, service, clock):
    for city in ("Rome", "Oslo", "Bern", "Graz", "Kiel", "Bonn"):
        keep(ada, service, clock, f"I live in {city}, in a small flat.")
    new = keep(ada, service, clock, "I live in Bonn, in a small flat by the river.")

    found = ada.contradiction_candidates(new)

    assert len(found) == 5
    assert found[0].content == "I live in Bonn, in a small flat."


def test_nobody_elses_fact_is_a_candidate_or_can_be_retired(ada, bob, service, clock):
    theirs = keep(bob, service, clock, "I live in Lisbon.")
    mine = keep(ada, service, clock, "I moved to Porto.")

    assert ada.contradiction_candidates(mine) == []
    with pytest.raises(NotFound):
        ada.retire(theirs, by=mine, why=JUDGE)
    with pytest.raises(NotFound):
        bob.restore(mine)


def test_another_household_and_what_is_shared_stay_apart(ada, service, clock):
    twin = service.for_identity(Identity("ada", "x", tenant="next door"))
    keep(twin, service, clock, "I live in Lisbon.")
    keep(ada, service, clock, "I live in Lisbon.", scope="tenant")
    mine = keep(ada, service, clock, "I moved to Porto.")

    assert ada.contradiction_candidates(mine) == []


def test_what_holds_in_one_conversation_only_stays_apart(ada, settings, service, clock):
    old = keep(ada, service, clock, "I live in Lisbon.")
    new = keep(ada, service, clock, "I moved to Porto.")
    with opened(settings.home) as ledger:  # no door saves such a row yet
        ledger.execute("UPDATE engrams SET scope = 'session' WHERE id = ?", (old,))

    assert ada.contradiction_candidates(new) == []
    with pytest.raises(InvalidInput, match="shared"):
        ada.retire(old, by=new, why=JUDGE)


def test_a_retired_fact_is_in_no_recall_unless_code_asks_for_it(ada, pair):
    old, new = pair

    ada.retire(old, by=new, why=JUDGE)

    assert contents(ada.recall("Where do I live?")) == ["I moved to Porto."]
    asked = ada.recall("Where do I live?", wanted=RecallFilter(with_retired=True))
    assert set(contents(asked)) == {"I moved to Porto.", "I live in Lisbon."}
    assert ada.get(old).superseded_by == new


def test_the_history_of_a_retirement_has_ids_and_no_content(ada, pair):
    old, new = pair

    ada.retire(old, by=new, why=JUDGE)

    event = ada.history(old)[-1]
    assert (event.action, event.actor) == ("retired", "upkeep")
    assert event.why == f"replaced by {new}, offline"
    with pytest.raises(InvalidInput, match="one word"):
        ada.retire(old, by=new, why="I live in Lisbon")


def test_the_older_never_retires_the_newer(ada, pair):
    old, new = pair

    with pytest.raises(InvalidInput, match="it is the newer one"):
        ada.retire(new, by=old, why=JUDGE)
    with pytest.raises(InvalidInput, match="the same fact"):
        ada.retire(new, by=new, why=JUDGE)


def test_what_was_retired_is_not_retired_again_and_retires_nothing(ada, service, clock, pair):
    old, new = pair
    newest = keep(ada, service, clock, "I moved to Rome.")
    ada.retire(new, by=newest, why=JUDGE)

    with pytest.raises(InvalidInput, match="was replaced before"):
        ada.retire(new, by=newest, why=JUDGE)
    with pytest.raises(InvalidInput, match="was replaced itself"):
        ada.retire(old, by=new, why=JUDGE)


def test_a_new_fact_retires_one_and_no_more(ada, service, clock):
    first = keep(ada, service, clock, "I live in Lisbon.")
    second = keep(ada, service, clock, "My home is in Lisbon.")
    new = keep(ada, service, clock, "I moved to Porto.")
    ada.retire(first, by=new, why=JUDGE)

    assert ada.contradiction_candidates(new) == []
    with pytest.raises(InvalidInput, match="another already"):
        ada.retire(second, by=new, why=JUDGE)


@pytest.mark.parametrize("trust", ["agent", "tool", "document", "import"])
def test_what_others_say_never_retires_the_users_word(ada, service, clock, trust):
    old = keep(ada, service, clock, "I live in Lisbon.")
    new = keep(ada, service, clock, "The user moved to Porto.", trust=trust)

    assert ada.contradiction_candidates(new) == []
    with pytest.raises(InvalidInput, match="weighs more"):
        ada.retire(old, by=new, why=JUDGE)


def test_a_document_retires_no_note_but_another_document(ada, service, clock):
    note = ada.save_note("The office is in Lisbon.").id
    first = keep(ada, service, clock, "The office of the firm is in Lisbon.", trust="document")
    second = keep(ada, service, clock, "The office moved to Porto.", trust="document")

    assert [e.id for e in ada.contradiction_candidates(second)] == [first]
    with pytest.raises(InvalidInput, match="weighs more"):
        ada.retire(note, by=second, why=JUDGE)


def test_a_restored_fact_stands_again_and_the_two_are_never_judged_again(ada, pair):
    old, new = pair
    ada.retire(old, by=new, why=JUDGE)

    assert ada.restore(old).superseded_by is None

    assert "I live in Lisbon." in contents(ada.recall("Where do I live?"))
    assert ada.contradiction_candidates(new) == []
    with pytest.raises(InvalidInput, match="restored before"):
        ada.retire(old, by=new, why=JUDGE)
    with pytest.raises(InvalidInput, match="it stands"):
        ada.restore(old)


def test_a_topics_old_value_is_not_restored_over_the_new_one(ada):
    old = ada.save_topic("user.city", "Lisbon").id
    ada.save_topic("user.city", "Porto")

    with pytest.raises(InvalidInput, match="'mnemon remember "):
        ada.restore(old)

    ada.forget(ada.save_topic("user.city", "Porto").id)
    assert ada.restore(old).content == "Lisbon"


def test_what_was_said_again_is_not_restored_beside_itself(ada, service, clock, pair):
    old, new = pair
    ada.retire(old, by=new, why=JUDGE)
    again = keep(ada, service, clock, "I live in Lisbon.")

    with pytest.raises(InvalidInput, match=again):
        ada.restore(old)


def test_each_fact_comes_up_once_and_a_waiting_one_is_waited_for(ada, service, clock, pair):
    old, new = pair
    clock.advance(MINUTE)
    late = ada.remember("My flight leaves at nine.").id

    assert [e.id for e in ada.unjudged(10)] == [old, new]
    ada.done_with("contradictions", old)
    ada.done_with("contradictions", new)
    assert ada.unjudged(10) == []
    ada.done_with("contradictions", old)  # never back
    service.wait_until_embedded()
    assert [e.id for e in ada.unjudged(10)] == [late]


def test_progress_outlives_the_program(ada, settings, service, clock, pair, bundled):
    ada.done_with("contradictions", pair[0])
    service.close()

    with open_memory(settings, clock=clock, embedder=bundled, background=False) as reopened:
        again = reopened.for_identity(ada.identity)
        assert [e.id for e in again.unjudged(10)] == [pair[1]]


def test_a_row_that_failed_three_times_is_passed_over(ada, pair):
    old, _ = pair

    told = [ada.note_failure("contradictions", old, "malformed") for _ in range(3)]

    assert told == [False, False, True]
    assert old not in [e.id for e in ada.unjudged(10)]
    assert [e.action for e in ada.history(old)][1:] == ["not judged"] * 3


def test_nothing_but_the_two_columns_of_the_old_row_changes(ada, settings, pair):
    old, new = pair
    before = rows(settings.home, "SELECT * FROM engrams ORDER BY seq")

    ada.retire(old, by=new, why=JUDGE)
    ada.restore(old)

    assert rows(settings.home, "SELECT * FROM engrams ORDER BY seq") == before
