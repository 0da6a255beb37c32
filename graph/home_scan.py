"""Searches every file of a home for bytes that must not be there any more."""

import base64
import json
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from core.errors import StorageError
from memory import Evidence

PROGRAM = Path(__file__).with_name("home_search.py")

SHORTEST_NEEDLE = 8
"""Bytes of a text that is looked for: a shorter one stands somewhere by chance."""

MOST_NEEDLES = 200
"""So many texts and vectors are looked for at most; a search of 300 MB for one takes 0.1 s."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search looked for, and the files in which something was found."""

    checked: Mapping[str, int]
    places: tuple[str, ...]


def search_home(home: Path, evidence: Evidence) -> Found:
    """Look for the texts and vectors of what was forgotten in every file of the home.

    Args:
        home: The home.
        evidence: Of what is gone, without what other memories have in common with it.

    Raises:
        StorageError: The files could not be read.
    """
    texts = [text.encode() for text in evidence.contents]
    texts = [text for text in texts if len(text) >= SHORTEST_NEEDLE][:MOST_NEEDLES]
    vectors = list(evidence.vectors)[:MOST_NEEDLES]
    counted = _search(home, [texts, vectors])
    places = [
        f"{count} {what} in {path}"
        for path, counts in counted
        for what, count in zip(("texts", "vectors"), counts, strict=True)
        if count
    ]
    checked = {"texts": len(texts), "vectors": len(vectors), "files": len(counted)}
    return Found(checked, tuple(places))


def _search(home: Path, needles: list[list[bytes]]) -> list[tuple[str, list[int]]]:
    """Let another process read the files: here, closing them would free SQLite's locks on them."""
    coded = [[base64.b64encode(needle).decode() for needle in group] for group in needles]
    try:
        done = subprocess.run(  # noqa: S603  (our own program; the texts go through a pipe)
            [sys.executable, str(PROGRAM)],
            input=json.dumps({"folder": str(home), "needles": coded}).encode(),
            capture_output=True,
            check=True,
        )
    except (OSError, subprocess.CalledProcessError) as error:
        said = getattr(error, "stderr", None) or str(error).encode()
        raise StorageError(
            f"It is forgotten, but the files of {home} could not be searched for it "
            f"({said.decode(errors='replace').strip().splitlines()[-1]}). See 'mnemon doctor'."
        ) from error
    found: list[tuple[str, list[int]]] = json.loads(done.stdout)
    return found
