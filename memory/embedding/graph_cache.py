"""The model's graph, kept in the home: later starts neither build it nor hash the weights again.

The file is one line of JSON and the graph. It holds only for the weights file that was hashed
(path, size, time of change) and for this recipe; it is built anew when anything differs or a byte
of it is damaged. A home that cannot be written costs a quarter of a second at each start, no more.
"""

import hashlib
import json
import logging
import tempfile
from pathlib import Path
from typing import Any

from memory.embedding.minilm_files import WEIGHTS_SHA256, MiniLMFiles
from memory.embedding.minilm_graph import RECIPE, build_graph

log = logging.getLogger(__name__)


def checked_graph(files: MiniLMFiles, cache: Path) -> bytes:
    """The graph over weights that were checked: now, or when it was put into the cache.

    Args:
        files: Where the weights are.
        cache: Where the graph is kept. Its folder is made when the folder above (the home) is
            there; without a home nothing is kept.

    Raises:
        EmbedderUnavailable: The weights are missing or not the published ones.
    """
    stamp = files.stamp()
    kept = _read(cache, stamp)
    if kept is not None:
        return kept
    files.check_weights()
    graph = build_graph(files.weights)
    try:
        _write(cache, _head(stamp, graph), graph)
    except OSError as error:
        log.debug("The graph is not kept in %s: %s", cache, error)
    return graph


def _head(stamp: list[str | int], graph: bytes) -> dict[str, Any]:
    return {
        "recipe": RECIPE,
        "weights": stamp,
        "weights_sha256": WEIGHTS_SHA256,
        "graph_sha256": hashlib.sha256(graph).hexdigest(),
    }


def _read(cache: Path, stamp: list[str | int]) -> bytes | None:
    try:
        first, _, graph = cache.read_bytes().partition(b"\n")
        head = json.loads(first)
    except (OSError, ValueError):
        return None
    return graph if head == _head(stamp, graph) else None


def _write(cache: Path, head: dict[str, Any], graph: bytes) -> None:
    """Write whole or not at all, for the owner's eyes only (mkstemp makes it 0600)."""
    if not cache.parent.parent.is_dir():
        return
    cache.parent.mkdir(mode=0o700, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=cache.parent, prefix=".graph-", delete=False) as file:
        temporary = Path(file.name)
        try:
            file.write(json.dumps(head).encode() + b"\n" + graph)
            file.close()
            temporary.replace(cache)
        finally:
            temporary.unlink(missing_ok=True)
