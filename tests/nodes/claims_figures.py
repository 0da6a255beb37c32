"""How often the rules of save honesty are wrong on a corpus; `make honesty` prints it."""

from dataclasses import dataclass
from pathlib import Path

import yaml

from nodes.claims import claimed_saves
from tests.nodes.english_claims import CLAIMS, OTHERS

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Figures:
    """What was missed and what was wrongly seen."""

    claims: int
    others: int
    missed: list[str]
    false_alarms: list[str]

    def __str__(self) -> str:
        missed, alarms = len(self.missed), len(self.false_alarms)
        return (
            f"missed {missed} of {self.claims} claims ({missed / self.claims:.1%}), "
            f"false alarms {alarms} of {self.others} ({alarms / self.others:.1%})"
        )


def corpus() -> tuple[list[str], list[str]]:
    """Claims and others of the corpus: English ones from the tests, seven languages from YAML."""
    told = _read("claims_corpus.yaml")
    return [*CLAIMS, *told["claims"]], [*OTHERS, *told["others"]]


def blind(batch: str = "blind") -> tuple[list[str], list[str]]:
    """A batch that was written without a look at the rules: `blind`, or `third` after it."""
    told = _read(f"claims_{batch}.yaml")
    return told["claims"], told["others"]


def figures(claims: list[str], others: list[str]) -> Figures:
    """Try every answer."""
    missed = [text for text in claims if not claimed_saves(text)]
    return Figures(len(claims), len(others), missed, [t for t in others if claimed_saves(t)])


def _read(name: str) -> dict[str, list[str]]:
    told: dict[str, list[str]] = yaml.safe_load((HERE / name).read_text("utf-8"))
    return told
