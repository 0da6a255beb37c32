"""Prints the figures of save honesty, of written calls and of topic keys: `make honesty`.

A batch is written before the rules see it; what it showed then is its first sight, which says how
the rules will do on answers nobody has seen. What it shows now says that they have learnt from it.
"""

from tests.memory import topic_figures
from tests.memory.echo import figures as echo_figures
from tests.models.offline import judging_figures
from tests.nodes import receipts_figures
from tests.nodes.claims_figures import blind, corpus, figures
from tests.nodes.receipts_figures import Cases
from tests.nodes.written_figures import BLIND, CORPUS, is_right
from tests.poison import figures as poison_figures

CLAIM_BATCHES = {
    "blind": ("second", "5 of 30 missed, 5 of 30 false"),
    "third": ("third", "4 of 25 missed, 0 false"),
    "fourth": ("fourth", "25 of 68 missed, 0 of 78 false"),
    "fifth": ("fifth", "21 of 72 missed, 2 of 94 false"),
    "sixth": ("sixth", "9 of 67 missed, 1 of 83 false"),
}
RECEIPT_BATCHES = (
    ("corpus", receipts_figures.CASES, "3 of 32 missed, 0 of 42 false"),
    ("blind batch", receipts_figures.BLIND, "0 of 15 missed, 4 of 20 false"),
)
WRITTEN_BATCHES = (
    ("calls read and removed", CORPUS["must"], ""),
    ("talk left alone", CORPUS["must_not"], ""),
    ("blind batch read", BLIND["must"], "; at first sight 32 of 70"),
    ("blind batch left alone", BLIND["must_not"], "; at first sight 35 of 36"),
)


def _receipts(title: str, cases: Cases, seen: str) -> str:
    missed, alarms = (
        len(f(cases)) for f in (receipts_figures.missed, receipts_figures.false_alarms)
    )
    return (
        f"claims beyond receipts, {title}: missed {missed} of {len(cases['unproved'])}, "
        f"false alarms {alarms} of {len(cases['proved'])}; at first sight {seen}"
    )


def report() -> str:
    """One line for each corpus."""
    lines = [
        f"claims of saves, corpus       {figures(*corpus())}",
        *(
            f"claims of saves, {f'{batch} batch':<13}{figures(*blind(name))}; at first sight {seen}"
            for name, (batch, seen) in CLAIM_BATCHES.items()
        ),
        *(_receipts(title, cases, seen) for title, cases, seen in RECEIPT_BATCHES),
    ]
    for title, cases, seen in WRITTEN_BATCHES:
        right = sum(map(is_right, cases))
        lines.append(f"{f'written calls, {title}':<39} {right} of {len(cases)}{seen}")
    lines.append(f"topic keys, {topic_figures.figures()}; at first sight 100.0%, 56.7%")
    return "\n".join(
        [*lines, *judging_figures.report(), echo_figures.report(), poison_figures.report()]
    )


if __name__ == "__main__":
    print(report())  # noqa: T201 - what this module is for
