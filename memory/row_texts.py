"""The texts whose vectors rows need: the own words, and those together with their neighbours'."""

from collections.abc import Sequence

from sqlalchemy import Connection, select

from memory.ledger.tables import engrams
from memory.neighbours import meaning_text, own_words, said_before


def texts_of_rows(connection: Connection, ids: Sequence[str]) -> list[str]:
    """The texts of these engrams, two for each; an id that is gone has none."""
    columns = (engrams.c.seq, engrams.c.owner_id, engrams.c.kind, engrams.c.session)
    query = select(*columns, engrams.c.topic, engrams.c.content).where(engrams.c.id.in_(ids))
    texts = []
    for row in connection.execute(query).all():
        own = own_words(row.topic, row.content)
        before = said_before(connection, row.owner_id, row.kind, row.session, row.seq)
        texts += [own, meaning_text(own, before)]
    return texts
