"""Run every benchmark on small data: `python -m benchmarks [LOCOMO_DIR] [--plots FOLDER]`.

Without LoCoMo conversations: embedding, size, turn and abstention, in a few minutes. With them
also the quality of recall, alone and beside other memories. Full sizes are each benchmark's own
default, such as `python -m benchmarks.scale`.
"""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path


def commands(locomo: Path | None, plots: Path | None) -> Iterator[list[str]]:
    """The benchmarks to run, each with its arguments."""
    data = [str(locomo)] if locomo else []

    def drawn(name: str) -> list[str]:
        return ["--svg", str(plots / f"{name}.svg")] if plots else []

    yield ["embed"]
    yield ["scale", "--n", "1000", "10000", *drawn("latency-by-size")]
    yield ["turn"]
    yield ["abstention", *data, *drawn("abstention")]
    if data:
        yield ["locomo", *data, "--unit", "pair"]
        yield ["locomo", *data, "--unit", "turn"]
        yield ["among", *data, "--n", "3000"]
        yield ["peers", *data, *drawn("recall-by-system")]


def main() -> None:
    """Run them one after the other, each in a process of its own."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("locomo", nargs="?", type=Path, help="folder of LoCoMo JSON files")
    parser.add_argument("--plots", type=Path, help="write the charts into this folder")
    given = parser.parse_args()
    for name, *arguments in commands(given.locomo, given.plots):
        print(f"\n$ python -m benchmarks.{name} {' '.join(arguments)}", flush=True)
        subprocess.run(  # noqa: S603  (ourselves)
            [sys.executable, "-m", f"benchmarks.{name}", *arguments], check=True
        )


if __name__ == "__main__":
    main()
