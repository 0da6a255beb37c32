"""The words of a question that are worth looking up."""

import re

MAX_QUERY_WORDS = 64
"""Words of a query that are looked up; a longer query is a document, its first words decide."""

STOP_WORDS = frozenset(
    (
        "a about above after again all also am an and any are as at be because been before being "
        "below between both but by can cannot could d did do does doing don down during each few for "
        "from further had has have having he her here hers herself him himself his how i if in into "
        "is it its itself just know ll m me more most my myself no nor not now of off on once only or "
        "other our ours ourselves out over own please re recall remember remind s said same say she "
        "should so some such t tell than that the their theirs them themselves then there these they "
        "this those through to told too under until up ve very was we were what when where which "
        "while who whom why will with would you your yours yourself yourselves"
    ).split()
)
"""Words too common to find anything by, and the words of asking a memory itself."""

_WORD = re.compile(r"\w+")


def query_words(query: str) -> list[str]:
    """The words of a query that are worth looking up, in order, each once.

    When every word is a stop word, all are kept: "who am I" must find something by something.
    """
    return (telling_words(query) or words_of(query))[:MAX_QUERY_WORDS]


def telling_words(text: str) -> list[str]:
    """The words of a text without stop words, in order, each once."""
    return [word for word in words_of(text) if word not in STOP_WORDS]


def words_of(text: str) -> list[str]:
    """All words of a text in lower case, in order, each once."""
    return list(dict.fromkeys(_WORD.findall(text.casefold())))
