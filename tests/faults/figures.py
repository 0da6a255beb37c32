"""Figures that the faults produce; the long form writes them to `benchmarks/results/reliability.md`."""

import os
import platform
import time
from dataclasses import dataclass, field
from pathlib import Path

from core.clock import SystemClock

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results" / "reliability.md"

HEAD = """# What Mnemon survives

Written by `make faults` on {date}, in {minutes:.0f} minutes, on {machine} (load before: {load:.1f}). Each row is
a test in `tests/faults/`, where it says how it was measured. A test fails when a count is not as it must be; times are
shown and fail no test.

| property | what was measured | figure | goal | reached |
|---|---|---|---|---|
"""

NO_GOAL = "none set"


@dataclass(frozen=True)
class Row:
    """One figure: of which property, what was measured, what came of it, what it was to be."""

    subject: str
    measured: str
    figure: str
    goal: str
    is_reached: bool

    def __str__(self) -> str:
        reached = "yes" if self.is_reached else "**no**"
        cells = (self.subject, self.measured, self.figure, self.goal, reached)
        return f"| {' | '.join(cell.replace('|', '/') for cell in cells)} |"


@dataclass
class Figures:
    """What was measured in this run, in the order of the tests.

    Attributes:
        is_long: Whether this is the long form: more kills, more rows, more sessions.
        is_kept: Whether the table is written; not when only some of the tests run.
        rows: What was measured.
    """

    is_long: bool
    is_kept: bool
    rows: list[Row] = field(default_factory=list)
    began: float = field(default_factory=time.monotonic)
    load: float = field(default_factory=lambda: os.getloadavg()[0])

    def note(
        self,
        subject: str,
        measured: str,
        figure: object,
        *,
        goal: str = NO_GOAL,
        is_reached: bool = True,
    ) -> None:
        """Keep one figure; in the long form the table is written anew at once."""
        self.rows.append(Row(subject, measured, str(figure), goal, is_reached))
        if self.is_long and self.is_kept:
            self.write()

    def many(self, short: int, long: int) -> int:
        """How often something is done."""
        return long if self.is_long else short

    def table(self) -> str:
        """The rows, those of one property together."""
        subjects = list(dict.fromkeys(row.subject for row in self.rows))
        ordered = sorted(self.rows, key=lambda row: subjects.index(row.subject))
        return "\n".join(map(str, ordered)) + "\n"

    def write(self) -> None:
        """Write the table."""
        RESULTS.parent.mkdir(exist_ok=True)
        head = HEAD.format(
            date=f"{SystemClock().now():%Y-%m-%d}",
            minutes=(time.monotonic() - self.began) / 60,
            machine=machine(),
            load=self.load,
        )
        RESULTS.write_text(head + self.table(), "utf-8")


def machine() -> str:
    """What the figures depend on: processors, memory, system and Python."""
    pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    return (
        f"{os.cpu_count()} cores ({platform.machine()}), {pages * size / 2**30:.0f} GiB of memory, "
        f"{platform.system()}, Python {platform.python_version()}"
    )
