"""A spec names one chat model, and a spec that names none is told what to type."""

import subprocess
import sys

import pytest

import models
from core.errors import InvalidInput, InvalidSettings, ModelUnavailable
from core.settings import Settings
from models import load_chat_model
from tests.standins.ollama import StandInOllama

HEAVY = ("langchain_core", "langchain_ollama", "ollama", "httpx", "langchain", "models.offline")


def test_the_package_exports_what_it_says():
    assert models.__all__ == ["ChosenModel", "load_chat_model"]
    assert all(hasattr(models, name) for name in models.__all__)


def test_importing_the_package_loads_no_model_library():
    code = f"import sys, models; print([m for m in {HEAVY!r} if m in sys.modules])"

    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout

    assert loaded.strip() == "[]"


@pytest.mark.parametrize(
    "spec",
    [
        "",
        "  ",
        "qwen",
        "ollama",
        "ollama:",
        "ollama: ",
        "ollama:two words",
        "ollama:a\x00b",
        "auto:x",
        "offline:x",
        ":model",
        "openai:",
        "Open AI:gpt",
        "llama3.2",
        "llama3.2:3b",
    ],
)
def test_a_spec_of_no_known_form_is_refused_with_the_forms(spec: str, settings: Settings):
    with pytest.raises(InvalidInput) as refused:
        load_chat_model(spec, settings)

    told = str(refused.value)
    assert repr(spec) in told
    for form in ("auto", "offline", "ollama:<model>", "<provider>:<model>"):
        assert form in told
    assert "\n" not in told


@pytest.mark.parametrize("spec", ["llama3.2", "llama3.2:3b", "qwen"])
def test_a_name_as_ollama_lists_it_is_answered_with_the_spec_to_type(spec, settings):
    with pytest.raises(InvalidInput, match=f"type 'ollama:{spec}'"):
        load_chat_model(spec, settings)


@pytest.mark.parametrize("spec", ["offline", "Offline", " offline "])
def test_offline_is_the_built_in_model(spec: str, settings: Settings):
    chosen = load_chat_model(spec, settings)

    assert (chosen.spec, chosen.supports_tools) == ("offline", True)
    assert "offline" in chosen.why
    assert chosen.window_tokens > settings.history_tokens


def test_a_model_name_keeps_its_tag_and_its_namespace(settings: Settings):
    from tests.standins.ollama import StandInModel

    name = "hf.co/some/Model-GGUF:Q4_K_M"
    with StandInOllama([StandInModel(name)]) as server:
        chosen = load_chat_model(
            f"ollama:{name}", settings.model_copy(update={"ollama_url": server.base_url})
        )

    assert chosen.spec == f"ollama:{name}"


@pytest.mark.parametrize("spec", ["auto", "ollama:small"])
@pytest.mark.parametrize(
    "url",
    [
        "not an address",
        "ftp://host:1",
        "http://",
        "http://host:port",
        "http://host:99999",
        "http://host?x=1",
        "http://ho\x01st",
        "http://[::1",
        "/just/a/path",
        "http://\u2603.example",
    ],
)
def test_an_ollama_url_that_is_no_address_is_refused(spec: str, url: str, settings: Settings):
    bad = settings.model_copy(update={"ollama_url": url})

    with pytest.raises(InvalidSettings, match="MNEMON_OLLAMA_URL"):
        load_chat_model(spec, bad)


def test_a_provider_whose_packages_are_missing_is_told_how_to_get_them(settings: Settings):
    with pytest.raises(ModelUnavailable) as missing:
        load_chat_model("no_such_provider:some-model", settings)

    told = str(missing.value)
    assert "no_such_provider:some-model" in told
    assert "'ollama:no_such_provider:some-model'" in told
    assert "\n" not in told
