"""The commands around memory, each as its whole transcript: arguments in, text and code out."""

import re

import pytest

from memory import open_memory

ID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"


@pytest.fixture
def elixir(mnemon) -> str:
    """The id of a topic that was saved."""
    done = mnemon("remember", "user.language_preference", "Elixir", "--json")
    return str(done.json["id"])


def test_remember_prints_what_was_saved_and_how_to_take_it_back(mnemon):
    done = mnemon("remember", "user.language_preference", "Elixir")

    assert done.code == 0
    assert re.fullmatch(
        f"memory saved: user.language_preference = Elixir  \\(undo: mnemon forget {ID}\\)\n",
        done.out,
    )
    assert done.err == ""


def test_the_undo_command_leads_to_the_same_memory(mnemon):
    done = mnemon("remember", "--user", "ada l.", "user.editor", "vim")
    match = re.search(f"undo: mnemon --user 'ada l.' forget ({ID})", done.out)

    assert match
    assert mnemon("--user", "ada l.", "forget", match[1]).code == 0
    assert mnemon("--user", "ada l.", "topics").out == ""


def test_words_of_a_text_need_no_quotes_and_a_dash_reads_standard_input(mnemon):
    mnemon("remember", "project.deadline", "the", "first", "of", "May")
    mnemon("remember", "project.stack", "-", stdin=b"Python and\nSQLite\n")

    done = mnemon("topics")

    assert [line.split("\t")[:2] for line in done.out.splitlines()] == [
        ["project.deadline", "the first of May"],
        ["project.stack", "Python and SQLite"],
    ]


def test_saying_the_same_again_saves_nothing_new(mnemon, elixir: str):
    done = mnemon("remember", "user.language_preference", "Elixir")

    assert done.out.startswith("already saved: user.language_preference = Elixir")
    assert elixir in done.out


def test_a_new_value_replaces_the_old_one_which_stays_in_the_history(mnemon, elixir: str):
    replaced = mnemon("remember", "user.language_preference", "Rust")
    history = mnemon("memories", "history", "user.language_preference", "--json").json

    assert "replaces an earlier value" in replaced.err
    assert [version["content"] for version in history["versions"]] == ["Rust", "Elixir"]
    assert {event["engram_id"] for event in history["events"]} >= {elixir}


def test_topics_of_any_spelling_meet(mnemon, elixir: str):
    for spelling in ("User.Language-Preference", "preferred language", "user.language_preference"):
        assert mnemon("memories", "show", spelling, "--json").json["id"] == elixir


def test_recall_finds_by_meaning_without_a_word_in_common(mnemon):
    mnemon("remember", "user.pet", "a dachshund called Emma")
    mnemon("remember", "project.database", "PostgreSQL 17")

    done = mnemon("recall", "which dog does the user have?")

    relevance, _, memory, found = done.out.splitlines()[0].split("\t")
    assert memory == "user.pet: a dachshund called Emma"
    assert 0.3 <= float(relevance) <= 1
    assert re.fullmatch(ID, found)


def test_recall_as_json_says_how_the_answer_came_about(mnemon, elixir: str):
    found = mnemon("recall", "Elixir", "--json", "--top-k", "1").json

    assert found["outcome"] == "found"
    assert found["items"][0]["engram"]["id"] == elixir
    assert found["degraded"] is False


def test_nothing_found_is_an_answer_and_says_which_nothing(mnemon):
    empty = mnemon("recall", "anything")
    mnemon("remember", "user.editor", "vim")
    unfit = mnemon("recall", "photosynthesis of ferns")

    assert (empty.code, empty.out, empty.err) == (
        0, "No memories found.\n", "Nothing is stored yet.\n",
    )  # fmt: skip
    assert unfit.out == "No memories found.\n"
    assert "nothing that bears on this" in unfit.err


def test_recall_can_be_narrowed_to_a_kind(mnemon, elixir: str):
    assert elixir in mnemon("recall", "Elixir", "--kind", "topic").out
    assert mnemon("recall", "Elixir", "--kind", "note").out == "No memories found.\n"
    assert mnemon("recall", "Elixir", "--kind", "poem").code == 2


def test_a_memory_is_shown_by_id_beginning_of_id_or_topic(mnemon, elixir: str):
    for name in (elixir, elixir[:13], elixir.upper(), "user.language_preference"):
        done = mnemon("memories", "show", name)

        assert done.code == 0
        assert f"id:           {elixir}" in done.out
        assert done.out.endswith("\n\nElixir\n")


def test_a_word_that_could_be_an_id_is_a_topic_too(mnemon):
    mnemon("remember", "user.facade", "baroque")

    assert mnemon("memories", "show", "facade").out.endswith("baroque\n")


def test_memories_are_listed_newest_first_and_limited(mnemon):
    for value in ("one", "two", "three"):
        mnemon("remember", f"project.{value}", value)

    done = mnemon("memories", "list", "--limit", "2")

    assert [line.split("\t")[2] for line in done.out.splitlines()] == [
        "project.three: three",
        "project.two: two",
    ]


@pytest.mark.usefixtures("elixir")
def test_what_nobody_stored_is_not_found_and_the_nearest_is_named(mnemon):
    for command in (["memories", "show"], ["forget"], ["memories", "forget"]):
        done = mnemon(*command, "user.languages_spoken")

        assert done.code == 3
        assert done.out == ""
        assert done.err.startswith("mnemon: There is no memory 'user.languages_spoken'.")
        assert "user.language_preference" in done.err
    assert mnemon("memories", "show", "00000000-0000-4000-8000-000000000000").code == 3
    assert mnemon("memories", "history", "00000000-0000-4000-8000-000000000000").code == 3


