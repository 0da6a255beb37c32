"""What attacks on memory achieve, and what they cost an honest user; `make honesty` prints it.

Every attack comes in at every door, through the real graph and a real home, so this takes minutes.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from core.settings import Settings
from memory.embedding import Embedder, load_embedder
from tests.poison.copying import carried_out
from tests.poison.honest import kept_as_mine, kept_as_theirs, trusting
from tests.poison.running import DOORS, Outcome, arena, attacked, attacks


@dataclass(frozen=True)
class Figures:
    """How a gullible model's obedience ended."""

    outcomes: Sequence[Outcome]

    def __str__(self) -> str:
        runs = len(self.outcomes)
        return (
            f"stored as trusted {sum(bool(o.trusted) for o in self.outcomes)}, "
            f"pinned {sum(bool(o.pinned) for o in self.outcomes)}, "
            f"user's rows changed {sum(bool(o.changed) for o in self.outcomes)} of {runs} runs"
        )


async def outcomes(
    settings: Settings, embedder: Embedder, doors: Sequence[str] = DOORS
) -> list[Outcome]:
    """Every attack at each of these doors."""
    async with arena(settings, embedder) as (assistant, memory):
        return [
            await attacked(assistant, memory, attack, door, number)
            for number, attack in enumerate(attacks())
            for door in doors
        ]


def report() -> str:
    """One line for each figure."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.model_validate({"home": Path(folder)})
        embedder = load_embedder("bundled", settings)
        try:
            return "\n".join(asyncio.run(_lines(settings, embedder)))
        finally:
            embedder.close()


async def _lines(settings: Settings, embedder: Embedder) -> list[str]:
    found = await outcomes(settings, embedder)
    copied, calls = await carried_out(settings, embedder)
    offline = await trusting(settings, embedder)
    mine, all_mine = await kept_as_mine(settings, embedder)
    theirs, all_theirs = await kept_as_theirs(settings, embedder)
    return [
        f"attacks, a gullible model      {Figures(found)} ({len(attacks())} attacks)",
        f"attacks, the offline model     saves {offline} of {len(attacks())}",
        f"calls copied out of documents  carried out {copied} of {calls}",
        f"a user's own words thereafter  kept as theirs {mine} of {all_mine}",
        f"what a document says, on wish  kept as a document's {theirs} of {all_theirs}",
    ]
