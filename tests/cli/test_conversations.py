from uuid import UUID, uuid4

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.conversations import PROVIDER, choose, named_session
from core.identity import Identity

ADA = Identity(user="ada", session="x")
FIRST, SECOND = "0f8fad5b-d9cb-469f-a165-70867728950e", "7c9e6679-7425-40de-944b-e07fc1f90ae7"


def kept(session: str, name: str = "", provider: str = PROVIDER) -> dict[str, str]:
    return {"id": session, "provider": provider, "chat_id": name or session}


def test_without_a_wish_each_conversation_is_new():
    first, second = choose(None, ADA, []), choose(None, ADA, [kept(FIRST)])

    assert first.id != second.id
    assert first.is_new
    assert str(UUID(first.id)) == first.id


@pytest.mark.parametrize("spelling", [FIRST, FIRST.upper(), FIRST.replace("-", "")])
def test_a_uuid_is_taken_as_it_is(spelling: str):
    assert choose(spelling, ADA, []).id == FIRST


@given(st.text(min_size=1, max_size=30))
def test_a_name_is_one_conversation_of_one_user(name: str):
    eve = Identity(user="eve", session="x")
    other_house = Identity(user="ada", session="x", tenant="other")

    mine = named_session(ADA, name)

    assert mine == named_session(ADA.in_session("y"), name)
    assert len({mine, named_session(eve, name), named_session(other_house, name)}) == 3


def test_no_two_owners_can_be_spelt_into_one_conversation():
    one = Identity(user="b", session="x", tenant='a", "b')
    other = Identity(user="b", session="x", tenant="a")

    assert named_session(one, "c") != named_session(other, 'b", "c')


def test_the_beginning_of_an_id_means_the_conversation_that_begins_so():
    known = [kept(FIRST), kept(SECOND)]

    assert choose("7c9e6679", ADA, known).id == SECOND
    assert choose("7C9E6679-74", ADA, known).id == SECOND


def test_what_looks_like_the_beginning_of_an_id_but_fits_none_is_a_name():
    chosen = choose("deadbeef", ADA, [kept(FIRST)])

    assert chosen.name == "deadbeef"
    assert chosen.id == named_session(ADA, "deadbeef")


def test_last_is_the_last_one_held_on_the_command_line():
    known = [kept(str(uuid4()), provider="server"), kept(SECOND, "work"), kept(FIRST)]

    chosen = choose("last", ADA, known)

    assert (chosen.id, chosen.name, chosen.is_new) == (SECOND, "work", False)


def test_last_is_a_new_one_when_there_was_none():
    assert choose("last", ADA, []).is_new


def test_a_name_known_already_is_not_new():
    session = named_session(ADA, "work")

    assert not choose("work", ADA, [kept(session, "work")]).is_new
    assert choose("work", ADA, []).is_new
