"""An optional cross-encoder behind a text-embeddings-inference address. It fails open.

Whatever goes wrong there, the order stays as memory made it, with one warning until it works again.
"""

import logging
from collections.abc import Sequence

log = logging.getLogger(__name__)

MOST_CHARS = 2000
"""Of each text that are sent: cross-encoders read 512 tokens."""


class Reranker:
    """Asks `POST <address>/rerank` for a better order."""

    def __init__(self, address: str, timeout_s: float) -> None:
        self._address = address.rstrip("/")
        self._timeout_s = timeout_s
        self._has_warned = False

    def order(self, query: str, texts: Sequence[str]) -> list[int] | None:
        """The places of the texts, best first; None when there is no reranker or it failed."""
        if not self._address or not texts:
            return None
        import httpx

        body = {"query": query, "texts": [t[:MOST_CHARS] for t in texts], "truncate": True}
        try:
            answer = httpx.post(
                f"{self._address}/rerank", json=body, timeout=self._timeout_s, trust_env=False
            )
            answer.raise_for_status()
            order = _order(answer.json(), len(texts))
        except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, TypeError) as error:
            self._warn(error)
            return None
        self._has_warned = False
        return order

    def _warn(self, error: Exception) -> None:
        if not self._has_warned:
            self._has_warned = True
            log.warning(
                "The reranker at %s failed (%s: %s); memory keeps its own order.",
                self._address,
                type(error).__name__,
                error,
            )


def _order(scored: list[dict[str, float]], count: int) -> list[int]:
    """The places by score.

    Raises:
        ValueError: The answer does not score every text once.
    """
    by_score = sorted(scored, key=lambda one: -float(one["score"]))
    places = [int(one["index"]) for one in by_score]
    if sorted(places) != list(range(count)):
        raise ValueError(f"{len(places)} scores for {count} texts")
    return places
