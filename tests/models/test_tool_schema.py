"""What a tool's schema says reaches the model, though the ollama package drops half of it."""

from typing import Annotated, Any, Literal

from langchain_core.tools import tool
from pydantic import Field

from core.settings import Settings
from models import load_chat_model
from tests.standins.ollama import StandInOllama


@tool
def save_topic(topic: str, content: str) -> str:
    """Save a preference, rule or fact for good."""
    return f"{topic} {content}"


@tool
def search(
    query: Annotated[str, Field(description="What to find.", max_length=200)],
    kind: Literal["topic", "note"] | None = None,
    top_k: Annotated[int, Field(ge=1, le=20)] = 5,
    tags: list[str] | None = None,
    since: int | str = "",
) -> str:
    """Search memory."""
    return f"{query} {kind} {top_k} {tags} {since}"


def sent_tools(ollama: StandInOllama, near: Settings, tools: list[Any]) -> list[dict[str, Any]]:
    load_chat_model("ollama:small", near).model.bind_tools(tools).invoke("hi")
    return [entry["function"] for entry in ollama.bodies("/api/chat")[0]["tools"]]


def test_flat_text_arguments_arrive_as_they_are(ollama: StandInOllama, near: Settings):
    [function] = sent_tools(ollama, near, [save_topic])

    assert function == {
        "name": "save_topic",
        "description": "Save a preference, rule or fact for good.",
        "parameters": {
            "type": "object",
            "required": ["topic", "content"],
            "properties": {"topic": {"type": "string"}, "content": {"type": "string"}},
        },
    }


def test_types_bounds_and_defaults_survive_in_a_richer_schema(ollama, near: Settings):
    [function] = sent_tools(ollama, near, [search])

    said = function["parameters"]["properties"]
    assert function["parameters"]["required"] == ["query"]
    assert said["query"]["description"] == "What to find. (most characters: 200)"
    assert (said["kind"]["type"], said["kind"]["enum"]) == ("string", ["topic", "note"])
    assert said["top_k"]["type"] == "integer"
    assert said["top_k"]["description"] == "(default: 5; at least: 1; at most: 20)"
    assert (said["tags"]["type"], said["tags"]["items"]) == ("array", {"type": "string"})
    assert said["since"]["type"] == ["integer", "string"]


def test_a_tool_without_arguments_arrives(ollama: StandInOllama, near: Settings):
    bare = {"type": "function", "function": {"name": "now", "description": "The time."}}

    [function] = sent_tools(ollama, near, [bare])

    assert function["name"] == "now"


def test_binding_leaves_the_given_schema_alone(near: Settings):
    given: dict[str, Any] = {
        "type": "function",
        "function": {
            "name": "f",
            "description": "d",
            "parameters": {
                "type": "object",
                "properties": {"a": {"type": "integer", "default": 1}},
            },
        },
    }

    load_chat_model("ollama:small", near).model.bind_tools([given])

    assert given["function"]["parameters"]["properties"] == {"a": {"type": "integer", "default": 1}}
