"""How much of what is exactly nearest the Chroma index finds too."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from core.identity import Identity
from memory import MemoryService
from memory.index import Index
from memory.ledger import Database
from memory.ledger.owners import owner_id
from memory.owner import owner_key
from memory.vectors import ExactScan
from memory.vectors.indexed import IndexedSearch

NEAREST = 10


def index_recall(
    service: MemoryService, asked: Iterable[tuple[Identity, NDArray[np.float32]]]
) -> float:
    """The share of the exactly nearest ten of each owner's questions, 0 to 1.

    Args:
        service: A home whose index is complete and open here.
        asked: Whose memory is asked, and the question's vector.
    """
    index: Index | None = service._index  # noqa: SLF001  (what is measured is inside)
    database: Database = service._database  # noqa: SLF001
    scan = ExactScan(service.embedder_name)
    search = None if index is None else index.search(scan)
    assert isinstance(search, IndexedSearch)  # noqa: S101  (reindex opened it)
    shares = []
    with database.reading() as connection:
        for identity, vector in asked:
            owner = owner_id(connection, owner_key(identity))
            assert owner is not None  # noqa: S101  (it has rows)
            exact = scan.nearest(connection, owner, vector, NEAREST).nearest
            found = search.nearest(connection, owner, vector, NEAREST).nearest
            # Equal texts are equally near: what counts is how near, not which of them.
            floor = min(cosine for _, cosine in exact) - 1e-5
            shares.append(sum(cosine >= floor for _, cosine in found) / len(exact))
    return float(np.mean(shares))
