"""How well recall finds evidence: LoCoMo conversations through the memory, as a user would use it.

    python -m benchmarks.locomo DIR_OR_FILES... [--unit turn|pair] [--json]

Every turn (or pair of turns) is written with its session and its time; every question is asked of
the whole conversation. A question's recall is the share of its evidence among the first k hits;
its recall of whole sessions the share of the sessions with evidence among the first ten, where a
session stands at its best hit. `all` is categories 1 to 4; `every` has the adversarial ones too.
Data: "Evaluating Very Long-Term Conversational Memory of LLM Agents" (ACL 2024), given by path.
"""

import argparse
import json
import math
import re
import sys
import tempfile
import uuid
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal

from core.clock import ManualClock
from core.identity import Identity
from core.settings import load_settings
from memory import Memory, MemoryService, open_memory

Unit = Literal["turn", "pair"]

CATEGORIES = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop", 5: "adversarial"}
CUTS = (5, 10, 20)
SESSIONS = 10
SESSION_DEPTH = 200
"""Hits read to name the ten best sessions; no conversation has so many that two hundred miss one."""


@dataclass(frozen=True)
class Said:
    """What is written as one memory: the dialogue ids it covers, its words, where and when."""

    dialogue_ids: tuple[str, ...]
    text: str
    session: str
    at: datetime


@dataclass(frozen=True)
class Question:
    """A question and the dialogue ids that answer it."""

    text: str
    evidence: frozenset[str]
    category: int


@dataclass(frozen=True)
class Score:
    """What one question got."""

    category: int
    recall: dict[int, float]
    ndcg: float
    reciprocal_rank: float
    session_recall: float


def conversation(data: dict[str, Any], unit: Unit) -> Iterator[Said]:
    """The memories of a conversation in the order they were said."""
    number = 1
    while f"session_{number}_date_time" in data:
        turns = data.get(f"session_{number}") or []
        at = datetime.strptime(
            f"{data[f'session_{number}_date_time']} +0000", "%I:%M %p on %d %B, %Y %z"
        )
        size = 1 if unit == "turn" else 2
        for start in range(0, len(turns), size):
            part = turns[start : start + size]
            words = "\n".join(_line(turn) for turn in part)
            yield Said(
                dialogue_ids=tuple(turn["dia_id"] for turn in part),
                text=f"{at:%d %B %Y}\n{words}",
                session=str(uuid.uuid5(uuid.NAMESPACE_OID, f"session-{number}")),
                at=at,
            )
        number += 1


def questions(data: dict[str, Any]) -> list[Question]:
    """The questions that name evidence."""
    asked = []
    for qa in data["qa"]:
        evidence = frozenset(re.findall(r"D\d+:\d+", " ".join(qa.get("evidence") or [])))
        if evidence:
            asked.append(Question(qa["question"], evidence, qa["category"]))
    return asked


def write(
    memory_of: MemoryService, clock: ManualClock, user: str, said: Sequence[Said]
) -> dict[str, Said]:
    """Write every memory; gives what stands under which id."""
    written = {}
    for one in said:
        clock.at = one.at
        memory = memory_of.for_identity(Identity(user=user, session=f"{user}/{one.session}"))
        written[memory.write_episodic(one.text)] = one
    return written


def score(question: Question, found: Sequence[Said], session_of: Mapping[str, str]) -> Score:
    """What one question's answer is worth.

    Args:
        question: What was asked.
        found: The hits, best first, as many as there are.
        session_of: The session of each dialogue id.
    """
    hits = [question.evidence & set(said.dialogue_ids) for said in found]
    wanted = {session_of[one] for one in question.evidence if one in session_of}
    sessions = list(dict.fromkeys(said.session for said in found))[:SESSIONS]
    return Score(
        category=question.category,
        recall={k: len(set().union(*hits[:k])) / len(question.evidence) for k in CUTS},
        ndcg=_ndcg(hits[:10], len(question.evidence)),
        reciprocal_rank=next((1 / rank for rank, hit in enumerate(hits[:20], 1) if hit), 0.0),
        session_recall=len(wanted & set(sessions)) / max(1, len(wanted)),
    )


def sessions_by_dialogue(written: Iterable[Said]) -> dict[str, str]:
    """The session in which each dialogue id stands."""
    return {one: said.session for said in written for one in said.dialogue_ids}


