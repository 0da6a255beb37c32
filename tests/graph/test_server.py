"""The real `langgraph dev`, as `make dev` starts it, driven over HTTP by `langgraph_sdk`.

Few, because each run costs the development server a second of its own.
"""

import asyncio
import json
import re
from collections.abc import Callable, Coroutine, Iterator
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

import httpx
import langgraph_sdk
import pytest

from core.identity import Identity
from core.settings import Settings
from graph.assistant import open_assistant
from memory import open_memory
from tests.graph.conftest import hear
from tests.standins.dev_server import PROJECT, DevServer
from tests.standins.scripted_model import script_of, scripted

pytestmark = pytest.mark.slow

CONFIG = json.loads((PROJECT / "langgraph.json").read_text("utf-8"))
CONFIG.pop("dependencies")

REMEMBER = "Please remember my preferred language is Elixir."
ASK = "What language do I prefer?"
Result = TypeVar("Result")

POLLS = 600
"""At a tenth of a second: far longer than anything here takes."""


def human(text: str) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": text}]}


def start(home: Path, folder: Path, **config: Any) -> DevServer:
    folder.mkdir()
    env = {"MNEMON_HOME": str(home), "MNEMON_MODEL": "offline", "MNEMON_EMBEDDER": "bundled"}
    return DevServer(folder, CONFIG | config, env)


def drive(server: DevServer, story: Callable[[Any], Coroutine[Any, Any, Result]]) -> Result:
    """Run a story with a client of the server."""

    async def whole() -> Result:
        async with langgraph_sdk.get_client(url=server.url) as client:
            return await story(client)

    return asyncio.run(whole())


async def say(client: Any, thread: str | None, text: str, **context: Any) -> list[dict[str, Any]]:
    """Run one turn and give the messages of the thread."""
    values = await client.runs.wait(thread, "agent", input=human(text), context=context or None)
    return list(values["messages"])


async def new_thread(client: Any) -> str:
    return str((await client.threads.create())["thread_id"])


async def until(condition: Callable[[], Any]) -> Any:
    """Wait for a condition, and give what it gave."""
    for _ in range(POLLS):
        if outcome := await condition():
            return outcome
        await asyncio.sleep(0.1)
    raise AssertionError("It did not come about.")


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[DevServer, Path]]:
    """One server, as the product ships it, and its home; users tell the tests apart."""
    folder = tmp_path_factory.mktemp("server")
    with start(folder / "home", folder / "cwd") as server:
        yield server, folder / "home"
        assert "Blocking call" not in server.log


def test_a_preference_is_saved_recalled_and_streamed(shared):
    server, _ = shared

    async def story(client):
        first, second = await new_thread(client), await new_thread(client)
        modes = ["messages-tuple", "updates", "custom"]
        told: dict[str, list[Any]] = {}
        async for part in client.runs.stream(
            first, "agent", input=human(REMEMBER), context={"user": "sue"}, stream_mode=modes
        ):
            told.setdefault(part.event, []).append(part.data)
        answer = await say(client, second, ASK, user="sue")
        state = await client.threads.get_state(first)
        history = await client.threads.get_history(first, limit=20)
        return told, answer, state, history

    told, answer, state, history = drive(server, story)

    steps = [node for update in told["updates"] for node in update]
    assert steps == [
        "retrieve_context",
        "generate",
        "dispatch_tools",
        "save_topic",
        "generate",
        "persist",
    ]
    saved = next(event for event in told["custom"] if event["type"] == "memory_saved")
    assert (saved["topic"], saved["content"]) == ("user.language_preference", "Elixir")
    tokens = [m["content"] for m, meta in told["messages"] if meta["langgraph_node"] == "generate"]
    assert "".join(tokens).strip() == state["values"]["messages"][-1]["content"]
    assert [m["name"] for m in answer if m["type"] == "tool"] == ["recall_topic"]
    assert "Elixir" in answer[-1]["content"]
    assert state["next"] == []
    assert len(history) > len(steps) / 2


def test_what_is_said_on_the_command_line_is_known_to_the_server_and_back(shared):
    server, home = shared
    settings = Settings.model_validate(
        {"home": home, "user": "tom", "embedder": "bundled", "model": "offline"}
    )
    tom = Identity(user="tom", session=str(uuid4()))

    async def story(client):
        async with open_assistant(settings) as it:
            await hear(it, REMEMBER, tom)
        await client.threads.create(thread_id=tom.session, graph_id="agent", if_exists="do_nothing")
        told = await say(client, tom.session, ASK, user="tom")
        async with open_assistant(settings, model=scripted("Yes.")) as it:
            await hear(it, "And did you answer?", tom)
            return told, script_of(it.model).prompts[0][1:]

    told, seen = drive(server, story)

    assert [m["content"] for m in told if m["type"] == "human"] == [REMEMBER, ASK]
    assert "Elixir" in told[-1]["content"]
    assert [m.text for m in seen if m.type == "human"] == [REMEMBER, ASK, "And did you answer?"]


