"""An address is taken as Ollama's own tools take it, and what goes to this machine stays on it."""

import httpx
import pytest

from core.settings import Settings
from models.ollama_server import ASK_TIMEOUT, server_of


@pytest.mark.parametrize(
    ("given", "url"),
    [
        ("http://127.0.0.1:11434", "http://127.0.0.1:11434"),
        ("http://127.0.0.1:11434/", "http://127.0.0.1:11434"),
        (" localhost ", "http://localhost:11434"),
        ("localhost:1234", "http://localhost:1234"),
        (":1234", "http://127.0.0.1:1234"),
        ("192.168.1.5", "http://192.168.1.5:11434"),
        ("http://box", "http://box"),
        ("https://box.example/ollama/", "https://box.example/ollama"),
        ("[::1]:1234", "http://[::1]:1234"),
        ("http://me:secret@box:1", "http://box:1"),
    ],
)
def test_an_address_is_taken_as_ollama_takes_it(given: str, url: str, settings: Settings):
    server = server_of(settings.model_copy(update={"ollama_url": given}))

    assert server.url == url
    assert "secret" not in repr(server)


@pytest.mark.parametrize(
    ("given", "near"),
    [
        ("localhost", True),
        ("my.localhost", True),
        ("127.1.2.3", True),
        ("[::1]", True),
        ("0.0.0.0", True),
        ("192.168.1.5", False),
        ("localhost.example", False),
    ],
)
def test_a_proxy_is_used_for_the_network_only(given: str, near: bool, settings: Settings):
    server = server_of(settings.model_copy(update={"ollama_url": given}))

    assert server.address.is_loopback == near
    assert server.client_options(ASK_TIMEOUT)["trust_env"] != near


def test_a_server_on_https_is_verified(settings: Settings):
    server = server_of(settings.model_copy(update={"ollama_url": "https://box.example"}))

    options = server.client_options(ASK_TIMEOUT)

    assert options["verify"].check_hostname
    assert options["verify"].get_ca_certs()
    with httpx.Client(**options) as client:
        assert not client.follow_redirects
