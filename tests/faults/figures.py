"""Figures that the faults produce; the long form writes them to `benchmarks/results/reliability.md`."""

from dataclasses import dataclass, field
from pathlib import Path

RESULTS = Path(__file__).parents[2] / "benchmarks" / "results" / "reliability.md"

HEAD = """# What Mnemon survives

Written by `make faults`; each row is a test in `tests/faults/`, where it says how it was measured.

| property | what was measured | figure |
|---|---|---|
"""


@dataclass
class Figures:
    """What was measured in this run, in the order of the tests.

    Attributes:
        is_long: Whether this is the long form: more kills, more rows, more sessions.
        rows: (property, what was measured, figure).
    """

    is_long: bool
    rows: list[tuple[str, str, str]] = field(default_factory=list)

    def note(self, subject: str, measured: str, figure: object) -> None:
        """Keep one figure; in the long form the table is written anew at once."""
        self.rows.append((subject, measured, str(figure)))
        if self.is_long:
            self.write()

    def many(self, short: int, long: int) -> int:
        """How often something is done."""
        return long if self.is_long else short

    def write(self) -> None:
        """Write the table."""
        RESULTS.parent.mkdir(exist_ok=True)
        lines = (f"| {' | '.join(row)} |" for row in self.rows)
        RESULTS.write_text(HEAD + "\n".join(lines) + "\n", "utf-8")
