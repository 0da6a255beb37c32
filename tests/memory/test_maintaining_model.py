"""Whatever is done to memories in whatever order, what stands is what a plain model says."""

from collections import Counter
from datetime import timedelta
from uuid import uuid4

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from core.errors import InvalidInput
from core.identity import Identity

WORDS = ["red boat", "blue car", "green house"]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["remember", "reword", "weigh", "merge", "archive", "unarchive", "forget"]),
        st.sampled_from([f"The {word} is mine" for word in WORDS]),
        st.sampled_from([f"The {word} is mine" for word in WORDS]),
    ),
    max_size=14,
)


class Model:
    """Sentences that stand, and how often one was put aside. Each step is done to both."""

    def __init__(self, memory):
        self.memory = memory
        self.standing: set[str] = set()
        self.aside: Counter[str] = Counter()

    def id_of(self, text):
        return next(e.id for e in self.memory.memories() if e.content == text)

    def remember(self, text, _):
        assert self.memory.remember(text).was_new == (text not in self.standing)
        self.standing.add(text)

    def reword(self, text, other):
        if text in self.standing:
            self.memory.update(self.id_of(text), content=other)
            self.standing = self.standing - {text} | {other}

    def weigh(self, text, _):
        if text in self.standing:
            before = self.id_of(text)
            assert self.memory.update(before, importance=0.7).id == before

    def merge(self, text, other):
        if {text, other} <= self.standing and text != other:
            self.memory.merge(self.id_of(text), self.id_of(other))
            self.standing.discard(other)

    def archive(self, text, _):
        if text in self.standing:
            self.memory.archive(self.id_of(text))
            self.standing.discard(text)
            self.aside[text] += 1

    def unarchive(self, text, _):
        if not self.aside[text]:
            return
        archived = next(e.id for e in self.memory.archived() if e.content == text)
        if text in self.standing:
            with pytest.raises(InvalidInput, match="says the same"):
                self.memory.unarchive(archived)
        else:
            self.memory.unarchive(archived)
            self.standing.add(text)
            self.aside[text] -= 1

    def forget(self, text, _):
        if text in self.standing:
            self.memory.forget(self.id_of(text))
            self.standing.discard(text)
            self.aside[text] = 0


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(steps=STEPS)
def test_what_stands_is_what_was_done(service, clock, steps):
    memory = service.for_identity(Identity(f"ada-{uuid4()}", "s"))
    model = Model(memory)
    for step, text, other in steps:
        clock.advance(timedelta(minutes=1))
        getattr(model, step)(text, other)

        assert sorted(e.content for e in memory.memories()) == sorted(model.standing)
        assert Counter(e.content for e in memory.archived()) == +model.aside

    for word in WORDS:
        found = {item.engram.content for item in memory.recall(word, 20).items}
        assert found == {text for text in model.standing if word in text}
