"""Mnemon beside other local memories: same conversations, same vectors, same machine, one run.

    python -m benchmarks.peers DIR_OR_FILES... [--unit turn|pair] [--json] [--svg FILE]

Every text is added by itself, every question asked of its conversation for ten hits. Quality is
that of the questions of categories 1 to 4. Each system is run twice and the second run counts: by
then every vector is made, so embedding is no part of any time.
"""

import argparse
import json
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from benchmarks.locomo import (
    Question,
    Said,
    Unit,
    conversation,
    locomo_files,
    questions,
    score,
    sessions_by_dialogue,
    summary,
)
from benchmarks.measuring import disk_mb, median_ms, seconds, where_and_when
from benchmarks.peer_systems import KeptVectors, Opener, System, left_out, systems
from benchmarks.plots import Axis, bars, save
from core.settings import Settings
from memory.embedding import load_embedder

LIMIT = 10

Figures = dict[str, float]


@dataclass(frozen=True)
class Talk:
    """One conversation: whose it is, what was said, what is asked."""

    user: str
    said: list[Said]
    asked: list[Question]


def run(files: Sequence[Path], unit: Unit) -> dict[str, Figures]:
    """The figures of every system, under its name."""
    talks = [_talk(path, unit) for path in files]
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings.model_validate({"home": folder})
        vectors = KeptVectors(load_embedder("bundled", settings))
        measured = {name: measure(opener, vectors, talks) for name, opener in systems().items()}
        vectors.close()
    return measured


def measure(opener: Opener, vectors: KeptVectors, talks: Sequence[Talk]) -> Figures:
    """The figures of the second run of one system."""
    _one_run(opener, vectors, talks)
    return _one_run(opener, vectors, talks)


def _one_run(opener: Opener, vectors: KeptVectors, talks: Sequence[Talk]) -> Figures:
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        system = opener(folder, vectors, stack)
        adds = [time for talk in talks for time in _add(system, talk)]
        settled = seconds(system.settle)
        figures = _ask(system, talks)
        stack.close()
        return {
            **figures,
            "add_p50_ms": median_ms(adds),
            "settle_s": settled,
            "disk_mb": disk_mb(folder),
        }


def _add(system: System, talk: Talk) -> list[float]:
    return [
        seconds(
            partial(system.add, talk.user, said.session, said.at, f"{talk.user}-{n}", said.text)
        )
        for n, said in enumerate(talk.said)
    ]


def _ask(system: System, talks: Sequence[Talk]) -> Figures:
    times: list[float] = []
    scores = []
    for talk in talks:
        sessions = sessions_by_dialogue(talk.said)
        for question in talk.asked:
            found: list[str] = []
            ask = partial(system.search, talk.user, question.text, LIMIT)
            times.append(seconds(lambda found=found, ask=ask: found.extend(ask())))  # type: ignore[misc]
            hits = [talk.said[int(key.rpartition("-")[2])] for key in found]
            scores.append(score(question, hits, sessions))
    means = summary(scores)["all"]
    quality = {name: means[name] for name in ("recall@5", "recall@10", "ndcg@10")}
    return {**quality, "search_p50_ms": median_ms(times)}


def main() -> None:
    """Run from the command line and print a table or JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers", description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, help="LoCoMo JSON files, or folders of them")
    parser.add_argument("--unit", choices=("turn", "pair"), default="turn")
    parser.add_argument("--json", action="store_true", dest="as_json")
    parser.add_argument("--svg", type=Path, help="also write a chart of the quality there")
    given = parser.parse_args()
    files = locomo_files(given.paths)
    measured = run(files, given.unit)
    if given.as_json:
        print(json.dumps({**where_and_when(), "unit": given.unit, "systems": measured}))
    else:
        print(f"LoCoMo, {len(files)} conversations, unit {given.unit}, embedding apart")
        print(table(measured))
    if given.svg:
        save(given.svg, chart(measured, given.unit))


def table(measured: dict[str, Figures]) -> str:
    """One line for each system."""
    heads = ("R@5", "R@10", "nDCG@10", "add p50 ms", "search p50 ms", "disk MB")
    names = ("recall@5", "recall@10", "ndcg@10", "add_p50_ms", "search_p50_ms", "disk_mb")
    lines = [f"{'system':<36}" + "".join(f"{head:>15}" for head in heads)]
    for system, figures in measured.items():
        cells = (f"{figures[name]:>15.{3 if '@' in name else 2}f}" for name in names)
        lines.append(f"{system:<36}" + "".join(cells))
    return "\n".join([*lines, *left_out()])


def chart(measured: dict[str, Figures], unit: Unit) -> str:
    """Quality by system."""
    up = Axis("", 0, 1, (0, 0.2, 0.4, 0.6, 0.8, 1))
    names = [
        name.replace("langchain-chroma", "Chroma").replace("LangGraph ", "") for name in measured
    ]
    groups = {
        "R@5": [figures["recall@5"] for figures in measured.values()],
        "R@10": [figures["recall@10"] for figures in measured.values()],
        "nDCG@10": [figures["ndcg@10"] for figures in measured.values()],
    }
    return bars(f"LoCoMo, one {unit} one memory, MiniLM vectors for all", up, names, groups)


def _talk(path: Path, unit: Unit) -> Talk:
    data = json.loads(path.read_text("utf-8"))
    return Talk(path.stem, list(conversation(data, unit)), questions(data))


if __name__ == "__main__":
    main()
