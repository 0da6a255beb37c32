"""What size does to saving, recalling and rebuilding: synthetic exchanges, a home for each size.

    python -m benchmarks.scale [--n 1000 10000 100000] [--owners 1 100] [--json] [--svg FILE]

Each size is measured in a process of its own: as one owner's memory, and shared by a hundred
owners. The home is filled through the write gate, a thousand saves in one transaction; the saves
that are measured are committed one by one, side by side with bare commits of SQLite. The vectors
are synthetic, so that the time of embedding is no part of any figure.
"""

import argparse
import json
import random
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from benchmarks.filling import ROWS_A_TRANSACTION, ledger_of, writing_many
from benchmarks.index_recall import index_recall
from benchmarks.measuring import (
    LONG_AGO,
    disk_mb,
    median_ms,
    p95_ms,
    resident_mb,
    seconds,
    timed,
    where_and_when,
)
from benchmarks.plots import Axis, lines, save
from benchmarks.synthetic import Exchange, Language, SyntheticEmbedder
from core.clock import ManualClock
from core.identity import Identity
from core.settings import load_settings
from memory import MemoryService, open_memory
from memory.gate.drafts import exchange_draft
from memory.gate.writing import Writer
from memory.ledger.database import PRAGMAS
from memory.ledger.word_search import WordSearch
from memory.vectors import ExactScan
from memory.vectors.indexed import IndexedSearch

SAVES = 200
QUESTIONS = 200
MANY_OWNERS = 100

Figures = dict[str, float]


@dataclass(frozen=True)
class Home:
    """A filled home and what is asked of it."""

    path: Path
    rows: int
    owners: int
    embedder: SyntheticEmbedder
    asked: list[tuple[Identity, str]]
    more: list[Exchange]

    def open(self, **settings: object) -> MemoryService:
        """The home's memory, without the background worker unless it is asked for."""
        loaded = load_settings({"home": self.path, "min_score": 0.0, **settings}, {})
        return open_memory(loaded.settings, embedder=self.embedder, background=False)


@dataclass
class _Stages:
    """Times of the parts of each recall, in seconds."""

    total: list[float] = field(default_factory=list)
    meaning: list[float] = field(default_factory=list)
    words: list[float] = field(default_factory=list)
    embedding: list[float] = field(default_factory=list)

    def figures(self, name: str) -> Figures:
        """Medians, and the 95th percentile of the whole without the query's vector."""
        parts = zip(self.total, self.meaning, self.words, self.embedding, strict=True)
        net = [(whole - vector, near, words) for whole, near, words, vector in parts]
        return {
            f"{name}_p50_ms": median_ms([whole for whole, _, _ in net]),
            f"{name}_p95_ms": p95_ms([whole for whole, _, _ in net]),
            f"{name}_meaning_p50_ms": median_ms(self.meaning),
            f"{name}_words_p50_ms": median_ms(self.words),
            f"{name}_rest_p50_ms": median_ms([w - near - words for w, near, words in net]),
        }


def fill(path: Path, rows: int, owners: int) -> Home:
    """Make a home with so many exchanges, dealt out to its owners conversation by conversation."""
    language = Language()
    exchanges = language.exchanges(rows + SAVES)
    people = [Identity(user=f"user-{n}", session="asking") for n in range(owners)]
    pick = random.Random(rows)  # noqa: S311  (no secret)
    wanted = set(pick.sample(range(rows), min(QUESTIONS, rows)))
    asked, clock, done = [], ManualClock(LONG_AGO), 0
    with ledger_of(path) as database:
        while part := list(islice(exchanges, min(ROWS_A_TRANSACTION, rows - done))):
            with writing_many(database, clock) as writer:
                for number, exchange in enumerate(part, start=done):
                    identity = _speaker(people, exchange)
                    _save(writer, identity, exchange, number, clock)
                    if number in wanted:
                        asked.append((identity, language.question(exchange)))
            done += len(part)
    return Home(path, rows, owners, SyntheticEmbedder(language), asked, list(exchanges))


def measure(rows: int, owners: int) -> Figures:
    """All figures of one home."""
    with tempfile.TemporaryDirectory() as folder:
        before = resident_mb()
        home = fill(Path(folder) / "home", rows, owners)
        figures: Figures = {"rows": rows, "owners": owners}
        with home.open() as service:
            figures["vectors_s"] = seconds(lambda: service.wait_until_embedded(3600))
            figures["rebuild_s"] = seconds(service.reindex)
            figures |= recall_figures(service, home)
            if owners == 1:
                asked = ((who, home.embedder.embed_query(text)) for who, text in home.asked)
                figures["index_recall@10"] = index_recall(service, asked)
            figures |= save_figures(service, home)
            figures["rss_mb"] = resident_mb() - before
        figures["disk_mb"] = disk_mb(home.path)
    return figures


def recall_figures(service: MemoryService, home: Home) -> Figures:
    """Recall by stage: the first question of each owner (nothing cached) apart from the others."""
    first, later = _Stages(), _Stages()
    seen: set[str] = set()
    for identity, question in home.asked:
        stages = later if identity.user in seen else first
        seen.add(identity.user)
        _ask(service, identity, question, stages)
    repeated = _Stages()
    one = home.asked[0][0]
    for _, question in [q for q in home.asked if q[0].user == one.user] or home.asked:
        _ask(service, one, question, repeated)
    return later.figures("recall") | first.figures("first") | repeated.figures("one_owner")


