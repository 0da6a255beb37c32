"""The one place that asks what time it is, so that a story can say "six months later"."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Protocol


class Clock(Protocol):
    """Tells the time."""

    def now(self) -> datetime:
        """The present moment, timezone-aware, in UTC."""
        ...


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """The present moment by the operating system, in UTC."""
        return datetime.now(UTC)


@dataclass
class ManualClock:
    """A clock that stands still until it is moved: for tests and stories."""

    at: datetime

    def now(self) -> datetime:
        """The moment it was last set to, in UTC."""
        return self.at.astimezone(UTC)

    def advance(self, by: timedelta) -> None:
        """Move forward by `by` (or back, when `by` is negative)."""
        self.at += by
