"""Brings a ledger to the newest schema with Alembic. Imported only when a ledger is behind."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

FOLDER = Path(__file__).parent / "migrations"


def known_revisions() -> set[str]:
    """Every schema revision that this version can read or bring forward."""
    return {script.revision for script in _scripts().walk_revisions()}


def head_revision() -> str:
    """The newest schema revision."""
    head = _scripts().get_current_head()
    assert head is not None, "The migrations folder is empty."  # noqa: S101  (packaging fault)
    return head


def upgrade(connection: Connection) -> None:
    """Run the missing migrations inside the connection's transaction (SQLite rolls back DDL)."""
    config = _config()
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    return config


def _scripts() -> ScriptDirectory:
    return ScriptDirectory.from_config(_config())
