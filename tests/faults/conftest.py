"""The figures of a run, and the option that asks for the long form."""

import pytest

from tests.faults.figures import Figures


@pytest.fixture(scope="session")
def figures(request: pytest.FixtureRequest) -> Figures:
    """What this run measures; the long form (`--faults-long`) writes its table."""
    return Figures(is_long=bool(request.config.getoption("--faults-long")))
