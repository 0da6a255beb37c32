"""The loaded model: tokenizer and onnxruntime session.

Texts are run in groups of like length, small enough to stay in the processor's caches: measured on
two cores, groups of 256 tokens give 195 texts/s at 130 MB, one group of 32 texts 90 at 200 MB.
"""

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from core.errors import EmbedderUnavailable
from memory.embedding.minilm_files import MiniLMFiles
from memory.embedding.minilm_graph import DIMENSIONS

if TYPE_CHECKING:
    from onnxruntime import InferenceSession, SessionOptions  # type: ignore[import-untyped]
    from tokenizers import Tokenizer

WINDOW_TOKENS = 256
"""What the model was made for; the tokenizer's own file says 128."""

GROUP_TOKENS = 256
"""Most tokens, padding included, of one run. See above; 128 to 512 are within 5 %."""

MOST_THREADS = 4
"""The model is small: more threads wait for each other more than they work."""

REMEDY = "Type 'make clean install'."


class MiniLM:
    """all-MiniLM-L6-v2, ready to run. Thread-safe: neither part changes after it is made.

    Raises:
        EmbedderUnavailable: onnxruntime or tokenizers cannot be loaded or refuse the model.
    """

    def __init__(self, files: MiniLMFiles, graph: bytes) -> None:
        self._tokenizer = _open_tokenizer(files)
        self._session = _open_session(files, graph)

    def sums(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """One row of 384 for each text: the unscaled sum of its tokens' states.

        A text's row does not depend on the others beyond rounding (1e-6).
        """
        # One by one: encode_batch starts a thread pool that a later fork would warn about, and
        # tokenizing is 1 % of the work.
        tokens = [self._tokenizer.encode(text).ids for text in texts]
        rows = np.empty((len(texts), DIMENSIONS), dtype=np.float32)
        for group in groups_of_like_length([len(ids) for ids in tokens], GROUP_TOKENS):
            rows[group] = self._run([tokens[i] for i in group])
        return rows

    def _run(self, tokens: list[list[int]]) -> NDArray[np.float32]:
        longest = max(len(ids) for ids in tokens)
        padded = np.zeros((len(tokens), longest), dtype=np.int64)
        mask = np.zeros((len(tokens), longest), dtype=np.float32)
        for row, ids in enumerate(tokens):
            padded[row, : len(ids)] = ids
            mask[row, : len(ids)] = 1
        sums: NDArray[np.float32] = self._session.run(None, {"tokens": padded, "mask": mask})[0]
        return sums


def groups_of_like_length(lengths: Sequence[int], most_tokens: int) -> Iterator[list[int]]:
    """The indices of `lengths`, shortest first, in groups.

    Each group, padded to its longest, has at most `most_tokens` tokens; a longer text is a group
    of its own.
    """
    group: list[int] = []
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        if group and (len(group) + 1) * lengths[index] > most_tokens:
            yield group
            group = []
        group.append(index)
    if group:
        yield group


def _open_tokenizer(files: MiniLMFiles) -> "Tokenizer":
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_buffer(files.tokenizer_json())
    tokenizer.enable_truncation(WINDOW_TOKENS)
    tokenizer.no_padding()
    return tokenizer


def _open_session(files: MiniLMFiles, graph: bytes) -> "InferenceSession":
    try:
        import onnxruntime
    except ImportError as error:
        raise EmbedderUnavailable(
            f"The bundled embedder needs onnxruntime, which cannot be loaded ({error}). {REMEDY}"
        ) from None
    try:
        return onnxruntime.InferenceSession(
            graph, _session_options(files), providers=["CPUExecutionProvider"]
        )
    except _refusals() as error:
        raise EmbedderUnavailable(
            f"onnxruntime {onnxruntime.__version__} refuses the bundled model ({error}). {REMEDY}"
        ) from None


def _session_options(files: MiniLMFiles) -> "SessionOptions":
    from onnxruntime import SessionOptions

    options = SessionOptions()
    options.log_severity_level = 3  # errors only: its warnings are about the machine, not the model
    options.intra_op_num_threads = min(MOST_THREADS, os.cpu_count() or 1)
    options.inter_op_num_threads = 1
    # Waiting threads sleep instead of spinning: a question now and then costs 7 ms of processor
    # time instead of 50, for 0.7 ms more on an idle machine and several less on a busy one.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry(
        "session.model_external_initializers_file_folder_path", str(files.weights.parent)
    )
    return options


def _refusals() -> tuple[type[Exception], ...]:
    """What onnxruntime raises for a model: its errors have no common base but Exception."""
    from onnxruntime.capi import (  # type: ignore[import-untyped]
        onnxruntime_pybind11_state as state,
    )

    return (
        state.Fail,
        state.InvalidGraph,
        state.InvalidProtobuf,
        state.NoSuchFile,
        state.NotImplemented,
        state.RuntimeException,
    )
