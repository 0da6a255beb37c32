"""The runner notices a promise that is not kept, says where, and shows what happened."""

from dataclasses import replace
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from core.engram import ForgetReceipt
from stories import Story, StoryResult, load_story, run_story
from stories.actions import forget_faults
from stories.model import Session

SAYS_ELIXIR: dict[str, Any] = {"say": "Please remember my preferred language is Elixir."}


def story(*turns: dict[str, Any], **given: Any) -> Story:
    return Story.model_validate(
        {
            "title": "A story of the tests",
            "promise": "It is judged rightly.",
            "requirements": ["A6"],
            "sessions": [{"turns": list(turns)}],
            **given,
        }
    )


def told(result: StoryResult) -> str:
    return "\n".join(map(str, result.failures))


def test_a_kept_promise_passes_and_still_has_a_transcript(home: Path):
    kept = story(SAYS_ELIXIR | {"expect": {"saved": ["user.language_preference"]}})

    result = run_story(kept, home=home)

    assert result.passed, result.report()
    assert "session 1 · ada · 2026-05-30 09:00" in result.transcript
    assert "Please remember my preferred language is Elixir." in result.transcript
    assert "  tool   save_topic(" in result.transcript
    assert "Memory saved: user.language_preference" in result.transcript


def test_a_broken_promise_fails_with_its_place_and_the_transcript(home: Path):
    broken = story(
        {"say": "Hello!"},
        SAYS_ELIXIR | {"expect": {"answer_has": ["COBOL"], "tools": ["search_memory"]}},
    )

    result = run_story(broken, home=home)

    assert not result.passed
    assert "session 1 (ada), turn 2 (Please remember my preferred language" in told(result)
    assert "expected the answer to have 'COBOL', but came:" in told(result)
    assert "expected the tools [search_memory()], but came [save_topic(" in told(result)
    assert "Hello!" in result.report()
    assert result.report().index("COBOL") < result.report().index("Hello!")


@pytest.mark.parametrize(
    ("check", "reason"),
    [
        ({"topics": {}}, "expected no topic user.language_preference"),
        ({"topics": {"user.city": "Lisbon"}}, "expected user.city to be 'Lisbon'"),
        ({"topics": {"user.language_preference": "Rust"}}, "to be 'Rust', but it is 'Elixir'"),
        ({"versions": {"user.language_preference": []}}, "but came ['Elixir']"),
        ({"episodes": 7}, "expected 7 episodes, but there are 1"),
        ({"notes": 1}, "expected 1 notes, but there are 0"),
        ({"sessions": 2}, "expected 2 sessions, but there are 1"),
        ({"absent": ["elixir"]}, "expected 'elixir' nowhere"),
        ({"memories": [{"kind": "note"}]}, "expected a note"),
        (
            {"memories": [{"kind": "episode", "metadata": {"tool_calls": 9}}]},
            "metadata {'tool_calls': 9}",
        ),
        ({"last_accessed": {"user.city": "2026-05-30"}}, "but it was never"),
        ({"stats": {"no_such_number": 1}}, "expected statistics.no_such_number"),
    ],
)
def test_a_memory_that_holds_something_else_fails(home: Path, check: dict[str, Any], reason: str):
    result = run_story(story(SAYS_ELIXIR, memory_after=[check]), home=home)

    assert "at the end: memory of ada: " in told(result)
    assert reason in told(result)


@pytest.mark.parametrize(
    ("turn", "reason"),
    [
        ({"recall": "x", "expect": {"outcome": "found"}}, "but came nothing_stored"),
        ({"forget": "user.bank"}, "expected no error, but it was refused"),
        ({"forget": "last save"}, "There was no save notice yet"),
        ({"feedback": "good"}, "The last answer was not kept"),
        ({"use_tool": "no_such_tool"}, "No tool 'no_such_tool'"),
        ({"save_topic": {"topic": "?", "content": "x"}}, "expected no error"),
        ({"say": " "}, "expected no error, but it was refused"),
        ({"say": "Hi", "model": ["Hello.", "Never said."]}, "never asked for its last 1"),
        (
            {"say": "Hi", "model": [{"calls": [{"name": "search_memory"}]}]},
            "asked 1 times more than it has replies",
        ),
    ],
)
def test_an_action_that_fails_unexpectedly_fails_the_story(
    home: Path, turn: dict[str, Any], reason: str
):
    assert reason in told(run_story(story(turn), home=home))


def test_what_was_embedded_is_judged_by_what_the_service_was_really_sent(home: Path):
    judged = story(
        {"use_tool": "save_memory", "arguments": {"content": "The key is in the vase."}},
        embedder="ollama",
        embedded={"has": ["The key is in the vase."], "lacks": ["search_document"]},
    )

    result = run_story(judged, home=home)

    assert "expected 'The key is in the vase.' to be embedded" in told(result)
    assert "expected nothing with 'search_document' to be embedded" in told(result)


def test_a_scripted_story_is_skipped_live_with_the_reason(home: Path):
    scripted = story({"say": "Hi", "model": ["Hello."]})

    result = run_story(scripted, model_spec="ollama:some-model", home=home)

    assert not result.passed
    assert not result.failures
    assert "cannot run live" in (result.skipped or "")
    assert not home.exists()


def test_sessions_of_one_name_are_one_conversation_and_others_are_not(home: Path):
    named = {"name": "trip", "turns": [{"say": "Hello!"}]}
    told_apart = story(
        sessions=[named, named, {"turns": [{"say": "Hello!"}]}], memory_after=[{"sessions": 2}]
    )

    result = run_story(told_apart, home=home)

    assert result.passed, result.report()


def test_time_passes_before_a_session_and_with_each_turn():
    assert (
        Session.model_validate({"advance": "26 weeks", "turns": [{"say": "Hello!"}]}).pause.days
        == 26 * 7
    )


def test_a_crash_carries_the_transcript_as_far_as_the_story_went(home: Path):
    lost = {"restart_before": True, "lose_index_before": True, "turns": [{"say": "And now?"}]}
    no_index = story(sessions=[{"turns": [{"say": "Hello!"}]}, lost], settings={"index": False})

    with pytest.raises(FileNotFoundError) as crash:
        run_story(no_index, home=home)

    assert "Hello!" in "\n".join(crash.value.__notes__)


def test_a_forgetting_that_leaves_traces_is_a_fault_by_itself():
    clean = ForgetReceipt(("1",), {"engrams": 1}, remaining=0)

    assert forget_faults(clean) == []
    assert forget_faults(replace(clean, remaining=2)) == ["forgetting left 2 traces behind"]


def test_the_example_of_the_readme_is_a_story_that_passes(tmp_path: Path, home: Path):
    readme = Path("stories/README.md").read_text("utf-8")
    file = tmp_path / "example.yaml"
    file.write_text(dedent(readme.split("```yaml\n")[1].split("```")[0]), "utf-8")

    result = run_story(load_story(file), home=home)

    assert result.passed, result.report()
