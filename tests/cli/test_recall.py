"""`mnemon recall` with scopes, times and reasons."""

import pytest


@pytest.fixture
def told(mnemon) -> None:
    mnemon("ask", "--session", "boats", "Remember that the boat lies in harbour seven.")
    mnemon("ask", "--session", "cats", "Remember that the cat eats at seven.")
    mnemon("remember", "user.city", "Lyon")
    mnemon("remember", "user.city", "Oslo")


@pytest.mark.usefixtures("told")
def test_explain_tells_how_each_came_about_and_what_was_left_out(mnemon):
    done = mnemon("recall", "which city", "--explain")

    assert done.code == 0
    assert "rank 1, meaning 0." in done.out
    assert "not qualified\treplaced by " in done.out
    assert "Left out:" in done.err


@pytest.mark.usefixtures("told")
def test_explain_as_json_has_the_same(mnemon):
    done = mnemon("recall", "which city", "--explain", "--json").json

    assert done["outcome"] == "found"
    assert done["items"][0]["explanation"]["rank"] == 1
    assert {out["stage"] for out in done["left_out"]} >= {"not qualified"}


@pytest.mark.usefixtures("told")
def test_the_scope_session_answers_from_the_named_conversation(mnemon):
    boats = mnemon("recall", "seven", "--scope", "session", "--session", "boats").out
    cats = mnemon("recall", "seven", "--scope", "session", "--session", "cats").out

    assert "boat" in boats
    assert "cat" not in boats
    assert "cat" in cats


def test_the_scope_session_needs_a_conversation(mnemon):
    done = mnemon("recall", "seven", "--scope", "session")

    assert done.code == 2
    assert "--session" in done.err


@pytest.mark.usefixtures("told")
def test_days_narrow_what_answers(mnemon):
    assert "boat" in mnemon("recall", "boat", "--since", "2020-01-01").out
    assert mnemon("recall", "boat", "--until", "2020-01-01").out == "No memories found.\n"


def test_a_day_that_is_none_is_a_usage_error(mnemon):
    assert mnemon("recall", "boat", "--since", "yesterdayish").code == 2


@pytest.mark.usefixtures("told")
def test_why_shows_what_was_near_and_left_out(mnemon):
    done = mnemon("chat", stdin=b"In which city do I live?\n/why\n")

    assert "Near, but not shown:" in done.err
    assert "replaced by" in done.out
