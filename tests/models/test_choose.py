"""`auto` takes the best model at hand, and says in one line which and why."""

import pytest

from core.settings import Settings
from models import ChosenModel, load_chat_model
from models.choose import family_rank
from tests.standins.ollama import EMBED_MODEL, Fault, StandInModel, StandInOllama

TOOLLESS = ("completion",)


def auto(server: StandInOllama, settings: Settings) -> ChosenModel:
    chosen = load_chat_model("auto", settings.model_copy(update={"ollama_url": server.base_url}))
    assert "\n" not in chosen.why
    return chosen


def chosen_of(settings: Settings, *pulled: StandInModel) -> ChosenModel:
    with StandInOllama(pulled) as server:
        return auto(server, settings)


def test_without_ollama_the_built_in_model_answers(settings: Settings):
    with StandInOllama() as server:
        pass

    chosen = auto(server, settings)

    assert chosen.spec == "offline"
    assert f"Ollama does not answer at {server.base_url}" in chosen.why
    assert "'ollama serve' and 'ollama pull " in chosen.why


@pytest.mark.parametrize(
    "fault",
    [
        Fault(status=500),
        Fault(drop=True),
        Fault(body=b"<html>"),
        Fault(body=b'{"models": 3}'),
        Fault(status=404),
    ],
)
def test_an_ollama_that_makes_no_sense_is_done_without(fault: Fault, settings: Settings):
    with StandInOllama() as server:
        server.fail("/api/tags", fault)

        chosen = auto(server, settings)

    assert chosen.spec == "offline"
    assert server.base_url in chosen.why


@pytest.mark.parametrize(
    "pulled", [(), (EMBED_MODEL,), (StandInModel("big", remote_host="https://ollama.com"),)]
)
def test_an_ollama_without_a_local_chat_model_is_done_without(pulled, settings: Settings):
    chosen = chosen_of(settings, *pulled)

    assert chosen.spec == "offline"
    assert "no local chat model" in chosen.why
    assert "'ollama pull " in chosen.why


def test_a_model_that_calls_tools_is_taken_before_one_that_does_not(settings: Settings):
    newer = StandInModel("chatty", TOOLLESS, modified_at="2026-02-01T00:00:00Z")

    chosen = chosen_of(settings, newer, EMBED_MODEL, StandInModel("plain"))

    assert (chosen.spec, chosen.supports_tools) == ("ollama:plain:latest", True)
    assert "calls tools" in chosen.why


def test_a_model_without_tools_is_taken_before_none_and_told(settings: Settings):
    chosen = chosen_of(settings, EMBED_MODEL, StandInModel("chatty", TOOLLESS))

    assert (chosen.spec, chosen.supports_tools) == ("ollama:chatty:latest", False)
    assert "cannot call tools" in chosen.why


def test_a_family_known_for_its_tools_is_taken_before_a_newer_model(settings: Settings):
    chosen = chosen_of(
        settings,
        StandInModel("fresh", modified_at="2026-03-01T00:00:00Z"),
        StandInModel("llama3.2:3b"),
        StandInModel("qwen3:8b"),
        StandInModel("qwen2.5-coder:7b"),
    )

    assert chosen.spec == "ollama:qwen3:8b"
    assert "family known to call tools" in chosen.why


def test_within_a_family_the_newest_pulled_is_taken(settings: Settings):
    # The second is the latest moment, though not the last text: its zone is behind.
    chosen = chosen_of(
        settings,
        StandInModel("qwen3:4b", modified_at="2026-01-02T00:00:00.123456789Z"),
        StandInModel("qwen3:8b", modified_at="2026-01-01T23:00:00.123456789-07:00"),
        StandInModel("qwen3:1b", modified_at="no date"),
    )

    assert chosen.spec == "ollama:qwen3:8b"


def test_a_model_that_the_server_cannot_describe_is_passed_over(settings: Settings):
    with StandInOllama([StandInModel("qwen3"), StandInModel("llama3.2")]) as server:
        server.fail("/api/show", Fault(status=500, times=1))

        chosen = auto(server, settings)

    assert chosen.spec == "ollama:llama3.2:latest"


def test_what_was_chosen_loads_the_same_again(settings: Settings):
    with StandInOllama() as server:
        near = settings.model_copy(update={"ollama_url": server.base_url})
        chosen = load_chat_model("auto", near)

        again = load_chat_model(chosen.spec, near)

        assert again.spec == chosen.spec
        assert again.model.invoke("hi").content == "You said: hi"


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("qwen3:8b", True),
        ("qwen2.5", True),
        ("library/llama3.1:70b", True),
        ("gpt-oss:20b", True),
        ("Mistral-Small3.2", True),
        ("qwen2.5-coder", False),
        ("llama-guard3", False),
        ("deepseek-r1", False),
    ],
)
def test_a_family_is_known_by_its_name_and_version_only(name: str, known: bool):
    assert (family_rank(name) < family_rank("unheard-of")) == known
