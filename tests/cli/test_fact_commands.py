"""Facts from the command line, and their upkeep, as whole transcripts."""

import re

import pytest

ID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"


@pytest.fixture
def boat(mnemon) -> str:
    """The id of a fact that was kept."""
    return str(mnemon("remember", "The boat is red", "--json").json["id"])


def listed(mnemon, *more: str) -> list[str]:
    return [line.split("\t")[2] for line in mnemon("memories", "list", *more).out.splitlines()]


def test_one_sentence_is_kept_as_a_fact(mnemon):
    done = mnemon("remember", "I am allergic to peanuts.")

    assert done.code == 0
    assert re.fullmatch(
        f"memory saved: I am allergic to peanuts\\.  \\(undo: mnemon forget {ID}\\)\n", done.out
    )
    assert listed(mnemon, "--kind", "fact") == ["I am allergic to peanuts."]


@pytest.mark.parametrize(
    ("words", "stdin", "kept"),
    [
        (["Rex!"], b"", "Rex!"),
        (["my", "dog", "is", "called", "Rex"], b"", "my dog is called Rex"),
        (["I'm", "vegetarian"], b"", "I'm vegetarian"),
        ([], b"The meeting is at ten\n", "The meeting is at ten"),
        (["-"], b"The meeting is at ten\n", "The meeting is at ten"),
        (["Größe 42 passt"], b"", "Größe 42 passt"),
    ],
)
def test_what_could_be_no_topic_is_a_fact(mnemon, words, stdin, kept):
    assert mnemon("remember", *words, stdin=stdin).code == 0
    assert listed(mnemon) == [kept]


@pytest.mark.parametrize(
    ("words", "stdin"),
    [
        (["user.editor", "vim"], b""),
        (["editor", "vim"], b""),
        (["user.editor"], b"vim\n"),
        (["preferred editor", "-"], b"vim"),
    ],
)
def test_a_topic_with_its_value_is_a_topic_as_before(mnemon, words, stdin):
    assert mnemon("remember", *words, stdin=stdin).code == 0
    assert mnemon("memories", "show", "user.editor").out.endswith("\nvim\n")


def test_a_fact_has_what_was_said_of_it(mnemon):
    mnemon(
        "remember", "The boat is red", "--tag", "boat", "--tag", "paint", "--type", "insight",
        "--expires-in-days", "2", "--importance", "0.7", "--scope", "agent",
    )  # fmt: skip

    (item,) = mnemon("recall", "boat", "--tag", "paint", "--json").json["items"]
    kept = item["engram"]
    assert (kept["tags"], kept["memory_type"]) == (["boat", "paint"], "insight")
    assert (kept["importance"], kept["scope"]) == (0.7, "agent")
    assert kept["expires_at"] > kept["created_at"]


@pytest.mark.parametrize(
    "option",
    [["--tag", "x"], ["--type", "fact"], ["--scope", "user"], ["--expires-in-days", "1"]],
)
def test_what_only_a_fact_can_have_is_refused_for_a_topic(mnemon, option):
    done = mnemon("remember", "user.editor", "vim", *option)

    assert (done.code, done.out) == (2, "")
    assert option[0] in done.err
    assert "one sentence in quotes" in done.err
    assert mnemon("topics").out == ""


def test_a_recall_is_narrowed_to_a_type_and_a_collection(mnemon, boat):
    mnemon("memories", "update", boat, "--collection", "harbour", "--type", "insight")
    mnemon("remember", "The boat needs paint")

    for option in (["--collection", "harbour"], ["--type", "insight"]):
        assert [
            line.split("\t")[3] for line in mnemon("recall", "boat", *option).out.splitlines()
        ] == [boat]
    assert "paint" in mnemon("recall", "boat", "--collection", "memories").out
    assert mnemon("recall", "boat", "--type", "joke").code == 2


def test_saying_a_fact_again_saves_nothing_new(mnemon, boat):
    done = mnemon("remember", "The boat is red")

    assert done.out.startswith("already saved: The boat is red")
    assert boat in done.out


def test_what_is_much_like_another_is_kept_and_the_command_that_unites_them_works(mnemon):
    mnemon("remember", "My dog is called Rex", "--tag", "dog")
    done = mnemon("remember", "My dog's name is Rex")

    match = re.search(r"mnemon (memories merge .*)", done.err)
    assert match
    merged = mnemon(*match[1].split())

    assert merged.out.startswith("merged into: My dog's name is Rex")
    assert listed(mnemon) == ["My dog's name is Rex"]
    assert mnemon("recall", "dog", "--tag", "dog").out


