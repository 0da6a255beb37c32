"""Other providers, by a stand-in for the `langchain` package, which is an extra."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from models.provider import UNKNOWN_WINDOW_TOKENS

INIT = """
from langchain_core.language_models import FakeListChatModel, BaseChatModel

class Binding(FakeListChatModel):
    def bind_tools(self, tools, **kwargs):
        return self

class Failing(Binding):
    def _call(self, *args, **kwargs):
        raise LookupError("quota:\\n used up")
    def _stream(self, *args, **kwargs):
        raise LookupError("quota:\\n used up")
        yield
    async def _astream(self, *args, **kwargs):
        raise LookupError("quota:\\n used up")
        yield

def init_chat_model(model, *, model_provider=None, **kwargs):
    if model_provider == "unpackaged":
        raise ImportError("Initializing ChatX requires the langchain-x package.")
    if model_provider == "keyless":
        raise RuntimeError("no key:\\nset KEYLESS_API_KEY")
    if model_provider == "failing":
        return Failing(responses=["hello"])
    if model_provider == "simple":
        return FakeListChatModel(responses=["hello"])
    profile = {"max_input_tokens": 200000, "tool_calling": model != "mute"}
    return Binding(responses=["hello"], profile=profile if model != "plain" else None)
"""

SCRIPT = """
import asyncio, json, sys
from core.errors import ModelUnavailable
from core.settings import load_settings
from models import load_chat_model

settings = load_settings({"home": "home"}, {}).settings

async def astream(model):
    return [chunk async for chunk in model.astream("x")]

def load(spec):
    chosen = load_chat_model(spec, settings)
    said = chosen.model.invoke("x").content
    return f"{chosen.spec} {chosen.supports_tools} {chosen.window_tokens} {said}. {chosen.why}"

def ask(way):
    model = load_chat_model("failing:x", settings).model
    return {
        "invoke": lambda: model.invoke("x"),
        "stream": lambda: list(model.stream("x")),
        "ainvoke": lambda: asyncio.run(model.ainvoke("x")),
        "astream": lambda: asyncio.run(astream(model)),
    }[way]()

def told(action, argument):
    try:
        return action(argument)
    except ModelUnavailable as error:
        return f"unavailable: {error}"

print(json.dumps({a: told(load if ":" in a else ask, a) for a in sys.argv[1:]}))
"""

PROJECT = Path(__file__).resolve().parents[2]
MISSING = ("google_genai:gemini", "qwen3:8b")
PRESENT = ("some-cloud:large", "some_cloud:plain", "some_cloud:mute", "simple:any")
BROKEN = ("unpackaged:x", "keyless:x")
WAYS = ("invoke", "stream", "ainvoke", "astream")


def told_in_a_fresh_process(folder: Path, langchain: str, *arguments: str) -> dict[str, str]:
    """What loading each spec, or asking in each way, says where `langchain` is this module."""
    package = folder / "langchain"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "chat_models.py").write_text(langchain)
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments],
        env={"PYTHONPATH": f"{folder}:{PROJECT}", "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    answers: dict[str, str] = json.loads(done.stdout)
    return answers


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is said with the extra installed, by spec or by way of asking."""
    folder = tmp_path_factory.mktemp("installed")
    return told_in_a_fresh_process(folder, INIT, *PRESENT, *BROKEN, *WAYS)


@pytest.fixture(scope="module")
def told_without(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What is said without the extra, by spec."""
    folder = tmp_path_factory.mktemp("missing")
    return told_in_a_fresh_process(folder, "raise ImportError('not installed')", *MISSING)


def test_a_provider_that_is_there_answers_and_is_told_to_be_elsewhere(told):
    assert told["some-cloud:large"].startswith("some_cloud:large True 200000 hello.")
    assert "is sent to some_cloud" in told["some-cloud:large"]


def test_an_unknown_window_is_assumed(told):
    assert f"some_cloud:plain True {UNKNOWN_WINDOW_TOKENS} " in told["some_cloud:plain"]


@pytest.mark.parametrize("spec", ["some_cloud:mute", "simple:any"])
def test_a_model_that_cannot_call_tools_is_told(spec: str, told):
    assert told[spec].startswith(f"{spec} False ")
    assert "cannot call tools" in told[spec]


def test_the_missing_extra_is_told_with_the_command(told_without):
    said = told_without["google_genai:gemini"]

    assert said.startswith("unavailable: google_genai:gemini needs packages")
    assert "-m pip install langchain langchain-google-genai'" in said


def test_the_missing_package_of_a_provider_is_told_with_the_command(told):
    assert "-m pip install langchain langchain-unpackaged'" in told["unpackaged:x"]


def test_whatever_a_provider_refuses_with_is_one_line(told):
    assert "keyless:x cannot be set up: no key: set KEYLESS_API_KEY" in told["keyless:x"]


def test_a_name_as_ollama_lists_it_is_answered_with_the_spec_to_type(told_without):
    assert "'ollama:qwen3:8b'" in told_without["qwen3:8b"]


@pytest.mark.parametrize("way", WAYS)
def test_whatever_fails_while_answering_is_one_line_in_every_way_of_asking(way: str, told):
    assert told[way].startswith(
        "unavailable: failing:x did not answer (LookupError: quota: used up). "
    )
    assert "--model offline" in told[way]
