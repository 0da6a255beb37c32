"""Filters and scopes against a plain reference: they narrow, and never starve the answer."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.clock import ManualClock
from core.engram import EMOTIONS, MEMORY_TYPES, Engram
from core.identity import Identity
from core.recall import RecallFilter
from core.settings import Settings
from memory import Memory, MemoryService, open_memory
from memory.embedding import Embedder

START = datetime(2026, 1, 1, tzinfo=UTC)
ROWS = 240
TAGS = ("work", "home", "wörk", "work-out", 'quo"te')
THINGS = ["boat", "garden", "piano", "recipe", "server", "bicycle", "novel", "holiday"]


@dataclass(frozen=True)
class Filled:
    """An open home and all that is in it."""

    service: MemoryService
    stored: list[Engram]


@pytest.fixture(scope="module")
def filled(embedder: Embedder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Filled]:
    home: Path = tmp_path_factory.mktemp("filled")
    clock = ManualClock(START)
    plain = Settings(home=home, embedder="bundled", min_score=0)
    with open_memory(plain, clock=clock, embedder=embedder, background=False) as service:
        ids = _fill(service, clock)
        service.wait_until_embedded(120)
        yield Filled(service, [ada(service).get(engram_id) for engram_id in ids])


def _fill(service: MemoryService, clock: ManualClock) -> list[str]:
    ids: list[str] = []
    chance = random.Random(7)
    for number in range(ROWS):
        clock.at = START + timedelta(days=number / 2)
        memory = service.for_identity(Identity(user="ada", session=f"s{number % 4}"))
        text = f"number {number}: the {chance.choice(THINGS)} and the {chance.choice(THINGS)}"
        if number % 3 == 0:
            ids.append(memory.write_episodic(text))
        elif number % 3 == 1:
            ids.append(memory.save_note(text, importance=chance.choice((0.1, 0.5, 0.9))).id)
        else:
            fact = memory.remember(
                text,
                scope=chance.choice(("user", "agent", "tenant")),
                memory_type=chance.choice(MEMORY_TYPES),
                emotion=chance.choice(EMOTIONS),
                tags=chance.sample(TAGS, k=2),
                importance=chance.choice((0.1, 0.5, 0.9)),
            )
            ids.append(fact.id)
    clock.at = START + timedelta(days=ROWS)
    return ids


def ada(service: MemoryService) -> Memory:
    return service.for_identity(Identity(user="ada", session="s1"))


def fits(engram: Engram, wanted: RecallFilter, scope: str) -> bool:
    """The plain reference."""
    in_scope = {
        "any": True,
        "session": engram.scope == "user" and engram.session == "s1",
    }.get(scope, engram.scope == scope)
    return (
        in_scope
        and (wanted.kinds is None or engram.kind in wanted.kinds)
        and wanted.memory_type in (None, engram.memory_type)
        and wanted.emotion in (None, engram.emotion)
        and set(wanted.tags) <= set(engram.tags)
        and engram.importance >= wanted.min_importance
        and wanted.tier in (None, engram.tier)
        and (wanted.since is None or engram.event_at >= wanted.since)
        and (wanted.until is None or engram.event_at < wanted.until)
        and (wanted.not_session is None or engram.session != wanted.not_session)
    )


moments = st.none() | st.integers(0, ROWS // 2).map(lambda days: START + timedelta(days=days))
filters = st.builds(
    RecallFilter,
    kinds=st.none() | st.lists(st.sampled_from(["episode", "note", "fact"]), min_size=1).map(tuple),
    memory_type=st.none() | st.sampled_from(MEMORY_TYPES),
    emotion=st.none() | st.sampled_from(EMOTIONS),
    tags=st.lists(st.sampled_from(TAGS), max_size=2).map(tuple),
    min_importance=st.sampled_from([0.0, 0.3, 0.5, 0.8]),
    tier=st.none() | st.sampled_from(["short", "long"]),
    since=moments,
    until=moments,
    not_session=st.none() | st.sampled_from(["s0", "s1"]),
)


@settings(max_examples=100, deadline=None)
@given(
    filters,
    st.sampled_from(["any", "session", "user", "agent", "tenant"]),
    st.integers(1, 20),
    st.sampled_from(["the boat", "piano recipe", "something else entirely", "number"]),
)
def test_no_filter_or_scope_starves_the_answer_or_lets_anything_else_in(
    filled: Filled, wanted, scope, top_k, query
):
    qualifying = {e.id for e in filled.stored if fits(e, wanted, scope)}

    found = ada(filled.service).recall(query, top_k, scope=scope, wanted=wanted, explain=True)

    # A row of negative cosine is no answer, whatever the filter says.
    opposite = {out.id for out in found.left_out if out.stage == "not relevant"}
    assert {item.engram.id for item in found.items} <= qualifying
    assert len(found.items) == min(top_k, len(qualifying - opposite))