def save_figures(service: MemoryService, home: Home) -> Figures:
    """Acknowledged saves, each beside one bare commit of SQLite with the same pragmas."""
    saves, commits = [], []
    people = [identity for identity, _ in home.asked]
    with _bare_ledger(home.path) as bare:
        for number, exchange in enumerate(home.more):
            memory = service.for_identity(_in_session(people[number % len(people)], exchange))
            saves.append(
                seconds(
                    lambda memory=memory, exchange=exchange, number=number: memory.save_episode(  # type: ignore[misc]
                        exchange.question, exchange.answer, query_id=f"q{number}", tool_calls=0
                    )
                )
            )
            commits.append(seconds(lambda exchange=exchange: _commit(bare, exchange.text)))  # type: ignore[misc]
    return {
        "save_p50_ms": median_ms(saves),
        "save_p95_ms": p95_ms(saves),
        "commit_p50_ms": median_ms(commits),
        "save_to_commit": median_ms(saves) / median_ms(commits),
    }


def main() -> None:
    """Run from the command line and print a table or JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.scale", description=__doc__)
    parser.add_argument("--n", nargs="+", type=int, default=[1000, 10_000, 100_000])
    parser.add_argument("--owners", nargs="+", type=int, default=[1, MANY_OWNERS])
    parser.add_argument("--json", action="store_true", dest="as_json")
    parser.add_argument("--svg", type=Path, help="also write a chart of the times there")
    given = parser.parse_args()
    measured = run(given.n, given.owners)
    if given.as_json:
        print(json.dumps({**where_and_when(), "sizes": measured}))
    else:
        print("Size: synthetic exchanges; embedding is no part of any figure")
        print(table(measured))
    if given.svg:
        save(given.svg, chart(measured))


def run(sizes: Sequence[int], owners: Sequence[int]) -> list[Figures]:
    """Every size with each number of owners, each in a fresh process."""
    measured = []
    for rows in sizes:
        for among in owners:
            fresh = get_context("spawn")
            with ProcessPoolExecutor(max_workers=1, mp_context=fresh) as pool:
                measured.append(pool.submit(measure, rows, among).result())
    return measured


def table(measured: Sequence[Figures]) -> str:
    """One line for each figure, one column for each size."""
    heads = [f"{one['rows']:,.0f}/{one['owners']:.0f}" for one in measured]
    lines = [f"{'rows/owners':<28}" + "".join(f"{head:>14}" for head in heads)]
    names = dict.fromkeys(name for one in measured for name in one)
    for name in names:
        if name not in ("rows", "owners"):
            cells = (f"{one[name]:>14.2f}" if name in one else f"{'-':>14}" for one in measured)
            lines.append(f"{name:<28}" + "".join(cells))
    return "\n".join(lines)


def chart(measured: Sequence[Figures]) -> str:
    """Recall and save by size."""
    sizes = sorted({one["rows"] for one in measured})
    across = Axis("exchanges in the home", sizes[0], sizes[-1] * 1.01, sizes, logarithmic=True)
    up = Axis("milliseconds, median", 0.5, 100, (0.5, 1, 2, 5, 10, 20, 50, 100), logarithmic=True)
    alone = [one for one in measured if one["owners"] == 1]
    shared = [one for one in measured if one["owners"] > 1]
    series = {
        "recall, one owner": [(one["rows"], one["recall_p50_ms"]) for one in alone],
        "recall, one of a hundred": [(one["rows"], one["one_owner_p50_ms"]) for one in shared],
        "save": [(one["rows"], one["save_p50_ms"]) for one in alone],
        "bare commit": [(one["rows"], one["commit_p50_ms"]) for one in alone],
    }
    return lines("What size costs, embedding apart", across, up, series)


def _ask(service: MemoryService, identity: Identity, question: str, stages: _Stages) -> None:
    near: list[float] = []
    words: list[float] = []
    vector: list[float] = []
    with ExitStack() as stack:
        stack.enter_context(timed(ExactScan, "nearest", near))
        stack.enter_context(timed(IndexedSearch, "nearest", near))
        stack.enter_context(timed(WordSearch, "best", words))
        stack.enter_context(timed(SyntheticEmbedder, "embed_query", vector))
        memory_of = service.for_identity(identity)
        stages.total.append(seconds(lambda: memory_of.recall(question)))
    for kept, times in ((stages.meaning, near), (stages.words, words), (stages.embedding, vector)):
        kept.append(sum(times))


def _speaker(people: Sequence[Identity], exchange: Exchange) -> Identity:
    number = int(exchange.session.rpartition("-")[2])
    return _in_session(people[number % len(people)], exchange)


def _in_session(who: Identity, exchange: Exchange) -> Identity:
    return Identity(user=who.user, session=f"{who.user}/{exchange.session}")


def _save(
    writer: Writer, identity: Identity, exchange: Exchange, number: int, clock: ManualClock
) -> None:
    draft = exchange_draft(
        identity,
        exchange.question,
        exchange.answer,
        query_id=f"turn-{number}",
        tool_calls=0,
        derived=False,
        now=clock.now(),
    )
    writer.save(identity, draft)


@contextmanager
def _bare_ledger(folder: Path) -> Iterator[sqlite3.Connection]:
    connection = sqlite3.connect(folder / "bare.sqlite3", isolation_level=None)
    for pragma in PRAGMAS:
        connection.execute(pragma)
    connection.execute("CREATE TABLE said (id INTEGER PRIMARY KEY, content TEXT)")
    try:
        yield connection
    finally:
        connection.close()


def _commit(connection: sqlite3.Connection, content: str) -> None:
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("INSERT INTO said(content) VALUES (?)", (content,))
    connection.execute("COMMIT")


if __name__ == "__main__":
    main()
