"""Every failure of Ollama is one line that says what to type, however the model was asked."""

import pickle

import pytest
from langchain_core.tools import tool

from core.errors import ModelUnavailable
from core.settings import Settings
from models import load_chat_model
from tests.models.asking import Ask
from tests.standins.ollama import Fault, Reply, StandInModel, StandInOllama


@tool
def save_topic(topic: str, content: str) -> str:
    """Save a fact for good."""
    return f"{topic} {content}"


def told_by(ask: Ask, model: object) -> str:
    with pytest.raises(ModelUnavailable) as failure:
        ask(model, "hi")
    told = str(failure.value)
    assert "\n" not in told
    return told


def test_a_server_that_is_down_is_to_be_started(ask: Ask, ollama: StandInOllama, near: Settings):
    model = load_chat_model("ollama:small", near).model
    ollama.stop()

    told = told_by(ask, model)

    assert ollama.base_url in told
    assert "'ollama serve'" in told
    with ollama:
        assert ask(model, "hi").content == "You said: hi"


def test_a_model_that_is_gone_is_to_be_pulled(ask: Ask, ollama: StandInOllama, near: Settings):
    model = load_chat_model("ollama:small", near).model
    ollama.models = []

    assert "'ollama pull small'" in told_by(ask, model)


def test_tools_that_the_model_cannot_call_are_told(ask: Ask, near: Settings):
    model = load_chat_model("ollama:toolless", near).model.bind_tools([save_topic])

    told = told_by(ask, model)

    assert "'toolless' cannot call tools" in told
    assert "ollama pull" in told


def test_thinking_that_the_model_cannot_do_is_told(ask: Ask, settings: Settings):
    with StandInOllama([StandInModel("m", ("completion", "thinking"))]) as server:
        near = settings.model_copy(update={"ollama_url": server.base_url, "ollama_reasoning": True})
        model = load_chat_model("ollama:m", near).model
        server.models = [StandInModel("m")]

        assert "MNEMON_OLLAMA_REASONING=false" in told_by(ask, model)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault(status=500, error="not enough\nmemory"), "with status 500"),
        (Fault(status=503, error="busy"), "with status 503"),
        (Fault(status=401, error="who are you"), "name:password@"),
        (Fault(status=404, error="page not found"), "is not Ollama"),
        (Fault(status=302, error="elsewhere"), "is not Ollama"),
        (Fault(drop=True), "dropped the connection"),
        (Fault(drop_after_lines=1), "dropped the connection"),
        (Fault(error_after_lines=1, error="runner stopped"), "runner stopped"),
        (Fault(delay_s=30), "MNEMON_OLLAMA_TIMEOUT_S"),
        (Fault(body=b"<html>hello</html>"), "does not speak as Ollama does"),
        (Fault(body=b"[1, 2]"), "does not speak as Ollama does"),
        (Fault(body=b"null"), "does not speak as Ollama does"),
        (Fault(body=b'{"message": 5, "done": true}'), "does not speak as Ollama does"),
        (Fault(body=b""), "before its answer was complete"),
        (
            Fault(body=b'{"model":"m","message":{"role":"assistant","content":"Half"}}\n'),
            "before its answer was complete",
        ),
        (Fault(status=500, error="x" * 5000), "…"),
    ],
    ids=lambda value: repr(value)[:40] if isinstance(value, str) else "",
)
def test_a_failure_in_the_chat_is_told(fault, said, ask: Ask, ollama, near: Settings):
    ollama.replies = lambda _: Reply(["Half ", "an ", "answer"])
    quick = near.model_copy(update={"ollama_timeout_s": 0.3})
    model = load_chat_model("ollama:small", quick).model
    ollama.fail("/api/chat", fault)

    told = told_by(ask, model)

    assert said in told
    assert ollama.base_url in told
    assert len(told) < 800


def test_what_came_before_a_failure_was_streamed(ollama: StandInOllama, near: Settings):
    ollama.replies = [Reply(["Half ", "an ", "answer"])]
    ollama.fail("/api/chat", Fault(error_after_lines=2))
    stream = load_chat_model("ollama:small", near).model.stream("hi")

    assert [next(stream).content, next(stream).content] == ["Half ", "an "]
    with pytest.raises(ModelUnavailable, match="in the middle of its answer"):
        next(stream)


def test_a_model_that_was_only_loaded_gave_no_answer(ask: Ask, ollama, near: Settings):
    ollama.replies = lambda _: Reply("", done_reason="load")
    model = load_chat_model("ollama:small", near).model

    assert "before its answer was complete" in told_by(ask, model)


def test_a_mistake_of_ours_is_not_blamed_on_the_server(near: Settings):
    model = load_chat_model("ollama:small", near).model.bind(stop=["a"])

    with pytest.raises(TypeError):
        model.invoke("hi", no_such_option=1)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault(status=500), "status 500"),
        (Fault(drop=True), "dropped"),
        (Fault(body=b"<html>"), "does not speak as Ollama does"),
        (Fault(body=b"[]"), "does not speak as Ollama does"),
    ],
)
def test_a_failure_while_loading_is_told(fault: Fault, said: str, ollama, near: Settings):
    ollama.fail("/api/show", fault)

    with pytest.raises(ModelUnavailable, match=said):
        load_chat_model("ollama:small", near)


def test_loading_from_a_server_that_is_down_says_what_to_type(settings: Settings):
    with StandInOllama() as server:
        near = settings.model_copy(update={"ollama_url": server.base_url})

    with pytest.raises(ModelUnavailable, match=r"'ollama serve'.*'--model offline'"):
        load_chat_model("ollama:small", near)


def test_loading_a_model_that_is_not_there_says_what_to_type(near: Settings):
    with pytest.raises(ModelUnavailable, match="'ollama pull qwen9:7b'"):
        load_chat_model("ollama:qwen9:7b", near)


def test_loading_an_embedding_model_for_chat_is_refused(near: Settings):
    with pytest.raises(ModelUnavailable, match="only makes embeddings"):
        load_chat_model("ollama:nomic-embed-text", near)


def test_a_password_in_the_address_is_sent_and_never_shown(ollama, settings: Settings):
    address = ollama.base_url.replace("http://", "http://me:s%40cret@")
    near = settings.model_copy(update={"ollama_url": address})
    chosen = load_chat_model("ollama:small", near)
    chosen.model.invoke("hi")
    sent = [request.headers for request in ollama.requests]
    ollama.stop()

    with pytest.raises(ModelUnavailable) as failure:
        chosen.model.invoke("hi")

    assert {h.get("authorization") for h in sent} == {"Basic bWU6c0BjcmV0"}
    shown = f"{failure.value} {chosen!r}"
    assert "cret" not in shown
    assert "bWU6c0BjcmV0" not in shown


def test_a_failure_stays_whole_when_it_is_pickled(settings: Settings):
    with StandInOllama() as server:
        near = settings.model_copy(update={"ollama_url": server.base_url})
    with pytest.raises(ModelUnavailable) as failure:
        load_chat_model("ollama:small", near)

    copied = pickle.loads(pickle.dumps(failure.value))

    assert str(copied) == str(failure.value)
    assert copied.exit_code == 4
