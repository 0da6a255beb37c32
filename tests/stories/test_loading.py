"""A story file that cannot be played is refused with the line and the reason."""

from pathlib import Path

import pytest

from core.errors import InvalidInput, NotFound
from stories import find_stories, load_story

SMALLEST = """\
title: Hello
promise: A greeting is answered.
requirements: [A6]
sessions:
  - turns:
      - say: Hello!
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "story.yaml"


def refusal(file: Path, text: str) -> str:
    file.write_text(text, "utf-8")
    with pytest.raises(InvalidInput) as caught:
        load_story(file)
    return str(caught.value)


def test_the_smallest_story_needs_a_title_a_promise_a_requirement_and_words(file: Path):
    file.write_text(SMALLEST, "utf-8")

    story = load_story(file)

    assert story.title == "Hello"
    assert [turn.say for turn in story.sessions[0].spoken()] == ["Hello!"]


def test_an_unknown_key_is_an_error_that_names_its_line(file: Path):
    message = refusal(file, SMALLEST + "        expects: {saved: []}\n")

    assert "line 7" in message
    assert "expects" in message
    assert "story.yaml" in message


def test_all_faults_are_told_at_once(file: Path):
    message = refusal(file, SMALLEST.replace("[A6]", "[Z9]").replace("say", "shout"))

    assert "line 3" in message
    assert "line 6" in message
    assert "say, save_topic, feedback, forget, recall, use_tool" in message


def test_a_misspelled_word_deep_in_an_expectation_is_told_once_with_its_line(file: Path):
    text = (
        SMALLEST
        + """\
        expect:
          answer_has: [Hello]
          tools:
            - search_memory
            - {nam: search_memory, name: x}
"""
    )
    message = refusal(file, text)

    assert message.count("line ") == 1
    assert "line 11" in message
    assert "nam" in message


def test_a_key_given_twice_is_an_error_because_yaml_would_drop_one(file: Path):
    message = refusal(file, SMALLEST + "title: Again\n")

    assert "line 7" in message
    assert "'title' is given twice" in message


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (("  - turns:", "  - advance: soon\n    turns:"), "a duration reads like"),
        (("  - turns:", "  - embedder: down\n    turns:"), "needs embedder: ollama"),
        (("  - turns:", "  - lose_index_before: true\n    turns:"), "needs restart_before"),
        (("sessions:", "settings: {topk: 3}\nsessions:"), "there is no setting 'topk'"),
        (("sessions:", "settings: {home: x}\nsessions:"), "the runner sets 'home' itself"),
        (("sessions:", "embedded: {never_twice: true}\nsessions:"), "needs embedder: ollama"),
        (("sessions:", "clock: yesterday\nsessions:"), "line 4, clock"),
        (("Hello!", "1.5"), "line 6"),
        (("say: Hello!", "say: Hello!\n        model: []"), "line 7"),
        (("say: Hello!", "say: Hi\n        expect: {model_saw: [x]}"), "needs a scripted model"),
    ],
)
def test_what_does_not_fit_together_is_refused_with_the_reason(
    file: Path, change: tuple[str, str], reason: str
):
    assert reason in refusal(file, SMALLEST.replace(*change))


def test_a_session_is_scripted_in_all_its_turns_or_in_none(file: Path):
    text = SMALLEST + "        model: [Hello.]\n      - say: And now?\n"

    assert "all turns have a model script, or none has" in refusal(file, text)


@pytest.mark.parametrize(
    "text", ["", "[]", "just words", "title: [", "a: &a [1]\nb: *a", "&a [*a]", "\ttitle: x"]
)
def test_what_is_no_story_at_all_is_refused_in_one_message(file: Path, text: str):
    assert str(file) in refusal(file, text)


def test_a_file_that_is_not_text_is_refused(file: Path):
    file.write_bytes(b"\xff\xfe\x00title")

    with pytest.raises(InvalidInput, match="cannot be read"):
        load_story(file)


def test_stories_are_found_in_a_folder_in_the_order_of_their_names(tmp_path: Path):
    for name in ("b.yaml", "a.yaml", "notes.txt"):
        (tmp_path / name).write_text(SMALLEST, "utf-8")

    assert [path.name for path in find_stories(tmp_path)] == ["a.yaml", "b.yaml"]
    assert find_stories(tmp_path / "b.yaml") == [tmp_path / "b.yaml"]


def test_a_folder_without_stories_is_an_error_and_not_a_success(tmp_path: Path):
    with pytest.raises(NotFound, match="No story at"):
        find_stories(tmp_path / "nowhere")
