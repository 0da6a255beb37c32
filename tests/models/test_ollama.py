"""What is sent to Ollama and what comes back, on the wire."""

import asyncio
import threading

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.tools import tool

from core.settings import Settings
from models import load_chat_model
from tests.models.asking import Ask
from tests.standins.ollama import Reply, StandInModel, StandInOllama

THINKER = StandInModel("thinker", ("completion", "tools", "thinking"))


@tool
def save_topic(topic: str, content: str) -> str:
    """Save a fact for good."""
    return f"{topic} {content}"


def settings_for(server: StandInOllama, settings: Settings, **values: object) -> Settings:
    return settings.model_copy(update={"ollama_url": server.base_url, **values})


def test_text_and_tool_calls_arrive_in_every_way_of_asking(ask: Ask, settings: Settings):
    calls = [
        ("save_topic", {"topic": "user.language", "content": "Elixir"}),
        ("save_topic", {"topic": "user.editor", "content": "Helix"}),
    ]
    with StandInOllama(replies=[Reply(["I ", "save."], calls)]) as server:
        model = load_chat_model("ollama:small", settings_for(server, settings)).model

        answer = ask(model.bind_tools([save_topic]), HumanMessage("Remember"))

    assert isinstance(answer, AIMessage)
    assert answer.content == "I save."
    assert [(c["name"], c["args"]) for c in answer.tool_calls] == calls
    assert len({c["id"] for c in answer.tool_calls}) == 2
    assert answer.usage_metadata is not None
    assert answer.usage_metadata["input_tokens"] == 1


def test_an_answer_comes_piece_by_piece(ollama: StandInOllama, near: Settings):
    ollama.replies = [Reply(["Can", "ber", "ra"])]
    model = load_chat_model("ollama:small", near).model

    pieces = [chunk.content for chunk in model.stream("Which city?")]

    assert [piece for piece in pieces if piece] == ["Can", "ber", "ra"]


def test_a_tool_result_goes_back_with_the_name_of_its_tool(ollama: StandInOllama, near: Settings):
    model = load_chat_model("ollama:small", near).model
    called = {"name": "save_topic", "args": {"topic": "user.x", "content": "y"}, "id": "c1"}
    talk = [
        SystemMessage("Be brief."),
        HumanMessage("Remember y"),
        AIMessage("", tool_calls=[called]),
        ToolMessage("Memory saved: user.x", tool_call_id="c1", name="save_topic"),
    ]

    model.invoke(talk)

    sent = ollama.bodies("/api/chat")[0]["messages"]
    assert [message["role"] for message in sent] == ["system", "user", "assistant", "tool"]
    assert sent[2]["tool_calls"][0]["function"] == {
        "name": "save_topic",
        "arguments": {"topic": "user.x", "content": "y"},
    }
    assert sent[3] == {
        "role": "tool",
        "content": "Memory saved: user.x",
        "tool_name": "save_topic",
    }


@pytest.mark.parametrize(("length", "window"), [(2048, 2048), (131072, 8192)])
def test_the_window_is_the_smaller_of_setting_and_model(length, window, settings):
    with StandInOllama([StandInModel("m", context_length=length)]) as server:
        chosen = load_chat_model("ollama:m", settings_for(server, settings, ollama_num_ctx=8192))
        chosen.model.invoke("hi")

        sent = server.bodies("/api/chat")[0]

    assert chosen.window_tokens == window
    assert sent["options"] == {"num_ctx": window}
    assert sent["keep_alive"]
    assert sent["stream"] is True


@pytest.mark.parametrize(
    ("name", "wanted", "sent"),
    [
        ("thinker", False, False),
        ("thinker", True, True),
        ("small", False, None),
        ("small", True, None),
    ],
)
def test_thinking_is_named_only_to_a_model_that_can_think(name, wanted, sent, settings):
    with StandInOllama([THINKER, StandInModel("small")]) as server:
        near = settings_for(server, settings, ollama_reasoning=wanted)
        chosen = load_chat_model(f"ollama:{name}", near)
        chosen.model.invoke("hi")

        assert server.bodies("/api/chat")[0].get("think") == sent
        assert ("cannot think aloud" in chosen.why) == (wanted and name == "small")


