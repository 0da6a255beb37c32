"""Nonsense of a model is refused before anyone sees it."""

import numpy as np
import pytest

from core.errors import EmbedderUnavailable
from memory.embedding.unit_vectors import unit_vectors


def checked(raw: object, count: int = 2, dimensions: int | None = None) -> np.ndarray:
    return unit_vectors(
        raw, count=count, dimensions=dimensions, model="The model", remedy="Type 'this'."
    )


def test_rows_are_scaled_to_length_1() -> None:
    found = checked([[3.0, 4.0], [0.0, -2.0]])

    assert found.dtype == np.float32
    assert found == pytest.approx(np.array([[0.6, 0.8], [0.0, -1.0]]))


def test_tiny_and_huge_numbers_keep_their_direction() -> None:
    found = checked([[3e-9, 4e-9], [3e200, 4e200]])

    assert found == pytest.approx(np.array([[0.6, 0.8], [0.6, 0.8]]))


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        ([[1.0, float("nan")], [1.0, 0.0]], "NaN or infinity"),
        ([[1.0, float("inf")], [1.0, 0.0]], "NaN or infinity"),
        ([[0.0, 0.0], [1.0, 0.0]], "without a direction"),
        ([[1.0, 0.0]], "for 2 texts"),
        ([[1.0, 0.0]] * 3, "for 2 texts"),
        ([[], []], "for 2 texts"),
        ([1.0, 0.0], "for 2 texts"),
        ([], "for 2 texts"),
        (None, "for 2 texts"),
        ([[1.0, 0.0], [1.0]], "no even table"),
        ([["a", "b"], ["c", "d"]], "no even table"),
        ([[None, 1.0], [1.0, 1.0]], "NaN or infinity"),
        ({"a": 1}, "no even table"),
        ([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], "3 numbers, of 2 before"),
    ],
)
def test_nonsense_is_refused_with_what_to_type(raw: object, said: str) -> None:
    with pytest.raises(EmbedderUnavailable, match=said) as caught:
        checked(raw, dimensions=2)

    assert str(caught.value).startswith("The model gave ")
    assert str(caught.value).endswith("Type 'this'.")
