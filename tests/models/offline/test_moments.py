"""When something began is no part of what it is."""

import pytest

from models.offline.facts import Talk
from models.offline.statements import statement_facts
from models.offline.text import plain


@pytest.mark.parametrize(
    ("said", "topic", "content"),
    [
        ("I moved from Bergen to Oslo last month", "user.city", "Oslo"),
        ("I moved to Oslo two weeks ago", "user.city", "Oslo"),
        ("We moved to Ghent in May", "user.city", "Ghent"),
        ("I have lived in Oslo for three years", "user.city", "Oslo"),
        ("I started a new job at Siemens last week", "user.employer", "Siemens"),
        ("I work at Siemens since 2019", "user.employer", "Siemens"),
        ("I live in Last Chance", "user.city", "Last Chance"),
        ("I live in May", "user.city", "May"),
    ],
)
def test_a_place_is_kept_without_when(said: str, topic: str, content: str):
    facts = statement_facts(plain(said), said, Talk())

    assert [(f.topic, f.content) for f in facts if f.topic == topic] == [(topic, content)]
