"""The ledger: the SQL truth of what is remembered. All SQL of the memory stands in this package.

Functions take an open connection, so that what belongs together is one transaction.
"""

from memory.ledger.database import Database, open_database

__all__ = ["Database", "open_database"]
