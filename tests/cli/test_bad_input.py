"""Whatever a person or a script sends: one line that says what to do, an exit code, nothing lost."""

import ctypes
import subprocess
import sys

import pytest

from tests.cli.conftest import Outcome


def one_line(outcome: Outcome, code: int) -> str:
    """The error of a command that must fail with that code, on one line and without a traceback."""
    assert outcome.code == code, outcome
    assert outcome.err.startswith("mnemon: ")
    assert outcome.err.count("\n") == 1, outcome.err
    return outcome.err


@pytest.mark.parametrize("text", ["", "   ", "\n\t"])
@pytest.mark.parametrize(
    "command", [["ask"], ["recall"], ["remember", "user.x"]], ids=lambda c: c[0]
)
def test_blank_text_is_refused(command, text, mnemon):
    assert "empty" in one_line(mnemon(*command, text), 2)
    assert "empty" in one_line(mnemon(*command, "-", stdin=text.encode()), 2)


@pytest.mark.parametrize("option", ["--user", "--home", "--model", "--session"])
@pytest.mark.parametrize("value", ["", " "])
def test_a_blank_option_is_refused(option, value, mnemon):
    assert option in one_line(mnemon("ask", "hello", option, value), 2)


@pytest.mark.parametrize(
    "command", [["ask"], ["recall"], ["remember", "user.x"], ["forget"], ["memories", "show"]]
)
def test_bytes_that_are_no_utf8_are_refused(command, process):
    error = one_line(process(*command, b"caf\xe9"), 2)

    assert "UTF-8" in error


def test_options_that_are_no_utf8_are_refused(process):
    for option in ("--user", "--home", "--session", "--model"):
        assert "UTF-8" in one_line(process("ask", "hello", option, b"caf\xe9"), 2)


def test_nul_bytes_are_refused(mnemon):
    assert "NUL" in one_line(mnemon("remember", "user.x", stdin=b"a\0b"), 2)


@pytest.mark.parametrize(
    "text", ["👩‍💻🏳️‍🌈", "\u05e9\u05dc\u05d5\u05dd \u200fabc", "a\u200bb", "ﷺ", "e\u0301"]
)
def test_all_of_unicode_is_kept_as_it_is(text, mnemon):
    mnemon("remember", "project.text", text)

    assert mnemon("memories", "show", "project.text", "--json").json["content"] == text


def test_a_text_of_a_megabyte_is_refused_for_a_topic_and_nothing_is_saved(mnemon):
    error = one_line(mnemon("remember", "user.x", stdin=b"word " * 200_000), 2)

    assert "16384" in error
    assert mnemon("topics").out == ""


def test_a_query_of_a_megabyte_is_answered(mnemon):
    mnemon("remember", "user.editor", "vim")

    assert mnemon("recall", stdin=b"which editor " * 80_000).code == 0


@pytest.mark.parametrize(
    ("topic", "key"),
    [
        ("language", "user.language_preference"),
        ("my dog's name", "user.dog_name"),
        ("Größe", "user.grösse"),
    ],
)
def test_a_topic_without_prefix_or_with_spaces_gets_a_canonical_key(topic, key, mnemon):
    saved = mnemon("remember", topic, "value", "--json").json

    assert saved["topic"] == key
    assert mnemon("memories", "show", topic, "--json").json["topic"] == saved["topic"]


@pytest.mark.parametrize("topic", ["...", "!!!", "👍", " ", "x" * 500])
def test_a_topic_that_names_nothing_is_refused(topic, mnemon):
    one_line(mnemon("remember", topic, "value"), 2)


def test_a_file_in_the_place_of_the_home_is_a_storage_error(mnemon, home):
    home.write_text("a file")

    for command in (["topics"], ["remember", "user.x", "y"], ["ask", "hello"], ["chat"]):
        error = one_line(mnemon(*command, stdin=b"hello\n"), 6)

        assert str(home) in error
        assert "--home" in error
    assert home.read_text() == "a file"


def test_a_home_below_a_file_is_a_storage_error(mnemon, tmp_path):
    (tmp_path / "file").write_text("")

    one_line(mnemon("topics", "--home", str(tmp_path / "file" / "home")), 6)


def test_a_missing_home_is_made_private(mnemon, home):
    mnemon("topics", "--home", str(home / "deep" / "er"))

    assert (home / "deep" / "er").stat().st_mode & 0o777 == 0o700


def bound_by_permissions() -> None:
    """Give up root's right to write everywhere; without effect for anybody else."""
    dac_override, capbset_drop = 1, 24
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(capbset_drop, dac_override, 0, 0, 0)


def test_a_home_that_may_not_be_written_is_a_storage_error(environment, home):
    home.mkdir(mode=0o555)

    for command in (["topics"], ["remember", "user.x", "y"], ["ask", "hello"]):
        done = subprocess.run(
            [sys.executable, "-m", "cli", *command],
            env=environment,
            capture_output=True,
            text=True,
            preexec_fn=bound_by_permissions,
            check=False,
        )
        error = one_line(Outcome(done.returncode, done.stdout, done.stderr), 6)

        assert str(home) in error
        assert "ermission" in error
    assert not list(home.iterdir())


