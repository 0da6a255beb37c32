"""Search by meaning: an exact scan over the ledger's vectors, and a Chroma index for large owners."""

from memory.vectors.chroma import ChromaIndex, IndexRow
from memory.vectors.exact import ExactScan
from memory.vectors.search import VectorHits

__all__ = ["ChromaIndex", "ExactScan", "IndexRow", "VectorHits"]
