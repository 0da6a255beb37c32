"""Search by meaning: the exact scan and the Chroma index keep the same promises.

Both are asked about homes whose vectors the test chooses. Behind the index stands a search that
fails, so that it is the index that answers.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pytest

from core.identity import Identity
from core.settings import Settings
from memory import Memory, MemoryService, open_memory
from memory.owner import owner_key
from memory.vectors import ExactScan, VectorHits
from memory.vectors.search import VectorSearch
from tests.memory.chosen_vectors import DIMENSIONS, ChosenVectors, Vector, random_units, unit

ADA, BOB = Identity("ada", "a"), Identity("bob", "b")


class NeverAsked:
    """Stands behind the index, which must answer by itself."""

    def nearest(self, *_: object) -> VectorHits:
        raise AssertionError("The index did not answer.")

    def cosines(self, *_: object) -> dict[int, float]:
        raise AssertionError("The index did not answer.")


class Subject:
    """A search over a home, by texts instead of numbers."""

    def __init__(self, service: MemoryService, embedder: ChosenVectors, way: str) -> None:
        self.service = service
        self._embedder = embedder
        self._way = way
        self._scan = ExactScan(embedder.name)

    def keep(self, who: Identity, vectors: dict[str, Vector], *, waits: bool = False) -> Memory:
        """Keep a note with each text, and let it be searchable unless it is to wait."""
        memory = self.service.for_identity(who)
        self._embedder.chosen |= vectors
        for text in vectors:
            memory.save_note(text)
        if not waits:
            self.settle()
        return memory

    def settle(self) -> None:
        assert self.service.wait_until_indexed(60) == 0

    def nearest(self, who: Identity, query: Vector, limit: int) -> tuple[dict[str, float], bool]:
        """Texts with their cosines, nearest first, and whether that is all."""
        hits, names = self._asked(who, lambda s, c, owner: s.nearest(c, owner, query, limit))
        return {names[seq]: cosine for seq, cosine in hits.nearest}, hits.exhausted

    def cosines(self, who: Identity, query: Vector, texts: Sequence[str]) -> dict[str, float]:
        """The cosines of these texts' rows."""
        _, names = self._asked(who, lambda *_: None)
        seqs = [seq for seq, text in names.items() if text in texts]
        found, _ = self._asked(who, lambda s, c, owner: s.cosines(c, owner, query, seqs))
        return {names[seq]: cosine for seq, cosine in found.items()}

    def _asked(self, who: Identity, ask: Callable[..., Any]) -> tuple[Any, dict[int, str]]:
        with self.service._parts.database.reading() as connection:
            rows = connection.exec_driver_sql(
                "SELECT e.seq, e.content, o.id FROM engrams e JOIN owners o ON o.id = e.owner_id "
                "WHERE o.key = ?",
                (owner_key(who),),
            ).all()
            owner = rows[0][2] if rows else 10**6
            return ask(self._search(), connection, owner), {row[0]: row[1] for row in rows}

    def _search(self) -> VectorSearch:
        if self._way == "scan":
            return self._scan
        assert self.service.keeps_index()
        index = self.service._index
        assert index is not None
        found = index.search(NeverAsked())
        assert found is not None
        return found


@pytest.fixture(params=["scan", "index"])
def subject(request: pytest.FixtureRequest, settings: Settings) -> Iterator[Subject]:
    """Each way to search, over a home of its own."""
    embedder = ChosenVectors()
    given = settings.model_copy(update={"embedder": "auto", "exact_scan_max_rows": 0})
    with open_memory(given, embedder=embedder, background=False) as service:
        yield Subject(service, embedder, request.param)


def named(vectors: Sequence[Vector]) -> dict[str, Vector]:
    return {f"text {n}": vector for n, vector in enumerate(vectors)}


def test_the_nearest_come_first_with_their_cosines(subject: Subject):
    vectors = named(random_units(300))
    subject.keep(ADA, vectors)

    missed = 0
    for query in random_units(20, seed=2):
        truth = sorted(((float(v @ query), text) for text, v in vectors.items()), reverse=True)
        found, _ = subject.nearest(ADA, query, 10)
        assert list(found.values()) == sorted(found.values(), reverse=True)
        assert all(found[t] == pytest.approx(float(vectors[t] @ query), abs=1e-4) for t in found)
        missed += len({text for _, text in truth[:10]} - set(found))

    assert missed <= 2  # of 200: the index is approximate


