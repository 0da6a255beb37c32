"""How much of what is asked about stands in a text.

As the word, a form of it, a near word, or a thing of its sort ("which pets" is covered by "my cat").
"""

import re

from models.offline.kinds import is_kind_in, like_words, narrower
from models.offline.lexicon import PETS, RELATIONS
from models.offline.query import Query
from models.offline.text import plain
from models.offline.words import is_alike, singular, stem, words_of

_GENERIC = frozenset(
    stem(w)
    for w in (
        "name number date day place year month city town country kind person people company size code type color "
        "favorite word work job old many long use live born call question talk week morning evening hour minute "
        "list plan idea project team app place spot item piece one two three new main current allowed happen "
        "happened visit stay answer answers decide decided choose chosen pick picked prefer feel think rule rules thought opinion home"
    ).split()
)
"""Words that alone do not say what is asked about."""

_GENERIC_WEIGHT = 0.4
_EATEN = {
    "eat": ("food",),
    "drink": ("drink",),
    "cook": ("food",),
    "play": ("instrument", "sport", "game"),
    "wear": ("color",),
}
"""What a verb takes: "what do I eat" is answered by soup."""

_HEADS = frozenset(
    "name color size age birthday phone email password code job number breed price salary height weight plate license_plate pin brand".split()
)
"""Attributes of a thing that a memory must name itself: that there is a car says nothing about its color."""

_NUMBERED = ("number", "code", "pin", "phone", "plate", "age")
_NAMES = re.compile(r"\b(?:names?|named|called)\b|\w,? [A-Z][a-z]")


def covered_share(query: Query, text: str) -> tuple[float, bool]:
    """The share of what is asked about that the text covers, and whether a must is missing."""
    has = {stem(w) for w in words_of(plain(text))}
    wanted = set(query.kind.split("_"))
    is_of_kind = bool(query.kind) and is_kind_in(query.kind, text)
    total = covered = 0.0
    misses_must = False
    for word in query.focus:
        root = stem(word)
        weight = _GENERIC_WEIGHT if root in _GENERIC else 1.0
        total += weight
        if is_covered(word, has, text) or (is_of_kind and singular(word) in wanted):
            covered += weight
        elif singular(word) in RELATIONS | PETS or word.isdigit():
            misses_must = True
    return (covered / total if total else 0.0), misses_must


def has_head(query: Query, text: str) -> bool:
    """Whether the text names the attribute itself, where a mere mention of its owner is no answer."""
    kind = query.kind
    if not query.keys or kind not in _HEADS:
        return True
    if kind == "name":
        return bool(_NAMES.search(text))
    if kind in _NUMBERED and re.search(r"\d", text):
        return True
    stems = {stem(w) for w in words_of(plain(text))}
    return any(is_covered(part, stems, text) for part in kind.split("_"))


def misses_name(question: str, query: Query, text: str) -> bool:
    """Whether a name in the question (a capital inside it) does not stand in the text in any form."""
    has = {stem(w) for w in words_of(text)}
    names = [w for w in words_of(question)[1:] if w[:1].isupper() and w.casefold() in query.focus]
    return any(not any(is_alike(stem(n), other) for other in has) for n in names)


def is_covered(word: str, stems: set[str], text: str) -> bool:
    """Whether the word, a form or near word of it, or a thing of its sort stands in the text."""
    root = stem(word)
    if any(is_alike(root, other) for other in stems):
        return True
    if stems & like_words(root) and singular(word) not in RELATIONS:
        return True
    noun = singular(word)
    if any(is_kind_in(kind, text) for kind in (noun, *_EATEN.get(root, ()))):
        return True
    return any(stem(narrow) in stems for narrow in narrower(noun))
