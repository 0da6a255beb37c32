"""How well spellings of one topic meet, and that different topics never do; `make honesty` prints it."""

from dataclasses import dataclass
from pathlib import Path

import yaml

from memory import canonical_topic

PAIRS: dict[str, list[tuple[str, str]]] = yaml.safe_load(
    Path(__file__).with_name("topic_pairs.yaml").read_text("utf-8")
)


@dataclass(frozen=True)
class Figures:
    """What was missed and what met falsely."""

    same: int
    different: int
    missed: list[tuple[str, str]]
    merged: list[tuple[str, str]]

    @property
    def recall(self) -> float:
        """Of the pairs that are the same, the share that meets."""
        return 1 - len(self.missed) / self.same

    @property
    def precision(self) -> float:
        """Of the pairs that meet, the share that is the same."""
        met = self.same - len(self.missed)
        return met / max(1, met + len(self.merged))

    def __str__(self) -> str:
        return (
            f"{self.same + self.different} pairs: precision {self.precision:.1%} "
            f"({len(self.merged)} of {self.different} merged falsely), recall {self.recall:.1%}"
        )


def figures() -> Figures:
    """Try every pair."""
    met = {kind: [pair for pair in PAIRS[kind] if _meet(*pair)] for kind in PAIRS}
    missed = [pair for pair in PAIRS["same"] if pair not in met["same"]]
    return Figures(len(PAIRS["same"]), len(PAIRS["different"]), missed, met["different"])


def _meet(one: str, other: str) -> bool:
    return canonical_topic(one) == canonical_topic(other)
