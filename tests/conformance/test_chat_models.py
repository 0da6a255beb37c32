"""What the graph relies on in a chat model, held over every kind that can run here.

The real ones: the built-in model, and the Ollama client against a server on loopback whose model
answers a request to remember with a call of `save_topic`.
"""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, SystemMessage, ToolMessage
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool, tool

from core.settings import Settings
from models import ChosenModel, load_chat_model
from tests.models.asking import WAYS, Ask
from tests.standins.ollama import Reply, StandInOllama

REMEMBER = "Please remember my preferred language is Elixir."
SYSTEM = SystemMessage("You are Mnemon, an assistant that remembers.")


@tool
def save_topic(topic: str, content: str) -> str:
    """Save a standing preference, rule or fact under a topic key."""
    return f"Memory saved: {topic} {content}"


@tool
def recall_topic(topic: str) -> str:
    """Look up one topic key."""
    return f"[Memory: {topic}]"


@tool
def save_memory(content: str) -> str:
    """Note something important."""
    return f"Memory saved: {content}"


@tool
def search_memory(query: str) -> str:
    """Find something from the past by its meaning."""
    return f"No memories found. {query}"


TOOLS: list[BaseTool] = [save_topic, recall_topic, save_memory, search_memory]


def remembering(request: dict[str, Any]) -> Reply:
    """A model that saves when it is asked to remember, and else says something."""
    last = request["messages"][-1]
    if last["role"] == "tool":
        return Reply(["I ", "saved ", "that."])
    if request.get("tools") and "remember" in last.get("content", ""):
        return Reply(tool_calls=[("save_topic", {"topic": "user.language", "content": "Elixir"})])
    return Reply(["Good ", "day."])


@pytest.fixture(params=["offline", "ollama:small"])
def chosen(request: pytest.FixtureRequest, settings: Settings) -> Iterator[ChosenModel]:
    """Each kind of chat model, loaded by its spec."""
    with StandInOllama(replies=remembering) as server:
        near = settings.model_copy(update={"ollama_url": server.base_url})
        yield load_chat_model(request.param, near)


@pytest.fixture
def model(chosen: ChosenModel) -> BaseChatModel:
    return chosen.model


@pytest.fixture
def with_tools(model: BaseChatModel) -> Runnable[Any, AIMessage]:
    return model.bind_tools(TOOLS)


@pytest.fixture(params=WAYS, ids=lambda way: way.__name__)
def ask(request: pytest.FixtureRequest) -> Ask:
    """One of the four ways to ask a model; each test runs with all of them."""
    way: Ask = request.param
    return way


@pytest.fixture
def after_saving(with_tools: Runnable[Any, AIMessage]) -> list[BaseMessage]:
    """A conversation in which the call that the model made was just answered."""
    asked = [SYSTEM, HumanMessage(REMEMBER)]
    answer = with_tools.invoke(asked)
    [call] = answer.tool_calls
    saved = f"Memory saved: {call['args']['topic']}"
    return [*asked, answer, ToolMessage(saved, tool_call_id=call["id"], name=call["name"])]


def test_what_was_chosen_is_told_in_one_line(chosen: ChosenModel):
    assert chosen.supports_tools
    assert chosen.window_tokens > 0
    assert chosen.why
    assert "\n" not in chosen.why


def test_a_request_to_remember_calls_the_tool(ask: Ask, with_tools):
    answer = ask(with_tools, SYSTEM, HumanMessage(REMEMBER))

    assert isinstance(answer, AIMessage)
    [call] = answer.tool_calls
    assert call["name"] == "save_topic"
    assert set(call["args"]) == {"topic", "content"}
    assert "Elixir" in call["args"]["content"]
    assert call["args"]["topic"].startswith("user.")
    assert call["id"]
    assert answer.invalid_tool_calls == []


def test_the_calls_of_two_turns_have_two_ids(with_tools):
    first, second = (
        with_tools.invoke([SYSTEM, HumanMessage(REMEMBER, id=turn)]) for turn in ("one", "two")
    )

    assert first.tool_calls[0]["id"] != second.tool_calls[0]["id"]


def test_a_tool_result_is_followed_by_words(ask: Ask, with_tools, after_saving):
    answer = ask(with_tools, *after_saving)

    assert isinstance(answer, AIMessage)
    assert answer.tool_calls == []
    assert str(answer.content).strip()


def test_an_answer_is_streamed_in_pieces(with_tools, after_saving):
    sync = [str(chunk.content) for chunk in with_tools.stream(after_saving)]

    async def collect() -> list[str]:
        return [str(chunk.content) async for chunk in with_tools.astream(after_saving)]

    assert len([piece for piece in sync if piece]) > 1
    assert "".join(asyncio.run(collect())) == "".join(sync)
    assert "".join(sync) == with_tools.invoke(after_saving).content


def test_without_tools_bound_it_answers_in_words(ask: Ask, model: BaseChatModel):
    answer = ask(model, SYSTEM, HumanMessage(REMEMBER))

    assert isinstance(answer, AIMessage)
    assert answer.tool_calls == []
    assert str(answer.content).strip()


def test_one_model_serves_one_event_loop_after_another(with_tools):
    names = [
        asyncio.run(with_tools.ainvoke([HumanMessage(REMEMBER)])).tool_calls[0]["name"]
        for _ in range(3)
    ]

    assert names == ["save_topic"] * 3


def test_one_model_serves_tasks_and_threads_side_by_side(
    with_tools: Runnable[Any, AIMessage], after_saving: list[BaseMessage]
):
    async def several() -> list[BaseMessage]:
        return await asyncio.gather(*(with_tools.ainvoke(after_saving) for _ in range(5)))

    alone = with_tools.invoke(after_saving).content
    with ThreadPoolExecutor(4) as pool:
        runs = list(pool.map(lambda _: asyncio.run(several()), range(4)))

    assert {answer.content for run in runs for answer in run} == {alone}


def test_a_stream_that_is_left_early_does_no_harm(with_tools, after_saving):
    async def first() -> None:
        async for _ in with_tools.astream(after_saving):
            return

    asyncio.run(first())
    next(iter(with_tools.stream(after_saving)))

    assert with_tools.invoke(after_saving).content


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   \n",
        "\x00",
        "a lone � surrogate",
        "👩\u200d👩\u200d👧 🇦🇺",
        "\u202eright to left",
        "x" * 1000000,
        "[" * 5000,
        "?!.,;:",
        "remember",
    ],
    ids=lambda text: ascii(text[:12]),
)
def test_odd_text_is_answered(text: str, with_tools):
    answer = with_tools.invoke([SYSTEM, HumanMessage(text)])

    assert answer.tool_calls or str(answer.content).strip()
    assert answer.model_dump_json()


def test_the_messages_it_was_given_are_left_as_they_were(with_tools, after_saving):
    before = [message.model_copy(deep=True) for message in after_saving]

    with_tools.invoke(after_saving)

    assert after_saving == before


def test_answering_does_not_block_the_event_loop(with_tools):
    blockbuster = pytest.importorskip("blockbuster", exc_type=ImportError)

    with blockbuster.blockbuster_ctx():
        answer = asyncio.run(with_tools.ainvoke([HumanMessage(REMEMBER)]))

    assert answer.tool_calls
