"""`auto` takes Nomic's model when Ollama has it, and says in one line what it took."""

import socket

import pytest

from core.errors import InvalidSettings
from core.settings import Settings
from memory.embedding import choose_embedder, load_embedder
from tests.standins.ollama import CHAT_MODEL, Fault, StandInModel, StandInOllama


def with_url(settings: Settings, url: str) -> Settings:
    return settings.model_copy(update={"ollama_url": url, "embedder": "auto"})


def test_nomic_is_taken_when_ollama_has_it(settings: Settings, server: StandInOllama) -> None:
    spec, why = choose_embedder(with_url(settings, server.base_url))

    assert spec == "ollama:nomic-embed-text"
    assert why == f"Embedder: nomic-embed-text of Ollama at {server.base_url}."


def test_another_tag_of_nomic_is_taken_by_its_name(
    settings: Settings, server: StandInOllama
) -> None:
    server.models = [CHAT_MODEL, StandInModel("nomic-embed-text:v1.5", ("embedding",))]

    spec, _ = choose_embedder(with_url(settings, server.base_url))

    assert spec == "ollama:nomic-embed-text:v1.5"


def test_what_was_chosen_can_be_loaded(settings: Settings, server: StandInOllama) -> None:
    settings = with_url(settings, server.base_url)

    embedder = load_embedder(choose_embedder(settings)[0], settings)
    vector = embedder.embed_query("hello")
    embedder.close()

    assert vector.shape == (768,)


@pytest.mark.parametrize(
    "models",
    [[], [CHAT_MODEL], [StandInModel("someone/nomic-embed-text"), StandInModel("nomic-embed")]],
)
def test_an_ollama_without_it_leaves_the_bundled_one(
    settings: Settings, server: StandInOllama, models: list[StandInModel]
) -> None:
    server.models = models

    spec, why = choose_embedder(with_url(settings, server.base_url))

    assert spec == "bundled"
    assert "'ollama pull nomic-embed-text'" in why


@pytest.mark.parametrize(
    "fault",
    [
        Fault(status=500),
        Fault(drop=True),
        Fault(body=b"<html>"),
        Fault(body=b'{"models": 3}'),
        Fault(body=b'{"models": [3]}'),
        Fault(body=b"[]"),
    ],
)
def test_an_ollama_that_is_ill_leaves_the_bundled_one(
    settings: Settings, server: StandInOllama, fault: Fault
) -> None:
    server.fail("/api/tags", fault)

    spec, why = choose_embedder(with_url(settings, server.base_url))

    assert spec == "bundled"
    assert why == f"Embedder: bundled, because no Ollama answers at {server.base_url}."


def test_nothing_listening_leaves_the_bundled_one(settings: Settings) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # bound and not listening: refused, and nobody else's
        url = f"http://127.0.0.1:{taken.getsockname()[1]}"
        spec, why = choose_embedder(with_url(settings, url))

    assert spec == "bundled"
    assert "\n" not in why


def test_an_address_that_is_none_is_an_error_and_no_guess(settings: Settings) -> None:
    with pytest.raises(InvalidSettings, match="is no address"):
        choose_embedder(with_url(settings, "http://"))
