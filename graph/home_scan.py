"""Searches every file of a home for bytes that must not be there any more."""

import mmap
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memory import Evidence

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
    """
    texts = [text.encode() for text in evidence.contents]
    texts = [text for text in texts if len(text) >= SHORTEST_NEEDLE][:MOST_NEEDLES]
    vectors = list(evidence.vectors)[:MOST_NEEDLES]
    files = [path for path in sorted(home.rglob("*")) if path.is_file()]
    places = [
        f"{count} {what} in {path.relative_to(home)}"
        for path in files
        for what, needles in (("texts", texts), ("vectors", vectors))
        if (count := _count(path, needles))
    ]
    checked = {"texts": len(texts), "vectors": len(vectors), "files": len(files)}
    return Found(checked, tuple(places))


def _count(path: Path, needles: list[bytes]) -> int:
    """How many of the needles stand in a file; a file that went away has none."""
    try:
        with path.open("rb") as file:
            if not path.stat().st_size:
                return 0
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                return sum(content.find(needle) >= 0 for needle in needles)
    except (FileNotFoundError, ValueError):
        return 0
