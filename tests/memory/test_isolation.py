"""Isolation: people whose ids try to be one another's never see a word of each other.

A random history of saves, searches, ratings and removals by owners with look-alike ids is played;
at its end everything that any of them can ask is asked. Each text carries its owner's mark.
"""

from contextlib import suppress
from itertools import product
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    multiple,
    rule,
)

from core.errors import InvalidInput, MnemonError, NotFound
from core.identity import Identity
from core.recall import RecallFilter
from core.settings import load_settings
from memory import Memory, open_memory
from memory.ledger.engrams import engram_by_id
from memory.ledger.owners import ensure_owner, owner_id
from memory.owner import checked_owner, owner_key
from tests.memory.word_embedder import WordEmbedder

NAMES = (
    "a",
    "a/b",
    "a%2Fb",
    "A",
    "a ",
    "user/local/a",
    "á",
    "a\u0301",
    "%",
    "*",
    "a_",
    "' OR 1=1 --",
)
TENANTS = ("local", "local/a")
PEOPLE = [Identity(name, "shared-session", tenant) for name, tenant in product(NAMES, TENANTS)]


def mark(who: Identity) -> str:
    """A word that only this person's texts contain."""
    return f"mark{PEOPLE.index(who)}x"


def everything(memory: Memory, ids: list[str]) -> list[Any]:
    """All that this memory answers to any question, however cunning."""
    asked: list[Any] = [
        memory.topics(),
        memory.memories(limit=1000),
        memory.sessions(),
        memory.stats(),
        memory.recall_topic("user.secret"),
        memory.versions("user.secret"),
        memory.nearest_topics("user.secret", limit=50),
        memory.context_for("what is the secret word?"),
        memory.search_episodic("what is the secret word?", 20),
    ]
    for scope in ("session", "user", "any"):
        asked += [
            memory.recall("secret word", 20, scope=scope, wanted=wanted, explain=True)
            for wanted in (RecallFilter(), RecallFilter(with_retired=True))
        ]
    for engram_id in ids:
        for ask in (memory.get, memory.history):
            try:
                asked.append(ask(engram_id))
            except NotFound as refusal:
                asked.append(str(refusal))
    return asked


def test_no_two_of_these_people_are_one_owner():
    keys = {owner_key(who, scope) for who in PEOPLE for scope in ("user", "agent", "tenant")}

    assert len({owner_key(who) for who in PEOPLE}) == len(PEOPLE)
    assert len(keys) == len(PEOPLE) + 2 * len(TENANTS)


class Neighbours(RuleBasedStateMachine):
    """Random deeds of many people in one home."""

    ids = Bundle("ids")

    @initialize()
    def move_in(self) -> None:
        self.folder = TemporaryDirectory()
        given = {"home": self.folder.name, "index": False, "min_score": 0.0}
        self.service = open_memory(
            load_settings(given, {}).settings, embedder=WordEmbedder(), background=False
        )
        self.owner_of: dict[str, Identity] = {}

    def teardown(self) -> None:
        try:
            self.nobody_sees_anybody_else()
        finally:
            self.service.close()
            self.folder.cleanup()

    def nobody_sees_anybody_else(self) -> None:
        owners = {*self.owner_of.values(), PEOPLE[0]}
        for who in owners:
            seen = repr(everything(self.service.for_identity(who), list(self.owner_of)))
            others = [other for other in owners - {who} if mark(other) in seen]
            assert not others, f"{who} sees {others}"

    def keep(self, who: Identity, engram_id: str) -> str:
        assert self.owner_of.setdefault(engram_id, who) == who, "two owners share a row"
        return engram_id

    @rule(target=ids, who=st.sampled_from(PEOPLE), value=st.integers(0, 3))
    def save_topic(self, who: Identity, value: int) -> str:
        memory = self.service.for_identity(who)
        receipt = memory.save_topic("user.secret", f"secret word {mark(who)} {value}", write_key="")
        return self.keep(who, receipt.id)

    @rule(target=ids, who=st.sampled_from(PEOPLE), key=st.integers(0, 2))
    def save_note(self, who: Identity, key: int) -> str:
        memory = self.service.for_identity(who)
        receipt = memory.save_note(f"secret word {mark(who)}", write_key=f"key{key}")
        return self.keep(who, receipt.id)

    @rule(target=ids, who=st.sampled_from(PEOPLE), turn=st.integers(0, 2))
    def save_exchange(self, who: Identity, turn: int) -> str:
        memory = self.service.for_identity(who)
        said = (f"secret word {mark(who)}?", "It is kept.")
        receipt = memory.save_episode(*said, query_id=f"turn{turn}", tool_calls=0)
        return self.keep(who, receipt.id)

    @rule(who=st.sampled_from(PEOPLE))
    def open_session(self, who: Identity) -> None:
        with suppress(NotFound):
            self.service.for_identity(who).open_session("test", mark(who))

    @rule(target=ids, who=st.sampled_from(PEOPLE), engram_id=ids)
    def forget(self, who: Identity, engram_id: str):
        try:
            receipt = self.service.for_identity(who).forget(engram_id)
        except NotFound:
            return multiple()
        assert {self.owner_of[gone] for gone in receipt.ids} == {who}
        return multiple()

    @rule(who=st.sampled_from(PEOPLE), engram_id=ids)
    def rate(self, who: Identity, engram_id: str) -> None:
        try:
            self.service.for_identity(who).feedback(engram_id, 1)
        except MnemonError:
            return
        assert self.owner_of[engram_id] == who

    @rule()
    def embed(self) -> None:
        assert self.service.wait_until_embedded(60) == 0


Neighbours.TestCase.settings = settings(
    max_examples=8, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
)
TestNeighbours = Neighbours.TestCase


@pytest.mark.parametrize("key", ["", "/", "user/", "user//a", "user", "//", "user/local/"])
def test_an_empty_owner_is_refused_wherever_rows_are_asked_for(key: str, service):
    with service._parts.database.writing() as connection:
        for ask in (
            checked_owner,
            lambda k: owner_id(connection, k),
            lambda k: ensure_owner(connection, k),
        ):
            with pytest.raises(InvalidInput, match="owner is needed"):
                ask(key)


def test_an_owner_that_does_not_exist_has_no_rows(service, ada: Memory):
    kept = ada.save_note("a note")

    with service._parts.database.reading() as connection:
        assert engram_by_id(connection, 0, kept.id) is None
        assert owner_id(connection, "user/local/nobody") is None


def test_another_user_can_neither_forget_nor_rate_nor_read_by_id(ada: Memory, bob: Memory):
    kept = ada.save_episode("q", "a", query_id="1", tool_calls=0)

    for deed in (bob.get, bob.history, bob.forget, lambda i: bob.feedback(i, 1)):
        for engram_id in (kept.id, kept.id[:12]):
            with pytest.raises(NotFound):
                deed(engram_id)

    assert ada.get(kept.id).feedback is None
    assert [e.action for e in ada.history(kept.id)] == ["saved"]


def test_forgetting_several_of_which_one_is_not_mine_forgets_none(ada: Memory, bob: Memory):
    mine, theirs = ada.save_note("mine"), bob.save_note("theirs")

    with pytest.raises(NotFound):
        ada.forget(mine.id, theirs.id)

    assert ada.get(mine.id).content == "mine"
    assert bob.get(theirs.id).content == "theirs"
