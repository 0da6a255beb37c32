"""A filter narrows before ranking: what fits is weighed however much else is nearer."""

import pytest

from core.identity import Identity
from core.settings import Settings
from memory import open_memory
from tests.memory.chosen_vectors import ChosenVectors, random_units, unit

ADA = Identity("ada", "ada-1")
CROWD = 300


@pytest.mark.parametrize("max_rows", [5000, 0])
def test_what_is_near_by_meaning_is_weighed_though_enough_others_share_a_word(
    max_rows, settings: Settings
):
    query, *others = random_units(CROWD + 40)
    embedder = ChosenVectors()
    given = settings.model_copy(update={"embedder": "auto", "exact_scan_max_rows": max_rows})
    with open_memory(given, embedder=embedder, background=False) as service:
        memory = service.for_identity(ADA)
        embedder.chosen["river town"] = query
        for number in range(CROWD):  # nearer than anything that is asked for
            text = f"crowd {number}"
            embedder.chosen[text] = unit(query + 0.2 * others[number])
            memory.save_note(text)
        for number in range(30):  # of the right kind, with a word in common, and not near at all
            text = f"a town, number {number}"
            embedder.chosen[text] = unit(0.2 * query + others[-number - 1])
            memory.remember(text)
        embedder.chosen["Bern lies on the Aare"] = unit(query + 0.7 * others[-35])
        best = memory.remember("Bern lies on the Aare")
        assert service.wait_until_indexed(60) == 0

        found = memory.recall("river town", 3, kinds=("fact",), explain=True)

    weighed = [item.engram.id for item in found.items]
    weighed += [out.id for out in found.left_out if out.stage == "beyond the limit"]
    assert best.id in weighed
