"""Prints the figures of save honesty and of written calls: `make honesty`."""

from tests.memory.echo import figures as echo_figures
from tests.models.offline import judging_figures
from tests.nodes.claims_figures import blind, corpus, figures
from tests.nodes.written_figures import CORPUS, is_right
from tests.poison import figures as poison_figures


def report() -> str:
    """One line for each corpus."""
    lines = [
        f"claims of saves, corpus       {figures(*corpus())}",
        f"claims of saves, second batch {figures(*blind())}; at first sight 5 of 30 and 5 of 30",
        f"claims of saves, third batch  {figures(*blind('third'))}; at first sight 4 of 25 and 0",
    ]
    for name, title in (("must", "calls read and removed"), ("must_not", "talk left alone")):
        cases = CORPUS[name]
        right = sum(map(is_right, cases))
        lines.append(f"{f'written calls, {title}':<39} {right} of {len(cases)}")
    return "\n".join(
        [*lines, *judging_figures.report(), echo_figures.report(), poison_figures.report()]
    )


if __name__ == "__main__":
    print(report())  # noqa: T201 - what this module is for
