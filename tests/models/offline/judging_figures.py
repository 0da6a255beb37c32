"""How often the offline judge is wrong on labelled pairs; `make honesty` prints it."""

from dataclasses import dataclass
from pathlib import Path

import yaml

from models.offline.judging import contradiction

HERE = Path(__file__).parent

FIRST_SIGHT = {
    "corpus": "missed 8 of 73, false 0 of 110",
    "second": "missed 11 of 32, false 16 of 64",
    "third": "missed 1 of 30, false 7 of 66",
    "fourth": "missed 1 of 24, false 0 of 50",
    "fifth": "missed 0 of 10, false 2 of 70",
}
"""What the rules of that day gave when they first saw a batch; those of the corpus were made for it."""


@dataclass(frozen=True)
class Figures:
    """Pairs judged wrongly."""

    contradictions: int
    others: int
    missed: list[tuple[str, str]]
    false: list[tuple[str, str]]

    def __str__(self) -> str:
        missed, false = len(self.missed), len(self.false)
        return (
            f"missed {missed} of {self.contradictions} ({missed / self.contradictions:.1%}), "
            f"false retirements {false} of {self.others} ({false / self.others:.1%})"
        )


def batch(name: str) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The contradictions and the other pairs of a batch, each older text first."""
    told = yaml.safe_load((HERE / f"judging_{name}.yaml").read_text("utf-8"))
    return [(a, b) for a, b in told["retire"]], [(a, b) for a, b in told["keep"]]


def figures(name: str) -> Figures:
    """Judge every pair of a batch."""
    retire, keep = batch(name)
    missed = [pair for pair in retire if contradiction(*pair) is None]
    false = [pair for pair in keep if contradiction(*pair) is not None]
    return Figures(len(retire), len(keep), missed, false)


def report() -> list[str]:
    """One line for each batch."""
    return [
        f"{f'contradictions, {name}':<29} {figures(name)}; at first sight {sight}"
        for name, sight in FIRST_SIGHT.items()
    ]