def test_users_do_not_see_each_other_and_do_not_enter_each_others_threads(shared):
    server, home = shared

    async def story(client):
        thread = await new_thread(client)
        await say(client, thread, REMEMBER, user="ann")
        bobs = await say(client, await new_thread(client), ASK, user="bob")
        with pytest.raises(Exception, match="no conversation") as refused:
            await say(client, thread, ASK, user="bob")
        return bobs, str(refused.value)

    bobs, refused = drive(server, story)

    assert "Elixir" not in json.dumps(bobs)
    assert "NotFound" in refused
    with open_memory(Settings.model_validate({"home": home, "embedder": "bundled"})) as memory:
        bob = memory.for_identity(Identity(user="bob", session="any"))
        assert [e.kind for e in bob.memories()] == ["episode"]


def test_a_temporary_run_leaves_nothing(shared):
    server, home = shared

    async def story(client):
        thread = await new_thread(client)
        told = await say(client, thread, REMEMBER, user="tim", temporary=True)
        state = await client.threads.get_state(thread)
        return told, state

    told, state = drive(server, story)

    assert any("Memory is off" in m["content"] for m in told)
    assert not state["values"]
    with open_memory(Settings.model_validate({"home": home, "embedder": "bundled"})) as memory:
        tim = memory.for_identity(Identity(user="tim", session="any"))
        assert tim.memories() == []
        assert tim.sessions() == []


def test_studio_gets_names_titles_and_descriptions(shared):
    server, _ = shared

    async def story(client):
        assert {a["graph_id"] for a in await client.assistants.search()} == {"agent", "upkeep"}
        (assistant,) = await client.assistants.search(graph_id="agent")
        graph = await client.assistants.get_graph(assistant["assistant_id"])
        return graph, await client.assistants.get_schemas(assistant["assistant_id"])

    graph, schemas = drive(server, story)

    assert {"retrieve_context", "generate", "dispatch_tools", "unknown_tool", "persist"} < {
        node["id"] for node in graph["nodes"]
    }
    context = schemas["context_schema"]["properties"]
    assert all(key["title"] and key["description"] for key in context.values())
    assert set(schemas["state_schema"]["properties"]) == {
        "messages",
        "turn",
        "unproved",
        "brought",
        "recalled",
        "receipts",
    }
    state = schemas["output_schema"]["properties"]
    assert all(key["description"] for key in state.values())
    assert list(schemas["input_schema"]["properties"]) == ["messages"]


def test_a_run_chooses_the_tools_it_offers(shared):
    server, _ = shared

    async def story(client):
        less = await say(client, await new_thread(client), REMEMBER, user="ula", tools="facts")
        more = await say(client, await new_thread(client), REMEMBER, user="ula", tools="tiers,core")
        with pytest.raises(Exception, match="core, facts, typed, tiers") as refused:
            await say(client, await new_thread(client), "Hi", user="ula", tools="all")
        return less, more, str(refused.value)

    less, more, refused = drive(server, story)

    # The built-in model knows the tools of the set core only, and calls none it is not offered.
    assert [m["type"] for m in less] == ["human", "ai"]
    assert [m["name"] for m in more if m["type"] == "tool"] == ["save_topic"]
    assert "There is no set of tools 'all'" in refused


def test_only_studio_may_call_from_a_web_page(shared):
    server, _ = shared

    def preflight(origin: str) -> httpx.Response:
        headers = {
            "Origin": origin,
            "Access-Control-Request-Method": "PATCH",
            "Access-Control-Request-Headers": "content-type,x-auth-scheme",
        }
        return httpx.options(f"{server.url}/threads", headers=headers, trust_env=False)

    assert preflight("https://smith.langchain.com").status_code == 200
    assert preflight("https://evil.example").status_code == 403


def test_a_web_page_cannot_make_the_server_remember(shared):
    server, _ = shared
    body = json.dumps({"assistant_id": "agent", "input": human("Remember that my editor is Ed")})

    # A browser sends this from any page without asking first.
    headers = {"Origin": "https://evil.example", "Content-Type": "text/plain"}
    answer = httpx.post(f"{server.url}/runs/wait", content=body, headers=headers, trust_env=False)

    assert answer.status_code == 403


def test_a_wrong_request_gets_a_line_that_says_what_to_do(shared):
    server, _ = shared

    async def story(client):
        with pytest.raises(Exception, match="nothing to answer"):
            await say(client, await new_thread(client), "   ", user="wil")
        with pytest.raises(Exception, match="Valid forms: auto"):
            await say(client, await new_thread(client), "Hi", user="wil", model="no such")

    drive(server, story)


