"""Each model gets the words that it was trained with."""

import pytest

from memory.embedding.prefixes import NO_PREFIXES, base_name, prefixes_of

SEARCH = "Represent this sentence for searching relevant passages: "


@pytest.mark.parametrize(
    ("model", "document", "query"),
    [
        ("nomic-embed-text", "search_document: ", "search_query: "),
        ("nomic-embed-text:latest", "search_document: ", "search_query: "),
        ("nomic-embed-text:137m-v1.5-fp16", "search_document: ", "search_query: "),
        ("nomic-embed-text-v2-moe", "search_document: ", "search_query: "),
        ("hf.co/nomic-ai/nomic-embed-text-v1.5-GGUF:Q8_0", "search_document: ", "search_query: "),
        ("jeffh/intfloat-multilingual-e5-large:f16", "passage: ", "query: "),
        ("someone/E5_base_v2", "passage: ", "query: "),
        ("mxbai-embed-large", "", SEARCH),
        ("mxbai-embed-large:335m", "", SEARCH),
        ("bge-large", "", SEARCH),
        ("qllama/bge-small-en-v1.5", "", SEARCH),
        ("snowflake-arctic-embed:22m", "", SEARCH),
        ("snowflake-arctic-embed2", "", "query: "),
        ("me/snowflake-arctic-embed-l-v2.0", "", "query: "),
        ("embeddinggemma:300m", "title: none | text: ", "task: search result | query: "),
    ],
)
def test_a_known_model_has_its_prefixes(model: str, document: str, query: str) -> None:
    assert prefixes_of(model) == (document, query)


@pytest.mark.parametrize(
    "model",
    ["all-minilm", "all-minilm:33m", "bge-m3", "granite-embedding", "something-new", "re5ult", ""],
)
def test_minilm_and_unknown_models_have_none(model: str) -> None:
    assert prefixes_of(model) == NO_PREFIXES


@pytest.mark.parametrize("model", ["e5-mistral-7b-instruct", "qwen3-embedding:0.6b"])
def test_instructed_models_are_told_the_task_with_the_query_alone(model: str) -> None:
    found = prefixes_of(model)

    assert found.document == ""
    assert found.query.startswith("Instruct: ")
    assert "\nQuery:" in found.query


def test_the_base_name_has_neither_namespace_nor_tag() -> None:
    assert base_name("hf.co/Some-One/E5-Base:v2") == "e5-base"
