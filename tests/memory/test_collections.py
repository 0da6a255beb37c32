"""Collections and metadata of one's own narrow a recall, and never starve it."""

import pytest

from core.identity import Identity
from core.recall import RecallFilter
from core.settings import Settings
from memory import open_memory
from tests.memory.chosen_vectors import ChosenVectors, random_units, unit

CROWD = 150


def found(memory, query, **wanted):
    items = memory.recall(query, 20, wanted=RecallFilter(**wanted)).items
    return sorted(item.engram.content for item in items)


def test_a_collection_answers_for_itself_and_what_names_none_is_in_memories(ada):
    ada.remember("The boat is red", metadata={"collection": "harbour"})
    ada.remember("The boat is named Ida")

    assert found(ada, "boat", collection="harbour") == ["The boat is red"]
    assert found(ada, "boat", collection="memories") == ["The boat is named Ida"]
    assert found(ada, "boat", collection="elsewhere") == []
    assert len(found(ada, "boat")) == 2


@pytest.mark.parametrize(
    "value", ["red", 3, 0.5, True, 'a "quoted" word', "it's", "$.colour", "ö", ""]
)
def test_metadata_of_ones_own_are_compared_as_they_are(ada, value):
    ada.remember("The boat that is meant", metadata={"colour": value, "more": [1, 2]})
    ada.remember("Another boat", metadata={"colour": "blue"})
    ada.remember("A boat without metadata")

    assert found(ada, "boat", metadata={"colour": value}) == ["The boat that is meant"]


@pytest.mark.parametrize("name", ["a.b", 'a"b', "$", "a'; --", "[0]", "Größe"])
def test_no_name_of_metadata_means_anything_to_the_database(ada, name):
    ada.remember("The boat that is meant", metadata={name: 1})
    ada.remember("Another boat", metadata={"a": {"b": 1}, "other": 1})

    assert found(ada, "boat", metadata={name: 1}) == ["The boat that is meant"]


def test_all_that_is_wanted_must_hold(ada):
    ada.remember("Both", metadata={"place": "Bern", "year": 2020})
    ada.remember("One of both", metadata={"place": "Bern", "year": 2021})

    assert found(ada, "both", metadata={"place": "Bern", "year": 2020}) == ["Both"]


@pytest.mark.parametrize("max_rows", [5000, 0])
@pytest.mark.parametrize("wanted", [{"collection": "rare"}, {"metadata": {"place": "Bern"}}])
def test_a_rare_one_is_found_however_many_others_are_nearer(max_rows, wanted, settings: Settings):
    query, *others = random_units(CROWD + 2)
    embedder = ChosenVectors()
    given = settings.model_copy(update={"embedder": "auto", "exact_scan_max_rows": max_rows})
    with open_memory(given, embedder=embedder, background=False) as service:
        memory = service.for_identity(Identity("ada", "ada-1"))
        embedder.chosen["river town"] = query
        for number in range(CROWD):
            text = f"a river town, number {number}"
            embedder.chosen[text] = unit(query + 0.2 * others[number])
            memory.remember(text, metadata={"collection": "crowd", "place": "Rome"})
        embedder.chosen["Bern lies on the Aare"] = unit(query + 0.7 * others[-1])
        meant = memory.remember(
            "Bern lies on the Aare", metadata={"collection": "rare", "place": "Bern"}
        )
        wait = service.wait_until_embedded if max_rows else service.wait_until_indexed
        assert wait(60) == 0

        items = memory.recall("river town", 3, wanted=RecallFilter(**wanted)).items

    assert [item.engram.id for item in items] == [meant.id]
