"""A model's verdict counts only when it is one, clear, and reasoned."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InvalidInput
from nodes.upkeep.asking import fenced, quoted
from nodes.upkeep.model_judge import read_verdict


@pytest.mark.parametrize(
    ("said", "retires"),
    [
        ("They moved, so the old home is over.\nSUPERSEDE 1", 0),
        ("Reasoning: moved.\nVerdict: SUPERSEDE 2", 1),
        ("Moved.\n\n**SUPERSEDE 1**", 0),
        ("Moved.\nSUPERSEDE <1>.", 0),
        ("Moved.\nVerdict: **SUPERSEDE #2**\n", 1),
        ("Both can be true.\nKEEP", None),
        ("Another pet: SUPERSEDE would be wrong.\nverdict: keep.", None),
        ("KEEP", None),
    ],
)
def test_a_clear_verdict_is_read(said, retires):
    assert read_verdict(said, 2).retires == retires


@pytest.mark.parametrize(
    "said",
    [
        "",
        "I think it is fine.",
        "SUPERSEDE 1",
        "Moved.\nSUPERSEDE",
        "Moved.\nSUPERSEDE 3",
        "Moved.\nSUPERSEDE 0",
        "Moved.\nSUPERSEDE 1 and 2",
        "Moved.\nSUPERSEDE 1\nSUPERSEDE 2",
        "KEEP\nMoved.\nSUPERSEDE 1",
        "I would KEEP both.\nSUPERSEDE 1",
        "SUPERSEDE 1 because they moved.",
        "Moved.\nSUPERSEDE 1\nI hope that helps!",
        "Moved.\nNOT SUPERSEDE 1",
        "Moved.\nSUPERSEDE one",
        '{"verdict": "SUPERSEDE 1"}',
    ],
)
def test_anything_else_is_no_verdict_and_no_keep(said):
    with pytest.raises(InvalidInput):
        read_verdict(said, 2)


@given(st.text(max_size=200))
def test_no_answer_breaks_it(said):
    with suppress(InvalidInput):
        assert read_verdict(said, 3).retires in (None, 0, 1, 2)


@given(st.text(max_size=100))
def test_no_text_ends_its_line_or_its_quotes(text):
    line = quoted(text)

    assert len(line.splitlines()) == 1
    assert line[0] == line[-1] == '"'


def test_the_fence_is_new_each_time():
    first, second = fenced("x", ["a"]), fenced("x", ["a"])

    assert first.splitlines()[0] == first.splitlines()[-1]
    assert first.splitlines()[0] != second.splitlines()[0]
