"""`mnemon ask`: one question, one answer, and the notice of what was saved."""

import re

from tests.cli.test_memory_commands import ID


def test_a_fact_said_in_one_call_is_known_in_the_next(mnemon):
    said = mnemon("ask", "Please remember my preferred language is Elixir.")
    asked = mnemon("ask", "What language do I prefer?")

    assert said.code == asked.code == 0
    assert re.search(
        f"^memory saved: user.language_preference = Elixir  \\(undo: mnemon forget {ID}\\)$",
        said.err,
        re.MULTILINE,
    )
    assert "Elixir" in asked.out
    assert "memory saved" not in asked.err


def test_the_answer_alone_is_on_stdout(mnemon):
    done = mnemon("ask", "Please remember my preferred language is Elixir.", "--json")
    plain = mnemon("ask", "What language do I prefer?")

    assert done.json["answer"].strip()
    assert plain.out.count("\n") == len(plain.out.strip().splitlines())
    assert "recall_topic" not in plain.out


def test_tool_activity_is_one_line_on_stderr(mnemon):
    done = mnemon("ask", "Please remember my preferred language is Elixir.")

    lines = [line for line in done.err.splitlines() if line.startswith("· save_topic(")]
    assert len(lines) == 1
    assert "topic='user." in lines[0]
    assert "content='Elixir'" in lines[0]


def test_json_tells_the_whole_turn(mnemon):
    told = mnemon("ask", "Please remember my preferred language is Elixir.", "--json").json

    assert told["model"] == "offline"
    assert told["episode_id"]
    assert told["query_id"]
    assert told["saved"][0]["topic"] == "user.language_preference"
    tool = told["tools"][0]
    assert (tool["name"], tool["content"], tool["is_error"]) == (
        "save_topic",
        "Memory saved: user.language_preference",
        False,
    )


def test_words_need_no_quotes_and_text_can_be_piped_in(mnemon):
    mnemon("ask", "Remember", "that", "my", "editor", "is", "Helix.")

    assert "Helix" in mnemon("ask", stdin=b"Which editor do I use?\n").out
    assert "Helix" in mnemon("ask", "-", stdin=b"Which editor do I use?\n").out


def test_each_call_is_a_conversation_of_its_own_and_a_name_continues_one(mnemon):
    first = mnemon("ask", "Hello.", "--json").json["session"]
    second = mnemon("ask", "Hello.", "--json").json["session"]
    named = mnemon("ask", "Hello.", "--session", "work", "--json").json["session"]
    last = mnemon("ask", "And again.", "--session", "last", "--json").json["session"]
    by_id = mnemon("ask", "And again.", "--session", first[:8], "--json").json["session"]

    assert first != second
    assert last == named
    assert by_id == first
    sessions = {s["id"]: s for s in mnemon("sessions", "--json").json}
    assert set(sessions) == {first, second, named}
    assert sessions[named]["turns"] == 2
    assert sessions[named]["chat_id"] == "work"
    assert {s["provider"] for s in sessions.values()} == {"cli"}


def test_a_temporary_question_reads_and_writes_nothing(mnemon):
    mnemon("ask", "Please remember my preferred language is Elixir.")
    before = mnemon("stats", "--json").json

    asked = mnemon("ask", "--temp", "What language do I prefer?", "--json")
    mnemon("--temp", "ask", "Please remember my preferred editor is Emacs.")

    assert "Elixir" not in asked.out
    assert asked.json["session"] is None
    assert mnemon("stats", "--json").json == before
    assert len(mnemon("sessions", "--json").json) == 1


def test_a_rating_belongs_to_the_episode(mnemon):
    told = mnemon("ask", "The capital of Australia is Canberra, not Sydney.", "--json").json

    good = mnemon("feedback", told["episode_id"], "good")
    bad = mnemon("feedback", "last", "-0.5", "--json")

    assert good.code == 0
    assert good.out.startswith("rated +1.00: episode: Q: The capital")
    assert bad.json["id"] == told["episode_id"]
    assert bad.json["feedback"] == -0.5
    assert "feedback:     -0.50" in mnemon("memories", "show", told["episode_id"]).out


def test_rating_what_is_no_answer_is_refused(mnemon):
    topic = mnemon("remember", "user.editor", "vim", "--json").json["id"]

    assert mnemon("feedback", "last", "good").code == 3
    assert mnemon("feedback", topic, "good").code == 2
    assert mnemon("feedback", "00000000-0000-4000-8000-000000000000", "good").code == 3


def test_one_user_is_not_told_what_another_said(mnemon):
    mnemon("ask", "--user", "ada", "Please remember my preferred language is Elixir.")

    done = mnemon("ask", "--user", "eve", "What language do I prefer?", "--json")

    assert "Elixir" not in done.out


def test_a_megabyte_of_text_is_answered_and_the_next_question_too(mnemon):
    done = mnemon("ask", stdin=b"lorem ipsum dolor " * 60_000)

    assert done.code == 0, done.err[:2000]
    assert "Traceback" not in done.err
    assert mnemon("ask", "Hello.").code == 0
