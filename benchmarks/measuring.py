"""What every benchmark needs: times, quantiles, memory, disk, and where it was measured."""

import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from core.clock import SystemClock

LONG_AGO = datetime(2023, 1, 1, tzinfo=UTC)
"""Where clocks of benchmarks begin: their days do not depend on the day of the run."""


def seconds(action: Callable[[], object]) -> float:
    """How long an action takes."""
    started = time.perf_counter()
    action()
    return time.perf_counter() - started


def median_ms(times_s: Sequence[float]) -> float:
    """The middle one of times in seconds, in milliseconds; 0 for none."""
    return 1000 * statistics.median(times_s) if times_s else 0.0


def p95_ms(times_s: Sequence[float]) -> float:
    """The time in milliseconds that 19 of 20 stay under; 0 for none."""
    ordered = sorted(times_s)
    return 1000 * ordered[int(0.95 * (len(ordered) - 1))] if ordered else 0.0


@contextmanager
def timed(holder: object, name: str, times_s: list[float]) -> Iterator[None]:
    """Note how long every call of a function of a module or class takes, while the block runs."""
    real = getattr(holder, name)

    def noted(*given: object, **named: object) -> object:
        started = time.perf_counter()
        try:
            return real(*given, **named)
        finally:
            times_s.append(time.perf_counter() - started)

    setattr(holder, name, noted)
    try:
        yield
    finally:
        setattr(holder, name, real)


def resident_mb() -> float:
    """Memory of this process in MB: now on Linux, at its highest elsewhere."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def disk_mb(folder: Path) -> float:
    """What the files below a folder weigh, in MB."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


def where_and_when() -> dict[str, str]:
    """The machine and the day, for the head of a table."""
    return {
        "machine": f"{os.cpu_count()} cores {platform.machine()}, {platform.system()}",
        "python": platform.python_version(),
        "date": SystemClock().now().date().isoformat(),
    }