def ask(memory: Memory, question: Question, written: Mapping[str, Said]) -> list[Said]:
    """The hits of one question: the twenty of a recall, then what a longer search has beyond."""
    best = [item.engram.id for item in memory.recall(question.text, max(CUTS)).items]
    more = [hit["id"] for hit in memory.search_episodic(question.text, SESSION_DEPTH)]
    return [written[engram_id] for engram_id in dict.fromkeys([*best, *more])]


def run(files: Sequence[Path], unit: Unit) -> list[Score]:
    """Write and ask every conversation, each as a user of one home."""
    clock = ManualClock(datetime(2023, 1, 1, tzinfo=UTC))
    scores = []
    with tempfile.TemporaryDirectory() as folder:
        settings = load_settings({"home": folder, "embedder": "bundled"}, {})
        with open_memory(settings.settings, clock=clock) as service:
            for path in files:
                data = json.loads(path.read_text("utf-8"))
                written = write(service, clock, path.stem, list(conversation(data, unit)))
                service.wait_until_embedded(600)
                memory = service.for_identity(Identity(user=path.stem, session="asking"))
                sessions = sessions_by_dialogue(written.values())
                scores += [score(q, ask(memory, q, written), sessions) for q in questions(data)]
    return scores


def summary(scores: Sequence[Score]) -> dict[str, dict[str, float]]:
    """Means by category; the adversarial ones stand apart from `all`, but not from `every`."""
    groups: dict[str, list[Score]] = defaultdict(list)
    for one in scores:
        groups[CATEGORIES[one.category]].append(one)
        groups["every"].append(one)
        if one.category != 5:
            groups["all"].append(one)
    return {name: _means(group) for name, group in sorted(groups.items())}


def main() -> None:
    """Run from the command line and print a table or JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.locomo", description=__doc__)
    parser.add_argument("paths", nargs="+", type=Path, help="LoCoMo JSON files, or folders of them")
    parser.add_argument("--unit", choices=("turn", "pair"), default="pair")
    parser.add_argument("--json", action="store_true", dest="as_json")
    given = parser.parse_args()
    files = locomo_files(given.paths)
    result = summary(run(files, given.unit))
    if given.as_json:
        print(json.dumps({"unit": given.unit, "files": [f.name for f in files], "scores": result}))
        return
    print(
        f"LoCoMo, {len(files)} conversations, unit {given.unit}, bundled embedder, no language model"
    )
    print(
        f"{'category':<14}{'questions':>10}{'R@5':>8}{'R@10':>8}{'R@20':>8}{'nDCG@10':>9}{'MRR':>7}{'session R@10':>14}"
    )
    for name, row in result.items():
        cells = "".join(f"{row[f'recall@{k}']:>8.3f}" for k in CUTS)
        print(
            f"{name:<14}{row['questions']:>10.0f}{cells}{row['ndcg@10']:>9.3f}{row['mrr']:>7.3f}"
            f"{row['session_recall@10']:>14.3f}"
        )


def locomo_files(paths: Sequence[Path]) -> list[Path]:
    """The conversations among files and folders; it ends the program when there are none."""
    files = sorted(f for p in paths for f in (p.glob("*.json") if p.is_dir() else [p]))
    if not files:
        sys.exit("No LoCoMo files there. Give the folder that holds the conversations as JSON.")
    return files


def _line(turn: dict[str, Any]) -> str:
    picture = f" [shares a picture: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
    return f"{turn['speaker']}: {turn['text']}{picture}"


def _ndcg(hits: Sequence[set[str] | frozenset[str]], evidence: int) -> float:
    gain = sum(1 / math.log2(rank + 1) for rank, hit in enumerate(hits, 1) if hit)
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, min(evidence, len(hits) or 1, 10) + 1))
    return min(1.0, gain / ideal)


def _means(group: Sequence[Score]) -> dict[str, float]:
    count = len(group)
    means = {f"recall@{k}": sum(s.recall[k] for s in group) / count for k in CUTS}
    return {
        "questions": float(count),
        **means,
        "ndcg@10": sum(s.ndcg for s in group) / count,
        "mrr": sum(s.reciprocal_rank for s in group) / count,
        "session_recall@10": sum(s.session_recall for s in group) / count,
    }


if __name__ == "__main__":
    main()
