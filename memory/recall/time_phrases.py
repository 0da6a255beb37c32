"""The time a question names, as a span of days: "last week", "in May", "yesterday", "on 3 June".

Own grammar, because the libraries that read dates in text give moments and not spans, and take
"may" and "march" for months wherever they stand. English; days are UTC; weeks begin on Monday.
"""

import re
from calendar import monthrange
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

MONTHS = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
]
DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
NUMBERS = [
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]

_MONTH = "|".join(f"{m}|{m[:3]}\\.?" for m in MONTHS)
_COUNT = rf"\d{{1,3}}|a|an|{'|'.join(NUMBERS)}|a couple of|a few"
_UNIT = "day|week|month|year"
_DAY = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_YEAR = r"(?:,?\s+(?P<year>(?:19|20)\d\d))?"


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """From `since` on and before `until`, both aware UTC."""

    since: datetime
    until: datetime

    def holds(self, at: datetime) -> bool:
        """Whether a moment lies in it."""
        return self.since <= at < self.until


@dataclass(frozen=True, slots=True)
class NamedTime:
    """The span that a question names, and the question without the words that name it."""

    span: TimeSpan
    besides: str


def named_time(text: str, now: datetime) -> NamedTime | None:
    """The span of time that a question names, None when it names none.

    Args:
        text: The question. The first phrase found counts.
        now: The present, against which "yesterday" is read. A month or day without a year is the
            last one that has begun.
    """
    today = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    for pattern, read in _PHRASES:
        found = pattern.search(text)
        if found is not None:
            span = read(found, today)
            if span is not None:
                return NamedTime(span, f"{text[: found.start()]} {text[found.end() :]}")
    return None


def _relative_day(found: re.Match[str], today: datetime) -> TimeSpan:
    back = {"today": 0, "this morning": 0, "tonight": 0, "yesterday": 1, "last night": 1}
    days = back.get(found[0].lower(), 2)
    return _days(today - timedelta(days=days), 1)


def _named_span(found: re.Match[str], today: datetime) -> TimeSpan:
    is_past = found["which"].lower() in ("last", "previous")
    unit = found["unit"].lower()
    if unit == "week":
        monday = today - timedelta(days=today.weekday() + (7 if is_past else 0))
        return _days(monday, 7)
    if unit == "weekend":
        saturday = today - timedelta(days=(today.weekday() - 5) % 7)
        return _days(saturday - timedelta(days=7 if is_past and today.weekday() >= 5 else 0), 2)
    if unit == "month":
        first = today.replace(day=1)
        return _month((first - timedelta(days=1)) if is_past else first)
    return _year(today.year - (1 if is_past else 0))


def _past_stretch(found: re.Match[str], today: datetime) -> TimeSpan:
    """As in "in the last three weeks": up to and with today."""
    length = timedelta(days=_count(found["count"] or "1") * _LENGTH[found["unit"].lower()])
    return TimeSpan(today - length, today + timedelta(days=1))


