"""A home of any schema opens and is brought forward; a failed migration leaves it as it was."""

import shutil
import sqlite3
from pathlib import Path

import pytest
from alembic import command

from core.identity import Identity
from core.settings import Settings
from memory import open_memory
from memory.ledger import migrate
from memory.ledger.database import FILE_NAME, open_database
from tests.faults.figures import Figures
from tests.memory.ledgers import bytes_of
from tests.memory.word_embedder import WordEmbedder

ADA = Identity("ada", "ada-1")


def schema(home: Path) -> list[tuple[str, str]]:
    with sqlite3.connect(home / FILE_NAME) as ledger:
        query = "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY name"
        return ledger.execute(query).fetchall()


def home_of(revision: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A home whose ledger stands at an older revision."""
    with monkeypatch.context() as patch:
        patch.setattr(command, "upgrade", upgrade_to(revision))
        open_database(home).close()


def upgrade_to(revision: str):
    whole = command.upgrade

    def upgrade(config, _head):
        whole(config, revision)

    return upgrade


def test_a_home_of_each_schema_revision_is_brought_forward(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figures: Figures
):
    fresh = tmp_path / "fresh"
    open_database(fresh).close()
    revisions = sorted(migrate.known_revisions())
    for revision in revisions:
        home = tmp_path / revision
        home_of(revision, home, monkeypatch)
        older = settings.model_copy(update={"home": home, "embedder": "auto"})

        with open_memory(older, embedder=WordEmbedder(), background=False) as service:
            memory = service.for_identity(ADA)
            memory.save_topic("user.editor", "vim")
            assert memory.recall_topic("user.editor") == "vim"

        assert schema(home) == schema(fresh)
    figures.note(
        "upgrade",
        "homes of each schema revision opened and brought forward",
        f"{len(revisions)} of {len(revisions)}",
        goal="all",
    )


def test_a_migration_that_fails_half_way_leaves_the_home_as_it_was(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figures: Figures
):
    home = settings.home
    settings = settings.model_copy(update={"embedder": "auto"})
    with open_memory(settings, embedder=WordEmbedder(), background=False) as service:
        service.for_identity(ADA).save_topic("user.editor", "vim")
    before = bytes_of(home)
    shutil.copytree(home, tmp_path / "before")

    def failing(connection) -> None:
        connection.exec_driver_sql("ALTER TABLE engrams ADD COLUMN half VARCHAR")
        connection.exec_driver_sql("UPDATE engrams SET half = 'done'")
        raise RuntimeError("The migration failed half way.")

    with monkeypatch.context() as patch:
        patch.setattr("memory.ledger.database.SCHEMA_REVISION", "9999")
        patch.setattr(migrate, "upgrade", failing)
        with pytest.raises(RuntimeError, match="half way"):
            open_database(home)

    assert bytes_of(home) == before
    with open_memory(settings, embedder=WordEmbedder(), background=False) as service:
        assert service.for_identity(ADA).recall_topic("user.editor") == "vim"
    figures.note(
        "upgrade", "a migration that fails half way; bytes of the home that changed", 0, goal="0"
    )