def test_a_home_of_a_newer_version_is_left_untouched(mnemon, home):
    import sqlite3

    mnemon("remember", "user.editor", "vim")
    with sqlite3.connect(home / "ledger.sqlite3") as ledger:
        ledger.execute("UPDATE alembic_version SET version_num = '9999'")
    ledger.close()
    before = (home / "ledger.sqlite3").read_bytes()

    for command in (["topics"], ["remember", "user.x", "y"], ["ask", "hello"]):
        assert "newer" in one_line(mnemon(*command), 6)
    assert (home / "ledger.sqlite3").read_bytes() == before


def test_a_ledger_that_is_none_is_a_storage_error(mnemon, home):
    home.mkdir()
    (home / "ledger.sqlite3").write_bytes(b"not a database, but long enough to look at " * 100)

    assert "not a Mnemon ledger" in one_line(mnemon("topics"), 6)


def test_an_unknown_variable_is_refused_and_the_nearest_is_named(mnemon, monkeypatch):
    monkeypatch.setenv("MNEMON_TOPK", "3")

    for command in (["topics"], ["ask", "hello"], ["path"], ["doctor"]):
        error = one_line(mnemon(*command), 2)
        assert "MNEMON_TOPK" in error
        assert "top_k" in error


def test_config_show_helps_when_a_setting_is_wrong(mnemon, monkeypatch):
    monkeypatch.setenv("MNEMON_TOPK", "3")

    done = mnemon("config", "show")

    assert "MNEMON_TOPK" in one_line(done, 2)
    assert "top_k\tMost results of one search." in done.out


@pytest.mark.parametrize(
    "content", [b"top_k = ", b"\xff\xfe", b"topk = 3\n", b"top_k = 'many'\n", b"home = '/x'\n"]
)
def test_a_corrupt_settings_file_is_named(content, mnemon, home):
    home.mkdir()
    (home / "settings.toml").write_bytes(content)

    error = one_line(mnemon("topics"), 2)

    assert "settings.toml" in error or "top_k" in error


@pytest.mark.parametrize("home", ["~nosuchuser/memory", "a" * 5000])
def test_a_home_that_cannot_be_named_is_refused(home, mnemon):
    one_line(mnemon("topics", "--home", home), 2)


def test_an_empty_home_variable_is_not_the_current_folder(mnemon, monkeypatch):
    monkeypatch.setenv("MNEMON_HOME", "")

    assert "home" in one_line(mnemon("path"), 2)


def test_a_session_that_is_no_uuid_is_a_name(mnemon):
    first = mnemon("ask", "My name is Ada.", "--session", "not a uuid!", "--json").json
    again = mnemon("ask", "Hello again.", "--session", "not a uuid!", "--json").json

    assert first["session"] == again["session"]
    assert "not a uuid!" in mnemon("sessions").out


def test_a_session_of_another_user_is_not_found(mnemon):
    session = mnemon("ask", "My name is Ada.", "--json").json["session"]

    for command in (["ask", "hello"], ["chat"]):
        done = mnemon("--user", "eve", *command, "--session", session, stdin=b"/history\n")

        one_line(done, 3)
        assert done.out == ""


def test_a_user_whose_name_is_unusable_is_refused(mnemon):
    for user in ("a\nb", "x" * 300):
        one_line(mnemon("topics", "--user", user), 2)


def test_a_model_that_cannot_be_had_says_what_to_type(mnemon, monkeypatch):
    monkeypatch.setenv("MNEMON_OLLAMA_URL", "http://127.0.0.1:9")

    error = one_line(mnemon("ask", "hello", "--model", "ollama:qwen3"), 4)
    chat = one_line(mnemon("chat", "--model", "ollama:qwen3", stdin=b"hello\n"), 4)

    assert "ollama serve" in error
    assert "ollama serve" in chat


def test_a_model_that_is_none_is_a_usage_error(mnemon):
    one_line(mnemon("ask", "hello", "--model", "nonsense!"), 2)


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (["remembr", "x"], "Did you mean 'remember'?"),
        (["ask", "--jsn", "hello"], "--json"),
        (["recall", "x", "--top-k", "99"], "--top-k"),
        (["remember"], "TOPIC"),
        (["feedback", "last", "great"], "good, bad"),
        (["feedback", "last", "nan"], "good, bad"),
        (["memories", "shw"], "memories --help"),
        (["--temp", "topics"], "--temp"),
        (["ask", "hello", "--temp", "--session", "x"], "--temp and --session"),
    ],
)
def test_wrong_usage_is_one_line_with_the_way_out(arguments, hint, mnemon):
    assert hint in one_line(mnemon(*arguments), 2)


@pytest.mark.parametrize(("redirection", "code"), [("<&-", 0), ("0>/dev/null", 2)])
def test_standard_input_may_be_missing_or_not_readable(redirection, code, environment):
    for command in ("chat", "ask"):
        done = subprocess.run(
            ["sh", "-c", f"exec {sys.executable} -m cli {command} {redirection}"],
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )

        assert done.returncode == (code if command == "chat" else 2), done
        assert "Traceback" not in done.stderr
