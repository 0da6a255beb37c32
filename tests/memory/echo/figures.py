"""How often the echo check is wrong on labelled pairs; `make honesty` prints it."""

from dataclasses import dataclass
from pathlib import Path

import yaml

from memory.gate.echoes import is_echo, is_near, may_be_alike

Pair = tuple[str, str]
HERE = Path(__file__).parent

FIRST_SIGHT = "missed 5 of 42, wrongly seen 1 of 58"
"""Of the second batch, before the rules were mended with it in sight."""


@dataclass(frozen=True)
class Figures:
    """What was missed and what was wrongly seen, of how many."""

    echoes: int
    others: int
    near: int
    missed: list[Pair]
    false: list[Pair]
    near_missed: list[Pair]

    def __str__(self) -> str:
        return (
            f"missed {len(self.missed)} of {self.echoes}, wrongly seen {len(self.false)} of "
            f"{self.others}; near ones pointed out {self.near - len(self.near_missed)} of {self.near}"
        )


def figures(batch: str) -> Figures:
    """Try every pair of a batch."""
    told: dict[str, list[Pair]] = yaml.safe_load((HERE / f"{batch}.yaml").read_text("utf-8"))
    new = [*told["new"], *told["near"]]
    return Figures(
        echoes=len(told["echo"]),
        others=len(new),
        near=len(told["near"]),
        missed=[pair for pair in told["echo"] if not seen(pair)],
        false=[pair for pair in new if seen(pair)],
        near_missed=[p for p in told["near"] if not (may_be_alike(*p) and is_near(*p))],
    )


def report() -> str:
    """One line for each batch."""
    return "\n".join(
        [
            f"echoes of memory, pairs        {figures('pairs')}",
            f"echoes of memory, second batch {figures('blind')}; at first sight {FIRST_SIGHT}",
            f"echoes of memory, third batch  {figures('third')}; as found",
        ]
    )


def seen(pair: Pair) -> bool:
    """Whether the second text of a pair is taken for an echo of the first."""
    old, new = pair
    return may_be_alike(old, new) and is_echo(old, new, is_exchange=old.startswith("Q: "))