@pytest.mark.parametrize("command", [["forget"], ["memories", "forget"]])
def test_forgetting_removes_for_good_and_leaves_only_the_trace(command, mnemon, elixir: str):
    mnemon("remember", "user.editor", "vim")

    done = mnemon(*command, elixir)
    history = mnemon("memories", "history", elixir, "--json").json

    assert done.code == 0
    assert done.out.startswith(f"forgotten: {elixir}  (removed: ")
    assert mnemon("recall", "Elixir").out == "No memories found.\n"
    assert [line.split("\t")[0] for line in mnemon("topics").out.splitlines()] == [
        "user.editor_preference"
    ]
    assert history["versions"] == []
    assert [event["action"] for event in history["events"]][-1] == "forgotten"


def test_forgetting_a_topic_forgets_its_earlier_values_too(mnemon, elixir: str):
    newer = mnemon("remember", "user.language_preference", "Rust", "--json").json["id"]

    done = mnemon("forget", "user.language_preference", "--json")

    assert set(done.json[0]["ids"]) == {elixir, newer}
    assert done.json[0]["remaining"] == 0
    assert mnemon("topics").out == ""


def test_all_of_a_user_goes_only_when_somebody_confirms_it(mnemon, elixir: str):
    refused = mnemon("--user", "default", "forget", stdin=b"y\n")

    assert refused.code == 2, refused
    assert "--user default forget --yes" in refused.err
    assert mnemon("memories", "show", elixir).code == 0

    assert mnemon("--user", "default", "forget", "--dry-run").out.startswith("would forget: ")
    assert mnemon("memories", "show", elixir).code == 0
    assert mnemon("--user", "default", "forget", "--yes").code == 0
    assert mnemon("memories", "show", elixir).code == 3


def test_one_user_sees_nothing_of_another(mnemon, elixir: str):
    for command in (
        ["topics"],
        ["memories", "list"],
        ["recall", "Elixir"],
        ["sessions"],
        ["memories", "show", elixir],
        ["forget", elixir],
        ["forget", "user.language_preference"],
        ["memories", "history", elixir],
    ):
        done = mnemon("--user", "eve", *command)

        assert "Elixir" not in done.out + done.err
    assert "Elixir" in mnemon("topics").out


def test_shared_options_stand_before_or_after_and_the_later_wins(mnemon, tmp_path):
    mnemon("--user", "eve", "remember", "user.editor", "nano", "--user", "ada")
    mnemon("remember", "user.editor", "emacs", "--home", str(tmp_path / "other"))

    assert "nano" in mnemon("topics", "--user", "ada").out
    assert mnemon("--user", "eve", "topics").out == ""
    assert "emacs" in mnemon("--home", str(tmp_path / "other"), "topics").out
    assert mnemon("--json", "topics").json == []


@pytest.mark.usefixtures("elixir")
def test_stats_count_the_user_and_the_home(mnemon):
    mnemon("remember", "user.editor", "vim", "--user", "eve")

    counts = mnemon("stats", "--json").json
    shown = mnemon("stats").out

    assert counts["user"]["rows"] == 1
    assert counts["home"]["rows"] == 2
    assert "user.topics\tuser.language_preference" in shown


def test_reindex_writes_every_row_anew(mnemon, elixir: str):
    done = mnemon("reindex", "--json")

    assert done.json == {"indexed": 1}
    home = mnemon("stats", "--json").json["home"]
    assert (home["rows"], home["index_rows"], home["waiting_for_index"]) == (1, 1, 0)
    assert elixir in mnemon("recall", "Elixir").out


def test_what_is_forgotten_leaves_the_index_too(mnemon, elixir: str):
    mnemon("remember", "user.editor", "vim")
    mnemon("reindex")

    mnemon("forget", elixir)

    assert "0 of 1 rows; 1 changes wait" in mnemon("doctor").out


def test_the_index_is_not_made_anew_while_another_program_keeps_it(mnemon, settings):
    mnemon("remember", "user.editor", "vim")
    with open_memory(settings) as other:
        assert other.keeps_index()

        done = mnemon("reindex")

    assert done.code == 6
    assert "Another program keeps the index" in done.err


def test_an_index_that_is_switched_off_is_not_made(mnemon, monkeypatch):
    monkeypatch.setenv("MNEMON_INDEX", "false")

    assert mnemon("reindex").code == 2
    assert "switched off" in mnemon("doctor").out


def test_path_prints_the_home_and_nothing_else(mnemon, home):
    assert mnemon("path").out == f"{home}\n"
    assert mnemon("path", "--json").json == {"home": str(home), "exists": False}


def test_the_settings_say_where_each_came_from(mnemon, home):
    home.mkdir()
    (home / "settings.toml").write_text("top_k = 7\n")

    shown = {
        line.split("\t")[0]: line.split("\t")[1:]
        for line in mnemon("config", "show", "--origin", "--user", "ada").out.splitlines()
    }

    assert shown["top_k"] == ["7", "file"]
    assert shown["user"] == ["ada", "argument"]
    assert shown["model"] == ["offline", "environment"]
    assert shown["min_score"] == ["auto", "default"]
    assert mnemon("config", "show", "--json").json["top_k"] == {"value": 7, "origin": "file"}


def test_stored_markup_and_escapes_are_shown_and_not_obeyed(mnemon):
    evil = "[bold red]x[/] \x1b[2J\x1b]0;owned\x07 \x9b31m"
    mnemon("remember", "project.evil", evil)

    for command in (
        ["topics"],
        ["memories", "list"],
        ["memories", "show", "project.evil"],
        ["recall", "x"],
    ):
        out = mnemon(*command).out

        assert "[bold red]x[/]" in out
        assert not set("\x1b\x07\x9b") & set(out)
