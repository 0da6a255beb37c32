"""The time a question names."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.recall.time_phrases import named_time

NOW = datetime(2026, 6, 10, 15, 30, tzinfo=UTC)  # a Wednesday


@pytest.mark.parametrize(
    ("question", "since", "until"),
    [
        ("What did I say yesterday?", "2026-06-09", "2026-06-10"),
        ("what did we decide today", "2026-06-10", "2026-06-11"),
        ("the day before yesterday?", "2026-06-08", "2026-06-09"),
        ("What did I do last week?", "2026-06-01", "2026-06-08"),
        ("anything this week", "2026-06-08", "2026-06-15"),
        ("what happened last month", "2026-05-01", "2026-06-01"),
        ("last year's plan", "2025-01-01", "2026-01-01"),
        ("last weekend", "2026-06-06", "2026-06-08"),
        ("What did I read in May?", "2026-05-01", "2026-06-01"),
        ("What did I read in August?", "2025-08-01", "2025-09-01"),
        ("in May 2023", "2023-05-01", "2023-06-01"),
        ("where was I in 2023?", "2023-01-01", "2024-01-01"),
        ("on 8 May 2023", "2023-05-08", "2023-05-09"),
        ("on May 8th, 2023", "2023-05-08", "2023-05-09"),
        ("on 3 July", "2025-07-03", "2025-07-04"),
        ("on 2024-02-29", "2024-02-29", "2024-03-01"),
        ("what did I say on Monday", "2026-06-08", "2026-06-09"),
        ("last Wednesday", "2026-06-03", "2026-06-04"),
        ("what did I eat two days ago", "2026-06-08", "2026-06-09"),
        ("in the last three weeks", "2026-05-20", "2026-06-11"),
        ("during the past month", "2026-05-11", "2026-06-11"),
    ],
)
def test_a_phrase_names_a_span(question: str, since: str, until: str):
    named = named_time(question, NOW)

    assert named is not None
    span = named.span
    assert (span.since.date().isoformat(), span.until.date().isoformat()) == (since, until)


def test_three_weeks_ago_is_about_then():
    named = named_time("three weeks ago", NOW)

    assert named is not None
    span = named.span
    assert span.holds(datetime(2026, 5, 20, 9, tzinfo=UTC))
    assert span.holds(datetime(2026, 5, 19, 9, tzinfo=UTC))
    assert not span.holds(datetime(2026, 5, 13, 9, tzinfo=UTC))


@pytest.mark.parametrize(
    "question",
    [
        "May I ask something?",
        "Which language do I prefer?",
        "the march of progress",
        "What is my name?",
        "on 31 February 2023",
        "Who is April?",
        "",
        "the last time I was ill",
    ],
)
def test_other_words_name_no_time(question: str):
    assert named_time(question, NOW) is None


@given(st.text(max_size=200))
def test_no_text_breaks_it_and_a_span_is_never_empty(text: str):
    named = named_time(text, NOW)

    assert named is None or named.span.since < named.span.until
