"""What memory relies on in an embedder, held over every kind: bundled, and Ollama on loopback."""

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from core.errors import EmbedderUnavailable
from core.settings import Settings
from memory.embedding import Embedder, load_embedder
from tests.standins.ollama import StandInModel, StandInOllama

MODELS = [
    StandInModel("nomic-embed-text", ("embedding",), 2048, 768, "nomic-bert"),
    StandInModel("all-minilm", ("embedding",), 256, 384, "bert"),
]

TEXTS = [
    "The capital of Australia is Canberra, not Sydney.",
    "I like Elixir.",
    "",
    "\n\t ",
    "nul \x00 inside",
    "a lone surrogate \ud83d here",
    "🙂 emoji, العربية, 日本語, \u202eright to left",
    "Q: Which editor do I use at work?\nA: Helix, since last Monday.",
    "many words " * 500,
]


@pytest.fixture(scope="module", params=["bundled", "ollama:nomic-embed-text", "ollama:all-minilm"])
def embedder(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Embedder]:
    with StandInOllama(models=MODELS) as server:
        home = tmp_path_factory.mktemp("home")
        settings = Settings.model_validate({"home": home, "ollama_url": server.base_url})
        opened = load_embedder(request.param, settings)
        yield opened
        opened.close()


def test_it_carries_its_name(embedder: Embedder, request: pytest.FixtureRequest) -> None:
    assert embedder.name == request.node.callspec.params["embedder"]


def test_each_text_gets_one_row_of_length_1(embedder: Embedder) -> None:
    rows = embedder.embed_documents(TEXTS)

    assert rows.shape == (len(TEXTS), embedder.dimensions)
    assert rows.dtype == np.float32
    assert np.isfinite(rows).all()
    assert np.linalg.norm(rows, axis=1) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize("text", TEXTS)
def test_a_question_gets_one_vector_of_length_1(embedder: Embedder, text: str) -> None:
    vector = embedder.embed_query(text)

    assert vector.shape == (embedder.dimensions,)
    assert vector.dtype == np.float32
    assert np.linalg.norm(vector) == pytest.approx(1, abs=1e-5)


def test_a_text_s_vector_does_not_depend_on_its_company(embedder: Embedder) -> None:
    together = embedder.embed_documents(TEXTS)

    alone = np.concatenate([embedder.embed_documents([text]) for text in TEXTS])
    backwards = embedder.embed_documents(TEXTS[::-1])[::-1]

    assert np.abs(together - alone).max() < 1e-5
    assert np.abs(together - backwards).max() < 1e-5


def test_the_same_texts_give_the_same_vectors_again(embedder: Embedder) -> None:
    assert np.array_equal(embedder.embed_documents(TEXTS), embedder.embed_documents(TEXTS))


def test_more_texts_than_a_batch_come_back_in_order(embedder: Embedder) -> None:
    texts = [f"text {'very ' * (n % 7)}number {n}" for n in range(2 * embedder.max_batch + 3)]

    rows = embedder.embed_documents(texts)

    assert len(rows) == len(texts)
    for n in (0, 1, embedder.max_batch, len(texts) - 1):
        assert rows[n] == pytest.approx(embedder.embed_documents([texts[n]])[0], abs=1e-5)


def test_a_tuple_of_texts_is_as_good_as_a_list(embedder: Embedder) -> None:
    assert np.array_equal(
        embedder.embed_documents(("a", "b")), embedder.embed_documents(["a", "b"])
    )


def test_no_texts_give_no_rows(embedder: Embedder) -> None:
    embedder.embed_query("so that its dimensions are known")

    assert embedder.embed_documents([]).shape == (0, embedder.dimensions)


def test_different_texts_get_different_vectors(embedder: Embedder) -> None:
    first, second = embedder.embed_documents(TEXTS[:2])

    assert first @ second < 0.9


def test_a_question_is_nearest_to_the_text_that_has_its_words(embedder: Embedder) -> None:
    rows = embedder.embed_documents(["The capital of Australia is Canberra.", "I like Elixir."])

    scores = rows @ embedder.embed_query("Which city is the capital of Australia?")

    assert scores[0] > scores[1] + 0.1


def test_a_megabyte_of_text_is_cut_and_not_refused(embedder: Embedder) -> None:
    rows = embedder.embed_documents(["word " * 200_000, "\ud800" * 1_000_000])

    assert rows.shape == (2, embedder.dimensions)


def test_the_document_text_is_what_decides_the_vector(embedder: Embedder) -> None:
    for text in TEXTS:
        exact = embedder.document_text(text)
        assert exact == embedder.document_text(text)
        assert exact.encode("utf-8").decode("utf-8") == exact
    assert embedder.document_text("a") != embedder.document_text("b")
    assert embedder.document_text(" a\n") == embedder.document_text("a")
    assert np.array_equal(embedder.embed_documents([" a\n"]), embedder.embed_documents(["a"]))


def test_many_threads_get_the_vectors_that_one_gets(embedder: Embedder) -> None:
    questions = [f"question number {n}" for n in range(24)]
    expected = [embedder.embed_query(question) for question in questions]
    gate = threading.Barrier(6)

    def ask(worker: int) -> list[np.ndarray]:
        gate.wait()
        return [embedder.embed_query(question) for question in questions[worker::6]]

    with ThreadPoolExecutor(6) as pool:
        found = list(pool.map(ask, range(6)))

    for worker, vectors in enumerate(found):
        assert np.abs(np.array(vectors) - np.array(expected[worker::6])).max() < 1e-5


@pytest.mark.parametrize("name", ["bundled", "ollama:nomic-embed-text"])
def test_a_closed_embedder_is_unavailable_and_may_be_closed_again(
    settings: Settings, name: str
) -> None:
    embedder = load_embedder(name, settings)
    embedder.close()
    embedder.close()

    with pytest.raises(EmbedderUnavailable, match="was closed"):
        embedder.embed_query("hello")
    with pytest.raises(EmbedderUnavailable, match="was closed"):
        embedder.embed_documents(["hello"])
