"""Ollama's address is taken as people write it, and refused when it is none."""

import pytest

from core.errors import InvalidSettings
from core.ollama_address import ollama_address


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("http://127.0.0.1:11434", "http://127.0.0.1:11434"),
        ("http://127.0.0.1:11434/", "http://127.0.0.1:11434"),
        (" localhost ", "http://localhost:11434"),
        ("localhost:8080", "http://localhost:8080"),
        (":8080", "http://127.0.0.1:8080"),
        ("https://gpu.example.org", "https://gpu.example.org"),
        ("https://gpu.example.org/ollama/", "https://gpu.example.org/ollama"),
        ("http://[::1]:11434", "http://[::1]:11434"),
        ("http://ada:pass@host:1", "http://host:1"),
    ],
)
def test_an_address_has_one_spelling(text: str, url: str) -> None:
    assert ollama_address(text).url == url


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "http://",
        "ftp://host",
        "http://a b",
        "http://host:port",
        "http://host:99999",
        "http://host?x=1",
        "http://host#x",
        "http://[::1",
        "http://" + "a" * 70,
        "http://ho\x00st",
        "http://999.1.1.1",
        "http://xn--a",
        "http://h*st",
        "http://☃",
        "http://-host",
    ],
)
def test_what_is_no_address_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InvalidSettings, match=r"MNEMON_OLLAMA_URL to one such as http://"):
        ollama_address(text)


@pytest.mark.parametrize(
    ("text", "is_loopback"),
    [
        ("http://127.0.0.1:1", True),
        ("http://127.8.8.8:1", True),
        ("http://0.0.0.0:1", True),
        ("http://[::1]:1", True),
        ("localhost", True),
        ("http://ollama.localhost", True),
        ("http://192.168.1.2:1", False),
        ("http://localhost.example.org", False),
    ],
)
def test_it_is_known_whether_it_is_this_machine(text: str, is_loopback: bool) -> None:
    assert ollama_address(text).is_loopback is is_loopback


def test_a_password_is_in_the_headers_and_never_shown() -> None:
    address = ollama_address("http://ada:p%40ss@host:1")

    assert address.headers == {"authorization": "Basic YWRhOnBAc3M="}
    assert "ada" not in repr(address)
