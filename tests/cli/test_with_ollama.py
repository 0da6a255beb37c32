"""The command line with a server that speaks as Ollama does: streaming, Ctrl-C, and its failures."""

import json

import pytest

from tests.cli.test_terminal import READY
from tests.standins.ollama import CHAT_MODEL, TOOLLESS_MODEL, Fault, Reply, StandInOllama

SAVE = Reply(tool_calls=[("save_topic", {"topic": "user.language", "content": "Elixir"})])
MODEL = f"ollama:{CHAT_MODEL.name}"


@pytest.fixture
def ollama(environment, monkeypatch):
    """A server with a chat model, which every run of `mnemon` in this test knows."""
    with StandInOllama() as server:
        environment["MNEMON_OLLAMA_URL"] = server.base_url
        environment["MNEMON_MODEL"] = MODEL
        monkeypatch.setenv("MNEMON_OLLAMA_URL", server.base_url)
        yield server


def test_the_notice_comes_from_the_commit_and_the_answer_from_the_model(mnemon, ollama):
    ollama.replies = [SAVE, Reply(["Noted, ", "you like ", "Elixir."])]

    done = mnemon("ask", "Please remember that I like Elixir.", "--model", MODEL)

    assert done.out == "Noted, you like Elixir.\n"
    assert "memory saved: user.language_preference = Elixir  (undo: " in done.err


def test_a_model_that_only_claims_to_have_saved_gets_no_notice(mnemon, ollama):
    ollama.replies = lambda _: Reply("I have saved it to memory.")

    done = mnemon("ask", "What is Elixir good for?", "--model", MODEL)

    assert "memory saved:" not in done.err
    assert mnemon("topics").out == ""


def test_what_was_plainly_asked_for_is_saved_though_the_model_only_claims_it(mnemon, ollama):
    ollama.replies = lambda _: Reply("I have saved it to memory.")

    done = mnemon("ask", "Please remember that I like Elixir.", "--model", MODEL)

    assert done.err.count("memory saved: user.elixir_preference = I like Elixir") == 1
    assert "I like Elixir" in mnemon("topics").out


def test_a_failing_tool_is_told_in_one_line_and_the_talk_goes_on(mnemon, ollama):
    ollama.replies = [
        Reply(tool_calls=[("save_topic", {"topic": "", "content": "x"})]),
        Reply("That did not work."),
    ]

    done = mnemon("ask", "Save nothing.", "--model", MODEL)

    assert "· save_topic failed: " in done.err
    assert done.out == "That did not work.\n"


def test_a_server_that_goes_down_in_the_middle_is_one_line(mnemon, ollama):
    ollama.fail("/api/chat", Fault(drop_after_lines=1))

    one = mnemon("ask", "Hello.", "--model", MODEL)
    ollama.heal()
    ollama.fail("/api/chat", Fault(status=500, error="out of memory", times=1))
    two = mnemon("chat", "--model", MODEL, stdin=b"Hello.\nHello again.\n")

    assert one.code == two.code == 4
    assert "mnemon: Ollama at" in one.err
    assert "out of memory" in two.err
    assert "Hello again." in two.out
    assert "Traceback" not in one.err + two.err


@pytest.mark.usefixtures("ollama")
def test_a_model_without_tools_is_told_at_the_start(mnemon):
    done = mnemon("chat", "--model", f"ollama:{TOOLLESS_MODEL.name}", stdin=b"/model\n")

    assert "tools     no" in done.out
    assert "tool" in done.err


def test_what_is_kept_while_the_embedder_is_down_is_kept(mnemon, monkeypatch):
    monkeypatch.setenv("MNEMON_EMBEDDER", "ollama:nomic-embed-text")
    monkeypatch.setenv("MNEMON_OLLAMA_URL", "http://127.0.0.1:9")

    saved = mnemon("remember", "user.editor", "vim")
    found = mnemon("recall", "vim")

    assert saved.code == 0
    assert "1 memory waits for the embedder" in saved.err
    assert "vim" in found.out
    assert "keywords" in found.err


def test_an_answer_is_shown_as_it_is_written_and_ctrl_c_ends_it_alone(terminal, ollama):
    words = ["One ", "two ", "three ", *["and so on "] * 200]
    ollama.replies = lambda body: (
        Reply("Here I am.")
        if "again" in json.dumps(body["messages"][-1])
        else Reply(words, pause_s=0.3)
    )
    chat = terminal("chat")
    chat.shows(READY)
    chat.shows(">")

    chat.type("Count.\r")
    chat.shows("One two three and so on")
    chat.type("\x03")
    chat.shows("interrupted")
    chat.shows(">")
    chat.type("Once again?\r")
    chat.shows("Here I am.")
    chat.shows(">")
    chat.type("\x04")

    assert chat.ends() == 0
    assert "Traceback" not in chat.everything()


def test_escapes_that_a_model_writes_never_reach_the_terminal(terminal, ollama):
    ollama.replies = lambda _: Reply(["Look: \x1b", "[2J\x9b31m", "\x1b]0;owned\x07 done."])
    chat = terminal("chat")
    chat.shows(READY)
    chat.shows(">")

    chat.type("Hello.\r")
    chat.shows("done.")
    chat.shows(">")
    chat.type("\x04")
    chat.ends()

    answer = chat.raw.partition(b"Look: ")[2].partition(b"done.")[0]
    assert b"\x1b" not in answer
    assert "\x9b" not in answer.decode()
