"""The line that tells a person what was saved, as whose word, and what it is similar to."""

import pytest

from cli.options import Given
from cli.turn import saved_notice
from core.state import SavedReceipt

SAVED = SavedReceipt(
    type="memory_saved",
    id="0190-new",
    kind="fact",
    topic=None,
    content="My dog is called Rex.",
    was_new=True,
    tool_call_id="c1",
)


def test_a_plain_save_is_one_line():
    told = saved_notice(SAVED, Given())

    assert told == "memory saved: fact = My dog is called Rex.  (undo: mnemon forget 0190-new)"


@pytest.mark.parametrize(
    ("trust", "mark"),
    [("tool", "[from a tool]"), ("document", "[from a document]"), ("import", "[from elsewhere]")],
)
def test_words_from_elsewhere_are_marked(trust: str, mark: str):
    assert mark in saved_notice({**SAVED, "trust": trust}, Given())


@pytest.mark.parametrize("trust", ["user", "agent"])
def test_the_words_of_the_speakers_are_not(trust: str):
    assert "[" not in saved_notice({**SAVED, "trust": trust}, Given())


def test_a_near_duplicate_is_told_with_the_command_that_unites_both():
    told = saved_notice({**SAVED, "similar_to": "0190-old"}, Given(user="ada"))

    line = told.splitlines()[1]
    assert line.startswith("similar to 0190-old: mnemon ")
    assert "memories merge 0190-new 0190-old" in line
    assert "--user ada" in line


def test_an_echo_is_told_as_saved_already():
    assert saved_notice({**SAVED, "was_new": False, "is_echo": True}, Given()).startswith("already")
