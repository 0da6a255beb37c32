"""Whether what matters is still found among a hundred thousand other memories.

    python -m benchmarks.among LOCOMO_FILES_OR_DIR... [--n 100000] [--home FOLDER] [--json]

The LoCoMo conversations are asked three times: each by itself, as a user of its own; all of them as
one user's memory; and that memory hidden among so many other exchanges that it has `n` rows. The
others are everyday exchanges of other people (`benchmarks.small_talk`), each with the bundled
embedder's vector, which takes a quarter of an hour and more for 100,000. With `--home` they are kept,
and made but once.

The times have the embedding of the question in them. The last column is the share of the exactly nearest ten that the Chroma index finds too.
"""

import argparse
import json
import sys
import tempfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.filling import ROWS_A_TRANSACTION, ledger_of, writing_many
from benchmarks.index_recall import index_recall
from benchmarks.locomo import (
    Said,
    conversation,
    locomo_files,
    questions,
    score,
    sessions_by_dialogue,
    summary,
)
from benchmarks.measuring import LONG_AGO, median_ms, seconds, where_and_when
from benchmarks.small_talk import exchanges
from core.clock import ManualClock
from core.identity import Identity
from core.settings import load_settings
from memory import MemoryService, open_memory
from memory.gate.drafts import episodic_draft

TOGETHER, HIDDEN = "together", "hidden"
SHOWN = 20

Figures = dict[str, float]


def fill(home: Path, files: Sequence[Path], rows: int) -> None:
    """Write every conversation three times: alone, together, and among others up to `rows` rows."""
    clock = ManualClock(LONG_AGO)
    talks = [(path.stem, list(_pairs(path))) for path in files]
    with ledger_of(home) as database:
        for user, said in talks:
            _write(database, clock, [(user, s.session, s.at, s.text) for s in said])
        together = [(f"{user}/{s.session}", s.at, s.text) for user, said in talks for s in said]
        _write(database, clock, [(TOGETHER, *one) for one in together])
        others = enumerate(exchanges())
        wanted = max(0, rows - len(together))
        around = [(f"other-{n}", at, text) for n, (at, text) in islice(others, wanted)]
        middle = len(around) // 2
        hidden = [*around[:middle], *together, *around[middle:]]
        _write(database, clock, [(HIDDEN, *one) for one in hidden])


def measure(home: Path, files: Sequence[Path]) -> dict[str, Figures]:
    """The figures of each way of asking."""
    settings = load_settings({"home": home, "embedder": "bundled"}, {}).settings
    with open_memory(settings, background=False) as service:
        _embed(service)
        service.reindex()
        rows: dict[str, Figures] = {"each alone": _asked(service, files, None)}
        for user in (TOGETHER, HIDDEN):
            rows[user] = _asked(service, files, user)
        rows[HIDDEN]["index_recall@10"] = index_recall(service, _vectors(service, files))
    return rows


def _write(
    database: Any,  # noqa: ANN401  (the ledger, see `filling`)
    clock: ManualClock,
    rows: Sequence[tuple[str, str, datetime, str]],
) -> None:
    for start in range(0, len(rows), ROWS_A_TRANSACTION):
        with writing_many(database, clock) as writer:
            for user, session, at, text in rows[start : start + ROWS_A_TRANSACTION]:
                clock.at = at
                identity = Identity(user=user, session=f"{user}/{session}")
                writer.save(identity, episodic_draft(identity, text, None, at))


def _embed(service: MemoryService) -> None:
    while left := service.wait_until_embedded(30):
        print(f"{left} rows wait for their vectors", file=sys.stderr)


def _asked(service: MemoryService, files: Sequence[Path], user: str | None) -> Figures:
    """Every question of every conversation, put to its own user or to one that has them all."""
    scores, times = [], []
    for path in files:
        said = list(_pairs(path))
        by_text = {one.text: one for one in said}
        memory = service.for_identity(Identity(user=user or path.stem, session="asking"))
        sessions = sessions_by_dialogue(said)
        for question in questions(json.loads(path.read_text("utf-8"))):
            found: list[str] = []
            times.append(
                seconds(
                    lambda q=question, f=found, m=memory: f.extend(  # type: ignore[misc]
                        item.engram.content for item in m.recall(q.text, SHOWN).items
                    )
                )
            )
            hits = [by_text.get(text, _nobody(text)) for text in found]
            scores.append(score(question, hits, sessions))
    means = summary(scores)["all"]
    names = ("recall@5", "recall@10", "ndcg@10")
    return {**{name: means[name] for name in names}, "recall_p50_ms": median_ms(times)}


def _vectors(
    service: MemoryService, files: Sequence[Path]
) -> Iterator[tuple[Identity, NDArray[np.float32]]]:
    for path in files:
        for question in questions(json.loads(path.read_text("utf-8"))):
            vector = service.embedder.embed_query(question.text)
            yield Identity(user=HIDDEN, session="asking"), vector


def _pairs(path: Path) -> Iterator[Said]:
    return conversation(json.loads(path.read_text("utf-8")), "pair")


def _nobody(text: str) -> Said:
    return Said((), text, "", LONG_AGO)


def main() -> None:
    """Run from the command line and print a table or JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.among", description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, help="LoCoMo JSON files, or folders of them")
    parser.add_argument("--n", type=int, default=100_000, help="rows of the memory they hide in")
    parser.add_argument("--home", type=Path, help="keep the home there, or use the one there")
    parser.add_argument("--json", action="store_true", dest="as_json")
    given = parser.parse_args()
    files = locomo_files(given.paths)
    with tempfile.TemporaryDirectory() as folder:
        home: Path = given.home or Path(folder) / "home"
        if not home.exists():
            fill(home, files, given.n)
        measured = measure(home, files)
    if given.as_json:
        print(json.dumps({**where_and_when(), "n": given.n, "asked": measured}))
        return
    print(f"LoCoMo pairs, {len(files)} conversations, hidden in a memory of {given.n:,} exchanges")
    heads = ("recall@5", "recall@10", "ndcg@10", "recall_p50_ms", "index_recall@10")
    print(f"{'':<14}" + "".join(f"{head:>17}" for head in heads))
    for name, figures in measured.items():
        cells = (f"{figures[head]:>17.3f}" if head in figures else f"{'-':>17}" for head in heads)
        print(f"{name:<14}" + "".join(cells))


if __name__ == "__main__":
    main()
