"""How fast the bundled embedder is, and what it weighs.

    python -m benchmarks.embed [--json]

Cold starts are whole processes: importing NumPy and onnxruntime, opening the model, the first
vector (Python's own start and the rest of Mnemon are left out). Texts are questions of 13 tokens, and
exchanges of 25 to 57 tokens (39 in the mean; those of LoCoMo have 36).
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from core.settings import Settings
from memory.embedding import Embedder, load_embedder

COLD_STARTS = 7
QUESTIONS = 300
ROUNDS = 5
BATCH = 32
TEXTS = 8 * BATCH

COLD_START = """
import sys, time
from pathlib import Path
started = time.perf_counter()
import numpy
numpy_s = time.perf_counter() - started
from core.settings import Settings
from memory.embedding import load_embedder
started = time.perf_counter()
load_embedder("bundled", Settings(home=Path(sys.argv[1]))).embed_query("Which language do I like?")
print(1000 * (numpy_s + time.perf_counter() - started))
"""

SUBJECTS = ("my sister", "the release", "our garden", "the old bicycle", "that recipe", "the dog")
FACTS = (
    "was mentioned on Monday",
    "needs more attention than we thought, because nobody looked after it all winter",
    "costs 240 euros",
    "moved to Lisbon in the spring, works for a small museum there and likes it a lot",
    "is planned for the first week of October, right after the holidays",
)


def questions(count: int) -> list[str]:
    """Short questions, all different."""
    return [
        f"What did I say about {SUBJECTS[n % len(SUBJECTS)]} and plan {n}?" for n in range(count)
    ]


def exchanges(count: int) -> list[str]:
    """Questions with answers, all different, of 25 to 57 tokens."""
    made = []
    for n in range(count):
        subject = SUBJECTS[n % len(SUBJECTS)]
        told = [FACTS[(n + k) % len(FACTS)] for k in range(1 + n % 2)]
        answer = f"As far as I know {subject} {', and '.join(told)}."
        made.append(f"Q: What about {subject} ({n})?\nA: {answer}")
    return made


def cold_start_ms(home: Path) -> float:
    """One start in a process of its own, in milliseconds."""
    command = [sys.executable, "-c", COLD_START, str(home)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 (ourselves)
    return float(done.stdout)


def query_times_ms(embedder: Embedder, texts: Sequence[str]) -> list[float]:
    """How long each question takes, in milliseconds."""
    return [1000 * _seconds(partial(embedder.embed_query, text)) for text in texts]


def texts_per_s(embedder: Embedder, texts: Sequence[str]) -> float:
    """Texts embedded in a second, in batches of 32: the median of some rounds."""

    def one_round() -> None:
        for start in range(0, len(texts), BATCH):
            embedder.embed_documents(texts[start : start + BATCH])

    return len(texts) / statistics.median(_seconds(one_round) for _ in range(ROUNDS))


def busy_query_times_ms(embedder: Embedder, texts: Sequence[str]) -> list[float]:
    """The same as `query_times_ms` while another thread embeds documents all the time."""
    done = threading.Event()

    def keep_busy() -> None:
        documents = exchanges(TEXTS)
        while not done.is_set():
            embedder.embed_documents(documents[:BATCH])

    other = threading.Thread(target=keep_busy)
    other.start()
    try:
        return query_times_ms(embedder, texts)
    finally:
        done.set()
        other.join()


def measure(home: Path) -> dict[str, float]:
    """All figures of this machine."""
    figures = {"first_start_ms": cold_start_ms(home)}
    figures["cold_start_ms"] = statistics.median(cold_start_ms(home) for _ in range(COLD_STARTS))
    embedder = load_embedder("bundled", Settings.model_validate({"home": home}))
    before = _resident_mb()
    embedder.embed_query("warm")
    figures["loaded_mb"] = _resident_mb() - before
    figures |= _quantiles("query", query_times_ms(embedder, questions(QUESTIONS)))
    figures["batch_texts_per_s"] = texts_per_s(embedder, exchanges(TEXTS))
    figures |= _quantiles("busy_query", busy_query_times_ms(embedder, questions(QUESTIONS)))
    figures["after_batches_mb"] = _resident_mb() - before
    embedder.close()
    return figures


def main() -> None:
    """Run from the command line and print a table or JSON."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.embed", description=__doc__)
    parser.add_argument("--json", action="store_true", dest="as_json")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = {name: round(value, 1) for name, value in measure(Path(folder)).items()}
    if given.as_json:
        print(json.dumps(figures))
        return
    print("Bundled embedder: all-MiniLM-L6-v2 on onnxruntime, float32")
    for name, value in figures.items():
        print(f"  {name:<20}{value:>9.1f}")


def _seconds(action: Callable[[], object]) -> float:
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def _quantiles(name: str, times_ms: Sequence[float]) -> dict[str, float]:
    ordered = sorted(times_ms)
    return {
        f"{name}_p50_ms": statistics.median(ordered),
        f"{name}_p95_ms": ordered[int(0.95 * (len(ordered) - 1))],
    }


def _resident_mb() -> float:
    """Memory of this process in MB: now on Linux, at its highest elsewhere."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return pages * 4096 / 1e6


if __name__ == "__main__":
    main()
