"""`mnemon chat` with messages piped in: answers on stdout, talk on stderr."""

import json
import re

import pytest

from cli.slash import COMMANDS
from tests.cli.test_memory_commands import ID

ELIXIR = b"Please remember my preferred language is Elixir.\n"
ASK = b"What language do I prefer?\n"


def test_two_conversations_of_which_the_second_remembers(mnemon):
    first = mnemon("chat", stdin=ELIXIR)
    second = mnemon("chat", stdin=ASK)

    assert first.code == second.code == 0
    assert re.search(
        f"memory saved: user.language_preference = Elixir  \\(undo: mnemon forget {ID}\\)",
        first.err,
    )
    assert "Elixir" in second.out


def test_the_start_says_what_answers_and_where_everything_is(mnemon, home):
    start = mnemon("chat").err.splitlines()

    assert start[0].startswith("Using the built-in offline model, as asked")
    assert start[1].startswith(f"Home {home} (bundled embedder), conversation ")
    assert start[1].endswith(" (new). /help lists the commands.")
    assert len(start) == 2


def test_blank_lines_are_no_messages_and_the_last_line_needs_no_end(mnemon):
    done = mnemon("chat", stdin=b"\n  \n\r\n" + ELIXIR + b"\n" + ASK.strip())

    assert done.code == 0
    assert "Elixir" in done.out
    assert mnemon("sessions", "--json").json[0]["turns"] == 2


def test_opening_and_leaving_makes_no_conversation(mnemon):
    mnemon("chat", stdin=b"/quit\n")

    assert mnemon("sessions").out == ""


def test_a_conversation_is_continued_by_last_name_or_id(mnemon):
    mnemon("chat", "--session", "work", stdin=ELIXIR)
    session = mnemon("sessions", "--json").json[0]["id"]

    for wish in ("last", "work", session, session[:8]):
        done = mnemon("chat", "--session", wish, stdin=b"/history\n")

        assert "> Please remember my preferred language is Elixir." in done.out
        assert "conversation work (continued, " in done.err


def test_json_is_one_line_for_each_message(mnemon):
    done = mnemon("chat", "--json", stdin=ELIXIR + ASK)

    said, asked = [json.loads(line) for line in done.out.splitlines()]
    assert said["saved"][0]["content"] == "Elixir"
    assert "Elixir" in asked["answer"]
    assert said["session"] == asked["session"]


def test_help_lists_every_slash_command(mnemon):
    out = mnemon("chat", stdin=b"/help\n").out

    for name, command in COMMANDS.items():
        assert re.search(f"^/{name}.*{re.escape(command.meaning)}$", out, re.MULTILINE)


def test_topics_and_memories_are_listed(mnemon):
    done = mnemon("chat", stdin=ELIXIR + b"/topics\n/memories\n/memories language\n")

    assert "user.language_preference\tElixir\t" in done.out
    assert done.out.count("user.language_preference: Elixir\t") == 2


def test_why_shows_what_the_answer_was_made_from(mnemon):
    mnemon("chat", stdin=ELIXIR)

    done = mnemon("chat", stdin=ASK + b"/why\n")

    assert re.search(
        r"fact\tuser \(user\)\t\d{4}-\d\d-\d\d\t\d\.\d\d\tuser.language_preference: Elixir",
        done.out,
    )
    assert "tool\trecall_topic\t" in done.out


def test_good_and_bad_rate_the_last_answer(mnemon):
    said = b"The capital of Australia is Canberra, not Sydney.\n"
    for typed, score in ((b"/good\n", 1), (b"/bad\n", -1)):
        assert mnemon("chat", stdin=said + typed).code == 0

        assert (
            mnemon("memories", "list", "--kind", "episode", "--json").json[0]["feedback"] == score
        )


@pytest.mark.parametrize("typed", [b"/good\n", b"/why\n"])
def test_before_the_first_answer_there_is_nothing_to_rate_or_explain(typed, mnemon):
    done = mnemon("chat", stdin=typed)

    assert done.code == 3
    assert "mnemon: There is no answer" in done.err


def test_forget_takes_an_id_or_a_topic(mnemon):
    done = mnemon("chat", stdin=ELIXIR + b"/forget preferred language\n" + b"/topics\n/forget\n")

    assert "forgotten: " in done.out
    assert "user.language_preference\t" not in done.out
    assert "/forget ID or /forget TOPIC" in done.err
    assert mnemon("topics").out == ""


def test_new_begins_another_conversation_with_the_same_memory(mnemon):
    done = mnemon("chat", stdin=ELIXIR + b"/new\n/history\n" + ASK)

    assert "A new conversation: " in done.err
    assert "> Please remember" not in done.out
    assert "Elixir" in done.out
    assert len(mnemon("sessions", "--json").json) == 2


def test_model_says_which_and_why(mnemon):
    out = mnemon("chat", stdin=b"/model\n").out

    assert "model     offline: " in out
    assert "tools     yes" in out
    assert "embedder  bundled" in out


def test_quit_ends_and_what_follows_is_not_sent(mnemon):
    done = mnemon("chat", stdin=b"/quit\n" + ELIXIR)

    assert done.code == 0
    assert mnemon("topics").out == ""


def test_an_unknown_slash_command_names_the_nearest_and_the_talk_goes_on(mnemon):
    done = mnemon("chat", stdin=b"/topcs\n/usr/bin/env\n" + ELIXIR)

    assert "There is no command /topcs. Did you mean /topics?" in done.err
    assert "There is no command /usr/bin/env. /help lists all" in done.err
    assert "memory saved" in done.err
    assert done.code == 2


def test_two_slashes_send_a_message_that_begins_with_one(mnemon):
    done = mnemon("chat", stdin=b"//etc/hosts is a file\n/history\n")

    assert "> /etc/hosts is a file" in done.out


def test_a_line_that_is_no_text_is_refused_and_the_talk_goes_on(mnemon):
    done = mnemon("chat", stdin=b"caf\xe9\n" + b"a\0b\n" + ELIXIR)

    assert done.code == 2
    assert "not valid UTF-8" in done.err
    assert "NUL bytes" in done.err
    assert "memory saved" in done.err


def test_a_temporary_chat_knows_nothing_and_leaves_nothing(mnemon, home):
    mnemon("chat", stdin=ELIXIR)
    before = mnemon("stats", "--json").json

    done = mnemon(
        "chat",
        "--temp",
        stdin=ASK + b"Please remember that my cat is called Minka.\n/topics\n/good\n",
    )

    assert "Elixir" not in done.out
    assert "Minka" not in mnemon("memories", "list").out
    assert "temporary chat" in done.err.lower()
    assert done.err.count("memory is neither read nor written") == 3
    assert "memory saved" not in done.err
    assert mnemon("stats", "--json").json == before
    assert not [p for p in home.rglob("*") if p.is_file() and b"Minka" in p.read_bytes()]


def test_a_temporary_chat_remembers_what_was_said_in_it(mnemon):
    done = mnemon("chat", "--temp", stdin=b"Hello.\nHello again.\n/history\n")

    assert done.out.count("> Hello") == 2


def test_two_users_with_the_same_name_for_a_conversation_have_two(mnemon):
    mnemon("chat", "--user", "ada", "--session", "work", stdin=ELIXIR)

    done = mnemon("chat", "--user", "eve", "--session", "work", stdin=b"/history\n/topics\n" + ASK)

    assert "Elixir" not in done.out
    assert "(new)" in done.err
