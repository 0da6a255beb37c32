"""Words weigh by how few of the owner's rows have them, whoever else shares the home."""

import pytest

from core.identity import Identity
from memory import MemoryService
from memory.ledger import word_search
from memory.ledger.owners import owner_id
from memory.ledger.word_search import WordSearch
from memory.owner import owner_key

ADA, OTHERS = Identity("ada", "ada-1"), Identity("others", "o-1")
TOLD = [
    "Karla planted tomatoes",
    "Karla met the mayor",
    "Karla repaired a clock",
    "Karla sings in a choir",
    "the choir sang on the square",
]


def scores(service: MemoryService, query: str) -> dict[str, float]:
    memory = service.for_identity(ADA)
    contents = {e.id: e.content for e in memory.memories()}
    with service._database.reading() as connection:
        owner = owner_id(connection, owner_key(ADA))
        assert owner is not None
        searched = WordSearch(connection, owner, query)
        found = searched.best(50)
        rows = connection.exec_driver_sql("SELECT seq, id FROM engrams").all()
        ids = {row.seq: row.id for row in rows}
        assert searched.scores([seq for seq, _ in found]) == pytest.approx(dict(found))
    return {contents[ids[seq]]: score for seq, score in found}


def test_a_word_of_all_rows_weighs_nothing_though_nobody_else_has_it(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(word_search, "FEW_ROWS", 10)
    for text in TOLD:
        service.for_identity(ADA).remember(text)
    for number in range(40):
        service.for_identity(OTHERS).remember(f"The choir of village {number} rehearses.")

    found = scores(service, "Which choir is Karla in?")

    best, second, *others = sorted(found.values(), reverse=True)
    assert {t for t, s in found.items() if s >= second} == set(TOLD[3:])
    assert max(others) < 0.01 * best


def test_alone_in_a_home_the_words_weigh_the_same(
    service: MemoryService, monkeypatch: pytest.MonkeyPatch
):
    """What an owner's rows score beside others is what they would score alone, up to their length."""
    for text in TOLD:
        service.for_identity(ADA).remember(text)
    alone = scores(service, "Which choir met the mayor?")
    for number in range(40):
        service.for_identity(OTHERS).remember(f"Someone met village {number}.")
    monkeypatch.setattr(word_search, "FEW_ROWS", 10)

    beside = scores(service, "Which choir met the mayor?")

    assert sorted(beside, key=beside.__getitem__) == sorted(alone, key=alone.__getitem__)
