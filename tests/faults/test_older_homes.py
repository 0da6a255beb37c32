"""A home written by each schema revision is kept as a file: it opens, and nothing of it changed.

The files were written by the version of that revision: a topic with an older value, two facts (one
that runs out), a note, exchanges in a conversation, and a second user.
"""

import zipfile
from pathlib import Path

import pytest

from core.identity import Identity
from core.settings import Settings
from memory import open_memory
from memory.ledger.database import SCHEMA_REVISION
from tests.memory import ledgers

HOMES = sorted((Path(__file__).parent / "homes").glob("*.zip"))
DEFAULT = Identity("default", "11111111-1111-4111-8111-111111111111")
BOB = Identity("bob", "22222222-2222-4222-8222-222222222222")


def test_each_older_schema_has_its_home_here():
    written = {path.stem for path in HOMES}

    assert written | {SCHEMA_REVISION} >= {f"{n:04}" for n in range(1, int(SCHEMA_REVISION) + 1)}


@pytest.mark.parametrize("backup", HOMES, ids=lambda path: path.stem)
def test_a_home_of_an_older_version_is_read_whole(backup: Path, settings: Settings):
    zipfile.ZipFile(backup).extractall(settings.home)
    before = ledgers.rows(settings.home, "SELECT id, content, topic FROM engrams ORDER BY seq")
    assert ledgers.rows(settings.home, "SELECT version_num FROM alembic_version") == [
        (backup.stem,)
    ]

    with open_memory(settings) as service:
        memory, bobs = service.for_identity(DEFAULT), service.for_identity(BOB)
        assert memory.recall_topic("user.language_preference") == "Gleam"
        assert [e.content for e in memory.versions("user.language_preference")] == [
            "Gleam",
            "Elixir",
        ]
        assert "Canberra" in memory.recall("the capital of Australia").items[0].engram.content
        assert memory.recall("peanuts").items[0].engram.tags == ("health",)
        assert [s["id"] for s in memory.sessions()]
        assert bobs.recall("bees").items[0].engram.content == "Bob keeps bees in Ghent."
        assert not [i for i in memory.recall("bees").items if "Bob" in i.engram.content]

    after = ledgers.rows(settings.home, "SELECT id, content, topic FROM engrams ORDER BY seq")
    assert after == before
    assert ledgers.rows(settings.home, "SELECT version_num FROM alembic_version") == [
        (SCHEMA_REVISION,)
    ]
