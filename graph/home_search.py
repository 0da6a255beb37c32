"""Searches files for bytes; a process of its own: `python graph/home_search.py < WISH`.

The wish is JSON: `folder`, and `needles`: a list of groups of base64 texts. The answer is JSON: how
many needles of each group stand in each file, as [path, [count, …]].

Its own, because a process that closes a file gives up the locks that SQLite holds on it anywhere in
that process; then another process may take the write-ahead log away under its hands. It imports
nothing of this project, so that it starts in no time.
"""

import base64
import json
import mmap
import sys
from collections.abc import Sequence
from pathlib import Path


def search(folder: Path, needles: Sequence[Sequence[bytes]]) -> list[tuple[str, list[int]]]:
    """How many needles of each group stand in each file below a folder."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return [(str(path.relative_to(folder)), _counts(path, needles)) for path in files]


def _counts(path: Path, needles: Sequence[Sequence[bytes]]) -> list[int]:
    """A file that went away has none."""
    none = [0] * len(needles)
    try:
        with path.open("rb") as file:
            if not path.stat().st_size:
                return none
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
                return [sum(content.find(n) >= 0 for n in group) for group in needles]
    except (FileNotFoundError, ValueError):
        return none


def main() -> None:
    """Read the wish, write the answer."""
    wish = json.load(sys.stdin)
    needles = [[base64.b64decode(text) for text in group] for group in wish["needles"]]
    json.dump(search(Path(wish["folder"]), needles), sys.stdout)


if __name__ == "__main__":
    main()
