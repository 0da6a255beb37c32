"""The check that every vector passes before anyone sees it.

A NaN or zero vector is stored without complaint and then answers every question wrongly, so a
model that makes one counts as down.
"""

import numpy as np
from numpy.typing import NDArray

from core.errors import EmbedderUnavailable

SMALLEST_PEAK = 1e-12
"""A vector with no larger number has no direction. Models give numbers around 0.1 to 10."""


def unit_vectors(
    raw: object, *, count: int, dimensions: int | None, model: str, remedy: str
) -> NDArray[np.float32]:
    """The rows of `raw`, each scaled to length 1.

    Args:
        raw: What the model answered: anything.
        count: Rows that were asked for.
        dimensions: Length that a row must have; None when not known yet.
        model: Who answered, for the message.
        remedy: What the person can type, for the message.

    Raises:
        EmbedderUnavailable: The rows are too few or too many, of a wrong or uneven length, not
            finite, or zero.
    """
    try:
        rows = np.array(raw, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise _nonsense(model, "vectors that are no even table of numbers", remedy) from None
    if rows.ndim != 2 or rows.shape[0] != count or rows.shape[1] == 0:
        raise _nonsense(model, f"an array of {rows.shape} for {count} texts", remedy)
    if dimensions is not None and rows.shape[1] != dimensions:
        raise _nonsense(
            model, f"vectors of {rows.shape[1]} numbers, of {dimensions} before", remedy
        )
    if not np.isfinite(rows).all():
        raise _nonsense(model, "a vector with NaN or infinity in it", remedy)
    peaks = np.abs(rows).max(axis=1, keepdims=True)
    if (peaks < SMALLEST_PEAK).any():
        raise _nonsense(model, "a vector without a direction", remedy)
    rows /= peaks  # so that squaring neither overflows nor vanishes
    units: NDArray[np.float32] = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype("f4")
    return units


def _nonsense(model: str, what: str, remedy: str) -> EmbedderUnavailable:
    return EmbedderUnavailable(f"{model} gave {what}. {remedy}")
