"""The figures of a run, and the option that asks for the long form."""

from collections.abc import Generator

import pytest

from tests.faults.figures import NO_GOAL, Figures

FIGURES = pytest.StashKey[Figures]()

WHOLE = "tests/faults"
"""What `make faults` names: only then the table is written, so that no row is missing in it."""


def pytest_configure(config: pytest.Config) -> None:
    """Begin a table."""
    is_whole = [arg.rstrip("/") for arg in config.args] == [WHOLE] and not config.option.keyword
    config.stash[FIGURES] = Figures(
        is_long=bool(config.getoption("--faults-long")), is_kept=is_whole
    )


@pytest.fixture(scope="session")
def figures(request: pytest.FixtureRequest) -> Figures:
    """What this run measures; the long form (`--faults-long`) writes its table."""
    return request.config.stash[FIGURES]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell in the table of a test that failed, or could not run here: its figure is missing."""
    report = yield
    if report.failed or report.skipped:
        promise = item.name.removeprefix("test_").replace("_", " ")
        told = "failed" if report.failed else "could not be measured here"
        why = str(call.excinfo.value).strip().splitlines()[:1] if call.excinfo else []
        figures = item.config.stash[FIGURES]
        figures.note(
            "not shown", promise, ": ".join([told, *why])[:200], goal=NO_GOAL, is_reached=False
        )
    return report


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Show the figures of a long form, also when only some of its tests ran."""
    figures = config.stash[FIGURES]
    if figures.is_long:
        terminalreporter.write_line(figures.table())