def _ago(found: re.Match[str], today: datetime) -> TimeSpan:
    """As in "three weeks ago": that day, give or take a quarter of the unit's length."""
    unit = _LENGTH[found["unit"].lower()]
    middle = today - timedelta(days=_count(found["count"]) * unit)
    return TimeSpan(middle - timedelta(days=unit // 4), middle + timedelta(days=unit // 4 + 1))


def _weekday(found: re.Match[str], today: datetime) -> TimeSpan:
    wanted = DAYS.index(found["weekday"].lower())
    back = (today.weekday() - wanted) % 7
    is_last = (found["last"] or "").lower() == "last"
    return _days(today - timedelta(days=back or (7 if is_last else 0)), 1)


def _date(found: re.Match[str], today: datetime) -> TimeSpan | None:
    month, day = _month_number(found["month"]), int(found["day"])
    year = int(found["year"]) if found["year"] else today.year
    try:
        start = datetime(year, month, day, tzinfo=UTC)
        if not found["year"] and start > today:
            start = start.replace(year=year - 1)
    except ValueError:
        return None
    return _days(start, 1)


def _iso_date(found: re.Match[str], _today: datetime) -> TimeSpan | None:
    try:
        return _days(datetime.fromisoformat(found[0]).replace(tzinfo=UTC), 1)
    except ValueError:
        return None


def _named_month(found: re.Match[str], today: datetime) -> TimeSpan:
    month = _month_number(found["month"])
    is_ahead = month > today.month or (found["last"] is not None and month == today.month)
    year = int(found["year"]) if found["year"] else today.year - is_ahead
    return _month(datetime(year, month, 1, tzinfo=UTC))


def _named_year(found: re.Match[str], _today: datetime) -> TimeSpan:
    return _year(int(found["year"]))


def _days(start: datetime, count: int) -> TimeSpan:
    return TimeSpan(start, start + timedelta(days=count))


def _month(within: datetime) -> TimeSpan:
    first = within.replace(day=1)
    return _days(first, monthrange(first.year, first.month)[1])


def _year(year: int) -> TimeSpan:
    return TimeSpan(datetime(year, 1, 1, tzinfo=UTC), datetime(year + 1, 1, 1, tzinfo=UTC))


def _month_number(name: str) -> int:
    short = name.lower()[:3]
    return next(i for i, month in enumerate(MONTHS, start=1) if month.startswith(short))


def _count(text: str) -> int:
    words = {"a": 1, "an": 1, "a couple of": 2, "a few": 3}
    words |= {word: i for i, word in enumerate(NUMBERS, start=1)}
    return int(text) if text.isdigit() else words[" ".join(text.lower().split())]


_LENGTH = {"day": 1, "week": 7, "month": 30, "year": 365}

_Reader = Callable[[re.Match[str], datetime], TimeSpan | None]


def _phrase(pattern: str, read: _Reader) -> tuple[re.Pattern[str], _Reader]:
    return re.compile(pattern, re.IGNORECASE), read


_PHRASES: tuple[tuple[re.Pattern[str], _Reader], ...] = (
    _phrase(r"\b(?:19|20)\d\d-[01]\d-[0-3]\d\b", _iso_date),
    _phrase(
        r"\b(?:the day before yesterday|yesterday|today|this morning|tonight|last night)\b",
        _relative_day,
    ),
    _phrase(rf"\b(?P<count>{_COUNT})\s+(?P<unit>{_UNIT})s?\s+ago\b", _ago),
    _phrase(
        rf"\b(?:in|over|during|within)\s+the\s+(?:last|past)\s+(?:(?P<count>{_COUNT})\s+)?"
        rf"(?P<unit>{_UNIT})s?\b",
        _past_stretch,
    ),
    _phrase(rf"\b(?:last|past)\s+(?P<count>{_COUNT})\s+(?P<unit>{_UNIT})s\b", _past_stretch),
    _phrase(r"\b(?P<which>last|previous|this)\s+(?P<unit>weekend|week|month|year)\b", _named_span),
    _phrase(rf"\b{_DAY}\s+(?:of\s+)?(?P<month>{_MONTH})\b{_YEAR}", _date),
    _phrase(rf"\b(?P<month>{_MONTH})\s+(?:the\s+)?{_DAY}\b(?!\d){_YEAR}", _date),
    _phrase(rf"\b(?P<last>last|on|this)\s+(?P<weekday>{'|'.join(DAYS)})\b", _weekday),
    _phrase(
        rf"\b(?:in|during|since|of|for)\s+(?:early\s+|late\s+|mid\s+)?(?P<last>last\s+)?"
        rf"(?P<month>{_MONTH})\b{_YEAR}",
        _named_month,
    ),
    _phrase(rf"\b(?P<last>last)\s+(?P<month>{_MONTH})\b{_YEAR}", _named_month),
    _phrase(r"\b(?:in|during|of)\s+(?P<year>(?:19|20)\d\d)\b", _named_year),
)
