"""Which words each embedding model wants before a document and before a query.

Asymmetric models are trained with these words; without them they find much less, and no model
says so. The words are those of each model's own card. A model that is not in the table (MiniLM,
GTE, Granite, Jina v2 and all unknown ones) gets none.
"""

import re
from typing import NamedTuple


class Prefixes(NamedTuple):
    """What is put before a text that is kept and before one that is asked."""

    document: str
    query: str


NO_PREFIXES = Prefixes("", "")

_SEARCH = "Represent this sentence for searching relevant passages: "
_TASK = "Given a web search query, retrieve relevant passages that answer the query"

_TABLE: tuple[tuple[re.Pattern[str], Prefixes], ...] = tuple(
    (re.compile(pattern), prefixes)
    for pattern, prefixes in (
        (r"nomic-embed-text", Prefixes("search_document: ", "search_query: ")),
        (r"\be5\b.*instruct", Prefixes("", f"Instruct: {_TASK}\nQuery: ")),
        (r"\be5\b", Prefixes("passage: ", "query: ")),
        (r"bge-m3", NO_PREFIXES),
        (r"bge-.*-zh", Prefixes("", "为这个句子生成表示以用于检索相关文章：")),  # noqa: RUF001
        (r"bge-", Prefixes("", _SEARCH)),
        (r"mxbai-embed", Prefixes("", _SEARCH)),
        (r"arctic-embed2|arctic-embed-.*v2", Prefixes("", "query: ")),
        (r"arctic-embed", Prefixes("", _SEARCH)),
        (r"embeddinggemma", Prefixes("title: none | text: ", "task: search result | query: ")),
        (r"qwen3-embedding", Prefixes("", f"Instruct: {_TASK}\nQuery:")),
    )
)
"""The first pattern found in the base name wins."""


def base_name(model: str) -> str:
    """The model's name without namespace and tag, in lower case: `me/E5-Base:v2` is `e5-base`."""
    return model.rpartition("/")[2].partition(":")[0].lower()


def prefixes_of(model: str) -> Prefixes:
    """The prefixes of an Ollama model, by its name; none for a model we do not know."""
    name = base_name(model).replace("_", "-")
    return next((prefixes for pattern, prefixes in _TABLE if pattern.search(name)), NO_PREFIXES)
