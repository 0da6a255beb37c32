"""The Ollama embedder on the real wire format: what is sent, and what every failure says."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import httpx
import numpy as np
import pytest

from core.errors import EmbedderUnavailable, InvalidSettings
from memory.embedding.ollama import MOST_CHARS, OllamaEmbedder
from tests.standins.ollama import Fault, StandInModel, StandInOllama, Vectors

EMBED = "/api/embed"


def shortened(rows: Vectors) -> Vectors:
    return [row[:512] for row in rows]


def seven_times(rows: Vectors) -> Vectors:
    return [[7 * x for x in row] for row in rows]


def zeroed(rows: Vectors) -> Vectors:
    return [[0 * x for x in row] for row in rows]


def with_number(number: float) -> Callable[[Vectors], Vectors]:
    return lambda rows: [[*row[1:], number] for row in rows]


@pytest.fixture
def embedder(server: StandInOllama):
    opened = OllamaEmbedder("nomic-embed-text", server.base_url, timeout_s=5)
    yield opened
    opened.close()


def test_documents_and_queries_are_sent_with_the_model_s_prefixes(
    server: StandInOllama, embedder: OllamaEmbedder
) -> None:
    embedder.embed_documents(["Canberra is the capital.", "I like Elixir."])
    embedder.embed_query("Which language?")

    assert server.bodies(EMBED) == [
        {
            "model": "nomic-embed-text",
            "input": [
                "search_document: Canberra is the capital.",
                "search_document: I like Elixir.",
            ],
            "truncate": True,
        },
        {"model": "nomic-embed-text", "input": ["search_query: Which language?"], "truncate": True},
    ]


def test_a_model_without_prefixes_gets_bare_text(server: StandInOllama) -> None:
    server.models = [StandInModel("all-minilm", ("embedding",), 256, 384, "bert")]
    embedder = OllamaEmbedder("all-minilm", server.base_url, timeout_s=5)

    embedder.embed_documents(["hello"])
    embedder.embed_query("hello")
    embedder.close()

    assert [body["input"] for body in server.bodies(EMBED)] == [["hello"], ["hello"]]


def test_many_texts_go_in_parts_of_32_and_come_back_in_order(
    server: StandInOllama, embedder: OllamaEmbedder
) -> None:
    texts = [f"text number {n}" for n in range(70)]

    rows = embedder.embed_documents(texts)

    assert [len(body["input"]) for body in server.bodies(EMBED)] == [32, 32, 6]
    assert np.abs(rows - [server.vector(text) for text in texts]).max() < 1e-6


def test_no_texts_ask_nothing(server: StandInOllama, embedder: OllamaEmbedder) -> None:
    assert embedder.embed_documents([]).shape == (0, 0)
    assert server.requests == []


def test_the_dimensions_are_known_after_the_first_answer(embedder: OllamaEmbedder) -> None:
    before = embedder.dimensions
    embedder.embed_query("hello")

    assert (before, embedder.dimensions) == (None, 768)


def test_vectors_of_any_length_are_scaled_to_1(
    server: StandInOllama, embedder: OllamaEmbedder
) -> None:
    server.fail(EMBED, Fault(vectors=seven_times))

    found = embedder.embed_query("hello")

    assert found == pytest.approx(np.array(server.vector("hello")), abs=1e-6)


def test_a_blank_text_is_sent_as_a_word(server: StandInOllama, embedder: OllamaEmbedder) -> None:
    embedder.embed_query(" \n")

    assert server.bodies(EMBED)[0]["input"] == ["search_query: (empty)"]


def test_long_text_is_cut_before_it_is_sent(
    server: StandInOllama, embedder: OllamaEmbedder
) -> None:
    embedder.embed_documents(["x" * 1_000_000])

    (sent,) = server.bodies(EMBED)[0]["input"]
    assert len(sent) == MOST_CHARS + len("search_document: ")


def test_text_that_the_model_s_window_refuses_is_halved_until_it_fits(
    server: StandInOllama,
) -> None:
    server.models = [StandInModel("all-minilm", ("embedding",), 256, 384, "bert")]
    server.cuts_long_texts = False
    embedder = OllamaEmbedder("all-minilm", server.base_url, timeout_s=5)
    long = "one two six " * 400

    rows = embedder.embed_documents(["short one", long, "another"])
    alone = embedder.embed_documents([long])
    embedder.close()

    assert rows[0] == pytest.approx(np.array(server.vector("short one", "all-minilm")), abs=1e-6)
    assert rows[1] == pytest.approx(np.array(server.vector("one two six", "all-minilm")), abs=0.02)
    assert np.array_equal(rows[1], alone[0])


def test_a_window_that_holds_next_to_nothing_is_told(server: StandInOllama) -> None:
    server.models = [StandInModel("tiny", ("embedding",), 2, 16)]
    server.cuts_long_texts = False
    embedder = OllamaEmbedder("tiny", server.base_url, timeout_s=5)

    with pytest.raises(EmbedderUnavailable, match=r"takes not even .* 'ollama pull"):
        embedder.embed_documents(["a b c d e f g " * 20])
    embedder.close()


def test_a_server_that_is_down_says_ollama_serve(
    server: StandInOllama, embedder: OllamaEmbedder
) -> None:
    server.stop()

    with pytest.raises(EmbedderUnavailable, match=r"does not answer at .*'ollama serve'") as caught:
        embedder.embed_query("hello")
    server.__enter__()

    assert server.base_url in str(caught.value)


def test_a_server_that_was_started_anew_is_found_again(
    server: StandInOllama, embedder: OllamaEmbedder
) -> None:
    embedder.embed_query("hello")
    server.stop()
    server.__enter__()

    assert embedder.embed_query("hello").shape == (768,)


def test_a_missing_model_says_ollama_pull(server: StandInOllama) -> None:
    embedder = OllamaEmbedder("mxbai-embed-large", server.base_url, timeout_s=5)

    with pytest.raises(
        EmbedderUnavailable, match=r"has no model .*'ollama pull mxbai-embed-large'"
    ):
        embedder.embed_query("hello")
    embedder.close()


def test_a_chat_model_says_that_it_makes_no_embeddings(server: StandInOllama) -> None:
    embedder = OllamaEmbedder("small", server.base_url, timeout_s=5)

    with pytest.raises(EmbedderUnavailable, match=r"'small' makes no embeddings\. .*'ollama pull"):
        embedder.embed_query("hello")
    embedder.close()


def test_a_connection_dropped_once_is_tried_again(
    server: StandInOllama, embedder: OllamaEmbedder
) -> None:
    server.fail(EMBED, Fault(drop=True, times=1))

    assert embedder.embed_query("hello").shape == (768,)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (Fault(drop=True), "dropped the connection"),
        (Fault(status=500, error="unsupported value: NaN"), r"\(500: unsupported value: NaN\)"),
        (Fault(status=503, error="busy"), r"\(503: busy\)"),
        (Fault(status=401, error="unauthorized"), "refuses access.*MNEMON_OLLAMA_URL"),
        (Fault(status=404, error="404 page not found"), "is not Ollama.*MNEMON_OLLAMA_URL"),
        (Fault(status=302, error="moved"), "is not Ollama.*MNEMON_OLLAMA_URL"),
        (Fault(body=b"<html>hello</html>"), "does not speak as Ollama.*MNEMON_OLLAMA_URL"),
        (Fault(body=b"[1, 2]"), "does not speak as Ollama"),
        (Fault(body=b"{}"), "does not speak as Ollama"),
        (Fault(body=b"\xff\xfe"), "does not speak as Ollama"),
        (Fault(body=b'{"embeddings": null}'), "for 1 texts"),
        (Fault(body=b'{"embeddings": [[1, "x"]]}'), "no even table"),
        (Fault(vectors=with_number(float("nan"))), "NaN or infinity"),
        (Fault(vectors=with_number(float("inf"))), "NaN or infinity"),
        (Fault(vectors=zeroed), "without a direction"),
        (Fault(vectors=lambda rows: rows[:0]), "for 1 texts"),
        (Fault(vectors=lambda rows: rows * 2), "for 1 texts"),
        (Fault(vectors=lambda rows: [row[:0] for row in rows]), "for 1 texts"),
    ],
)
def test_every_failure_is_one_line_with_what_to_do(
    server: StandInOllama, embedder: OllamaEmbedder, fault: Fault, said: str
) -> None:
    server.fail(EMBED, fault)

    with pytest.raises(EmbedderUnavailable, match=said) as caught:
        embedder.embed_query("hello")

    assert "\n" not in str(caught.value)
    assert str(caught.value).endswith(".")
    server.heal()
    assert embedder.embed_query("hello").shape == (768,)


def test_dimensions_that_change_are_refused(
    server: StandInOllama, embedder: OllamaEmbedder
) -> None:
    embedder.embed_query("hello")
    server.fail(EMBED, Fault(vectors=shortened))

    with pytest.raises(EmbedderUnavailable, match=r"512 numbers, of 768 before.*'mnemon reindex'"):
        embedder.embed_documents(["hello"])


def test_a_slow_server_is_not_waited_for_beyond_the_timeout(server: StandInOllama) -> None:
    embedder = OllamaEmbedder("nomic-embed-text", server.base_url, timeout_s=0.1)
    server.fail(EMBED, Fault(delay_s=60))

    with pytest.raises(EmbedderUnavailable, match=r"took too long .*'ollama ps'"):
        embedder.embed_documents(["hello"])
    with pytest.raises(EmbedderUnavailable, match="took too long"):
        embedder.embed_query("hello")
    embedder.close()


def test_closing_while_a_request_is_under_way_is_an_embedder_that_is_unavailable(
    server: StandInOllama,
) -> None:
    embedder = OllamaEmbedder("nomic-embed-text", server.base_url, timeout_s=5)
    arrived = threading.Event()

    def close_first(rows: Vectors) -> Vectors:
        arrived.set()
        embedder.close()
        return rows

    server.fail(EMBED, Fault(vectors=close_first))
    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(embedder.embed_query, "hello")
        arrived.wait(5)
        error = asked.exception(5)

    assert error is None or isinstance(error, EmbedderUnavailable)


def test_an_environment_s_proxy_is_not_used_for_this_machine(
    server: StandInOllama, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    embedder = OllamaEmbedder("nomic-embed-text", server.base_url, timeout_s=5)

    vector = embedder.embed_query("hello")
    embedder.close()

    assert vector.shape == (768,)


def test_a_password_in_the_address_is_sent_and_never_shown(server: StandInOllama) -> None:
    address = server.base_url.replace("://", "://ada:s3cret@")
    embedder = OllamaEmbedder("nomic-embed-text", address, timeout_s=5)
    embedder.embed_query("hello")
    server.stop()

    with pytest.raises(EmbedderUnavailable) as caught:
        embedder.embed_query("hello")
    embedder.close()
    server.__enter__()

    sent = {k.lower(): v for k, v in server.requests[0].headers.items()}
    assert sent["authorization"] == httpx.BasicAuth("ada", "s3cret")._auth_header
    assert "s3cret" not in str(caught.value)


def test_an_address_that_is_none_is_told() -> None:
    with pytest.raises(InvalidSettings, match="is no address"):
        OllamaEmbedder("nomic-embed-text", "not an address", timeout_s=5)
