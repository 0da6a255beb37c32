"""Calls written into an answer: a corpus of forms that are carried out, and of talk that is not."""

import pytest

from nodes.claims import claimed_saves
from nodes.held_back import HeldBack
from tests.nodes.written_figures import BLIND, CORPUS, TOOLS, found_in, is_right, plain


def test_the_corpus_is_large_enough():
    assert len(CORPUS["must"]) + len(CORPUS["must_not"]) >= 100


READ_BLIND = [case for case in BLIND["must"] if is_right(case)]


def test_of_a_batch_that_was_written_blind_nearly_all_is_read_and_nothing_else():
    assert len(READ_BLIND) >= 0.95 * len(BLIND["must"])
    assert all(map(is_right, BLIND["must_not"]))


@pytest.mark.parametrize("case", CORPUS["must"], ids=lambda case: case["answer"][:50])
def test_a_written_call_is_read_and_taken_out(case):
    found = found_in(case)

    assert [plain(call) for call in found.calls] == case["calls"]
    assert found.text.strip() == case.get("text", "")


@pytest.mark.parametrize("case", CORPUS["must_not"], ids=lambda case: case["answer"][:50])
def test_talk_about_a_call_is_left_alone(case):
    found = found_in(case)

    assert found.calls == ()
    assert found.text == case["answer"]


@pytest.mark.parametrize("untrue", [None, claimed_saves])
@pytest.mark.parametrize("size", [1, 7])
@pytest.mark.parametrize(
    "case", [*CORPUS["must"], *READ_BLIND], ids=lambda case: case["answer"][:50]
)
def test_nothing_of_a_written_call_is_shown_while_it_is_streamed(case, size, untrue):
    held = HeldBack(untrue=untrue, written=TOOLS)
    answer = case["answer"]

    shown = "".join(held.take(answer[i : i + size]) for i in range(0, len(answer), size))

    assert found_in(case).text.startswith(shown)


@pytest.mark.parametrize(
    "case", [*CORPUS["must_not"], *BLIND["must_not"]], ids=lambda case: case["answer"][:50]
)
def test_what_is_no_call_is_shown_whole_in_the_end(case):
    held = HeldBack(untrue=None, written=TOOLS)
    answer = case["answer"]

    shown = "".join(held.take(letter) for letter in answer)

    assert shown + held.rest(answer) == answer


def test_plain_talk_is_shown_as_it_comes():
    held = HeldBack(untrue=None, written=TOOLS)

    assert [held.take(piece) for piece in ("Hello", " there", ", ", "Ada")] == [
        "Hello",
        " there",
        ",",
        " Ada",
    ]


def test_ordinary_code_is_shown_before_it_ends():
    held = HeldBack(untrue=None, written=TOOLS)

    assert held.take("```python\nx = 1\ny = ") == "```python\nx = 1\ny ="


def test_a_call_is_carried_out_for_somebody_who_writes_code():
    case = {
        "user": "Please remember that I write code in Elixir.",
        "answer": CORPUS["must"][0]["answer"],
    }

    assert found_in(case).calls


def test_a_call_is_not_carried_out_for_somebody_who_wants_to_see_code():
    case = {"user": "Write a script that saves.", "answer": CORPUS["must"][0]["answer"]}

    assert not found_in(case).calls
