"""The graph as it is wired and drawn, and the file that the server reads."""

import json
import subprocess
import sys
from pathlib import Path

import graph.build
from graph.drawing import mermaid
from nodes import TOOLS

ROOT = Path(__file__).parents[2]


def arrows(picture: str) -> set[tuple[str, str]]:
    lines = [line.strip(" \t;") for line in picture.splitlines()]
    pairs = [line.replace("-.->", "-->").split(" --> ") for line in lines if "->" in line]
    return {(start, end) for start, end in pairs}


def test_a_turn_is_wired_as_designed():
    tools = [tool.name for tool in TOOLS] + ["unknown_tool"]

    assert arrows(mermaid()) == {
        ("__start__", "retrieve_context"),
        ("retrieve_context", "generate"),
        ("generate", "dispatch_tools"),
        ("generate", "generate"),
        ("generate", "persist"),
        ("dispatch_tools", "generate"),
        *(("dispatch_tools", tool) for tool in tools),
        *((tool, "generate") for tool in tools),
        ("persist", "__end__"),
    }


def test_the_picture_is_printed_by_a_command_without_touching_anything(home):
    printed = subprocess.run(
        [sys.executable, "-m", "graph.drawing"],
        cwd=ROOT,
        env={"PATH": "/usr/bin:/bin", "HOME": str(home)},
        capture_output=True,
        text=True,
        check=True,
    )

    assert printed.stdout == mermaid()
    assert not home.exists()


def test_no_library_takes_the_place_of_our_packages():
    """`langgraph dev` puts this folder at the end of the path."""
    assert Path(graph.build.__file__).is_relative_to(ROOT)


def test_the_configuration_is_valid_for_the_server():
    checked = subprocess.run(
        [sys.executable, "-m", "langgraph_cli", "validate"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )

    assert "is valid" in checked.stdout
    assert "warning" not in (checked.stdout + checked.stderr).lower()


def test_the_server_keeps_to_itself_unless_asked():
    config = json.loads((ROOT / "langgraph.json").read_text("utf-8"))

    assert config["http"]["cors"]["allow_origins"] == ["https://smith.langchain.com"]
    assert config["env"]["LANGSMITH_TRACING"] == "false"
