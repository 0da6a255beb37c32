"""`mnemon stories`: what it prints and how it ends; whether the stories hold is tested elsewhere."""

from pathlib import Path

import pytest

from tests.standins.ollama import CHAT_MODEL, StandInOllama

BROKEN = """\
title: A promise that is not kept
promise: Nobody can keep this.
requirements: [A1]
sessions:
  - turns:
      - say: Hello.
        expect: {answer_has: [photosynthesis]}
"""


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A story that fails."""
    file = tmp_path / "broken.yaml"
    file.write_text(BROKEN)
    return file


def test_a_story_that_holds_is_one_line(mnemon, home: Path):
    done = mnemon("stories", "s06")

    assert done.code == 0
    assert done.out.startswith("ok       s06_")
    assert done.out.count("\n") == 1
    assert done.err == "1 passed, 0 failed, 0 skipped\n"
    assert not home.exists()


def test_the_transcript_is_shown_on_demand(mnemon):
    out = mnemon("stories", "s06", "--transcript").out

    assert "you " in out
    assert "save_topic(" in out


def test_a_story_that_fails_shows_why_and_how_it_went(mnemon, broken: Path):
    done = mnemon("stories", "s06", str(broken))

    assert done.code == 1
    assert "FAILED   broken: A promise that is not kept" in done.out
    assert "photosynthesis" in done.out
    assert "Hello." in done.out
    assert done.err == "1 passed, 1 failed, 0 skipped\n"


def test_outcomes_come_as_json_too(mnemon, broken: Path):
    told = mnemon("stories", str(broken), "--json").json

    assert [(one["story"], one["passed"], one["skipped"]) for one in told] == [
        ("broken", False, None)
    ]
    assert "photosynthesis" in told[0]["failures"][0]
    assert "Hello." in told[0]["transcript"]


def test_a_story_that_nobody_knows_is_not_found_and_the_known_are_named(mnemon):
    done = mnemon("stories", "s99")

    assert done.code == 3
    assert "s06_" in done.err


def test_a_file_that_is_no_story_is_refused_before_any_runs(mnemon, tmp_path: Path):
    file = tmp_path / "none.yaml"
    file.write_text("titel: oops\n")

    done = mnemon("stories", "s06", str(file))

    assert done.code == 2
    assert "line 1" in done.err
    assert done.out == ""


def test_a_story_with_a_model_of_its_own_is_skipped_with_the_reason_when_a_real_one_speaks(
    mnemon, monkeypatch: pytest.MonkeyPatch
):
    with StandInOllama() as ollama:
        monkeypatch.setenv("MNEMON_OLLAMA_URL", ollama.base_url)
        done = mnemon("stories", "--model", f"ollama:{CHAT_MODEL.name}", "s24")

    assert done.code == 0
    assert done.out.startswith("skipped  s24_")
    assert "scripted" in done.out


def test_a_model_that_is_not_there_ends_with_what_to_type(mnemon, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("MNEMON_OLLAMA_URL", "http://127.0.0.1:9")

    done = mnemon("stories", "--model", "ollama:qwen3", "s06")

    assert done.code == 4
    assert "ollama serve" in done.err
