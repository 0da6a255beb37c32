"""Schema: what the migrations make is what the code says, and it is made all at once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from sqlalchemy import create_engine, inspect
from sqlalchemy.engine.reflection import Inspector

from memory.ledger.database import FILE_NAME, SCHEMA_REVISION, open_database
from memory.ledger.migrate import head_revision, known_revisions
from memory.ledger.tables import metadata
from tests.memory import ledgers

NOT_OURS = {"alembic_version"}


def described(inspector: Inspector, table: str) -> dict[str, object]:
    """A table as the database sees it."""
    columns = inspector.get_columns(table)
    return {
        "columns": [(c["name"], str(c["type"]), c["nullable"], c["default"]) for c in columns],
        "key": inspector.get_pk_constraint(table)["constrained_columns"],
        "foreign keys": sorted(
            (tuple(k["constrained_columns"]), k["referred_table"], tuple(k["referred_columns"]))
            for k in inspector.get_foreign_keys(table)
        ),
        "indexes": sorted(
            (
                i["name"],
                tuple(i["column_names"]),
                bool(i["unique"]),
                str(i["dialect_options"].get("sqlite_where")),
            )
            for i in inspector.get_indexes(table)
        ),
        "unique": sorted(tuple(u["column_names"]) for u in inspector.get_unique_constraints(table)),
    }


def test_the_migrations_make_the_tables_that_the_code_names(home: Path, tmp_path: Path):
    open_database(home).close()
    migrated = create_engine(f"sqlite:///{home / FILE_NAME}")
    made = inspect(migrated)
    engine = create_engine(f"sqlite:///{tmp_path / 'named.sqlite3'}")
    metadata.create_all(engine)
    named = inspect(engine)

    tables = {t for t in made.get_table_names() if not t.startswith("words")} - NOT_OURS
    assert tables == set(metadata.tables)
    for table in tables:
        assert described(made, table) == described(named, table), table
    migrated.dispose()
    engine.dispose()


def test_ids_of_rows_are_never_used_twice(home: Path):
    open_database(home).close()

    for table in ("engrams", "events", "outbox"):
        [(sql,)] = ledgers.rows(home, "SELECT sql FROM sqlite_master WHERE name = ?", table)
        assert "AUTOINCREMENT" in str(sql)


def test_the_newest_revision_is_the_one_the_code_names():
    assert head_revision() == SCHEMA_REVISION
    assert SCHEMA_REVISION in known_revisions()


def test_many_that_open_a_new_home_at_once_make_it_once(home: Path):
    with ThreadPoolExecutor(8) as pool:
        opened = list(pool.map(lambda _: open_database(home), range(8)))

    for database in opened:
        database.close()
    assert ledgers.rows(home, "SELECT version_num FROM alembic_version") == [(SCHEMA_REVISION,)]


def test_a_migration_that_fails_leaves_nothing_behind(home: Path):
    home.mkdir()
    with ledgers.opened(home) as ledger:
        ledger.execute("CREATE TABLE outbox (whose TEXT)")

    with pytest.raises(Exception, match="outbox"):
        open_database(home)

    tables = {name for (name,) in ledgers.rows(home, "SELECT name FROM sqlite_master")}
    assert tables == {"outbox"}


@pytest.mark.parametrize(
    ("pragma", "value"),
    [("journal_mode", "wal"), ("synchronous", 2), ("secure_delete", 1), ("foreign_keys", 1)],
)
def test_the_ledger_is_opened_as_safe_as_it_is_said(pragma: str, value: object, home: Path):
    database = open_database(home)

    with database.reading() as connection:
        found = connection.exec_driver_sql(f"PRAGMA {pragma}").scalar()
    database.close()

    assert found == value
