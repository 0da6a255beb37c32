"""all-MiniLM-L6-v2 once more, in plain NumPy: the reference that the ONNX graph is held against.

Written from the BERT paper and the tensor names alone, one text at a time, in float64: no padding,
no mask, no graph. It shares only the weights file with the code under test.
"""

import json
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

HEADS = 12
LAYERS = 6

Array = NDArray[np.float64]

_erf = np.vectorize(math.erf, otypes=[np.float64])


class NumpyMiniLM:
    """The reference model."""

    def __init__(self, weights: Path) -> None:
        raw = weights.read_bytes()
        length = int.from_bytes(raw[:8], "little")
        self._places = json.loads(raw[8 : 8 + length])
        self._data = memoryview(raw)[8 + length :]

    def vector(self, tokens: list[int]) -> Array:
        """The unit vector of a text, given as token ids with [CLS] and [SEP]."""
        places = range(len(tokens))
        x = self._rows("embeddings.word_embeddings.weight", tokens)
        x = x + self._rows("embeddings.position_embeddings.weight", places)
        x = x + self._rows("embeddings.token_type_embeddings.weight", [0])
        x = self._norm(x, "embeddings.LayerNorm")
        for layer in range(LAYERS):
            x = self._layer(x, f"encoder.layer.{layer}.")
        mean = x.mean(axis=0)
        return np.asarray(mean / np.sqrt((mean**2).sum()))

    def _layer(self, x: Array, at: str) -> Array:
        parts = [
            np.split(self._dense(x, f"{at}attention.self.{role}"), HEADS, axis=1)
            for role in ("query", "key", "value")
        ]
        mixed = [_attention(q, k, v) for q, k, v in zip(*parts, strict=True)]
        seen = self._dense(np.concatenate(mixed, axis=1), f"{at}attention.output.dense")
        x = self._norm(seen + x, f"{at}attention.output.LayerNorm")
        inner = self._dense(x, f"{at}intermediate.dense")
        inner = inner * 0.5 * (1 + _erf(inner / math.sqrt(2)))
        return self._norm(self._dense(inner, f"{at}output.dense") + x, f"{at}output.LayerNorm")

    def _dense(self, x: Array, name: str) -> Array:
        return np.asarray(x @ self._tensor(f"{name}.weight").T + self._tensor(f"{name}.bias"))

    def _norm(self, x: Array, name: str) -> Array:
        centred = x - x.mean(axis=1, keepdims=True)
        scaled = centred / np.sqrt((centred**2).mean(axis=1, keepdims=True) + 1e-12)
        return np.asarray(scaled * self._tensor(f"{name}.weight") + self._tensor(f"{name}.bias"))

    def _rows(self, name: str, rows: Sequence[int]) -> Array:
        return self._stored(name)[list(rows)].astype(np.float64)

    def _tensor(self, name: str) -> Array:
        return self._stored(name).astype(np.float64)

    def _stored(self, name: str) -> NDArray[np.float32]:
        place = self._places[name]
        begin, end = place["data_offsets"]
        return np.frombuffer(self._data[begin:end], dtype="<f4").reshape(place["shape"])


def _attention(q: Array, k: Array, v: Array) -> Array:
    scores = q @ k.T / math.sqrt(q.shape[1])
    shares = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True) @ v)
