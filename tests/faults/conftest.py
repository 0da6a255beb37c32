"""The figures of a run, and the option that asks for the long form."""

from collections.abc import Iterator

import pytest

from tests.faults.figures import Figures


@pytest.fixture(scope="session")
def figures(request: pytest.FixtureRequest) -> Iterator[Figures]:
    """What this run measures; the long form (`--faults-long`) writes its table."""
    found = Figures(is_long=bool(request.config.getoption("--faults-long")))
    yield found
    if found.is_long and found.rows:
        found.write()
