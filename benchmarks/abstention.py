"""When memory should say that it knows nothing: what each threshold finds, and what it makes up.

    python -m benchmarks.abstention [LOCOMO_FILES_OR_DIR...] [--json] [--svg FILE]

Every question is asked at every `min_score`. Of questions that memory can answer, the share that
found anything (and found the right thing among five) should be high; of questions that it cannot,
the share that found anything should be low. Asked are sixty everyday facts (`benchmarks.everyday`)
and, when given, LoCoMo conversations, where the questions of one asked of another's memory have no
answer. The recommended threshold has the greatest difference between the two shares.
"""

import argparse
import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.everyday import NEVER_TOLD, TOLD
from benchmarks.locomo import conversation, locomo_files, questions, sessions_by_dialogue
from benchmarks.measuring import LONG_AGO, where_and_when
from benchmarks.peer_systems import KeptVectors
from benchmarks.plots import Axis, lines, save
from core.clock import ManualClock
from core.identity import Identity
from core.settings import Settings, load_settings
from memory import MemoryService, open_memory
from memory.embedding import load_embedder

THRESHOLDS = tuple(round(0.05 * step, 2) for step in range(15))
QUESTIONS_EACH = 60
"""Of each LoCoMo conversation, spread over all of it."""

SHOWN = 5
ADVERSARIAL = 5


@dataclass(frozen=True)
class Case:
    """A question to one user's memory, and the ids that answer it (none when nothing does)."""

    group: str
    user: str
    question: str
    answers: frozenset[str]


@dataclass(frozen=True)
class Shares:
    """Of the answerable: what found anything, and the right thing; of the others: what found any."""

    found: float
    right: float
    false: float

    @property
    def gain(self) -> float:
        """How far the two kinds of questions are told apart."""
        return self.found - self.false


Curve = dict[float, Shares]


def run(files: Sequence[Path]) -> dict[str, Curve]:
    """The curve of each group of questions."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder) / "home"
        vectors = KeptVectors(load_embedder("bundled", Settings.model_validate({"home": folder})))
        with _open(home, vectors, 0.0) as service:
            cases = [*_everyday(service), *_locomo(service, files)]
            service.wait_until_embedded(3600)
        curves: dict[str, Curve] = {case.group: {} for case in cases}
        for threshold in THRESHOLDS:
            with _open(home, vectors, threshold) as service:
                for group, curve in curves.items():
                    curve[threshold] = shares(service, [c for c in cases if c.group == group])
        vectors.close()
    return curves


def shares(service: MemoryService, cases: Sequence[Case]) -> Shares:
    """What one threshold does to one group of questions."""
    found, right, false = [], [], []
    for case in cases:
        memory = service.for_identity(Identity(user=case.user, session="asking"))
        ids = {item.engram.id for item in memory.recall(case.question, SHOWN).items}
        if case.answers:
            found.append(bool(ids))
            right.append(bool(ids & case.answers))
        else:
            false.append(bool(ids))
    return Shares(_mean(found), _mean(right), _mean(false))


def recommended(curves: dict[str, Curve]) -> float:
    """The threshold that tells the two kinds of questions apart best, over all groups alike."""
    return max(THRESHOLDS, key=lambda t: sum(curve[t].gain for curve in curves.values()))


def main() -> None:
    """Run from the command line and print a table or JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.abstention", description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path, help="LoCoMo JSON files, or folders of them")
    parser.add_argument("--json", action="store_true", dest="as_json")
    parser.add_argument("--svg", type=Path, help="also write the curves there")
    given = parser.parse_args()
    curves = run(locomo_files(given.paths) if given.paths else [])
    if given.as_json:
        print(
            json.dumps({**where_and_when(), "recommended": recommended(curves), **_plain(curves)})
        )
    else:
        print("Abstention, bundled embedder: shares of questions by threshold (min_score)")
        print(table(curves))
    if given.svg:
        save(given.svg, chart(curves))


def table(curves: dict[str, Curve]) -> str:
    """One line for each threshold; for each group found, right and falsely found."""
    heads = "".join(f"{group + ' found':>18}{'right':>8}{'false':>8}" for group in curves)
    rows = [f"{'min_score':<10}{heads}"]
    for threshold in THRESHOLDS:
        cells = (
            f"{at.found:>18.2f}{at.right:>8.2f}{at.false:>8.2f}"
            for at in (curve[threshold] for curve in curves.values())
        )
        rows.append(f"{threshold:<10.2f}" + "".join(cells))
    return "\n".join([*rows, f"recommended: {recommended(curves):.2f}"])


def chart(curves: dict[str, Curve]) -> str:
    """Found of the answerable and of the others, by threshold."""
    series: dict[str, list[tuple[float, float]]] = {}
    for group, curve in curves.items():
        series[f"{group}: answerable"] = [(t, at.found) for t, at in curve.items()]
        series[f"{group}: no answer"] = [(t, at.false) for t, at in curve.items()]
    across = Axis("min_score", 0, THRESHOLDS[-1], THRESHOLDS[::2])
    up = Axis("share of questions that found anything", 0, 1, (0, 0.25, 0.5, 0.75, 1))
    return lines("When memory says that it knows nothing", across, up, series)


def _everyday(service: MemoryService) -> Iterator[Case]:
    """The hand-made facts, noted or told in turn, each in a conversation of its own."""
    for number, (fact, question) in enumerate(TOLD):
        memory = service.for_identity(Identity(user="everyday", session=f"told-{number}"))
        if number % 2:
            kept = memory.save_note(fact).id
        else:
            kept = memory.save_episode(fact, "Good to know.", query_id=f"{number}", tool_calls=0).id
        yield Case("everyday", "everyday", question, frozenset([kept]))
    for question in NEVER_TOLD:
        yield Case("everyday", "everyday", question, frozenset())


def _locomo(service: MemoryService, files: Sequence[Path]) -> Iterator[Case]:
    """Some questions of each conversation, asked of its own memory and of the next one's."""
    users = [path.stem for path in files]
    for path, stranger in zip(files, [*users[1:], *users[:1]], strict=True):
        data = json.loads(path.read_text("utf-8"))
        ids: dict[str, str] = {}
        for said in conversation(data, "pair"):
            identity = Identity(user=path.stem, session=f"{path.stem}/{said.session}")
            engram_id = service.for_identity(identity).write_episodic(said.text)
            ids.update(dict.fromkeys(sessions_by_dialogue([said]), engram_id))
        asked = [q for q in questions(data) if q.category != ADVERSARIAL]
        for question in asked[:: max(1, len(asked) // QUESTIONS_EACH)]:
            answers = frozenset(ids[one] for one in question.evidence if one in ids)
            yield Case("LoCoMo", path.stem, question.text, answers)
            if stranger != path.stem:
                yield Case("LoCoMo", stranger, question.text, frozenset())


def _open(home: Path, vectors: KeptVectors, threshold: float) -> MemoryService:
    settings = load_settings({"home": home, "min_score": threshold}, {}).settings
    return open_memory(settings, clock=ManualClock(LONG_AGO), embedder=vectors, background=False)


def _plain(curves: dict[str, Curve]) -> dict[str, dict[str, dict[str, float]]]:
    return {
        group: {
            f"{t:.2f}": {"found": s.found, "right": s.right, "false": s.false} for t, s in c.items()
        }
        for group, c in curves.items()
    }


def _mean(values: Sequence[bool]) -> float:
    return sum(values) / len(values) if values else 0.0


if __name__ == "__main__":
    main()