def test_duplicates_are_proposed_with_the_ids_to_merge(mnemon):
    first = mnemon("remember", "My dog is called Rex", "--json").json["id"]
    second = mnemon("remember", "My dog's name is Rex", "--json").json["id"]

    likeness, keep, other, *ids = mnemon("memories", "duplicates").out.strip().split("\t")

    assert 0.9 <= float(likeness) <= 1
    assert {keep, other} == {"My dog is called Rex", "My dog's name is Rex"}
    assert set(ids) == {first, second}
    assert mnemon("memories", "duplicates", "--json").json[0]["keep"]["id"] == ids[0]


def test_a_memory_is_changed_and_its_old_words_stay_in_the_history(mnemon, boat):
    done = mnemon("memories", "update", boat, "The boat is blue", "--tags", "boat, paint")
    mnemon("memories", "update", boat, "--confidence", "0.3", "--collection", "harbour")

    assert done.out.startswith("memory updated: ")
    assert f"replaces {boat}" in done.err
    (kept,) = mnemon("memories", "list", "--json").json
    assert (kept["content"], kept["tags"], kept["confidence"]) == (
        "The boat is blue",
        ["boat", "paint"],
        0.3,
    )
    assert kept["metadata"] == {"collection": "harbour"}
    shown = mnemon("memories", "show", kept["id"]).out
    assert "metadata:     collection=harbour" in shown
    assert mnemon("memories", "show", boat, "--json").json["superseded_by"] == kept["id"]


def test_the_history_of_a_fact_shows_its_older_words(mnemon, boat):
    mnemon("memories", "update", boat, "The boat is blue")
    (newest,) = mnemon("memories", "list", "--json").json

    history = mnemon("memories", "history", newest["id"], "--json").json

    assert [version["content"] for version in history["versions"]] == [
        "The boat is blue",
        "The boat is red",
    ]


def test_a_topic_is_changed_by_its_key_and_tags_can_be_taken_away(mnemon):
    mnemon("remember", "user.editor", "vim")

    mnemon("memories", "update", "user.editor", "-", stdin=b"Emacs\n")
    mnemon("memories", "update", "user.editor", "--tags", "tool")
    mnemon("memories", "update", "user.editor", "--tags", "")

    kept = mnemon("memories", "show", "user.editor", "--json").json
    assert (kept["content"], kept["tags"]) == ("Emacs", [])


def test_nothing_to_change_is_told(mnemon, boat):
    done = mnemon("memories", "update", boat)

    assert done.code == 2
    assert "Nothing is to be changed" in done.err


def test_what_is_archived_is_listed_apart_and_brought_back(mnemon, boat):
    assert mnemon("memories", "archive", boat).out == f"archived: The boat is red  ({boat})\n"

    assert listed(mnemon) == []
    assert listed(mnemon, "--archived") == ["The boat is red"]
    assert mnemon("recall", "boat").out == "No memories found.\n"
    assert "archived:" in mnemon("memories", "show", boat).out

    assert mnemon("memories", "unarchive", boat[:13]).out.startswith("brought back: ")
    assert listed(mnemon) == ["The boat is red"]
    assert mnemon("memories", "list", "--archived").err == "Nothing is archived.\n"


def test_cleaning_shows_first_what_it_would_archive(mnemon):
    mnemon("remember", "The bus was late", "--importance", "0.1")
    mnemon("remember", "The boat is red")
    old = ["--older-than-days", "0"]

    dry = mnemon("memories", "clean", *old, "--dry-run")
    assert dry.out.split("\t")[2] == "The bus was late"
    assert "nothing was changed" in dry.err
    assert len(listed(mnemon)) == 2
    assert mnemon("memories", "clean").err == "There is nothing to clean.\n"

    assert "1 archived" in mnemon("memories", "clean", *old).err
    assert listed(mnemon) == ["The boat is red"]
    assert listed(mnemon, "--archived") == ["The bus was late"]


def test_nobody_changes_what_is_anothers(mnemon, boat):
    for command in (
        ["memories", "update", boat, "mine"],
        ["memories", "archive", boat],
        ["memories", "unarchive", boat],
        ["memories", "merge", boat, boat],
    ):
        done = mnemon("--user", "eve", *command)

        assert (done.code, done.out) == (3, "")
    assert listed(mnemon) == ["The boat is red"]


def test_the_whole_of_a_long_fact_is_shown(mnemon):
    text = "The boat is red. " * 2000
    mnemon("remember", "-", stdin=text.encode())

    (kept,) = mnemon("memories", "list", "--json").json
    assert mnemon("memories", "show", kept["id"], "--json").json["whole"] == text.strip()
    assert mnemon("memories", "show", kept["id"]).out.endswith(f"\n\n{text.strip()}\n")


def test_a_fact_of_one_process_is_known_to_the_next(process):
    process("remember", "I am allergic to peanuts.", "--tag", "health")

    found = process("recall", "Which food is bad for me?", "--tag", "health")

    assert "I am allergic to peanuts." in found.out
