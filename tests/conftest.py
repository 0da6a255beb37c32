"""What every test gets: a home of its own, no settings from outside, no network but loopback."""

import os
import socket
from pathlib import Path

import pytest

from core.settings import Settings, load_settings

LOOPBACK = {"127.0.0.1", "::1", "localhost", "0.0.0.0", ""}


def pytest_addoption(parser: pytest.Parser) -> None:
    """The long form of the faults: many more kills and rows, and the table written anew."""
    parser.addoption("--faults-long", action="store_true", help="the long form of tests/faults")


@pytest.fixture(autouse=True)
def only_loopback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every connection that would leave this machine."""
    connect = socket.socket.connect

    def guarded(self: socket.socket, address):
        if self.family in (socket.AF_INET, socket.AF_INET6) and address[0] not in LOOPBACK:
            raise AssertionError(f"A test tried to reach {address!r}.")
        return connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", guarded)


@pytest.fixture(autouse=True)
def no_outside_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of the developer's shell do not reach a test."""
    for name in list(os.environ):
        if name.startswith("MNEMON_"):
            monkeypatch.delenv(name)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """An empty home (not made yet)."""
    return tmp_path / "home"


@pytest.fixture
def settings(home: Path) -> Settings:
    """Settings that need nothing but Python: the bundled embedder and the offline model."""
    return load_settings({"home": home, "embedder": "bundled", "model": "offline"}, {}).settings
