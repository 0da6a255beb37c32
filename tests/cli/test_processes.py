"""`mnemon` as processes of their own: what one says another knows, and no library is heard."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.conftest import ROOT
from tests.standins.ollama import CHAT_MODEL, Reply, StandInOllama

QUIET = ("langchain_core", "langgraph", "langchain_chroma", "chromadb", "prompt_toolkit", "rich")


def test_a_later_process_answers_from_what_an_earlier_one_was_told(process):
    said = process("ask", "Remember that the capital of Australia is Canberra, not Sydney.")
    asked = process("ask", "What do you remember about Australian geography?")

    assert (said.code, asked.code) == (0, 0)
    assert "memory saved" in said.err
    assert "Canberra" in asked.out


def test_what_one_process_keeps_the_next_finds_by_meaning(process):
    process("remember", "user.pet", "a dachshund called Emma")

    done = process("recall", "which dog is there?")

    assert "Emma" in done.out
    assert done.err == ""


def test_a_conversation_piped_in_and_continued_in_another_process(process):
    process(
        "chat", "--session", "work", stdin=b"Please remember my preferred language is Elixir.\n"
    )

    done = process("chat", "--session", "work", stdin=b"/history\nWhat language do I prefer?\n")

    assert "> Please remember my preferred language is Elixir." in done.out
    assert "Elixir" in done.out.splitlines()[-1]


@pytest.mark.parametrize("command", [["remember", "user.x", "y"], ["recall", "x"], ["topics"]])
def test_memory_commands_load_no_graph_and_no_model(command, environment):
    program = (
        "import sys; from cli.main import run; code = run(sys.argv[1:]);"
        f"print([m for m in {QUIET!r} if m in sys.modules], file=sys.stderr); sys.exit(code)"
    )

    done = subprocess.run(
        [sys.executable, "-c", program, *command],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stderr.splitlines()[-1] == "[]"


def test_nothing_but_our_own_lines_is_on_stderr(process):
    done = process("chat", stdin=b"Please remember my preferred language is Elixir.\n")

    for line in done.err.splitlines():
        assert line.startswith(("Using ", "Home ", "· save_topic(", "memory saved: ")), line


@pytest.mark.parametrize(
    "command", [["memories", "list"], ["chat"], ["memories", "list", "--json"], ["--help"]]
)
def test_a_pipe_closed_early_ends_the_command_quietly(command, process, environment):
    for number in range(3):
        process("remember", f"project.fact_{number}", "x " * 5000)

    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "cli", *command],
        env=environment,
        stdout=writing,
        stderr=subprocess.PIPE,
        input=b"Hello.\nHello.\n",
        check=False,
    )
    os.close(writing)

    assert done.returncode == 141, done
    assert b"Traceback" not in done.stderr
    assert b"Broken" not in done.stderr


def test_output_to_a_full_disk_is_one_line(process, environment):
    process("remember", "user.editor", "vim")

    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cli", "topics"],
            env=environment,
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )

    assert done.returncode == 1
    assert done.stderr.decode().startswith("mnemon: The output cannot be written (No space left")
    assert done.stderr.count(b"\n") == 1


def test_an_interrupt_while_waiting_for_input_ends_with_130(environment):
    program = subprocess.Popen(
        [sys.executable, "-m", "cli", "chat"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stderr is not None
    while b"/help" not in program.stderr.readline():
        pass

    program.send_signal(signal.SIGINT)
    _, error = program.communicate(timeout=60)

    assert program.returncode == 130
    assert error.strip() == b""


def test_an_interrupt_while_the_model_answers_ends_with_130(environment):
    with StandInOllama(replies=[Reply(["word "] * 1000, pause_s=0.05)]) as ollama:
        program = subprocess.Popen(
            [sys.executable, "-m", "cli", "ask", "Count.", "--model", f"ollama:{CHAT_MODEL.name}"],
            env={**environment, "MNEMON_OLLAMA_URL": ollama.base_url},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        while not ollama.bodies("/api/chat"):
            assert program.poll() is None
        program.send_signal(signal.SIGINT)
        out, error = program.communicate(timeout=60)

    assert program.returncode == 130
    assert out == b""
    assert b"Traceback" not in error


def test_a_terminal_that_knows_no_unicode_gets_question_marks(process):
    process("remember", "user.mood", "good 👍")

    done = process("topics", PYTHONIOENCODING="latin-1")

    assert "good ?" in done.out


def test_what_was_acknowledged_survives_a_kill(environment, process):
    program = subprocess.Popen(
        [sys.executable, "-m", "cli", "chat"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stdin is not None
    assert program.stderr is not None
    program.stdin.write(b"Please remember my preferred language is Elixir.\n")
    program.stdin.flush()
    while b"memory saved" not in program.stderr.readline():
        pass
    program.kill()
    program.communicate()

    assert "Elixir" in process("topics").out
    assert "Elixir" in process("ask", "What language do I prefer?").out


def test_two_conversations_at_once_lose_nothing(environment, process):
    programs = [
        subprocess.Popen(
            [sys.executable, "-m", "cli", "ask", f"Please remember that my {thing} is {value}."],
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        for thing, value in (("cat", "Minka"), ("dog", "Emma"), ("boat", "Aurora"))
    ]
    for program in programs:
        _, error = program.communicate(timeout=120)
        assert program.returncode == 0, error

    topics = process("memories", "list").out
    assert all(name in topics for name in ("Minka", "Emma", "Aurora"))


def test_the_same_home_can_be_asked_while_a_chat_is_open(environment, process):
    program = subprocess.Popen(
        [sys.executable, "-m", "cli", "chat"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert program.stderr is not None
    while b"/help" not in program.stderr.readline():
        pass

    process("remember", "user.pet", "a dachshund called Emma")
    out, _ = program.communicate(b"/topics\n", timeout=60)

    assert b"Emma" in out