def test_nothing_is_lost_when_the_server_is_killed(tmp_path):
    server = start(tmp_path / "home", tmp_path / "cwd")

    async def before(client):
        thread = await new_thread(client)
        await say(client, thread, REMEMBER)
        server.kill9()
        return thread

    async def after(client):
        await client.threads.create(thread_id=thread, graph_id="agent", if_exists="do_nothing")
        messages = await say(client, thread, "Thanks!")
        return messages, await say(client, await new_thread(client), ASK)

    with server:
        thread = drive(server, before)
        server.start()
        old, new = drive(server, after)

    assert [m["content"] for m in old if m["type"] == "human"] == [REMEMBER, "Thanks!"]
    assert "Elixir" in new[-1]["content"]


def test_a_run_that_is_started_again_saves_and_says_everything_once(tmp_path):
    home = tmp_path / "home"
    graphs = {"agent": "tests.standins.scripted_server:graph"}
    server = start(home, tmp_path / "cwd", graphs=graphs)

    async def before(client):
        thread = await new_thread(client)
        await client.runs.create(thread, "agent", input=human("hold it"))

        async def has_saved():
            state = await client.threads.get_state(thread)
            return any(m["type"] == "tool" for m in (state["values"] or {}).get("messages", []))

        await until(has_saved)
        return thread

    async def after(client):

        async def is_done():
            state = await client.threads.get_state(thread)
            messages = state["values"]["messages"]
            return messages if not state["next"] and messages[-1]["content"] == "Done." else None

        return await until(is_done)

    with server:
        thread = drive(server, before)
        server.stop()
        (tmp_path / "cwd" / "release").touch()
        server.start()
        messages = drive(server, after)

    assert server.log.count("Starting background run") == 2
    assert [m["type"] for m in messages] == ["human", "ai", "tool", "ai"]
    with open_memory(Settings.model_validate({"home": home, "embedder": "bundled"})) as memory:
        someone = memory.for_identity(Identity(user="default", session="any"))
        assert [e.kind for e in someone.memories()].count("topic") == 1
        assert len(someone.versions("user.editor")) == 1
        assert [e.kind for e in someone.memories()].count("episode") == 1


def test_ten_runs_are_answered_at_the_same_time(tmp_path):
    graphs = {"agent": "tests.standins.scripted_server:graph"}

    async def story(client):
        async def talk(number):
            told = await say(client, await new_thread(client), "meet 10", user=f"u{number}")
            return told[-1]["content"]

        return await asyncio.gather(*map(talk, range(10)))

    with start(tmp_path / "home", tmp_path / "cwd", graphs=graphs) as server:
        answers = drive(server, story)

    assert answers == ["Done."] * 10  # none is given before all ten are under way
    assert "Blocking call" not in server.log


def test_an_authenticated_user_is_who_the_server_says_whatever_the_run_says(tmp_path):
    auth = {"path": "tests.standins.token_auth:auth", "disable_studio_auth": True}

    def of(name: str) -> Any:
        return langgraph_sdk.get_client(url=server.url, headers={"Authorization": f"Bearer {name}"})

    async def story():
        async with of("ann") as ann, of("bob") as bob:
            return await steal(ann, bob)

    async def steal(ann, bob):
        thread = await new_thread(ann)
        await say(ann, thread, REMEMBER, user="bob", tenant="other")
        stolen = await say(bob, await new_thread(bob), ASK, user="ann")
        own = await say(ann, await new_thread(ann), ASK, user="bob", tenant="third")
        with pytest.raises(httpx.HTTPStatusError):
            await bob.threads.get_state(thread)
        return stolen, own

    with start(tmp_path / "home", tmp_path / "cwd", auth=auth) as server:
        stolen, own = asyncio.run(story())

    assert "Elixir" not in json.dumps(stolen)
    assert "Elixir" in own[-1]["content"]


def test_a_wrong_setting_stops_the_server_with_a_line_that_names_it(tmp_path):
    (tmp_path / "cwd").mkdir()
    server = DevServer(tmp_path / "cwd", CONFIG, {"MNEMON_HOEM": "/nowhere"})

    with pytest.raises(RuntimeError, match="did you mean home"), server:
        pass


def test_the_example_of_the_readme_holds_the_same_conversation(shared, capsys):
    server, home = shared
    readme = (PROJECT / "README.md").read_text("utf-8")
    (example,) = [e for e in re.findall(r"```python\n(.*?)```", readme, re.DOTALL) if "sdk" in e]
    plain = Settings(home=home, embedder="bundled")
    with open_memory(plain, background=False) as service:
        told = service.for_identity(Identity(user="default", session=str(uuid4())))
        told.save_topic("user.language_preference", "Elixir")

    exec(example.replace("http://127.0.0.1:2024", server.url), {"__name__": "example"})

    assert "Elixir" in capsys.readouterr().out
