"""Measure what can be measured without data from outside: `python -m benchmarks`, or `make bench`.

With LoCoMo conversations at hand: `python -m benchmarks.locomo DIR`.
"""

import subprocess
import sys

QUICK: tuple[tuple[str, list[str]], ...] = (
    ("benchmarks.embed", []),
    ("benchmarks.scale", ["--n", "1000"]),
)
"""Each benchmark with arguments that let it end within a minute or two."""


def main() -> None:
    """Run every benchmark on small data."""
    for module, arguments in QUICK:
        print(f"\n{module} {' '.join(arguments)}", flush=True)
        done = subprocess.run([sys.executable, "-m", module, *arguments], check=False)  # noqa: S603  (our own modules)
        if done.returncode:
            sys.exit(f"{module} failed.")


if __name__ == "__main__":
    main()
