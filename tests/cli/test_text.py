import io
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.text import decoded, one_line, read_text, usable, visible
from core.errors import InvalidInput


@given(st.text(st.characters(), max_size=60))
def test_visible_text_holds_nothing_a_terminal_obeys_and_can_be_encoded(text: str):
    shown = visible(text)

    assert not [c for c in shown if c not in "\n\t" and (ord(c) < 32 or 127 <= ord(c) < 160)]
    shown.encode("utf-8")


def test_visible_text_keeps_emoji_right_to_left_text_and_line_breaks():
    text = "שלום 👩‍💻\u200f\n\tend"

    assert visible(text) == text


def test_an_escape_sequence_is_shown_and_not_obeyed():
    assert visible("\x1b[31mred\x9b2J\u202ereversed") == "\ufffd[31mred\ufffd2J\ufffdreversed"


@given(st.text(max_size=80), st.integers(2, 20))
def test_one_line_is_one_line_of_at_most_that_length(text: str, limit: int):
    line = one_line(text, limit)

    assert "\n" not in line
    assert len(line) <= limit


@pytest.mark.parametrize("blank", ["", " ", "\n\t\u3000"])
def test_blank_text_is_refused_with_its_name(blank: str):
    with pytest.raises(InvalidInput, match="The query is empty"):
        usable(blank, "query")


@pytest.mark.parametrize(
    ("raw", "reason"),
    [(b"caf\xe9", "not valid UTF-8"), (b"a\0b", "NUL"), (b"\xff\xfeh\0i\0", "UTF-8")],
)
def test_bytes_that_are_no_text_are_refused_with_the_way_out(raw: bytes, reason: str):
    with pytest.raises(InvalidInput, match=reason):
        usable(decoded(raw), "text")


def test_a_byte_order_mark_is_no_part_of_the_text():
    assert decoded(b"\xef\xbb\xbfhello") == "hello"


def test_words_become_one_text():
    assert read_text(("what", "is", "my name?")) == "what is my name?"


@pytest.mark.parametrize("words", [(), ("-",)])
def test_without_words_or_with_a_dash_standard_input_is_read(words, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO("größer\n".encode())))

    assert read_text(words) == "größer"


def test_a_process_started_without_standard_input_reads_nothing(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)

    with pytest.raises(InvalidInput, match="empty"):
        read_text(())
