"""Which web pages may call the server."""

import json
from pathlib import Path

import pytest

from graph.web_guard import STUDIO, is_welcome

HOST = "127.0.0.1:2024"


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        (None, HOST),
        (STUDIO, HOST),
        ("http://127.0.0.1:2024", HOST),
        ("http://localhost:2024", "localhost:2024"),
        ("http://[::1]:2024", "[::1]:2024"),
    ],
)
def test_programs_studio_and_its_own_pages_may_call(origin, host):
    assert is_welcome(origin, host)


@pytest.mark.parametrize(
    ("origin", "host"),
    [
        ("https://evil.example", HOST),
        ("null", HOST),
        ("", HOST),
        ("http://127.0.0.1:3000", HOST),
        ("https://smith.langchain.com.evil.example", HOST),
        ("http://evil.example:2024", "evil.example:2024"),
        ("http://localhost.evil.example:2024", "localhost.evil.example:2024"),
    ],
)
def test_every_other_page_is_refused(origin, host):
    assert not is_welcome(origin, host)


def test_studio_is_the_same_page_for_cors():
    config = json.loads((Path(__file__).parents[2] / "langgraph.json").read_text("utf-8"))

    assert config["http"]["cors"]["allow_origins"] == [STUDIO]
