"""From which cosine on a memory bears on a question: a number of its own for each embedder."""

from memory.embedding.prefixes import base_name

UNMEASURED = 0.3
"""For an embedder that was not measured."""

_MEASURED = {"bundled": 0.35, "all-minilm": 0.35}
"""`python -m benchmarks.abstention`: of questions that memory can answer as many are answered as with
0.30, and of those that it cannot a third fewer are answered with something."""


def min_score_of(embedder: str) -> float:
    """The threshold of an embedder, by its name such as `bundled` or `ollama:nomic-embed-text`."""
    return _MEASURED.get(base_name(embedder.removeprefix("ollama:")), UNMEASURED)
