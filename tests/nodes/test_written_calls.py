"""Calls written into an answer: a corpus of forms that are carried out, and of talk that is not."""

import pytest

from nodes.claims import claimed_saves
from nodes.held_back import HeldBack
from tests.nodes.written_figures import CORPUS, TOOLS, found_in, plain


def test_the_corpus_is_large_enough():
    assert len(CORPUS["must"]) + len(CORPUS["must_not"]) >= 100


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
@pytest.mark.parametrize("case", CORPUS["must"], ids=lambda case: case["answer"][:50])
def test_nothing_of_a_written_call_is_shown_while_it_is_streamed(case, size, untrue):
    held = HeldBack(untrue=untrue, written=TOOLS)
    answer = case["answer"]

    shown = "".join(held.take(answer[i : i + size]) for i in range(0, len(answer), size))

    assert found_in(case).text.startswith(shown)


@pytest.mark.parametrize("case", CORPUS["must_not"], ids=lambda case: case["answer"][:50])
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
