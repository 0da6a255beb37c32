"""The bundled model gives the vectors that all-MiniLM-L6-v2 has, and they mean something."""

import numpy as np
import pytest
from tokenizers import Tokenizer

from memory.embedding import Embedder
from memory.embedding.minilm_files import find_files
from tests.memory.embedding.numpy_minilm import NumpyMiniLM

TEXTS = [
    "",
    "a",
    "The capital of Australia is Canberra, not Sydney.",
    "What language do I prefer?",
    "Q: Which editor do I use?\nA: You told me on Monday that you use Helix.",
    "Ünïcödé, naïve café “quotes” and … dots",
    "これは日本語の文です。 你好",
    "مرحبا بالعالم \u202e mirrored",
    "🙂🚀👩‍👩‍👧 emoji only",
    "def f(x): return x ** 2  # code",
    "one " * 60,
    "a text much longer than the window, " * 200,
]


@pytest.fixture(scope="module")
def reference() -> NumpyMiniLM:
    return NumpyMiniLM(find_files().weights)


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    tokenizer = Tokenizer.from_file(str(find_files().tokenizer))
    tokenizer.enable_truncation(256)
    tokenizer.no_padding()
    return tokenizer


def test_vectors_equal_those_of_an_independent_forward_pass(
    bundled: Embedder, reference: NumpyMiniLM, tokenizer: Tokenizer
) -> None:
    expected = [reference.vector(tokenizer.encode(text.strip()).ids) for text in TEXTS]

    found = bundled.embed_documents(TEXTS)

    assert np.abs(found - np.array(expected)).max() < 1e-5


def test_vectors_equal_those_that_the_model_card_s_example_gives(bundled: Embedder) -> None:
    # First components that sentence-transformers prints for this sentence.
    expected = [0.067657, 0.063496, 0.048713, 0.079305, 0.037448, 0.002653, 0.039375, -0.007098]

    found = bundled.embed_query("This is an example sentence")

    assert found[:8] == pytest.approx(expected, abs=2e-6)


def test_text_beyond_the_window_changes_nothing(bundled: Embedder) -> None:
    long = "word " * 254

    found = bundled.embed_documents([long, long + "and something else entirely"])

    assert np.array_equal(found[0], found[1])


@pytest.mark.parametrize(
    ("question", "answer", "others"),
    [
        (
            "What do you remember about Australian geography?",
            "The capital of Australia is Canberra, not Sydney.",
            ["My preferred language is Elixir.", "The recipe needs two eggs and flour."],
        ),
        (
            "Which programming language do I like?",
            "I prefer writing code in Elixir.",
            ["The deadline is on Friday.", "My sister lives in Lisbon."],
        ),
        (
            "When is the work due?",
            "The project must be finished by Friday.",
            ["Canberra is a city.", "He does not eat peanuts."],
        ),
        (
            "What am I allergic to?",
            "He is allergic to peanuts.",
            ["The deadline is on Friday.", "The train leaves at nine."],
        ),
    ],
)
def test_a_question_is_nearest_to_its_answer(
    bundled: Embedder, question: str, answer: str, others: list[str]
) -> None:
    scores = bundled.embed_documents([answer, *others]) @ bundled.embed_query(question)

    assert scores[0] > 0.3
    assert scores[0] > scores[1:].max() + 0.1
