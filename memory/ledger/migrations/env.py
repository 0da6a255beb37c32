"""Alembic's entry: runs the migrations on the connection that `memory.ledger.migrate` gives."""

from alembic import context

context.configure(
    connection=context.config.attributes["connection"],
    # The caller's transaction is the transaction: all migrations or none.
    transactional_ddl=False,
)
context.run_migrations()