@pytest.mark.parametrize("limit", [1, 7, 39])
def test_at_most_so_many_are_given_and_more_are_said_to_be_there(limit: int, subject: Subject):
    subject.keep(ADA, named(random_units(40)))

    found, exhausted = subject.nearest(ADA, random_units(1, seed=2)[0], limit)

    assert len(found) == limit
    assert not exhausted


@pytest.mark.parametrize("limit", [41, 500])
def test_when_all_were_given_it_is_said(limit: int, subject: Subject):
    vectors = named(random_units(40))
    subject.keep(ADA, vectors)

    found, exhausted = subject.nearest(ADA, random_units(1, seed=2)[0], limit)

    assert set(found) == set(vectors)
    assert exhausted


def test_somebody_without_rows_gets_nothing(subject: Subject):
    subject.keep(ADA, named(random_units(5)))

    assert subject.nearest(BOB, random_units(1)[0], 10) == ({}, True)


def test_other_peoples_rows_are_not_there_even_when_they_are_the_same(subject: Subject):
    vectors = named(random_units(30))
    subject.keep(ADA, dict(list(vectors.items())[:20]))
    subject.keep(BOB, dict(list(vectors.items())[10:]))

    for query in vectors.values():
        mine, _ = subject.nearest(ADA, query, 100)
        theirs, _ = subject.nearest(BOB, query, 100)
        assert set(mine) == set(list(vectors)[:20])
        assert set(theirs) == set(list(vectors)[10:])


def test_a_new_row_is_found_and_one_that_waits_is_not_there_yet(subject: Subject):
    first, second, third = random_units(3)
    subject.keep(ADA, {"first": first})
    assert set(subject.nearest(ADA, first, 10)[0]) == {"first"}

    subject.keep(ADA, {"second": second})
    subject.keep(ADA, {"third": third}, waits=True)

    assert set(subject.nearest(ADA, first, 10)[0]) == {"first", "second"}
    assert set(subject.cosines(ADA, first, ["second", "third"])) == {"second"}

    subject.settle()
    assert next(iter(subject.nearest(ADA, third, 10)[0])) == "third"


def test_a_row_that_was_forgotten_is_gone(subject: Subject):
    vectors = named(random_units(20))
    memory = subject.keep(ADA, vectors)
    gone = memory.memories(limit=1)[0]
    subject.nearest(ADA, vectors[gone.content], 5)

    memory.forget(gone.id)
    subject.settle()

    found, exhausted = subject.nearest(ADA, vectors[gone.content], 100)
    assert set(found) == set(vectors) - {gone.content}
    assert exhausted


def test_the_cosines_of_certain_rows_are_exact(subject: Subject):
    vectors = named(random_units(50))
    subject.keep(ADA, vectors)
    query = random_units(1, seed=2)[0]
    some = list(vectors)[::7]

    found = subject.cosines(ADA, query, some)

    assert found == {t: pytest.approx(float(vectors[t] @ query), abs=1e-5) for t in some}
    assert subject.cosines(ADA, query, []) == {}


def test_of_texts_that_are_nearly_the_same_each_is_found_by_its_own(subject: Subject):
    middle = random_units(1)[0]
    noise = np.random.default_rng(3).standard_normal((200, DIMENSIONS)) * 0.01
    vectors = named([unit(middle + row) for row in noise])
    subject.keep(ADA, vectors)

    firsts = [next(iter(subject.nearest(ADA, v, 1)[0])) == text for text, v in vectors.items()]

    assert sum(firsts) >= 198


def test_rows_with_one_and_the_same_vector_are_all_given(subject: Subject):
    same, other = random_units(2)
    subject.keep(ADA, {**{f"copy {n}": same for n in range(30)}, "other": other})

    found, _ = subject.nearest(ADA, same, 30)

    assert set(found) == {f"copy {n}" for n in range(30)}


def test_opposite_and_equal_vectors_have_the_cosines_minus_one_and_one(subject: Subject):
    up = random_units(1)[0]
    subject.keep(ADA, {"up": up, "down": -up})

    found, _ = subject.nearest(ADA, up, 2)

    assert found == {"up": pytest.approx(1, abs=1e-4), "down": pytest.approx(-1, abs=1e-4)}
