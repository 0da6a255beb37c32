"""Long texts: the row has the beginning and says where the rest is; the whole is kept, and goes with it."""

import pytest

from core.errors import InvalidInput, NotFound
from memory import Memory
from memory.text import MAX_CONTENT_CHARS, MAX_WHOLE_CHARS
from tests.memory import ledgers

LONG = "The boiler was serviced. " + "It hums and hums. " * 2000 + "The code of the cellar is 7713."


@pytest.mark.parametrize("kind", ["note", "fact", "memory", "tool output"])
def test_a_long_text_is_kept_whole_beside_its_beginning(kind: str, ada: Memory):
    engram_id = {
        "note": lambda: ada.save_note(LONG).id,
        "fact": lambda: ada.remember(LONG).id,
        "memory": lambda: ada.write_episodic(LONG),
        "tool output": lambda: ada.save_foreign(LONG, trust="tool").id,
    }[kind]()

    kept = ada.get(engram_id).content
    assert len(kept) == MAX_CONTENT_CHARS
    assert kept.startswith(LONG[:16_000])
    assert kept.endswith(
        f"{len(LONG):,} characters in all; the whole: mnemon memories show {engram_id}]"
    )
    assert ada.whole(engram_id) == LONG
    assert ada.whole(engram_id[:13]) == LONG


def test_an_exchange_is_cut_on_each_side_and_kept_whole(ada: Memory):
    receipt = ada.save_episode("why? " * 4000, "because", query_id="q", tool_calls=0)

    assert len(receipt.content) <= MAX_CONTENT_CHARS
    assert ada.whole(receipt.id) == f"Q: {('why? ' * 4000).strip()}\nA: because"


def test_a_short_text_is_its_own_whole(ada: Memory, home):
    receipt = ada.remember("x" * MAX_CONTENT_CHARS)

    assert ada.whole(receipt.id) == receipt.content == "x" * MAX_CONTENT_CHARS
    assert ledgers.count(home, "wholes") == 0


def test_the_whole_decides_what_is_the_same(ada: Memory):
    first = ada.remember(LONG)

    assert ada.remember(LONG).id == first.id
    assert ada.remember(LONG + " Or 7714.").was_new


def test_a_topic_is_short_and_nothing_is_longer_than_a_mebibyte(ada: Memory):
    with pytest.raises(InvalidInput, match="at most 16384 can stand there"):
        ada.save_topic("user.odd", LONG)
    with pytest.raises(InvalidInput, match=f"at most {MAX_WHOLE_CHARS} are kept of one text"):
        ada.remember("x" * (MAX_WHOLE_CHARS + 1))


def test_another_user_cannot_read_a_whole(ada: Memory, bob: Memory):
    receipt = ada.remember(LONG)

    with pytest.raises(NotFound):
        bob.whole(receipt.id)


def test_a_whole_goes_with_its_row(ada: Memory, home):
    receipt = ada.remember(LONG)

    assert LONG in ada.evidence(receipt.id).contents
    assert ada.forget(receipt.id).remaining == 0

    assert ledgers.count(home, "wholes") == 0


def test_a_long_exchange_that_tells_it_far_below_goes_with_what_is_forgotten(ada: Memory, home):
    fact = ada.remember("The code of the cellar is 7713")
    ada.save_episode("what did it say?", LONG, query_id="q", tool_calls=0)

    ada.forget(fact.id)

    assert ledgers.count(home, "engrams") == ledgers.count(home, "wholes") == 0
