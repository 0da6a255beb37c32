"""The embedding service of a story goes down for real and comes back where it was."""

from collections.abc import Iterator

import httpx
import numpy as np
import pytest

from core.errors import EmbedderUnavailable
from core.settings import Settings
from memory.embedding import Embedder, choose_embedder, load_embedder
from stories.ollama_stand_in import OllamaStandIn
from stories.world import shared_embedder


@pytest.fixture
def stand_in() -> Iterator[OllamaStandIn]:
    server = OllamaStandIn(shared_embedder())
    yield server
    server.stop()


@pytest.fixture
def embedder(stand_in: OllamaStandIn, settings: Settings) -> Iterator[Embedder]:
    at_stand_in = settings.model_copy(update={"ollama_url": stand_in.url})
    client = load_embedder("ollama:nomic-embed-text", at_stand_in)
    yield client
    client.close()


def test_the_real_client_gets_vectors_from_it_and_its_texts_are_noted(
    stand_in: OllamaStandIn, embedder: Embedder
):
    stored = embedder.embed_documents(["The cat sleeps.", "Rust is a language."])
    asked = embedder.embed_query("a sleeping cat")

    assert np.argmax(stored @ asked) == 0
    assert stand_in.texts_sent == [
        "search_document: The cat sleeps.",
        "search_document: Rust is a language.",
        "search_query: a sleeping cat",
    ]


def test_down_it_refuses_connections_and_up_again_it_answers_at_the_same_address(
    stand_in: OllamaStandIn, embedder: Embedder
):
    url = stand_in.url
    stand_in.stop()

    with pytest.raises(EmbedderUnavailable):
        embedder.embed_query("anybody there?")

    stand_in.start()

    assert stand_in.url == url
    assert len(embedder.embed_query("anybody there?")) > 0


def test_it_offers_the_embedding_model_to_who_asks_for_its_models(
    stand_in: OllamaStandIn, settings: Settings
):
    spec, why = choose_embedder(settings.model_copy(update={"ollama_url": stand_in.url}))

    assert spec == "ollama:nomic-embed-text"
    assert why


def test_what_it_does_not_serve_is_not_found(stand_in: OllamaStandIn):
    assert httpx.post(f"{stand_in.url}/api/chat", json={}).status_code == 404
