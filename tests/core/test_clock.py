"""Clocks: always aware, always UTC."""

from datetime import UTC, datetime, timedelta, timezone

from core.clock import ManualClock, SystemClock


def test_the_system_clock_tells_utc():
    assert SystemClock().now().utcoffset() == timedelta(0)


def test_a_manual_clock_stands_until_it_is_moved():
    clock = ManualClock(datetime(2026, 1, 1, tzinfo=UTC))

    before = clock.now()
    clock.advance(timedelta(days=180))

    assert (before, clock.now()) == (
        datetime(2026, 1, 1, tzinfo=UTC),
        datetime(2026, 6, 30, tzinfo=UTC),
    )


def test_a_manual_clock_set_in_another_zone_tells_utc():
    clock = ManualClock(datetime(2026, 1, 1, 12, tzinfo=timezone(timedelta(hours=5))))

    assert clock.now().utcoffset() == timedelta(0)
    assert clock.now().hour == 7
