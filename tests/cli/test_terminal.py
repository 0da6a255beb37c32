"""`mnemon chat` at a terminal: typing, streaming, Ctrl-C and Ctrl-D, and what may be shown."""

import stat

from cli.lines import history_file
from core.identity import Identity

READY = "/help lists the commands."


def test_a_conversation_typed_at_a_terminal(terminal):
    chat = terminal("chat")
    chat.shows(READY)
    chat.shows(">")

    chat.type("Please remember my preferred language is Elixir.\r")
    chat.shows("save_topic(")
    chat.shows("memory saved: user.language_preference = Elixir")
    chat.type("What language do I prefer?\r")
    chat.shows("recall_topic(")
    chat.shows("Elixir")
    chat.type("/quit\r")

    assert chat.ends() == 0


def test_ctrl_d_leaves_and_ctrl_c_at_the_prompt_does_not(terminal):
    chat = terminal("chat")
    chat.shows(READY)
    chat.shows(">")

    chat.type("half a though\x03")
    chat.shows("Ctrl-D or /quit leaves.")
    chat.shows(">")
    chat.type("\x04")

    assert chat.ends() == 0


def test_typed_lines_are_kept_for_their_user_only_and_come_back(terminal, home):
    first = terminal("chat", "--user", "ada")
    first.shows(READY)
    first.shows(">")
    first.type("/topics\r")
    first.shows("No topics yet.")
    first.shows(">")
    first.type("\x04")
    first.ends()
    file = history_file(home, Identity(user="ada", session="x"))

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    assert "/topics" in file.read_text()

    second = terminal("chat", "--user", "ada")
    second.shows(READY)
    second.shows(">")
    second.type("\x1b[A\r")  # the arrow up
    second.shows("No topics yet.")
    assert not history_file(home, Identity(user="eve", session="x")).exists()


def test_a_temporary_chat_keeps_no_typed_lines(terminal, home):
    chat = terminal("chat", "--temp")
    chat.shows(READY)
    chat.shows(">")
    chat.type("/model\r")
    chat.shows("tools")
    chat.shows(">")
    chat.type("\x04")
    chat.ends()

    assert not (home / "history").exists()


def test_tab_completes_a_slash_command(terminal):
    chat = terminal("chat")
    chat.shows(READY)
    chat.shows(">")

    chat.type("/topi\t")
    chat.shows("cs")
    chat.type("\r")

    chat.shows("No topics yet.")


def test_alt_enter_begins_a_new_line_in_one_message(terminal):
    chat = terminal("chat")
    chat.shows(READY)
    chat.shows(">")

    chat.type("Hello\x1b\rthere\r")
    chat.type("/history\r")

    chat.shows("> Hello\nthere")


def test_without_colour_nothing_is_dim(terminal, process):
    process("remember", "user.editor", "vim")

    dim = terminal("topics")
    assert dim.ends() == 0
    plain = terminal("topics", NO_COLOR="1")
    assert plain.ends() == 0

    assert b"\x1b[2m" in dim.raw
    assert b"\x1b" not in plain.raw
    assert "user.editor_preference  vim" in plain.everything()


def test_stored_escapes_never_reach_the_terminal(terminal, process):
    process("remember", "project.evil", "\x1b[2J\x1b]0;owned\x07[bold]x[/bold]\u202eabc")

    for command in (
        ["topics"],
        ["memories", "list"],
        ["memories", "show", "project.evil"],
        ["topics", "--json"],
    ):
        shown = terminal(*command)
        shown.ends()

        assert b"\x1b[2J" not in shown.raw
        assert b"\x1b]0" not in shown.raw
        assert "\u202e" not in shown.everything()
        assert "[bold]x[/bold]" in shown.everything()


def test_reindexing_at_a_terminal_shows_how_far_it_is(terminal, process):
    process("remember", "user.editor", "vim")

    done = terminal("reindex")

    assert done.ends() == 0
    assert "indexed: 1" in done.everything()


def test_a_question_at_a_terminal_without_text_says_what_is_missing(terminal):
    done = terminal("ask")

    assert done.ends() == 2
    assert "The text is missing" in done.everything()
