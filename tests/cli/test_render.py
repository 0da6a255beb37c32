import json
from datetime import UTC, date, datetime
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cli.render import as_plain, say_json, say_rows
from core.identity import Identity

plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@given(plain_values)
def test_json_comes_back_as_it_was_and_is_safe_to_show(value):
    import contextlib
    import io

    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        say_json(value)

    assert json.loads(out.getvalue()) == value
    assert not [c for c in out.getvalue() if 127 <= ord(c) < 160]


def test_json_keeps_letters_readable_and_escapes_what_a_terminal_obeys(capsys):
    say_json({"a": "größer 👍", "b": "\x9b2J\x1b[0m", "c": "\ud800"})

    assert capsys.readouterr().out == (
        '{\n  "a": "größer 👍",\n  "b": "\\u009b2J\\u001b[0m",\n  "c": "\\ud800"\n}\n'
    )


def test_dataclasses_moments_and_paths_become_plain():
    at = datetime(2026, 5, 31, 12, tzinfo=UTC)

    assert as_plain({"who": Identity("ada", "s"), "at": at, "on": at.date(), "in": Path("/x")}) == {
        "who": {"user": "ada", "session": "s", "tenant": "local", "agent": "mnemon"},
        "at": "2026-05-31T12:00:00+00:00",
        "on": "2026-05-31",
        "in": "/x",
    }


def test_rows_in_a_pipe_are_one_line_each_with_tabs(capsys):
    say_rows(("a", "b"), [("two\nlines", date(2026, 1, 2)), (0.5, None), ("[bold]x\x1b[2J", "\ty")])

    assert capsys.readouterr().out == "two lines\t2026-01-02\n0.50\t\n[bold]x\ufffd[2J\ty\n"
