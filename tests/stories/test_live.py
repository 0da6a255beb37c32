"""The same stories run against a live model: here one that is served over HTTP, as Ollama does."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from core.errors import ModelUnavailable
from core.settings import Settings
from stories import StoryResult, load_story, run_story
from stories.loading import STORIES_FOLDER
from tests.standins.ollama import CHAT_MODEL, Reply, StandInOllama

PREFERENCE = STORIES_FOLDER / "s06_remembers_a_preference.yaml"
KEY = {"topic": "user.preferred_language"}
SAVES = [
    Reply(tool_calls=[("save_topic", KEY | {"content": "Elixir"})]),
    Reply("Noted: you like Elixir best."),
]
LOOKS_IT_UP = [Reply(tool_calls=[("recall_topic", KEY)]), Reply("You prefer Elixir.")]


def run_live(replies: Sequence[Reply], settings: Settings, home: Path) -> StoryResult:
    with StandInOllama(replies=replies) as server:
        return run_story(
            load_story(PREFERENCE),
            home=home,
            model_spec=f"ollama:{CHAT_MODEL.name}",
            settings=settings.model_copy(update={"ollama_url": server.base_url}),
        )


def test_a_model_that_keeps_the_promise_in_its_own_words_passes(settings: Settings, home: Path):
    result = run_live([*SAVES, *LOOKS_IT_UP], settings, home)

    assert result.passed, result.report()
    assert "Noted: you like Elixir best." in result.transcript


def test_a_model_may_call_other_tools_between_those_that_are_expected(
    settings: Settings, home: Path
):
    searching = Reply(tool_calls=[("search_memory", {"query": "language"})])

    result = run_live([*SAVES, searching, *LOOKS_IT_UP], settings, home)

    assert result.passed, result.report()


def test_a_model_that_makes_something_up_fails_with_the_transcript(settings: Settings, home: Path):
    result = run_live([*SAVES, Reply("You never told me.")], settings, home)

    assert "expected the tools [recall_topic(" in result.report()
    assert "expected the answer to have 'Elixir', but came: You never told me." in result.report()


def test_a_server_that_is_down_is_told_and_is_no_broken_promise(settings: Settings, home: Path):
    nobody = settings.model_copy(update={"ollama_url": "http://127.0.0.1:9"})

    with pytest.raises(ModelUnavailable, match="ollama serve"):
        run_story(load_story(PREFERENCE), home=home, model_spec="ollama:small", settings=nobody)