def test_thoughts_are_kept_out_of_the_answer(ask: Ask, settings: Settings):
    with StandInOllama([THINKER], [Reply("Canberra", thinking="Sydney? No.")]) as server:
        near = settings_for(server, settings, ollama_reasoning=True)

        answer = ask(load_chat_model("ollama:thinker", near).model, "Which city?")

    assert answer.content == "Canberra"
    assert answer.additional_kwargs["reasoning_content"] == "Sydney? No."


def test_a_model_without_tools_is_told_and_still_answers(ask: Ask, near: Settings):
    chosen = load_chat_model("ollama:toolless", near)

    assert not chosen.supports_tools
    assert "cannot call tools" in chosen.why
    assert "ollama pull" in chosen.why
    assert ask(chosen.model, "hello").content == "You said: hello"
    assert load_chat_model("ollama:small", near).supports_tools


@pytest.mark.parametrize("can_call", [True, False])
def test_an_ollama_that_does_not_tell_abilities_is_read_by_its_template(can_call, settings):
    abilities = ("completion", "tools") if can_call else ("completion",)
    with StandInOllama([StandInModel("old", abilities, tells_capabilities=False)]) as server:
        chosen = load_chat_model("ollama:old", settings_for(server, settings))

    assert chosen.supports_tools == can_call


def test_a_model_of_ollamas_cloud_is_told_to_be_elsewhere(settings: Settings):
    cloud = StandInModel("big:cloud", remote_host="https://ollama.com:443")
    with StandInOllama([cloud]) as server:
        chosen = load_chat_model("ollama:big:cloud", settings_for(server, settings))

    assert "https://ollama.com:443, not on your own machine" in chosen.why


def test_one_model_serves_one_event_loop_after_another(near: Settings):
    model = load_chat_model("ollama:small", near).model

    answers = [asyncio.run(model.ainvoke(str(n))).content for n in range(3)]

    assert answers == ["You said: 0", "You said: 1", "You said: 2"]


def test_one_model_serves_many_tasks_and_threads_at_once(near: Settings):
    model = load_chat_model("ollama:small", near).model
    answers: list[str] = []

    async def ten() -> None:
        replies = await asyncio.gather(*(model.ainvoke(str(n)) for n in range(10)))
        answers.extend(str(reply.content) for reply in replies)

    threads = [threading.Thread(target=lambda: asyncio.run(ten())) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(answers) == sorted([f"You said: {n}" for n in range(10)] * 3)


def test_a_stream_that_nobody_reads_to_its_end_leaves_nothing_open(settings: Settings):
    endless = Reply([f"{n} " for n in range(1000)], pause_s=0.01)
    with StandInOllama(replies=lambda _: endless) as server:
        model = load_chat_model("ollama:small", settings_for(server, settings)).model

        async def first() -> str:
            async for chunk in model.astream("count"):
                return str(chunk.content)
            return ""

        async def cancelled() -> bool:
            task = asyncio.create_task(model.ainvoke("count"))
            while len(server.bodies("/api/chat")) < 2:
                await asyncio.sleep(0.01)
            task.cancel()
            await asyncio.wait([task])
            return task.cancelled()

        assert asyncio.run(first()) == "0 "
        assert asyncio.run(cancelled())
        assert next(model.stream("count")).content == "0 "


def test_answering_does_not_block_the_event_loop(near: Settings):
    blockbuster = pytest.importorskip("blockbuster", exc_type=ImportError)
    model = load_chat_model("ollama:small", near).model.bind_tools([save_topic])

    with blockbuster.blockbuster_ctx():
        answer = asyncio.run(model.ainvoke("hi"))

    assert answer.content == "You said: hi"


def test_a_proxy_of_the_environment_does_not_catch_what_stays_on_this_machine(
    ask: Ask, near: Settings, monkeypatch: pytest.MonkeyPatch
):
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)

    model = load_chat_model("auto", near).model

    assert ask(model, "hi").content == "You said: hi"


@pytest.mark.parametrize("text", ["half \ud83d an emoji", "nul \x00 byte", "\u202eright to left"])
def test_odd_text_does_not_stop_an_answer(text: str, ask: Ask, near: Settings):
    model = load_chat_model("ollama:small", near).model

    assert str(ask(model, HumanMessage(text)).content).startswith("You said: ")
