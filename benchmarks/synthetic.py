"""Conversations and vectors by the hundred thousand, made by rule and always the same.

Shaped after LoCoMo: an exchange has about 58 words of which 45 % are stop words, names stand in
nearly every text, the other words follow Zipf's law within a subject and in general. A question takes
five telling words of one exchange: its name, two frequent and two rarer words. A vector is the
weighted sum of fixed random word vectors, so that texts of one subject lie together.
"""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from memory.ledger.query_words import STOP_WORDS, query_words

DIMENSIONS = 384
WORDS = 20_000
SUBJECTS = 300
SUBJECT_WORDS = 120
TEXT_WORDS = 56
STOP_SHARE = 0.45
SUBJECT_SHARE = 0.3
SESSION_EXCHANGES = 20
NAMES = ("Anna", "Ben")

_ONSETS = ("b", "br", "d", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "pl", "r", "s", "st", "t")
_VOWELS = ("a", "e", "i", "o", "u", "ai", "ea")
_ENDINGS = ("", "n", "r", "l", "t", "ing", "ed", "s", "er")


@dataclass(frozen=True, slots=True)
class Exchange:
    """One question and its answer, in one conversation."""

    session: str
    question: str
    answer: str

    @property
    def text(self) -> str:
        """Both sides."""
        return f"{self.question} {self.answer}"


class Language:
    """A vocabulary, its frequencies and its subjects; `ranks` says how frequent a word is."""

    def __init__(self, seed: int = 7) -> None:
        self._chance = random.Random(seed)  # noqa: S311  (no secret)
        self.words = self._vocabulary()
        self.ranks = {word: rank for rank, word in enumerate(self.words)}
        self._stop = sorted(STOP_WORDS)
        self._general = list(accumulate(1 / rank for rank in range(1, WORDS + 1)))
        self._within = list(accumulate(1 / rank for rank in range(1, SUBJECT_WORDS + 1)))
        self._subjects = [self._chance.sample(self.words, SUBJECT_WORDS) for _ in range(SUBJECTS)]

    def exchanges(self, count: int) -> Iterator[Exchange]:
        """Exchanges in conversations of twenty, each conversation about one subject."""
        for number in range(count):
            if number % SESSION_EXCHANGES == 0:
                subject = self._chance.choice(self._subjects)
            yield Exchange(
                session=f"session-{number // SESSION_EXCHANGES}",
                question=f"{NAMES[0]}: {self._sentence(subject)}?",
                answer=f"{NAMES[1]}: {self._sentence(subject)}.",
            )

    def question(self, about: Exchange) -> str:
        """A question whose words stand in an exchange."""
        telling = [word for word in query_words(about.text) if word.title() not in NAMES]
        ranked = sorted(telling, key=self._rank)
        frequent, rarer = ranked[: len(ranked) // 2], ranked[len(ranked) // 2 :]
        picked = [*self._chance.sample(frequent, 2), *self._chance.sample(rarer, 2)]
        return f"What did {self._chance.choice(NAMES)} say about {' '.join(picked)}?"

    def _sentence(self, subject: Sequence[str]) -> str:
        chosen = self._chance.choices(
            ("stop", "subject", "general"),
            (STOP_SHARE, SUBJECT_SHARE, 1 - STOP_SHARE - SUBJECT_SHARE),
            k=TEXT_WORDS // 2,
        )
        pools = {
            "stop": self._chance.choices(self._stop, k=chosen.count("stop")),
            "subject": self._chance.choices(
                subject, cum_weights=self._within, k=chosen.count("subject")
            ),
            "general": self._chance.choices(
                self.words, cum_weights=self._general, k=chosen.count("general")
            ),
        }
        return " ".join(pools[kind].pop() for kind in chosen)

    def _vocabulary(self) -> list[str]:
        found: dict[str, None] = {}
        while len(found) < WORDS:
            syllables = [
                self._chance.choice(_ONSETS) + self._chance.choice(_VOWELS)
                for _ in range(self._chance.choice((2, 2, 3, 4)))
            ]
            found["".join(syllables) + self._chance.choice(_ENDINGS)] = None
        return list(found)

    def _rank(self, word: str) -> int:
        return self.ranks.get(word, WORDS)


class SyntheticEmbedder:
    """Vectors of a language, in microseconds: the benchmark is about what comes after them."""

    name = "synthetic"
    dimensions: int | None = DIMENSIONS
    max_batch = 1000

    def __init__(self, language: Language, seed: int = 7) -> None:
        chance = np.random.default_rng(seed)
        self._ranks = language.ranks
        table = chance.standard_normal((WORDS, DIMENSIONS), dtype=np.float32)
        weights = np.log2(2.0 + np.arange(WORDS, dtype=np.float32))
        self._table: NDArray[np.float32] = table * weights[:, None] / math.log2(WORDS)

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of length 1 for each text."""
        return np.stack([self.embed_query(text) for text in texts])

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """A vector of length 1."""
        known = [self._ranks[w] for w in query_words(text) if w in self._ranks] or [0]
        total = self._table[known].sum(axis=0)
        unit: NDArray[np.float32] = total / np.linalg.norm(total)
        return unit

    def document_text(self, text: str) -> str:
        """The text itself."""
        return text

    def close(self) -> None:
        """Nothing to let go of."""
